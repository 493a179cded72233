import { frame } from "./en/frame.ts";
import { games } from "./en/games.ts";
import { pages } from "./en/pages.ts";
import { pocket } from "./en/pocket.ts";

/** The texts of the client in English. Other languages have the same keys and the same `{blanks}`. */
export const en = { ...pages, ...frame, ...games, ...pocket } as const;

export type Key = keyof typeof en;
export type Words = Record<Key, string>;
