/** A kind of tile to spend: its id, its value, and how many there are. */
export interface Coin {
  id: string;
  pips: number;
  count: number;
  /** What a tile is good for if it is kept: 0 for one that cannot be built. */
  use: number;
}

/** The total value of some tiles. */
export function worth(coins: Coin[], laid: Map<string, number>): number {
  return coins.reduce((sum, coin) => sum + coin.pips * (laid.get(coin.id) ?? 0), 0);
}

/** At most `most` tiles that pay an amount with the least excess, and the least useful of those; null if it cannot be paid. */
export function cheapest(coins: Coin[], due: number, most = Infinity): Map<string, number> | null {
  let best: { laid: Map<string, number>; worse: number[] } | null = null;
  const lay = (at: number, laid: Map<string, number>, paid: number, count: number, use: number) => {
    if (paid >= due) {
      const worse = [paid - due, use, count];
      const differs = worse.findIndex((one, i) => one !== best?.worse[i]);
      if (!best || (differs >= 0 && worse[differs]! < best.worse[differs]!)) best = { laid: new Map(laid), worse };
      return;
    }
    const coin = coins[at];
    if (!coin || count >= most) return;
    for (let n = Math.min(coin.count, most - count); n >= 0; n--) {
      if (n > 0) laid.set(coin.id, n);
      else laid.delete(coin.id);
      lay(at + 1, laid, paid + n * coin.pips, count + n, use + n * coin.use);
    }
  };
  lay(0, new Map(), 0, 0, 0);
  return (best as { laid: Map<string, number> } | null)?.laid ?? null;
}
