import type { Heard, Proof, Seat } from "../wire.ts";
import { type Names, withNames } from "./names.ts";

/** Answers to a claim; the codes up to the last one are answers. */
const AGREE = 0;
const DENY = 1;
const LAST_REPLY = 2;

/** A claim of the notebook, and what the player's own view makes of it; nothing while it is open. */
export interface Noted {
  claim: Heard;
  truth?: boolean;
  /** Who agrees to it, and who denies it. */
  agree: Seat[];
  deny: Seat[];
}

/** A claim as the player hears it: what is about them is said to them. A question keeps their name, or nobody would know whom it asks. */
export function heardBy(you: Seat | null, claim: Heard, names: Names): string {
  return withNames((you != null && claim.about === you && claim.class !== "question" && claim.to_you) || claim.text, names);
}

/** What is still claimed about a seat, oldest first. */
export function noted(claims: Heard[], proofs: Proof[], seat: Seat): Noted[] {
  const replaced = new Set(claims.map((claim) => claim.replaces));
  const standing = claims.filter((claim) => !replaced.has(claim.number));
  const states = ({ code, class: kind }: Heard) => code > LAST_REPLY && (kind === "fact" || kind === "opinion");
  return standing
    .filter((claim) => claim.about === seat && states(claim))
    .map((claim) => {
      // Somebody's last answer counts.
      const answers = new Map(standing.filter((other) => other.code < LAST_REPLY && other.reply_to === claim.number).map((other) => [other.speaker, other.code]));
      const who = (code: number) => [...answers].filter(([, answer]) => answer === code).map(([speaker]) => speaker);
      return { claim, truth: proofs.find(({ number }) => number === claim.number)?.truth, agree: who(AGREE), deny: who(DENY) };
    });
}
