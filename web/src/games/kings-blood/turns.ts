import { split, type SumUp } from "../../lib/turns.ts";
import { t } from "../../words/words.svelte.ts";

/** Sums up every turn: cards played, weddings, what Events did, draws, and how many cards are left. */
export const sumUp: SumUp = (past, names) =>
  // With a debt, the line that tells of it opens the turn.
  split(past, ({ beat }) => (!beat.opens || (beat.icon && beat.icon !== "card-draw") ? undefined : (beat.by ?? beat.on?.[0]))).map(({ lines, ...turn }) => {
    const of = (icon: string) => lines.filter(({ beat }) => beat.icon === icon).length;
    const hand = past[turn.to - 1]?.view.scene.zones?.find((zone) => zone.layout === "hand" && zone.owner === turn.seat);
    const [played, weddings] = [of("card-play"), of("linked-rings")];
    const parts = [
      ...(played > 0 ? [t(played === 1 ? "kings.turn-played-one" : "kings.turn-played", { count: played })] : []),
      ...(weddings > 0 ? [t(weddings === 1 ? "kings.turn-wedding-one" : "kings.turn-wedding", { count: weddings })] : []),
      ...(of("queen-crown") > 0 ? [t("kings.turn-crowned")] : []),
      ...(of("plain-dagger") > 0 ? [t("kings.turn-killed")] : []),
      // Whom a card was sent to is told; the same sign without anybody only lifts it.
      ...(lines.some(({ beat }) => beat.icon === "exit-door" && (beat.on?.length ?? 0) > 0) ? [t("kings.turn-exiled")] : []),
      ...(of("card-draw") > 0 ? [t("kings.turn-drew")] : []),
      ...(hand ? [t(hand.count === 1 ? "kings.turn-left-one" : "kings.turn-left", { count: hand.count })] : []),
    ];
    return { ...turn, text: t("turn.line", { name: names(turn.seat), what: parts.join(", ") }) };
  });
