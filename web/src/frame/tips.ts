import type { GameId } from "../shelf.ts";
import type { Key } from "../words/en.ts";
import { parse, spans } from "./rules.ts";

const KEY = "sanguis.tips";

function seen(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** Is this the first time that this browser is asked something about this rule? Only the first call says yes. */
export function isNew(game: string, rule: string): boolean {
  const all = seen();
  if (all[game]?.includes(rule)) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: [...(all[game] ?? []), rule] }));
  } catch {
    // Without storage no tip could be remembered, so none is shown.
    return false;
  }
  return true;
}

/** The first sentence of a rule; empty if there is no such rule. */
export function firstSentence(rules: string, number: string): string {
  for (const { blocks } of parse(rules)) {
    for (const block of blocks) {
      if (block.kind !== "rule" || block.number !== number) continue;
      const plain = spans(block.text).map((span) => span.text).join("");
      return /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
    }
  }
  return "";
}

/** What a rule does not say because it knows no screen, or says in a sentence that is too long for a tip. */
const OWN: Partial<Record<GameId, Record<string, Key>>> = {
  "kings-blood": { "5.1": "kings.tip", "6.5": "kings.tip-siblings" },
};

/** A game's own tip about a rule, in place of its first sentence. */
export const ownTip = (game: string, rule: string): Key | undefined => OWN[game as GameId]?.[rule];
