import type { Component } from "svelte";
import type { Choice, Scene, Seat, Standing } from "../wire.ts";
import type { Names } from "./names.ts";
import type { Selection } from "./selection.svelte.ts";

/**
 * What every table gets. A table draws the scene, marks its elements with `{@attach selection.element(id)}`, and knows no rules.
 * The frame around it shows heading, prompt, the list of options, undo, log and talk; a table may show any of them better.
 */
export interface TableProps {
  /** The whole scene, the still parts of a map included. */
  scene: Scene;
  /** What you may do now; empty when it is not your turn or you look on. */
  options: Choice[];
  /** What a seat is called. Texts of the scene hold placeholders: `withNames(text, names)`. */
  names: Names;
  /** Your seat, or nothing if you look on. */
  you: Seat | null;
  /** What is lit, what is picked, and what a click does. */
  selection: Selection;
  /** Chooses an option outright, for big buttons of the game's own. */
  choose: (code: number) => void;
  /** Takes back your last action, where that is allowed now. */
  undo: (() => void) | null;
  /** The name of the match, to keep notes under in localStorage. */
  match: string;
  /** Who won, once it is over. */
  outcome: Standing | null;
}

/** A table, as its module exports it. */
export type TableComponent = Component<TableProps>;
