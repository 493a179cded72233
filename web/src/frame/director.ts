import type { Line, Seat, Weight } from "../wire.ts";

/** How fast others' moves are staged. */
export type Pace = "slow" | "usual" | "brisk" | "once";
export const PACES: Pace[] = ["slow", "usual", "brisk", "once"];

const FACTOR: Record<Pace, number> = { slow: 1.8, usual: 1, brisk: 0.5, once: 0 };
/** How long a line of each weight is on stage at the usual pace, in milliseconds. */
const TIME: Record<Weight, number> = { aside: 0, small: 300, medium: 800, large: 1500, huge: 2500 };
const ORDER = Object.keys(TIME) as Weight[];
/** How much of the first line's time passes before the table changes: first who does what to whom, then what comes of it. */
const LEAD = 0.4;
/** With other people at the table we are never further behind than this. */
const LAG = 1000;
/** Over a question the weightiest lines are staged, no longer than this in all; the log has the rest. */
const RECAP = 3000;
/** What waits for a tap waits this long, so that a page left alone still gets to the end. */
const PATIENCE = 20_000;

/** A line and how it is staged. */
export const weightOf = (line: Line): Weight => line.beat.weight ?? "aside";
export const atLeast = (line: Line, weight: Weight): boolean => rank(line) >= ORDER.indexOf(weight);
const rank = (line: Line): number => ORDER.indexOf(weightOf(line));
/** Did somebody else do something to this seat that matters? */
export const against = (line: Line, you: Seat | null): boolean =>
  you != null && line.beat.by != null && line.beat.by !== you && atLeast(line, "large") && (line.beat.on?.includes(you) ?? false);
/** How much a line matters to this seat. */
const importance = (line: Line, you: Seat | null): number => rank(line) + (against(line, you) ? ORDER.length : 0);

export interface Clock {
  now(): number;
  /** Does something later; the result cancels it. */
  after(milliseconds: number, act: () => void): () => void;
}

/** What the director is to go by; read again for every line. */
export interface Manner {
  pace: Pace;
  /** Does what others do to you wait for a tap? */
  taps: boolean;
  /** Do other people play along? */
  live: boolean;
  /** Is the player reading something else? Nothing begins until `next`; then it is all staged in order, a question last. */
  held?: boolean;
  you: Seat | null;
}

/** A change of the table, with what was told about it. */
export interface Change {
  /** Puts it on the table. */
  show: () => void;
  lines: Line[];
  /** There is no order to keep, or nobody looks: everything is told and shown at once. */
  atOnce: boolean;
  /** Your seat is asked: the table is shown at once. What is still to be told is staged over it. */
  asked?: boolean;
  /** It is shown again: nothing is told. */
  again?: boolean;
}

interface Cue {
  show?: () => void;
  /** Told with this cue. */
  line?: Line;
  /** On stage during the rest. */
  staged: Line | null;
  rest: number;
  arrived: number;
  /** The table has gone on already. */
  late?: boolean;
  again: boolean;
}

export interface Theatre {
  /** Adds a line to the log. */
  tell(line: Line): void;
  /** Which line is on stage, and whether the table has gone on already, so that it must not get in the way. */
  stage(line: Line | null, late: boolean): void;
}

/**
 * Stages what others do, one line at a time: a line is told, it stays on stage for as long as it matters, then comes the next. Being
 * asked is never delayed: the table is then shown at once, and what matters most of what is still to be told follows over it until you
 * decide. With other people at the table it is told at once, too. Only what came while you were reading is staged in order.
 */
export class Director {
  #cues: Cue[] = [];
  /** What came while the player was reading is being staged. */
  #inOrder = false;
  #current: { began: number; rest: number; staged: Line | null } | null = null;
  #cancel = () => {};

  constructor(
    private readonly theatre: Theatre,
    private readonly manner: () => Manner,
    private readonly clock: Clock,
  ) {}

  /** Is something on stage or still to come? */
  get busy(): boolean {
    return this.#current != null;
  }

  push(change: Change): void {
    const arrived = this.clock.now();
    const again = change.again ?? false;
    const add = (cue: Omit<Cue, "arrived" | "again">) => this.#cues.push({ ...cue, arrived, again });
    const [first, ...others] = change.lines;
    const lead = first && first.beat.by !== this.manner().you && atLeast(first, "medium");
    const told = (line: Line | undefined) => (again ? undefined : line);
    if (lead) add({ line: told(first), staged: first, rest: TIME[weightOf(first)] * LEAD });
    add({ show: change.show, line: lead ? undefined : told(first), staged: first ?? null, rest: this.#rest(first) * (lead ? 1 - LEAD : 1) });
    for (const line of others) add({ line: told(line), staged: line, rest: this.#rest(line) });
    const { pace, live, held } = this.manner();
    if (change.atOnce || (pace === "once" && !again) || (change.asked && live)) return this.all();
    if (held) this.#inOrder = true;
    else if (change.asked && !this.#inOrder) this.#catchUp();
    if (this.#current) this.#arm();
    else if (!held) this.next();
  }

  /** Goes on to the next line that takes time. */
  next(): void {
    this.#cancel();
    for (let cue = this.#cues.shift(); cue; cue = this.#cues.shift()) {
      this.#perform(cue, cue.show);
      const rest = this.#time(cue);
      if (rest <= 0) continue;
      this.#current = { began: this.clock.now(), rest, staged: cue.staged };
      this.theatre.stage(cue.staged, cue.late ?? false);
      return this.#arm();
    }
    this.#rests();
  }

  /** Tells and shows everything at once. */
  all(): void {
    this.#cancel();
    const cues = this.#cues.splice(0);
    const last = cues.findLast((cue) => cue.show)?.show;
    for (const cue of cues) this.#perform(cue, cue.show === last ? last : undefined);
    this.#rests();
  }

  /** Shows the table as it is now; the lines that matter most keep their time. */
  #catchUp(): void {
    const last = this.#cues.findLast((cue) => cue.show)?.show;
    const { you } = this.manner();
    const weight = ({ staged }: Cue) => (staged ? importance(staged, you) : 0);
    let left = RECAP;
    const kept = new Set([...this.#cues].sort((a, b) => weight(b) - weight(a)).filter((cue) => cue.rest <= left && (left -= cue.rest) >= 0));
    this.#cues = this.#cues.map((cue) => ({ ...cue, show: undefined, late: true, rest: kept.has(cue) ? cue.rest : 0 }));
    last?.();
    if (!this.#current) return;
    this.#current.rest = Math.min(this.#current.rest, RECAP);
    this.theatre.stage(this.#current.staged, true);
  }

  #rests(): void {
    this.#inOrder = false;
    if (this.#current) this.theatre.stage(null, false);
    this.#current = null;
  }

  #perform(cue: Cue, show: (() => void) | undefined): void {
    if (cue.line) this.theatre.tell(cue.line);
    show?.();
  }

  /** Your own moves are not staged for you, unless they change the game. */
  #rest(line: Line | undefined): number {
    if (!line || (line.beat.by === this.manner().you && line.beat.by != null && !atLeast(line, "huge"))) return 0;
    return TIME[weightOf(line)];
  }

  #time(cue: Cue): number {
    const { pace, taps, live, you } = this.manner();
    const waits = taps && !live && !cue.late && pace !== "once" && cue.staged != null && against(cue.staged, you) && !this.#leads(cue);
    return waits ? PATIENCE : cue.rest * (cue.again ? FACTOR[pace] || FACTOR.usual : FACTOR[pace]);
  }

  /** Is the same line still on stage in the next cue? */
  #leads(cue: Cue): boolean {
    const next = this.#cues[0];
    return next != null && next.staged === cue.staged;
  }

  /** Sets the timer for the line on stage; sooner if another change has waited too long. */
  #arm(): void {
    if (!this.#current) return;
    this.#cancel();
    const { began, rest } = this.#current;
    let end = began + rest;
    // Those who wait share the time that is left.
    if (this.manner().live) this.#cues.filter((next) => !next.again).forEach((next, i) => (end = Math.min(end, began + Math.max(0, next.arrived + LAG - began) / (i + 1))));
    this.#cancel = this.clock.after(Math.max(0, end - this.clock.now()), () => this.#due());
  }

  /** The time of the line on stage is over. */
  #due(): void {
    if (!this.manner().held) return this.next();
    if (this.#current) this.theatre.stage(null, false);
    this.#current = null;
    this.#inOrder = this.#cues.length > 0;
  }
}

/** What others did after an action, in a few lines: the weightiest, in order. */
export function since(lines: Line[], version: number, you: Seat | null, most = 5): Line[] {
  const all = lines.filter((line) => line.version > version && line.beat.by !== you && atLeast(line, "small"));
  const kept = new Set(all.map((line, i) => ({ line, i })).sort((a, b) => importance(b.line, you) - importance(a.line, you) || b.i - a.i).slice(0, most).map(({ line }) => line));
  return all.filter((line) => kept.has(line));
}
