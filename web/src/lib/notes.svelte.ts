import type { Notebook, Seat } from "../wire.ts";

/** A pencil mark in a cell: believed, ruled out, or none. */
export type Pencil = "yes" | "no" | "";

/** A player's marks in the notebook of one match, stored in this browser. */
export class Notes {
  #marks = $state<Record<string, Pencil>>({});
  #key: string;

  constructor(match: string) {
    this.#key = `sanguis/notes/${match}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "{}");
      if (kept && typeof kept === "object") this.#marks = kept as Record<string, Pencil>;
    } catch {
      // Without storage the notebook still works until the page is closed.
    }
  }

  /** The mark of a seat in a column. */
  at(seat: Seat, column: string): Pencil {
    return this.#marks[`${seat} ${column}`] ?? "";
  }

  /** Cycles through none, believed, ruled out. */
  cycle(seat: Seat, column: string): void {
    const next = { "": "yes", yes: "no", no: "" } as const;
    this.#marks[`${seat} ${column}`] = next[this.at(seat, column)];
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#marks));
    } catch {
      // See above: the mark is shown, but not stored.
    }
  }

  /** The columns marked as believed for a seat that are still possible. */
  believed(notebook: Notebook, seat: Seat): Notebook["columns"] {
    const row = notebook.rows.find((row) => row.seat === seat);
    return (row?.may_be ?? []).map((at) => notebook.columns[at]!).filter((face) => this.at(seat, face.name) === "yes");
  }
}

/** A notebook's columns as lines: one per sign; those without a sign go to the end of the first line. */
export function lines(notebook: Notebook): number[][] {
  const bySign = new Map<string, number[]>();
  notebook.columns.forEach((face, at) => {
    const sign = face.sign ?? "";
    bySign.set(sign, [...(bySign.get(sign) ?? []), at]);
  });
  const loose = bySign.get("") ?? [];
  bySign.delete("");
  const signed = [...bySign.values()];
  if (signed.length === 0) return [loose];
  return signed.map((line, index) => (index === 0 ? [...line, ...loose] : line));
}
