/** What a player has seen explained in a game, kept in the browser. */
const key = (game: string) => `sanguis.seen.${game}`;

/** Is it new to the player? From now on it is not. */
export function isFirstSight(game: string, name: string): boolean {
  try {
    const seen = JSON.parse(localStorage.getItem(key(game)) ?? "[]") as string[];
    if (seen.includes(name)) return false;
    localStorage.setItem(key(game), JSON.stringify([...seen, name]));
    return true;
  } catch {
    // Without storage everything would be new, for ever.
    return false;
  }
}
