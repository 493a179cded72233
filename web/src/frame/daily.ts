import type { PuzzleCard } from "../wire.ts";

/** Three puzzles for a day, from easy to hard: the same for everybody, others every day. */
export function puzzlesOfTheDay(cards: PuzzleCard[], date: Date): PuzzleCard[] {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  const sorted = [...cards].sort((a, b) => a.rating - b.rating);
  const third = Math.ceil(sorted.length / 3);
  const groups = [sorted.slice(0, third), sorted.slice(third, 2 * third), sorted.slice(2 * third)];
  return groups.flatMap((group) => (group.length > 0 ? [group[day % group.length]!] : []));
}

/** The number in the name of a puzzle. */
export function numberOf(card: { name: string }): string {
  return card.name.split("-").at(-1) ?? "";
}

/** The puzzle to go on with: the first of today's that is not solved yet, or of all. */
export function nextPuzzle(cards: PuzzleCard[], date: Date, solved: (name: string) => boolean): PuzzleCard | undefined {
  return [...puzzlesOfTheDay(cards, date), ...cards].find((card) => !solved(card.name));
}
