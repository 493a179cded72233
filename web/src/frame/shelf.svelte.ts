import type { GameBox } from "../wire.ts";
import { api } from "./api.ts";

/** The games of this house, fetched once. */
class Shelf {
  games: GameBox[] = $state.raw([]);
  problem = $state("");
  #loading: Promise<void> | null = null;

  load(): Promise<void> {
    this.#loading ??= api.games().then(
      (games) => {
        this.games = games;
        this.problem = "";
      },
      (error: Error) => {
        this.problem = error.message;
        this.#loading = null;
      },
    );
    return this.#loading;
  }

  /** A game's box; undefined until the games are loaded. */
  find(game: string): GameBox | undefined {
    return this.games.find((box) => box.id === game);
  }

  name(game: string): string {
    return this.find(game)?.name ?? game;
  }
}

export const shelf = new Shelf();
