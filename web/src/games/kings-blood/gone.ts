import type { Piece, Scene } from "../../wire.ts";

const goneIn = (scene: Scene | undefined): Piece[] => scene?.zones?.find((zone) => zone.id === "discards")?.pieces ?? [];

/** The card that came last onto the discards, whose order a scene does not tell; null where several came at once, or nobody saw it come. */
export function lastGone(scenes: Scene[]): string | null {
  const now = goneIn(scenes.at(-1));
  if (now.length < 2) return now[0]?.id ?? null;
  for (let at = scenes.length - 1; at > 0; at--) {
    const [here, before] = [goneIn(scenes[at]), goneIn(scenes[at - 1])];
    const fresh = here === before ? [] : here.filter((one) => !before.some((other) => other.id === one.id));
    if (fresh.length > 0) return fresh.length === 1 && now.some((one) => one.id === fresh[0]!.id) ? fresh[0]!.id : null;
  }
  return null;
}
