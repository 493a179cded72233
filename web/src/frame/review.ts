/** The part of `sanguis review --json` that a replay shows. */
export interface Review {
  /** After each action: every seat's chance to win, judged with all cards open. */
  moments: { version: number; chances: number[] }[];
  /** Turning points and better moves, one sentence each. */
  remarks: string[];
}

/** Parses a review; null if there is none. */
export function readReview(text: string): Review | null {
  try {
    const data = JSON.parse(text) as { judgement: { moments: { version: number; truth: number[] }[] }; turning_points?: string[]; advice?: string[] };
    const moments = data.judgement.moments.map(({ version, truth }) => ({ version: Number(version), chances: truth.map(Number) }));
    return moments.length > 0 ? { moments, remarks: [...(data.turning_points ?? []), ...(data.advice ?? [])].map(String) } : null;
  } catch {
    return null;
  }
}
