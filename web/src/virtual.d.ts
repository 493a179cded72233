declare module "virtual:icons" {
  /** Loads the icons that a game's crate and table name. */
  export const gameIcons: Record<string, () => Promise<unknown>>;
}
declare module "virtual:icons/*";
