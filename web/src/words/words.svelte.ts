import { en, type Key, type Words } from "./en.ts";
import { type Catalogue, inEnglish, localiser, sayIn } from "./said.ts";

/** Language codes with the name of each language in that language. */
export const languages: Record<string, string> = { en: "English", de: "Deutsch" };

/** Catalogues of what the house says: one for each game, one for its lessons (`bloodlust/lessons`), and one for the platform (`table`). */
const files = import.meta.glob<Catalogue>(["../../../crates/*/words/*.json", "../../../crates/*/lessons/*.json"], { import: "default" });

class Language {
  words: Words = $state.raw(en);
  /** By game. */
  #catalogues: Record<string, Catalogue> = $state.raw({});
  code = $state("en");
  #asked = new Set<string>();
  /** Replaced with the catalogues, since what they said is kept. */
  #localisers = $derived.by(() => (void this.#catalogues, void this.code, new Map<string, <T>(value: T) => T>()));

  /** Switches to a language. */
  async load(code: string): Promise<void> {
    const words = code === "de" ? (await import("./de.ts")).de : en;
    await this.#fetch("table", code);
    this.words = words;
    this.code = code in languages ? code : "en";
    document.documentElement.lang = this.code;
  }

  /** What a text of the house is in this language. Until the catalogue of its game is there, and in English, it is English. */
  say(marked: string, game: string): string {
    const catalogue = this.#catalogue(game);
    return catalogue ? sayIn(catalogue, marked) : inEnglish(marked);
  }

  /** A view or a log with all its texts said. */
  localised<T>(value: T, game: string): T {
    this.#catalogue(game);
    let localised = this.#localisers.get(game);
    if (!localised) this.#localisers.set(game, (localised = localiser((marked) => this.say(marked, game))));
    return localised(value);
  }

  #catalogue(game: string): Catalogue | undefined {
    if (this.code === "en") return undefined;
    const known = this.#catalogues[`${game}/${this.code}`];
    if (!known) void this.#fetch(game, this.code);
    return known;
  }

  async #fetch(game: string, code: string): Promise<void> {
    const name = `${game}/${code}`;
    const load = files[`../../../crates/${game}/${game.endsWith("/lessons") ? "" : "words/"}${code}.json`];
    if (!load || this.#asked.has(name)) return;
    this.#asked.add(name);
    try {
      const own = await load();
      const platform = game === "table" ? {} : ((await files[`../../../crates/table/words/${code}.json`]?.()) ?? {});
      this.#catalogues = { ...this.#catalogues, [name]: { ...platform, ...own } };
    } catch {
      // Offline, perhaps: English until the next time somebody asks.
      this.#asked.delete(name);
    }
  }
}

export const language = new Language();

/** What a text of the house is in the chosen language. */
export function say(marked: string, game = "table"): string {
  return language.say(marked, game);
}

/** The text for a key, with its blanks filled in. */
export function t(key: Key, blanks: Record<string, string | number> = {}): string {
  return language.words[key].replace(/\{(\w+)\}/g, (whole, name: string) => (name in blanks ? String(blanks[name]) : whole));
}
