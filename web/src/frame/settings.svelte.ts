import { languages, speech } from "../words/words.svelte.ts";

interface Kept {
  theme: "system" | "dark" | "light";
  motion: boolean;
  sound: boolean;
  language: string;
  text: boolean;
  muted: string[];
}

const KEY = "sanguis.settings";
const usual: Kept = {
  theme: "system",
  motion: true,
  sound: true,
  language: navigator.language.slice(0, 2) in languages ? navigator.language.slice(0, 2) : "en",
  text: false,
  muted: [],
};

function read(): Kept {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return usual;
  }
}

/** What this browser likes: kept here, the same in all its tabs. */
class Settings {
  #kept: Kept = $state(read());

  get now(): Kept {
    return this.#kept;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing forgets this when the page closes.
    }
    this.apply();
  }

  /** Makes the page look as it should. */
  apply(): void {
    const root = document.documentElement;
    if (this.#kept.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.#kept.theme;
    root.dataset.motion = this.#kept.motion ? "on" : "off";
    void speech.learn(this.#kept.language);
  }

  /** Follows changes made in other tabs. */
  follow(): void {
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      this.#kept = read();
      this.apply();
    });
  }
}

export const settings = new Settings();
