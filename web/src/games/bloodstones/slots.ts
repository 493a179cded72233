/** Where tiles lie in the hand: during your turn each kind keeps its place, even when its last tile is gone, so that no tile moves under the pointer. */
export function slots(before: string[], now: string[], mine: boolean): string[] {
  return mine ? [...before, ...now.filter((id) => !before.includes(id))] : now;
}
