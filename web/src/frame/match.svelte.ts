import type { Changes, Command, Frame, Heard, Line, News, Said, Scene, TableAct, Tail, View } from "../wire.ts";
import { share } from "../lib/share.ts";
import { Director, type Pace, atLeast, isNews } from "./director.ts";
import { isNewcomer } from "./habits.ts";
import { isFirstSight } from "./seen.ts";
import { settings } from "./settings.svelte.ts";
import type { Staged } from "../lib/table.ts";
import { figures } from "../words/said.ts";
import { language, say } from "../words/words.svelte.ts";
import { changed } from "./changes.ts";
import { randomToken } from "./random.ts";
import type { Link, LinkEvents, LinkState } from "./link.ts";

/** A command without its id, which the store adds. */
type NewCommand = Command extends infer C ? (C extends { id: string } ? Omit<C, "id"> : never) : never;

/** A change of the table, kept to be shown again. */
export interface Past {
  view: View;
  lines: Line[];
}
/** How many changes are kept: some rounds of a game with many small steps. */
const KEPT = 400;

/** Milliseconds to read a refusal. */
const READING = 5000;

/**
 * What this page knows of one match: the last frame with the changes since, and the commands not answered yet. The view and the log
 * follow the frames at the director's pace.
 */
export class MatchStore {
  frame: Frame | null = $state.raw(null);
  /** The view and the log as far as they are shown, with the blanks of their texts marked. */
  #view: View | null = $state.raw(null);
  /** The view before it. */
  #before: View | null = $state.raw(null);
  #story: Tail<Line> = $state.raw({ from: 0, items: [] });
  /** The log as far as it came. */
  #came: Tail<Line> = { from: 0, items: [] };
  #staged: Line | null = $state.raw(null);
  #late = $state(false);
  /** How many lines are staged before your question. */
  behind = $state(0);
  /** What happened, change by change. */
  #past: Past[] = $state.raw([]);
  /** The view that is shown once more, while that goes on. */
  #again: View | null = $state.raw(null);
  /** The revision of the view that is shown. */
  #revision = $state(0);
  readonly #game: string = $derived(this.frame?.table.game ?? "");
  /** The same in the player's language. */
  readonly view: View | null = $derived(language.localised(this.#again ?? this.#view, this.#game));
  readonly story: Tail<Line> = $derived(language.localised(this.#story, this.#game));
  /** The line of the log that is being staged. */
  readonly beat: Staged | null = $derived.by(() => {
    const line = this.#staged;
    if (!line) return null;
    const said = (one: Line) => language.localised(one, this.#game);
    const before = (this.#again ? (this.#past.find((past) => past.lines.includes(line))?.lines ?? []) : this.#story.items).filter((one) => one.version === line.version);
    const acts = before.slice(0, before.indexOf(line) + 1).map((one) => ({ line: said(one), figures: figures(one.text) }));
    const at = this.#past.findIndex((past) => past.lines.includes(line));
    return { line: said(this.#prominent(line)), acts, late: this.#late, after: at < 0 ? undefined : language.localised(this.#past[at]!.view.scene, this.#game) };
  });
  /** The scene that what is being told began in; null once your question stands, or nothing is told. */
  readonly telling: Scene | null = $derived(this.#staged && !this.#late && !this.#again ? (language.localised(this.#before, this.#game)?.scene ?? null) : null);
  readonly past: Past[] = $derived(this.#past);
  /** As much of it as has been told. */
  readonly told: Past[] = $derived.by(() => {
    const last = this.#story.items.at(-1)?.version ?? 0;
    const next = this.#past.findIndex(({ lines }) => (lines.at(-1)?.version ?? 0) > last);
    return next < 0 ? this.#past : this.#past.slice(0, next);
  });
  /** Is something shown once more? */
  readonly again: boolean = $derived(this.#again != null);
  /** The version of the view in which you last chose something, or which you saw first. */
  chosenAt = $state(0);
  /** Is a question answered for the player? Then nothing is hurried because of it. */
  answered: (view: View) => boolean = () => false;
  /** The player is reading who they are. */
  reading = $state(false);
  /** A dialog lies over the table. */
  covered = $state(false);
  talk: Tail<Said> = $state.raw({ from: 0, items: [] });
  /** What was said, with claims in the player's language. */
  readonly said: Said[] = $derived(this.talk.items.map((said) => (said.claim ? { ...said, claim: language.localised(said.claim, this.#game) } : said)));
  readonly claims: Heard[] = $derived(this.said.flatMap((said) => said.claim ?? []));
  connection: LinkState = $state("connecting");
  /** Commands that the house has not answered. */
  pending: Command[] = $state.raw([]);
  refusal: { reason: string; rule?: string } | null = $state.raw(null);
  /** When a command was last refused. */
  #refusedAt = 0;
  /** Why the house closed the connection for good; empty while it has not. */
  closeReason = $state("");
  /** The house's clock minus ours, in milliseconds. */
  clockOffset = 0;

  /** The revision that the last decision has led to. */
  #decided = $state(0);
  /**
   * Is a decision on its way, or accepted with its outcome not shown yet? No longer once a later position is shown: what came of it
   * can arrive before its acknowledgement.
   */
  readonly deciding: boolean = $derived(this.#decided > this.#revision || this.pending.some((command) => isDecision(command) && command.revision >= this.#revision));
  /** The revision of a decision that was made for the player: what comes of it is staged. */
  #unchosen = -1;

  readonly director = new Director(
    {
      tell: (line) => (this.#story = { from: this.#story.from, items: [...this.#story.items, line] }),
      stage: (line, late, behind) => ([this.#staged, this.#late, this.behind] = [line, late, behind]),
    },
    () => ({ pace: this.#pace, taps: settings.now.taps, live: this.#live, clock: this.#timed, held: this.#held, isNew: (line) => this.#isNew(line), you: this.frame?.table.you ?? null }),
    {
      now: () => performance.now(),
      after: (milliseconds, act) => {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    },
  );
  #link: Link;
  #key: string;

  constructor(
    readonly id: string,
    connect: (table: string, events: LinkEvents) => Link,
  ) {
    this.#key = `sanguis.pending.${id}`;
    this.pending = this.#unanswered();
    this.#link = connect(id, { news: (news) => this.#receive(news), state: (state) => this.#setConnection(state) });
  }

  /** Chooses an option; `unchosen` if it is the only one and the player did not choose it. */
  play(code: number, unchosen = false): void {
    if (!this.frame || this.deciding || this.#again) return;
    this.#unchosen = unchosen ? this.#revision : -1;
    // Who decides has seen enough.
    this.director.all();
    if (!unchosen) this.chosenAt = this.#view?.version ?? 0;
    this.#send({ type: "play", revision: this.#revision, code });
  }

  /** Shows some of what happened once more; the table is as it was then until it is over. */
  showAgain(from: number, to: number): void {
    this.director.all();
    const past = this.#past.slice(from, to);
    const before = this.#past[from - 1]?.view ?? past[0]?.view;
    if (!before || past.length === 0) return;
    this.#again = { ...before, options: [] };
    for (const { view, lines } of past) this.director.push({ lines, show: () => (this.#again = { ...view, options: [] }), atOnce: false, again: true });
    this.director.push({ lines: [], show: () => (this.#again = null), atOnce: false, again: true });
  }

  undo(): void {
    if (this.frame && !this.deciding) this.#send({ type: "undo", revision: this.#revision });
  }

  say(text: string): void {
    this.#send({ type: "say", text });
  }

  claim(code: number, reply_to?: number): void {
    this.#send({ type: "claim", code, reply_to });
  }

  act(act: TableAct): void {
    this.#send({ type: "table", do: act });
  }

  /** Replaces the tail of the log by the whole log. */
  setStory(story: Line[]): void {
    const told = this.#story.items.length;
    // What is still to be told stays to be told.
    this.#came = { from: 0, items: story.slice(0, endOf(this.#came)) };
    this.#story = { from: 0, items: story.slice(0, this.#story.from + told) };
  }

  close(): void {
    this.#link.close();
  }

  #send(action: NewCommand): void {
    const command = { ...action, id: randomToken() } as Command;
    this.refusal = null;
    this.#setPending([...this.pending, command]);
    this.#link.send(command);
  }

  #setConnection(state: LinkState): void {
    this.connection = state;
    // Resend what was not answered: the house applies a command once, however often it arrives.
    if (state === "open") for (const command of this.pending) this.#link.send(command);
  }

  #receive(news: News): void {
    if (news.type === "frame") this.#show(news);
    else if (news.type === "changes") this.#apply(news);
    else if (news.type === "bye") {
      if (news.again_in == null) this.closeReason = say(news.reason, this.#game);
    } else {
      const command = this.pending.find((command) => command.id === news.id);
      this.#setPending(this.pending.filter((command) => command.id !== news.id));
      if (news.type === "refused") [this.refusal, this.#refusedAt] = [{ reason: say(news.reason, this.#game), rule: news.rule }, Date.now()];
      else if (command && isDecision(command)) this.#decided = news.revision;
    }
  }

  #show(frame: Frame): void {
    this.clockOffset = frame.now_at - Date.now();
    const first = this.frame == null;
    // Changes leave the options out.
    const options = frame.table.options ?? this.frame?.table.options ?? {};
    this.frame = { ...frame, table: share(this.frame?.table, { ...frame.table, options }) };
    this.talk = spliced(this.talk, frame.talk);
    const { view } = frame;
    if (first && view) this.chosenAt = view.version;
    // After an undo or a new connection the log is not what was told so far with more lines after it.
    const follows = !first && frame.story.from === endOf(this.#came);
    const came = (this.#came = spliced(this.#came, frame.story));
    const asked = this.#asks(frame);
    if (view) this.#past = follows ? (frame.story.items.length > 0 ? [...this.#past, { view, lines: frame.story.items }].slice(-KEPT) : this.#past) : [{ view, lines: [] }];
    // A new question ends what is shown once more.
    if (this.#again && asked && view && view.version > (this.#view?.version ?? 0)) this.director.all();
    this.director.push({
      lines: follows ? frame.story.items : [],
      show: () => {
        if (!follows) this.#story = came;
        if (view && view.version !== this.#view?.version) this.#before = this.#view;
        if (view) this.#view = share(this.#view, view);
        this.#revision = frame.revision;
        // A question leaves an old refusal behind, once there was time to read it.
        if (asked && Date.now() - this.#refusedAt > READING) this.refusal = null;
      },
      atOnce: !follows || document.hidden || frame.table.stage === "frozen" || frame.table.stage === "cancelled",
      asked,
      unchosen: this.#unchosen >= 0 && frame.revision > this.#unchosen,
    });
    if (follows && frame.revision > this.#unchosen && frame.story.items.length > 0) this.#unchosen = -1;
  }

  /** Your own move is only on stage if you did not choose it: it is shown as large as what others do. */
  #prominent(line: Line): Line {
    const own = line.beat.by != null && line.beat.by === this.frame?.table.you;
    return own && !atLeast(line, "large") ? { ...line, beat: { ...line.beat, weight: "large" } } : line;
  }

  /** Does this frame ask something of you? */
  #asks({ table, view }: Frame): boolean {
    return table.you != null && view != null && view.waiting.includes(table.you) && !this.answered(view);
  }

  /** Is the card of a line explained, and new to the player? At the end it is only turned over. */
  #isNew(line: Line): boolean {
    const { face } = line.beat;
    if (this.frame?.table.stage === "finished" || !settings.now.tips || document.hidden || !face?.text) return false;
    // By what it does: several cards of different names may do the same. What you have played yourself is new no more.
    return isFirstSight(this.#game, face.text) && isNews(line, this.frame?.table.you ?? null);
  }

  /** Somebody who has never finished a match of this game gets more time to read. */
  get #pace(): Pace {
    return settings.now.pace === "usual" && settings.now.tips && isNewcomer(this.#game) ? "slow" : settings.now.pace;
  }

  get #timed(): boolean {
    return this.frame?.table.clock.kind !== "none";
  }

  /** Nobody is kept waiting for a player who reads, and no clock runs behind a dialog. */
  get #held(): boolean {
    return !this.#live && (this.reading || (this.covered && !this.#timed));
  }

  /** Goes on with what was held back. */
  release(): void {
    if (!this.#held && !this.director.busy) this.director.next();
  }

  /** Do other people play along? */
  get #live(): boolean {
    const { chairs = [], you } = this.frame?.table ?? {};
    return chairs.some((chair) => chair.sitter.kind === "person" && chair.seat !== you);
  }

  #apply(changes: Changes): void {
    // The view that came last, which may not be shown yet.
    if (!this.frame?.view) return;
    this.#show({ ...changes, table: changes.table ?? this.frame.table, view: changed(this.frame.view, changes.view) });
  }

  #setPending(pending: Command[]): void {
    this.pending = pending;
    try {
      if (pending.length > 0) sessionStorage.setItem(this.#key, JSON.stringify(pending));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Without storage a reload loses unanswered commands; the player is simply asked again.
    }
  }

  #unanswered(): Command[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as Command[];
    } catch {
      return [];
    }
  }
}

const isDecision = (command: Command) => command.type === "play" || command.type === "undo";
const endOf = (tail: Tail<unknown>) => tail.from + tail.items.length;

/** Appends a tail to the list we have, replacing what they share. If there is a gap between the two, only the tail is kept. */
export function spliced<T>(known: Tail<T>, tail: Tail<T>): Tail<T> {
  const kept = tail.from - known.from;
  if (kept < 0 || kept > known.items.length) return tail;
  return { from: known.from, items: [...known.items.slice(0, kept), ...tail.items] };
}
