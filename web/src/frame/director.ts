import type { Line, Seat, Weight } from "../wire.ts";
import { withNames } from "../lib/names.ts";

/** How fast others' moves are staged. */
export type Pace = "slow" | "usual" | "brisk" | "once";
export const PACES: Pace[] = ["slow", "usual", "brisk", "once"];

export const FACTOR: Record<Pace, number> = { slow: 1.8, usual: 1, brisk: 0.5, once: 0 };
/** How long a line of each weight is on stage at the usual pace, in milliseconds. */
const TIME: Record<Weight, number> = { aside: 0, small: 300, medium: 800, large: 1500, huge: 2500 };
const ORDER = Object.keys(TIME) as Weight[];
/** How much of the first line's time passes before the table changes: first who does what to whom, then what comes of it. */
const LEAD = 0.4;
/** With other people at the table we are never further behind than this. */
const LAG = 1000;
/** When you are asked, the weightiest lines are staged, no longer than this before your question and over it; the log has the rest. */
const RECAP = 3000;
const LINES = 6;
/** What is on stage then goes on for no longer than this. */
const LINGER = 800;
/** What a player sees for the first time stays long enough to be read: a while to look, then for each word. */
const LOOK = 1200;
const WORD = 260;
/** However much there is to read, and however slow the pace: who wants to read on finds it in the log. */
const READING = 4000;
/** What waits for a tap waits this long, so that a page left alone still gets to the end. */
const PATIENCE = 20_000;

/** A line and how it is staged. */
export const weightOf = (line: Line): Weight => line.beat.weight ?? "aside";
export const atLeast = (line: Line, weight: Weight): boolean => weigh(line) >= ORDER.indexOf(weight);
/** The larger, the more it matters to the game. */
export const weigh = (line: Line): number => ORDER.indexOf(weightOf(line));
/** Does it turn the whole table: a night ends, a phase begins? Like what is done to you, it is seen before a question that comes with it. */
const turnsTable = (line: Line, you: Seat | null): boolean => !isOwnCard(line, you) && (atLeast(line, "huge") || (atLeast(line, "large") && (line.beat.opens ?? false) && line.beat.by == null));
/** Is it your own card that is turned up? You know it. */
const isOwnCard = (line: Line, you: Seat | null): boolean => line.beat.face != null && you != null && !isNews(line, you);
/** Does your turn begin with it, or is it what comes of your deed, such as a battle won? What led to it is seen before your question. */
const endsWhatWasBefore = ({ beat: { by, on, opens, weight } }: Line, you: Seat | null): boolean =>
  you != null && by === you && ((opens && weight !== "aside" && weight != null) || ((weight === "large" || weight === "huge") && (on?.length ?? 0) > 0));
/** Did somebody else do something to this seat that matters? */
export const against = (line: Line, you: Seat | null): boolean =>
  you != null && line.beat.by != null && line.beat.by !== you && atLeast(line, "large") && (line.beat.on?.includes(you) ?? false);
/** May it show this seat something that it did not know? Your own card is no news to you. */
export const isNews = ({ beat: { by, on } }: Line, you: Seat | null): boolean => you == null || (by !== you && !(by == null && on?.length === 1 && on[0] === you));
/** One of several answers that are given in secret. */
export const isAnswer = (line: Line): boolean => weightOf(line) === "aside" && line.beat.by != null;
/** The same of several seats: answers one after the other, or what one card does to everybody. */
export function areAlike(before: Line, line: Line): boolean {
  const [a, b] = [before.beat, line.beat];
  return !!a.icon && a.icon === b.icon && a.weight === b.weight && !b.opens && !b.face && (isAnswer(line) || (line.version === before.version && weightOf(line) === "small" && amounts(before) === amounts(line)));
}
/** The numbers in a line, no matter whom it is about. */
const amounts = (line: Line): string | undefined => withNames(line.text, () => "").match(/\d+/g)?.join();
/** How much a line matters to this seat. */
const importance = (line: Line, you: Seat | null): number => weigh(line) + (against(line, you) ? ORDER.length : 0);

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
  /** Does your clock run while you are asked? */
  clock?: boolean;
  /** Is the player reading something else? Nothing begins until `next`; then it is all staged in order, a question last. */
  held?: boolean;
  /** Is what this line shows new to the player? Asked once for each line, also for your own: what you have played is known. */
  isNew?: (line: Line) => boolean;
  you: Seat | null;
}

/** A change of the table, with what was told about it. */
export interface Change {
  /** Puts it on the table. */
  show: () => void;
  lines: Line[];
  /** There is no order to keep, or nobody looks: everything is told and shown at once. */
  atOnce: boolean;
  /** Your seat is asked: what came before is told quickly, and what came with the question is staged over it. */
  asked?: boolean;
  /** It is shown again: nothing is told. */
  again?: boolean;
  /** You did not choose it, because it was the only thing left to do: your own part is staged, too, before you are asked again. */
  unchosen?: boolean;
}

interface Cue {
  show?: () => void;
  /** Told with this cue. */
  line?: Line;
  /** On stage during the rest. */
  staged: Line | null;
  rest: number;
  arrived: number;
  /** It takes the time to be read. */
  read?: boolean;
  /** Your own move, which you did not choose. */
  unchosen?: boolean;
  /** Your question waits behind it. */
  hurried?: boolean;
  /** The table has gone on, but your question still waits. */
  gate?: boolean;
  /** The table has gone on already. */
  late?: boolean;
  again: boolean;
}

export interface Theatre {
  /** Adds a line to the log. */
  tell(line: Line): void;
  /** Which line is on stage, whether the table has gone on already, so that it must not get in the way, and after how many your question comes. */
  stage(line: Line | null, late: boolean, behind: number): void;
}

/**
 * Stages what others do, one line at a time: a line is told, it stays on stage for as long as it matters, then comes the next. When
 * you are asked, the table catches up: what matters most of what came before is staged in a few seconds, which can be skipped, and so
 * are what was done to you, what turned the whole table, and what others did before your turn began; the rest of what came with the question is staged over it until you decide.
 * With a clock only the latter; with other people at the table all is told at once. What came while you were reading is staged in full. Of lines that say the same of several seats only the first is staged.
 */
export class Director {
  #cues: Cue[] = [];
  /** What came while the player was reading is being staged. */
  #inOrder = false;
  #current: { began: number; rest: number; cue: Cue } | null = null;
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
    const from = this.#cues.length;
    const read = new Set(again ? [] : change.lines.filter((line) => (this.#rest(line) > 0 || this.#isOwn(line)) && this.manner().isNew?.(line)));
    const add = (cue: Omit<Cue, "arrived" | "again">) => this.#cues.push({ ...cue, arrived, again });
    const [first, ...others] = change.lines;
    const lead = first && first.beat.by !== this.manner().you && atLeast(first, "medium");
    const told = (line: Line | undefined) => (again ? undefined : line);
    const unchosen = (line: Line | undefined) => !!change.unchosen && !!line && this.#isOwn(line) && atLeast(line, "small");
    const rest = (line: Line | undefined) => (line && read.has(line) ? Math.max(reading(line), this.#rest(line)) : unchosen(line) ? TIME.large : this.#rest(line));
    if (lead) add({ line: told(first), staged: first, rest: TIME[weightOf(first)] * LEAD });
    add({ show: change.show, line: lead ? undefined : told(first), staged: first ?? null, rest: first && read.has(first) ? rest(first) : rest(first) * (lead ? 1 - LEAD : 1), read: !!first && read.has(first), unchosen: unchosen(first) });
    others.forEach((line, i) => add({ line: told(line), staged: line, rest: areAlike(change.lines[i]!, line) ? 0 : rest(line), read: read.has(line), unchosen: unchosen(line) }));
    const { pace, live, held } = this.manner();
    if (change.atOnce || (pace === "once" && !again) || (change.asked && live)) return this.all();
    if (held) this.#inOrder = true;
    else if (change.asked && !this.#inOrder) this.#catchUp(from);
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
      this.#current = { began: this.clock.now(), rest, cue };
      this.#stage(cue);
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

  /** Your question waits: the lines that matter most keep their time, those that came with it over the table it is about. */
  #catchUp(from: number): void {
    const { you, clock } = this.manner();
    const hurried = (cues: Cue[], most: number): Cue[] => {
      const lines = [...new Set(cues.flatMap((cue) => (cue.staged && cue.rest > 0 ? [cue.staged] : [])))];
      const kept = new Set(lines.sort((a, b) => importance(b, you) - importance(a, you)).slice(0, LINES));
      const rest = (cue: Cue) => (cue.staged && kept.has(cue.staged) ? cue.rest : 0);
      const all = cues.reduce((sum, cue) => sum + (cue.read ? 0 : rest(cue)), 0);
      const share = (cue: Cue) => (cue.read && most > 0 ? 1 : Math.min(1, most / Math.max(1, all)));
      return cues.map((cue) => ({ ...cue, hurried: true, rest: rest(cue) * share(cue) }));
    };
    const show = this.#cues.findLast((cue) => cue.show)?.show;
    const before = hurried(this.#cues.slice(0, from), clock ? 0 : RECAP);
    const came = this.#cues.slice(from);
    const gate = clock ? -1 : came.findLastIndex(({ staged, rest, unchosen }) => staged && ((rest > 0 && (unchosen || turnsTable(staged, you) || against(staged, you))) || endsWhatWasBefore(staged, you)));
    const over = hurried(came, RECAP).map((cue, i) => ({ ...cue, late: true, gate: i <= gate, show: i === 0 ? show : undefined }));
    this.#cues = [...before, ...over];
    if (!this.#current) return;
    const passed = this.clock.now() - this.#current.began;
    this.#current.rest = Math.min(this.#current.rest, passed + (clock ? 0 : LINGER));
    this.#current.cue = { ...this.#current.cue, hurried: true };
    this.#stage(this.#current.cue);
  }

  #stage(cue: Cue): void {
    const all = [cue, ...this.#cues];
    const ahead = new Set(all.flatMap((one) => (one.hurried && (!one.late || one.gate) && one.rest > 0 && one.staged ? [one.staged] : [])));
    this.theatre.stage(cue.staged, (cue.late ?? false) && !cue.gate, all.some((one) => one.late) ? ahead.size : 0);
  }

  #rests(): void {
    this.#inOrder = false;
    if (this.#current) this.theatre.stage(null, false, 0);
    this.#current = null;
  }

  #perform(cue: Cue, show: (() => void) | undefined): void {
    if (cue.line) this.theatre.tell(cue.line);
    show?.();
  }

  /** Your own moves are not staged for you, unless they change the game. */
  #rest(line: Line | undefined): number {
    if (!line || (this.#isOwn(line) && !atLeast(line, "huge"))) return 0;
    return TIME[weightOf(line)];
  }

  #isOwn(line: Line): boolean {
    return line.beat.by != null && line.beat.by === this.manner().you;
  }

  #time(cue: Cue): number {
    const { pace, taps, live, you } = this.manner();
    const waits = taps && !live && !cue.hurried && pace !== "once" && cue.staged != null && against(cue.staged, you) && !this.#leads(cue);
    // Your question does not wait longer because the pace is slow.
    const factor = cue.again ? FACTOR[pace] || FACTOR.usual : cue.hurried ? Math.min(FACTOR[pace], FACTOR.usual) : FACTOR[pace];
    return waits ? PATIENCE : cue.read ? Math.min(READING, cue.rest * factor) : cue.rest * factor;
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
    if (this.#current) this.theatre.stage(null, false, 0);
    this.#current = null;
    this.#inOrder = this.#cues.length > 0;
  }
}

/** How long it takes to read what a line says and what the card in it says. */
function reading({ text, beat }: Line): number {
  const words = `${text} ${beat.face?.text ?? ""}`.split(/\s+/).length;
  return Math.min(READING, LOOK + WORD * words);
}

/** What others did after an action, in a few lines: the weightiest, in order. What happened to several seats alike is one line. */
export function since(lines: Line[], version: number, you: Seat | null, most = 5): Line[] {
  const all = lines.filter((line, i) => line.version > version && line.beat.by !== you && atLeast(line, "small") && !(lines[i - 1] && areAlike(lines[i - 1]!, line)));
  const kept = new Set(all.map((line, i) => ({ line, i })).sort((a, b) => importance(b.line, you) - importance(a.line, you) || b.i - a.i).slice(0, most).map(({ line }) => line));
  return all.filter((line) => kept.has(line));
}
