import type { GameBox } from "../wire.ts";
import { api } from "./api.ts";
import { habitOf } from "./habits.ts";
import { router } from "./router.svelte.ts";

/** Sits down at a table with bots. */
export async function playNow(box: GameBox, { players, level } = habitOf(box)): Promise<void> {
  const table = await api.quick({ game: box.id, players, level });
  router.go(`/table/${table.id}`);
}
