import { hex, sha256, unhex } from "./sha256.ts";

/** The commitment that the house publishes before a game: a hash of a heading and the secret with its length. */
export function commitment(secret: string): string {
  const heading = new TextEncoder().encode("sanguis commitment, 1");
  const part = unhex(secret);
  const message = new Uint8Array(heading.length + 8 + part.length);
  message.set(heading);
  new DataView(message.buffer).setUint32(heading.length, part.length, true);
  message.set(part, heading.length + 8);
  return hex(sha256(message));
}
