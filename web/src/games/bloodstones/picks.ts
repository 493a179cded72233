/** A kind of unit that would take the next step: how many of how many. */
export interface Mover {
  id: string;
  count: number;
  of: number;
}

/** The units that were picked one by one. Until one is picked the whole stack moves: then what can still be picked moves, too. */
export function pickedOf(movers: Mover[], offered: Set<string>): Map<string, number> {
  const whole = movers.some((mover) => offered.has(mover.id) && mover.count === mover.of);
  return new Map(whole ? [] : movers.map((mover) => [mover.id, mover.count]));
}

/** The next decision on the way from what is picked to what is to be picked: take back the last pick, or pick this unit. Null: arrived. */
export function towards(picked: Map<string, number>, goal: Map<string, number>, offered: Set<string>): "undo" | string | null {
  if ([...picked].some(([id, count]) => count > (goal.get(id) ?? 0))) return "undo";
  return [...goal].find(([id, count]) => count > (picked.get(id) ?? 0) && offered.has(id))?.[0] ?? null;
}
