/** Runs something after the next paint, so as not to delay it; at once in a hidden page, which does not paint. */
export function afterPaint(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
