import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Serious and critical findings of axe, once what fades and moves has come to rest: a colour halfway is nobody's design. */
export async function faults(page: Page, within = "body"): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
  await page.evaluate(axe);
  const findings = await page.evaluate(async (within) => {
    const { axe } = window as unknown as { axe: { run(within: string): Promise<{ violations: Finding[] }> } };
    return (await axe.run(within)).violations;
  }, within);
  return findings
    .filter((finding) => finding.impact === "serious" || finding.impact === "critical")
    .map((finding) => `${new URL(page.url()).pathname} ${finding.id}: ${finding.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" || ")}`);
}
