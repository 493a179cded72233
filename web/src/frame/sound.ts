/** Short sounds, made on the spot: nothing is loaded. */

let context: AudioContext | undefined;

interface Tone {
  /** Hertz at the beginning and the end. */
  from: number;
  to: number;
  /** Seconds. */
  length: number;
  shape: OscillatorType;
  loud: number;
  after?: number;
}

const sounds = {
  /** It is your turn. */
  turn: [
    { from: 392, to: 392, length: 0.18, shape: "triangle", loud: 0.12 },
    { from: 587, to: 587, length: 0.3, shape: "triangle", loud: 0.12, after: 0.13 },
  ],
  /** Somebody did something. */
  move: [{ from: 190, to: 120, length: 0.07, shape: "sine", loud: 0.12 }],
  /** Somebody said something. */
  talk: [{ from: 660, to: 720, length: 0.06, shape: "sine", loud: 0.06 }],
  /** The house said no. */
  no: [{ from: 160, to: 110, length: 0.2, shape: "sawtooth", loud: 0.06 }],
  /** It is over. */
  end: [
    { from: 294, to: 294, length: 0.5, shape: "triangle", loud: 0.1 },
    { from: 370, to: 370, length: 0.5, shape: "triangle", loud: 0.1, after: 0.15 },
    { from: 440, to: 440, length: 0.8, shape: "triangle", loud: 0.1, after: 0.3 },
  ],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof sounds;

/** Gets the instrument out when nothing else is to be done: that takes a while, and the first sound would hold up a picture. */
export function prepareSound(): void {
  if (!allowed()) return addEventListener("pointerup", prepareSound, { once: true });
  setTimeout(() => (context ??= new AudioContext()), 300);
}

/** Browsers allow no sound before the first click or key; until then we are silent. */
function allowed(): boolean {
  return navigator.userActivation?.hasBeenActive ?? false;
}

export function sound(name: Sound): void {
  if (!allowed()) return;
  context ??= new AudioContext();
  for (const tone of sounds[name] as Tone[]) {
    const start = context.currentTime + (tone.after ?? 0);
    const voice = context.createOscillator();
    const gain = context.createGain();
    voice.type = tone.shape;
    voice.frequency.setValueAtTime(tone.from, start);
    voice.frequency.exponentialRampToValueAtTime(tone.to, start + tone.length);
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(tone.loud, start + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.length);
    voice.connect(gain).connect(context.destination);
    voice.start(start);
    voice.stop(start + tone.length + 0.02);
  }
}
