import type { GameBox } from "../wire.ts";
import { api } from "./api.ts";

/** The boxes on the shelf, asked for once. */
class Shelf {
  games: GameBox[] = $state.raw([]);
  problem = $state("");
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api.games().then(
      (games) => {
        this.games = games;
        this.problem = "";
      },
      (error: Error) => {
        this.problem = error.message;
        this.#asked = null;
      },
    );
    return this.#asked;
  }

  /** The box of a game, once it is known. */
  find(game: string): GameBox | undefined {
    return this.games.find((box) => box.id === game);
  }

  name(game: string): string {
    return this.find(game)?.name ?? game;
  }
}

export const shelf = new Shelf();
