import { en, type Key, type Words } from "./en.ts";

/** Language codes with the name of each language in that language. */
export const languages: Record<string, string> = { en: "English", de: "Deutsch" };

class Language {
  words: Words = $state.raw(en);

  /** Switches to a language. */
  async load(code: string): Promise<void> {
    this.words = code === "de" ? (await import("./de.ts")).de : en;
    document.documentElement.lang = code in languages ? code : "en";
  }
}

export const language = new Language();

/** The text for a key, with its blanks filled in. */
export function t(key: Key, blanks: Record<string, string | number> = {}): string {
  return language.words[key].replace(/\{(\w+)\}/g, (whole, name: string) => (name in blanks ? String(blanks[name]) : whole));
}
