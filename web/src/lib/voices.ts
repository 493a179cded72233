import type { Beat } from "../wire.ts";

/** Sounds made of tones and noise: no files to load. */
export type Voice = "blade" | "card" | "howl" | "bell" | "drum" | "stone" | "coin" | "wind" | "quill" | "heart" | "chime" | "growl" | "wings" | "fanfare" | "horn" | "chain";

/** What is heard with a line of the log: by its icon, or by icon and weight (`sun/small`); the empty name is for all others. */
export type SoundSet = Partial<Record<string, Voice>>;

/** What is heard with a line. */
export function voiceOf(set: SoundSet, { icon = "", weight = "aside" }: Beat): Voice | undefined {
  return weight === "aside" ? undefined : (set[`${icon}/${weight}`] ?? set[icon] ?? set[""]);
}

interface Part {
  /** A tone of this shape, or noise. */
  shape: OscillatorType | "noise";
  /** Frequency at the beginning and the end, in hertz; for noise, of the band that is let through. */
  from: number;
  to: number;
  /** Seconds. */
  length: number;
  volume: number;
  /** Seconds before it starts. */
  delay?: number;
  /** Seconds until it is loud. */
  rise?: number;
  /** How narrow the band of noise is. */
  narrow?: number;
}

const tone = (shape: OscillatorType, from: number, to: number, length: number, volume: number, delay = 0, rise = 0.012): Part => ({ shape, from, to, length, volume, delay, rise });
const noise = (from: number, to: number, length: number, volume: number, delay = 0, narrow = 1, rise = 0.005): Part => ({ shape: "noise", from, to, length, volume, delay, narrow, rise });

export const VOICES: Record<Voice, Part[]> = {
  blade: [noise(5200, 2400, 0.16, 0.22, 0, 2), tone("triangle", 2900, 2750, 0.5, 0.04, 0.02), tone("sine", 4310, 4200, 0.4, 0.025, 0.02)],
  card: [noise(1800, 3600, 0.07, 0.12, 0, 0.8), noise(900, 500, 0.05, 0.08, 0.06)],
  howl: [tone("sine", 290, 560, 0.45, 0.1, 0, 0.12), tone("sine", 560, 330, 0.8, 0.1, 0.42, 0.05), tone("triangle", 580, 660, 0.5, 0.02, 0.3, 0.1)],
  bell: [tone("sine", 440, 440, 1.8, 0.12), tone("sine", 880, 878, 1.2, 0.06), tone("sine", 1210, 1208, 0.9, 0.04), tone("sine", 220, 220, 2, 0.06)],
  drum: [tone("sine", 130, 48, 0.28, 0.3), noise(300, 120, 0.08, 0.1)],
  stone: [noise(2600, 1400, 0.045, 0.22, 0, 3), tone("sine", 520, 300, 0.06, 0.1), noise(2100, 1200, 0.04, 0.1, 0.07, 3)],
  coin: [tone("triangle", 2100, 2080, 0.18, 0.05), tone("triangle", 2780, 2760, 0.25, 0.05, 0.06)],
  wind: [noise(300, 900, 0.9, 0.1, 0, 1.5, 0.3)],
  quill: [noise(3800, 5200, 0.06, 0.06, 0, 2), noise(4200, 3200, 0.08, 0.06, 0.08, 2), noise(3900, 5000, 0.05, 0.05, 0.19, 2)],
  heart: [tone("sine", 78, 52, 0.16, 0.34), tone("sine", 70, 46, 0.2, 0.26, 0.22)],
  chime: [tone("sine", 1046, 1046, 0.5, 0.05), tone("sine", 1318, 1318, 0.6, 0.05, 0.09), tone("sine", 1568, 1568, 0.8, 0.04, 0.18)],
  growl: [tone("sawtooth", 82, 62, 0.5, 0.09, 0, 0.08), noise(240, 160, 0.5, 0.12, 0, 1, 0.08)],
  wings: [noise(500, 300, 0.08, 0.12), noise(600, 320, 0.08, 0.12, 0.11), noise(500, 260, 0.09, 0.09, 0.23)],
  fanfare: [tone("triangle", 294, 294, 0.4, 0.1), tone("triangle", 370, 370, 0.4, 0.1, 0.14), tone("triangle", 440, 440, 0.9, 0.12, 0.28), tone("triangle", 587, 587, 0.9, 0.07, 0.28)],
  horn: [tone("sawtooth", 146, 147, 0.7, 0.06, 0, 0.1), tone("triangle", 220, 220, 0.7, 0.08, 0.02, 0.1)],
  chain: [noise(3600, 3000, 0.03, 0.14, 0, 5), noise(4200, 3400, 0.03, 0.12, 0.07, 5), noise(3300, 2700, 0.04, 0.12, 0.15, 5)],
};

let hiss: AudioBuffer | undefined;

/** `volume` goes from 0 to 1. */
export function sing(context: AudioContext, voice: Voice, volume: number): void {
  for (const { shape, from, to, length, volume: own, delay = 0, rise = 0.012, narrow = 1 } of VOICES[voice]) {
    const start = context.currentTime + delay;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0001, own * volume), start + rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    const source = shape === "noise" ? whisper(context, from, to, start, length, narrow) : oscillator(context, shape, from, to, start, length);
    source.connect(gain).connect(context.destination);
  }
}

function oscillator(context: AudioContext, shape: OscillatorType, from: number, to: number, start: number, length: number): AudioNode {
  const voice = context.createOscillator();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  voice.start(start);
  voice.stop(start + length + 0.02);
  return voice;
}

function whisper(context: AudioContext, from: number, to: number, start: number, length: number, narrow: number): AudioNode {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = hiss;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = narrow;
  band.frequency.setValueAtTime(from, start);
  band.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(band);
  source.start(start, Math.random() * 0.5);
  source.stop(start + length + 0.02);
  return band;
}
