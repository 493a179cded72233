import type { Component } from "svelte";
import type { Choice, Heard, Line, Proof, Scene, Seat, Standing } from "../wire.ts";
import type { Names } from "./names.ts";
import type { Selection } from "./selection.svelte.ts";

/**
 * The props of every table. A table draws the scene, binds elements with `{@attach selection.element(id)}`, and knows no rules.
 * The frame around it shows heading, prompt, options, undo, log and chat; a table may show any of them, too.
 */
export interface TableProps {
  /** The whole scene, including the parts of a map that frames leave out. */
  scene: Scene;
  /** What the table looked like before, each picture following the last, even those that were skipped. Absent where pictures are only shown one after another. */
  earlier?: () => Scene[];
  /** Your options; empty when you are not asked or are a spectator. */
  options: Choice[];
  /** Names of the seats. Texts of the scene contain placeholders: use `withNames(text, names)`. */
  names: Names;
  /** Your seat; null for a spectator. */
  you: Seat | null;
  /** What is lit and picked, and what a click does. */
  selection: Selection;
  /** Chooses an option directly, for the table's own buttons. */
  choose: (code: number) => void;
  /** Takes back your last action; null if that is not allowed now. */
  undo: (() => void) | null;
  /** The id of the match, as a key for notes in localStorage. */
  match: string;
  /** What was claimed at the table, and what your view proves or refutes of it. */
  claims?: Heard[];
  proofs?: Proof[];
  /** The result; null until the game is over. */
  outcome: Standing | null;
  /** What is on stage; null in replays and wherever nothing is staged. */
  staged?: Staged | null;
}

/** A line of the log on stage. */
export interface Staged {
  line: Line;
  /** What was told of the same action up to and with this line, and the numbers in each text. */
  acts: { line: Line; figures: number[] }[];
  /** The table has gone on already, and you are asked. */
  late: boolean;
  /** The scene that it led to, which the table may not show yet. */
  after?: Scene;
}

/** The default export of a Table.svelte. */
export type TableComponent = Component<TableProps>;
