/** Random letters for command ids and for a player's part of the shuffle. `crypto.randomUUID` is missing on plain HTTP. */
export function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
}
