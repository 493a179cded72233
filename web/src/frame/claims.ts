import type { Choose, Class, Heard, Menu, Said, Seat } from "../wire.ts";

/** The answers to a claim, by their codes: the same in every game. */
export const AGREE = 0;
export const DENY = 1;
export const TAKE_BACK = 2;

/** Whom a claim is about: a seat, or 0 for the whole table. */
export type About = Seat | 0;

/** One line of what can be said. */
export interface Sentence {
  key: string;
  icon: string;
  text: string;
  code: number;
  /** How an answer is worded, and the number of the claim it answers. */
  answer?: "agree" | "deny" | "take-back";
  reply_to?: number;
  /** For a claim about a set of seats. */
  choose?: Choose;
  /** May it be said before the next action? */
  left: boolean;
}

/** Those whom something can be said about, you first. */
export function topics(menu: Menu, you: Seat): About[] {
  const named = menu.sayable.map((offer) => offer.about ?? 0);
  return [...new Set([you, ...named.filter((about) => about > 0).sort((a, b) => a - b), ...named.filter((about) => about === 0)])];
}

/** How many older claims of a seat can be answered. */
const ANSWERED = 3;

/** What you can say about a seat: first answers to what it said. */
export function sentences(menu: Menu, claims: Heard[], about: About, you: Seat): Sentence[] {
  const states = (kind: Class) => kind === "fact" || kind === "opinion";
  const left = (kind: Class) => menu.in_all > 0 && (states(kind) ? menu.facts : menu.intents) > 0;
  const replaced = new Set(claims.map((claim) => claim.replaces));
  const standing = claims.filter((claim) => claim.speaker === about && !replaced.has(claim.number)).slice(-ANSWERED).reverse();
  const answers = standing.flatMap((claim): Sentence[] => {
    const to = { text: claim.text, reply_to: claim.number };
    const one = (code: number, answer: Sentence["answer"], icon: string, kind: Class) => ({ ...to, key: `${answer}/${claim.number}`, code, answer, icon, left: left(kind) });
    if (about === you) return claim.code === TAKE_BACK ? [] : [one(TAKE_BACK, "take-back", "anticlockwise-rotation", "intent")];
    if (claim.code <= TAKE_BACK || claim.class === "question") return [];
    return [one(AGREE, "agree", "check-mark", claim.class), one(DENY, "deny", "cancel", claim.class)];
  });
  const offers = menu.sayable
    .filter((offer) => (offer.about ?? 0) === about)
    .map(({ code, icon, label, choose, class: kind }) => ({ key: String(code), icon, text: label, code, choose, left: left(kind) && (!choose || menu.lists > 0) }));
  return [...answers, ...offers];
}

/** The code of a claim about these seats. */
export function codeOf(code: number, seats: Seat[]): number {
  return seats.reduce((sum, seat) => sum + 2 ** (seat - 1), code);
}

/** For how many actions a bubble stays; what somebody states stays twice around the table. */
const ACTIONS = 2;
const statedFor = (seats: number): number => 2 * seats;

/** The last thing that each seat said, if it came lately, few actions ago, or since your last choice. */
export function bubbles(claims: Heard[], fresh: number[], version: number, { seats, chosenAt = Infinity }: { seats: number; chosenAt?: number }): Heard[] {
  const last = new Map(claims.map((claim) => [claim.speaker, claim]));
  const stays = ({ class: kind }: Heard) => (kind === "fact" || kind === "opinion" ? statedFor(seats) : ACTIONS);
  return [...last.values()].filter((claim) => fresh.includes(claim.number) || claim.after >= chosenAt || version - claim.after < stays(claim)).sort((a, b) => a.number - b.number);
}

/** What a seated person wrote. */
export interface Message {
  /** Counts all that was said. */
  number: number;
  speaker: Seat;
  text: string;
}

/** What the players wrote, without those whom you do not want to hear. `from` is the number of the first. */
export function writtenBy(said: Said[], from: number, muted: string[]): Message[] {
  return said.flatMap(({ claim, seat, name, text }, i) => (claim || seat == null || muted.includes(name) ? [] : [{ number: from + i + 1, speaker: seat, text }]));
}

/** What a claim answers. */
export function answered(claim: Heard, claims: Heard[]): Heard | undefined {
  return claim.code <= TAKE_BACK ? claims.find((other) => other.number === claim.reply_to) : undefined;
}
