import type { Notebook, Seat } from "../wire.ts";

/** What somebody has pencilled into a cell: believed, ruled out, or nothing. */
export type Pencil = "yes" | "no" | "";

/** Somebody's own marks in the notebook of one match, kept in this browser. */
export class Notes {
  #marks = $state<Record<string, Pencil>>({});
  #key: string;

  constructor(match: string) {
    this.#key = `sanguis/notes/${match}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "{}");
      if (kept && typeof kept === "object") this.#marks = kept as Record<string, Pencil>;
    } catch {
      // A browser that keeps nothing still shows the notebook.
    }
  }

  /** The mark for a seat and the name of a column. */
  at(seat: Seat, column: string): Pencil {
    return this.#marks[`${seat} ${column}`] ?? "";
  }

  /** Nothing, believed, ruled out, and round again. */
  turn(seat: Seat, column: string): void {
    const next = { "": "yes", yes: "no", no: "" } as const;
    this.#marks[`${seat} ${column}`] = next[this.at(seat, column)];
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#marks));
    } catch {
      // See above.
    }
  }

  /** The columns believed of a seat that are still possible. */
  believed(notebook: Notebook, seat: Seat): Notebook["columns"] {
    const row = notebook.rows.find((row) => row.seat === seat);
    return (row?.may_be ?? []).map((at) => notebook.columns[at]!).filter((face) => this.at(seat, face.name) === "yes");
  }
}

/** A notebook's columns line by line: those of a sign together, those without one at the end of the first line. */
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
