import type { Face, Mark, Piece, Place, Scene, Seat } from "../../wire.ts";
import { t } from "../../words/words.svelte.ts";

/** A vampire at the table, collected from its board, its seat's marks and its event cards. */
export interface Vampire {
  /** As in ids: `board/felicity`, `felicity/health`. */
  slug: string;
  /** The element that options touch. */
  id: string;
  face: Face | null;
  seat: Seat;
  place: Place;
  you: boolean;
  /** The first of its player's vampires shows the player's name. */
  first: boolean;
  hunting: boolean;
  total: number;
  tonight: number;
  health: number;
  mostHealth: number;
  /** All other marks: the leader's crown, guesses, seals. */
  signs: Mark[];
  event: Piece | undefined;
}

const PLAIN = ["total", "round", "health", "hunting", "gone"];

/** All vampires in seat order. */
export function vampires(scene: Scene): Vampire[] {
  const zones = scene.zones ?? [];
  const boards = new Map(
    zones.filter((zone) => zone.id.startsWith("boards")).flatMap((zone) => zone.pieces.map((piece) => [piece.id.slice("board/".length), piece] as const)),
  );
  return scene.seats.flatMap((place) => {
    const slugs = place.marks.filter((mark) => mark.id.endsWith("/health")).map((mark) => mark.id.slice(0, -"/health".length));
    const events = zones.find((zone) => zone.id === `events/${place.seat}`)?.pieces ?? [];
    return slugs.map((slug, index) => {
      const mark = (word: string) => place.marks.find((mark) => mark.id === `${slug}/${word}`);
      const own = place.marks.filter((mark) => mark.id.startsWith(`${slug}/`) && !PLAIN.includes(mark.id.slice(slug.length + 1)));
      const seatwide = index === 0 ? place.marks.filter((mark) => !mark.id.includes("/")) : [];
      return {
        slug,
        id: `board/${slug}`,
        face: boards.get(slug)?.face ?? null,
        seat: place.seat,
        place,
        you: place.you,
        first: index === 0,
        hunting: mark("hunting") !== undefined,
        total: mark("total")?.count ?? 0,
        tonight: mark("round")?.count ?? 0,
        health: mark("health")?.count ?? 0,
        mostHealth: mark("health")?.of ?? 0,
        signs: [...seatwide, ...own],
        event: events.find((piece) => piece.id === `event/${slug}`),
      };
    });
  });
}

/** A change to show: "+3", "−1 ♥", "home". */
export interface Change {
  key: string;
  slug: string;
  kind: "gain" | "loss" | "hurt" | "heal" | "home" | "burnt";
  text: string;
}

/** What happened to each vampire between two scenes. */
export function changes(before: Vampire[], after: Vampire[], newNight: boolean): Change[] {
  return after.flatMap((now) => {
    const then = before.find((vampire) => vampire.slug === now.slug);
    if (!then) return [];
    const found: Change[] = [];
    const add = (kind: Change["kind"], text: string) => found.push({ key: `${now.slug}/${kind}`, slug: now.slug, kind, text });
    if (newNight) {
      // The night is over: only whether the Bloodline was brought home counts.
      if (then.hunting && then.tonight > 0 && now.total === then.total) add("burnt", `−${then.tonight}`);
      else if (now.total > then.total) add("home", `+${now.total - then.total}`);
      return found;
    }
    if (now.tonight > then.tonight) add("gain", `+${now.tonight - then.tonight}`);
    if (now.tonight < then.tonight) add("loss", `−${then.tonight - now.tonight}`);
    if (now.health < then.health) add("hurt", `−${then.health - now.health}`);
    if (now.health > then.health) add("heal", `+${now.health - then.health}`);
    if (then.hunting && !now.hunting) add("home", t("lust.home"));
    return found;
  });
}

/** What a night brought to a vampire. */
export interface Tally {
  slug: string;
  seat: Seat;
  you: boolean;
  /** Bloodline brought home, and Bloodline that the dawn took. */
  gained: number;
  burnt: number;
  /** Was an event given back? */
  unused: boolean;
  total: number;
}

/** What a night brought, from the last scene of it and the first of the next. */
export function tally(before: Vampire[], after: Vampire[]): Tally[] {
  return after.flatMap(({ slug, seat, you, total }) => {
    const then = before.find((vampire) => vampire.slug === slug);
    if (!then) return [];
    const gained = then.hunting ? total - then.total : then.tonight;
    const burnt = then.hunting && gained === 0 ? then.tonight : 0;
    return [{ slug, seat, you, gained, burnt, unused: then.event !== undefined, total }];
  });
}

/** The night before the one of the last picture, from its own last picture and the one that followed; null if they are not among these. */
export function nightBefore(pictures: Scene[]): { night: number; tallies: Tally[] } | null {
  const night = (pictures.at(-1)?.round ?? 0) - 1;
  const last = pictures.findLastIndex((picture) => picture.round === night);
  const [then, now] = [pictures[last], pictures[last + 1]];
  return then && now && now.round === night + 1 ? { night, tallies: tally(vampires(then), vampires(now)) } : null;
}
