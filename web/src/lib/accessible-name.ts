/**
 * Names a button by its visible text, because people who use voice control say what they read; its `aria-label` becomes the
 * description. A button without words, such as one with an arrow, keeps its `aria-label` as its name.
 */
export function nameByContent(node: Element, button: boolean): void {
  const label = node.getAttribute("aria-label");
  if (button && label) {
    const written = texts(node);
    if (written.length === 0) return;
    for (const text of written) text.closest("[aria-hidden=true]")?.removeAttribute("aria-hidden");
    node.setAttribute("aria-description", label);
    node.removeAttribute("aria-label");
  } else if (!button && !label && node.hasAttribute("aria-description")) {
    node.setAttribute("aria-label", node.getAttribute("aria-description")!);
    node.removeAttribute("aria-description");
  }
}

/** The elements inside that contain words; images have names of their own. */
function texts(node: Element): Element[] {
  const found: Element[] = [];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement!;
    if (/[\p{L}\p{N}]/u.test(walker.currentNode.textContent!) && !parent.closest("[role=img]")) found.push(parent);
  }
  return found;
}
