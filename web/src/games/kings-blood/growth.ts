import type { Leaf, Spot, Tree } from "../../wire.ts";

/** From where to where a tree reaches, in columns and rows. */
export interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Cell = Pick<Leaf | Spot, "column" | "row">;
const around = (cells: Cell[]): Extent => {
  const [columns, rows] = [cells.map((it) => it.column), cells.map((it) => it.row)];
  return { left: Math.min(...columns), right: Math.max(...columns), top: Math.min(...rows), bottom: Math.max(...rows) };
};

/** What a tree covers on the page. While its cards stay where they are it keeps the room of what could be joined before, so that it changes its size and place seldom. */
export class Growth {
  #cards = new Map<string, Cell>();
  #extent: Extent | null = null;

  of({ cards, spots = [] }: Pick<Tree, "cards" | "spots">): Extent {
    const now = around([...cards, ...spots]);
    const stays = cards.some(({ piece }) => this.#cards.has(piece.id)) && cards.every(({ piece, column, row }) => {
      const was = this.#cards.get(piece.id);
      return !was || (was.column === column && was.row === row);
    });
    const before = stays && cards.length >= this.#cards.size - 1 ? this.#extent : null;
    this.#extent = before ? { left: Math.min(before.left, now.left), right: Math.max(before.right, now.right), top: Math.min(before.top, now.top), bottom: Math.max(before.bottom, now.bottom) } : now;
    this.#cards = new Map(cards.map((leaf) => [leaf.piece.id, leaf]));
    return this.#extent;
  }
}

/** Who begot whom, also after a parent has left the tree, when a scene tells it no more. */
export class Kinship {
  #parents = new Map<string, string[]>();

  /** The parents of each card that are still where they were. */
  of(cards: Leaf[]): { child: Leaf; parents: Leaf[] }[] {
    const at = new Map(cards.map((leaf) => [leaf.piece.id, leaf]));
    for (const id of this.#parents.keys()) if (!at.has(id)) this.#parents.delete(id);
    for (const { piece, parents = [] } of cards) if (parents.length > 0) this.#parents.set(piece.id, parents);
    return cards.flatMap((child) => {
      const parents = (this.#parents.get(child.piece.id) ?? []).flatMap((id) => at.get(id) ?? []).filter((one) => one.row === child.row - 1 && Math.abs(one.column - child.column) === 1);
      return parents.length > 0 ? [{ child, parents }] : [];
    });
  }
}
