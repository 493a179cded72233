import type { Change } from "../wire.ts";

/** The value with changes applied, in order. What has not changed stays the same object. */
export function changed<T extends object>(value: T, changes: Change[]): T {
  const copies = new Set<object>();
  const copy = <P>(part: P): P => {
    if (typeof part !== "object" || part === null || copies.has(part)) return part;
    const made = (Array.isArray(part) ? [...part] : { ...part }) as P & object;
    copies.add(made);
    return made;
  };
  const made = copy(value);
  for (const { at, to } of changes) {
    const path = at.split("/");
    const last = path.pop()!;
    let place = made as Record<string, unknown>;
    for (const step of path) place = place[step] = copy(place[step]) as Record<string, unknown>;
    const [from, count] = last.split("+");
    if (count !== undefined) (place as unknown as unknown[]).splice(Number(from), Number(count), ...(to as unknown[]));
    else if (to === undefined) delete place[last];
    else place[last] = to;
  }
  return made;
}
