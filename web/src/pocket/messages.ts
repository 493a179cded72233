import type { Command, News, Problem } from "../wire.ts";

/** Whose turn it is to hold the device, where several people share it. */
export interface CurtainFor {
  seat: number;
  name: string;
}

/** From the page to the host. */
export type ToHost =
  | { id: number; method: string; args: unknown[] }
  | { do: "look"; table: string; pause: number }
  | { do: "leave"; table: string }
  | { do: "command"; table: string; command: Command };

/** From the host to the page. A frame says whether a curtain hangs before it. */
export type FromHost = { id: number; ok: unknown } | { id: number; problem: Problem } | { table: string; news: News; curtain?: CurtainFor | null };
