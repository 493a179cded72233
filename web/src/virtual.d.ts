declare module "virtual:icons" {
  /** Loads the icons that a game's crate and table name. */
  export const gameIcons: Record<string, () => Promise<unknown>>;
}
declare module "virtual:icons/*";
declare module "virtual:game-files" {
  /** Loads the files that a game's lessons, examples and puzzles are made of; the rules read them. */
  export const gameFiles: Record<string, () => Promise<object>>;
}
