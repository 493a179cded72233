/**
 * Structural sharing: the new value, built from parts of the old one wherever they are equal. An unchanged seat stays the same
 * object, so nothing about it is rendered again. Items of a list are matched by `id`, or by index where they have none.
 */
export function share<T>(old: unknown, now: T): T {
  if (Object.is(old, now)) return now;
  if (typeof old !== "object" || typeof now !== "object" || old === null || now === null) return now;
  if (Array.isArray(now)) return (Array.isArray(old) ? shareList(old, now) : now) as T;
  if (Array.isArray(old)) return now;
  const before = old as Record<string, unknown>;
  const after = now as Record<string, unknown>;
  const keys = Object.keys(after);
  let same = keys.length === Object.keys(before).length;
  const made: Record<string, unknown> = {};
  for (const key of keys) {
    made[key] = share(before[key], after[key]);
    same &&= key in before && Object.is(made[key], before[key]);
  }
  return (same ? old : made) as T;
}

function shareList(old: unknown[], now: unknown[]): unknown[] {
  const known = idOf(old[0]) === undefined ? null : new Map(old.map((item) => [idOf(item), item]));
  const made = now.map((item, i) => share(known ? known.get(idOf(item)) : old[i], item));
  return made.length === old.length && made.every((item, i) => Object.is(item, old[i])) ? old : made;
}

function idOf(item: unknown): string | undefined {
  const id = (item as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : undefined;
}
