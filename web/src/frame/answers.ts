import type { Choice } from "../wire.ts";
import { kind } from "../lib/plan.svelte.ts";

/** Answers that differ in a few words only: those are shown, and what is around them stands once before all. */
export interface Answers {
  /** What all begin and end with; both empty where they have nothing in common. */
  lead: string;
  tail: string;
  options: Choice[];
}

/** Neighbours of one kind with words in common, at least `least` of them; all others stand alone. */
export function folded(options: Choice[], least = 2): Answers[] {
  const found: Answers[] = [];
  for (let at = 0; at < options.length; ) {
    let [end, lead, tail] = [at + 1, "", ""];
    while (end < options.length && kind(options[end]!) === kind(options[at]!)) {
      const [begins, ends] = shared(options.slice(at, end + 1).map((option) => option.label));
      if (!begins && !ends) break;
      [end, lead, tail] = [end + 1, begins, ends];
    }
    if (end - at < least) [end, lead, tail] = [at + 1, "", ""];
    found.push({ lead, tail, options: options.slice(at, end) });
    at = end;
  }
  return found;
}

/** The words with which all begin and end. A player's name is what is chosen, and at least one word is left of each. */
export function shared(labels: string[]): [lead: string, tail: string] {
  const all = labels.map((label) => label.split(" "));
  const least = Math.min(...all.map((words) => words.length)) - 1;
  const same = (at: number, most: number) => {
    const word = all[0]!.at(at)!;
    return most > 0 && !word.includes("{s") && all.every((words) => words.at(at) === word);
  };
  let [lead, tail] = [0, 0];
  while (same(lead, least - lead)) lead++;
  while (same(-1 - tail, least - lead - tail)) tail++;
  return [all[0]!.slice(0, lead).join(" "), tail ? all[0]!.slice(-tail).join(" ") : ""];
}

/** What is left of a label between the words that all share. */
export function between(label: string, { lead, tail }: Pick<Answers, "lead" | "tail">): string {
  return label.slice(lead.length, label.length - tail.length).trim();
}
