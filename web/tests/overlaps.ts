import type { Page } from "playwright-core";

/** Which of the one lie over which of the others. */
export function overlaps(page: Page, one: string, other: string): Promise<string[]> {
  return page.evaluate(
    ([one, other]) => {
      const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((node) => ({ node, box: node.getBoundingClientRect() }));
      return boxes(one!).flatMap(({ node, box }) =>
        boxes(other!)
          .filter(({ box: it }) => box.left < it.right - 1 && box.right > it.left + 1 && box.top < it.bottom - 1 && box.bottom > it.top + 1)
          .map((it) => `${node.parentElement?.className} ${node.textContent} lies over ${it.node.parentElement?.className} ${it.node.textContent}`),
      );
    },
    [one, other],
  );
}
