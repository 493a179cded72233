/** Marks on the table the elements with these ids, and the buttons that it draws for the options with these codes. */
export function mark(ids: string[], codes: number[]): HTMLElement[] {
  const nodes = [...document.querySelectorAll<HTMLElement>("#table :is([data-id], [data-code])")];
  for (const node of nodes) node.toggleAttribute("data-coach", ids.includes(node.dataset.id ?? "") || codes.includes(Number(node.dataset.code ?? NaN)));
  return nodes.filter((node) => node.hasAttribute("data-coach"));
}
