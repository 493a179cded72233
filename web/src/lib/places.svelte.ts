/** A place of the map on the table, as it is called in sentences. */
export interface Named {
  id: string;
  name: string;
}

/** What a table's map shows when its places are tapped where a sentence names them. */
class Places {
  all: Named[] = $state.raw([]);
  /** The place that was tapped last. */
  shown: string | null = $state(null);
}
export const places = new Places();

/** A sentence in parts: places, and what is between them. */
export function parted(text: string, all: Named[]): { text: string; id?: string }[] {
  if (all.length === 0) return [{ text }];
  const ids = new Map(all.map(({ id, name }) => [name, id]));
  // "Lost Sail Water" before "Sail Water".
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.split(new RegExp(`(?<!\\p{L})(${names.join("|")})(?!\\p{L})`, "u")).map((part, i) => (i % 2 ? { text: part, id: ids.get(part)! } : { text: part }));
}
