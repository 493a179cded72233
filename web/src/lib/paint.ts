/** Does something when the next picture has been made: what nobody sees must not hold it up. A page that is not seen makes none. */
export function afterPaint(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
