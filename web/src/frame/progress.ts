/** How far somebody has come in a lesson, kept in this browser. */
export interface Progress {
  /** The part to go on with, counted from 1. */
  part: number;
  done: boolean;
}

const KEY = "sanguis.lessons";

function all(): Record<string, Partial<Progress>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Partial<Progress>>) : {};
  } catch {
    return {};
  }
}

/** What is known of a lesson; the beginning, if nothing is. */
export function progressOf(game: string, lesson: string): Progress {
  const kept = all()[`${game}/${lesson}`];
  const part = Number.isInteger(kept?.part) && kept!.part! > 0 ? kept!.part! : 1;
  return { part, done: kept?.done === true };
}

export function keepProgress(game: string, lesson: string, progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [`${game}/${lesson}`]: progress }));
  } catch {
    // Without storage a lesson begins at the beginning the next time.
  }
}
