/** Letters that nobody could have foreseen: names for commands, and a pinch of chance for the shuffle. (`crypto.randomUUID` is
 * missing on plain http in a home network.) */
export function chance(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
}
