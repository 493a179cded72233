import { languages, language } from "../words/words.svelte.ts";
import type { Pace } from "./director.ts";

interface Stored {
  theme: "system" | "dark" | "light";
  motion: boolean;
  sound: boolean;
  language: string;
  text: boolean;
  /** How fast others' moves are staged. */
  pace: Pace;
  /** What others do to you waits for a tap. */
  taps: boolean;
  /** Every choice is asked for once more. */
  confirm: boolean;
  /** From 0 to 1. */
  volume: number;
  /** A phone trembles when you are asked or something is done to you. */
  buzz: boolean;
  /** The notebook lies open when a game begins. */
  notebook: boolean;
  /** Your role at the deal, and a sentence of the rules with every new kind of question. */
  tips: boolean;
  /** The bar's buttons are on the left on phones. */
  left: boolean;
  muted: string[];
}

const KEY = "sanguis.settings";
const defaults: Stored = {
  theme: "system",
  motion: true,
  sound: true,
  language: navigator.language.slice(0, 2) in languages ? navigator.language.slice(0, 2) : "en",
  text: false,
  pace: "usual",
  taps: true,
  confirm: false,
  volume: 0.7,
  buzz: true,
  notebook: false,
  tips: true,
  left: false,
  muted: [],
};

function read(): Stored {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return defaults;
  }
}

/** Settings of this browser, shared by all its tabs. */
class Settings {
  #stored: Stored = $state(read());

  get now(): Stored {
    return this.#stored;
  }

  set(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // Without storage the settings last until the page is closed.
    }
    this.apply();
  }

  /** Applies theme, motion and language to the page. */
  apply(): void {
    const root = document.documentElement;
    if (this.#stored.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.#stored.theme;
    root.dataset.hand = this.#stored.left ? "left" : "right";
    root.dataset.notebook = this.#stored.notebook ? "open" : "closed";
    root.dataset.motion = this.#stored.motion ? "on" : "off";
    void language.load(this.#stored.language);
  }

  /** Follows changes made in other tabs. */
  follow(): void {
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      this.#stored = read();
      this.apply();
    });
  }
}

export const settings = new Settings();
