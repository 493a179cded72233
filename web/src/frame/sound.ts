import type { Beat } from "../wire.ts";
import { fetchSounds } from "./registry.ts";

/** Short synthesised sounds: no files to load. What a game sounds like is loaded with the first sound. */

let context: AudioContext | undefined;

interface Tone {
  /** Frequency at the beginning and the end, in hertz. */
  from: number;
  to: number;
  /** Seconds. */
  length: number;
  shape: OscillatorType;
  volume: number;
  /** Seconds before it starts. */
  delay?: number;
}

const sounds = {
  /** It is your turn. */
  turn: [
    { from: 392, to: 392, length: 0.18, shape: "triangle", volume: 0.12 },
    { from: 587, to: 587, length: 0.3, shape: "triangle", volume: 0.12, delay: 0.13 },
  ],
  /** A chat message came in. */
  talk: [{ from: 660, to: 720, length: 0.06, shape: "sine", volume: 0.06 }],
  /** A command was refused. */
  no: [{ from: 160, to: 110, length: 0.2, shape: "sawtooth", volume: 0.06 }],
  /** The game is over. */
  end: [
    { from: 294, to: 294, length: 0.5, shape: "triangle", volume: 0.1 },
    { from: 370, to: 370, length: 0.5, shape: "triangle", volume: 0.1, delay: 0.15 },
    { from: 440, to: 440, length: 0.8, shape: "triangle", volume: 0.1, delay: 0.3 },
  ],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof sounds;

/** Creates the audio context while the page is idle: it takes a while, and the first sound would delay a paint. */
export function prepareSound(): void {
  if (!allowed()) return addEventListener("pointerup", prepareSound, { once: true });
  setTimeout(() => (context ??= new AudioContext()), 300);
}

/** Browsers allow no sound before the first click or key. */
function allowed(): boolean {
  return navigator.userActivation?.hasBeenActive ?? false;
}

/** What happens in a game, in the voice of that game. */
export async function cue(game: string, beat: Beat, volume: number): Promise<void> {
  if (!allowed()) return;
  const [{ sing, voiceOf }, set] = await Promise.all([import("../lib/voices.ts"), fetchSounds(game)]);
  const voice = voiceOf(set, beat);
  if (voice) sing((context ??= new AudioContext()), voice, beat.weight === "small" ? volume * 0.6 : volume);
}

/** Lets a phone tremble, where it can and the player has touched the page. */
export function buzz(...pattern: number[]): void {
  if (allowed()) navigator.vibrate?.(pattern);
}

/** `volume` goes from 0 to 1. */
export function sound(name: Sound, volume: number): void {
  if (!allowed()) return;
  context ??= new AudioContext();
  for (const tone of sounds[name] as Tone[]) {
    const start = context.currentTime + (tone.delay ?? 0);
    const voice = context.createOscillator();
    const gain = context.createGain();
    voice.type = tone.shape;
    voice.frequency.setValueAtTime(tone.from, start);
    voice.frequency.exponentialRampToValueAtTime(tone.to, start + tone.length);
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0001, tone.volume * volume), start + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.length);
    voice.connect(gain).connect(context.destination);
    voice.start(start);
    voice.stop(start + tone.length + 0.02);
  }
}
