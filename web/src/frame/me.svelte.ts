import { api } from "./api.ts";

/** What the house lets this person do; asked once for each visit. */
class Rights {
  /** May they set up tables? Until the house says no, they may. */
  open = $state(true);
  /** Are they a host of the house? */
  host = $state(false);

  async load(): Promise<void> {
    try {
      const me = await api.me();
      [this.open, this.host] = [me.may_open, me.host];
    } catch {
      // The page says elsewhere that the house cannot be reached.
    }
  }
}

export const rights = new Rights();
