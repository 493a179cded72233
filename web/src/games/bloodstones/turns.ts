import type { Area, Line, Map as Chart, Seat } from "../../wire.ts";
import { type Happened, split, type SumUp, type Turn } from "../../lib/turns.ts";
import type { Key } from "../../words/en.ts";
import { t } from "../../words/words.svelte.ts";

/** The most places that are named; the others are counted together. */
const PLACES = 2;

/** Sums up every turn: units that came somewhere or were built, villages, battles. */
export const sumUp: SumUp = (past, names, say) =>
  split(past, ({ beat }) => (beat.opens && beat.icon === "hourglass" ? (beat.by ?? undefined) : undefined)).map(({ lines, ...turn }) => ({
    ...turn,
    text: t("turn.line", { name: names(turn.seat), what: whatWasDone(turn, lines, past, say) }),
  }));

function whatWasDone({ seat, from, to }: Turn, lines: Line[], past: Happened[], say: (text: string) => string): string {
  const own = lines.filter(({ beat }) => beat.by === seat);
  const of = (icon: string) => own.filter(({ beat }) => beat.icon === icon);
  const battles = lines.filter(({ beat }) => beat.icon === "laurels" && beat.weight === "large");
  const count = ([one, many]: readonly [Key, Key], n: number) => (n > 0 ? [t(n === 1 ? one : many, { count: n })] : []);
  const parts = [
    ...marches(seat, own, past[from - 1]?.view.scene.map ?? past[from]?.view.scene.map, past[to - 1]?.view.scene.map, say),
    ...count(["stones.turn-raised-one", "stones.turn-raised"], own.filter(isRaised).length),
    ...count(["stones.turn-taken-one", "stones.turn-taken"], of("village").filter(({ beat }) => (beat.on?.length ?? 0) > 0).length),
    ...count(["stones.turn-built-one", "stones.turn-built"], of("village").filter(({ beat }) => !beat.on?.length).length),
    ...count(["stones.turn-won-one", "stones.turn-won"], battles.filter(({ beat }) => beat.by === seat).length),
    ...count(["stones.turn-lost-one", "stones.turn-lost"], battles.filter(({ beat }) => beat.on?.includes(seat)).length),
    ...(own.some(({ beat }) => beat.icon === "castle" && beat.weight === "huge") ? [t("stones.turn-citadel")] : []),
    ...(own.some(({ beat }) => beat.icon === "laurels" && beat.weight === "huge") ? [t("stones.turn-regroup")] : []),
  ];
  return parts.join(", ") || t("stones.turn-quiet");
}

const areas = (line: Line) => line.beat.touches?.filter((id) => id.startsWith("area/")) ?? [];
/** Is it about a unit that was built? */
const isRaised = (line: Line) => !!line.beat.face && areas(line).length === 1;

/** Where units came to, the largest armies first. */
function marches(seat: Seat, own: Line[], before: Chart | null | undefined, after: Chart | null | undefined, say: (text: string) => string): string[] {
  const entered = new Set(own.filter((line) => areas(line).length === 2).map((line) => areas(line)[0]!));
  const raised = (id: string) => own.filter((line) => isRaised(line) && areas(line)[0] === id).length;
  const units = (chart: Chart | null | undefined, id: string) => {
    const area: Area | undefined = chart?.areas.find((one) => one.id === id);
    return (area?.pieces ?? []).filter((piece) => piece.owner === seat && piece.id.startsWith("unit/")).reduce((sum, piece) => sum + piece.count, 0);
  };
  const came = [...entered]
    .map((id) => ({ id, count: units(after, id) - units(before, id) - raised(id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const name = (id: string) => say(after?.areas.find((area) => area.id === id)?.name ?? "");
  const shown = came.slice(0, PLACES).map(({ id, count }) => t(count === 1 ? "stones.turn-units-one" : "stones.turn-units", { count, area: name(id) }));
  const rest = came.slice(PLACES).reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...shown, t("stones.turn-elsewhere", { count: rest })] : shown;
}
