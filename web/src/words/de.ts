import { frame } from "./de/frame.ts";
import { games } from "./de/games.ts";
import { pages } from "./de/pages.ts";
import { pocket } from "./de/pocket.ts";
import type { Words } from "./en.ts";

/** Was die Seite sagt, auf Deutsch. */
export const de: Words = { ...pages, ...frame, ...games, ...pocket };
