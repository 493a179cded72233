import type { Heard, Proof, Seat } from "../wire.ts";

/** Up to this code claims are answers to others. */
const LAST_REPLY = 2;

/** A claim of the notebook, and what the player's own view makes of it; nothing while it is open. */
export interface Noted {
  claim: Heard;
  truth?: boolean;
}

/** What is still claimed about a seat, oldest first. */
export function noted(claims: Heard[], proofs: Proof[], seat: Seat): Noted[] {
  const replaced = new Set(claims.map((claim) => claim.replaces));
  const states = ({ code, class: kind }: Heard) => code > LAST_REPLY && (kind === "fact" || kind === "opinion");
  return claims
    .filter((claim) => claim.about === seat && states(claim) && !replaced.has(claim.number))
    .map((claim) => ({ claim, truth: proofs.find(({ number }) => number === claim.number)?.truth }));
}
