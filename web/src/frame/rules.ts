/** Parses the rules: a small part of Markdown, turned into data so that no text is ever treated as HTML. */

export type Block =
  | { kind: "rule"; number: string; text: string }
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

export interface Section {
  title: string;
  level: number;
  blocks: Block[];
}

const cells = (line: string) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

export function parse(markdown: string): Section[] {
  const sections: Section[] = [];
  for (const chunk of markdown.split(/\n\s*\n/)) {
    const lines = chunk.split("\n").filter((line) => line.trim());
    while (lines[0]?.startsWith("#")) {
      const [, marks, title] = /^(#+)\s*(.*)$/.exec(lines.shift()!)!;
      sections.push({ title: title!, level: marks!.length, blocks: [] });
    }
    if (lines.length === 0) continue;
    if (sections.length === 0) sections.push({ title: "", level: 1, blocks: [] });
    sections.at(-1)!.blocks.push(block(lines));
  }
  return sections;
}

function block(lines: string[]): Block {
  if (lines[0]!.startsWith("|")) {
    const [head, , ...rows] = lines.map(cells);
    return { kind: "table", head: head ?? [], rows };
  }
  if (/^[-*] /.test(lines[0]!)) {
    const items: string[] = [];
    for (const line of lines) {
      if (/^[-*] /.test(line)) items.push(line.slice(2).trim());
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: "list", items };
  }
  const text = lines.map((line) => line.trim()).join(" ");
  const rule = /^\*\*(\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*(.*)$/.exec(text);
  return rule ? { kind: "rule", number: rule[1]!, text: rule[2]! } : { kind: "text", text };
}

/** The rule that an address or a link names: `#rule-8.2`, `#section-8`, or the number alone. */
export const ruleOf = (hash: string) => hash.replace(/^#?(?:rule|section)-/, "");

/** The number of a section: "8" for "8. The end". */
export const numberOf = ({ title }: Section) => /^\d+/.exec(title)?.[0] ?? "";

/** All that a block says. */
function content(block: Block): string {
  if (block.kind === "list") return block.items.join(" ");
  if (block.kind === "table") return [block.head, ...block.rows].flat().join(" ");
  return block.kind === "rule" ? `${block.number} ${block.text}` : block.text;
}

/** What has all words that were typed, a rule that begins with them first; a section whose heading has them is there as a whole. */
export function search(sections: Section[], typed: string): Section[] {
  const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => wanted.every((word) => text.toLocaleLowerCase().includes(word));
  const subject = wanted.join(" ");
  /** A rule of its own begins with what it is about. */
  const own = (block: Block) => subject !== "" && block.kind === "rule" && block.text.replace(/^\W+/, "").toLocaleLowerCase().startsWith(subject);
  const ownFirst = <T>(all: T[], is: (one: T) => boolean) => [...all.filter(is), ...all.filter((one) => !is(one))];
  const found = sections
    .map((section) => (has(section.title) ? section : { ...section, blocks: ownFirst(section.blocks.filter((block) => has(content(block))), own) }))
    .filter((section) => section.blocks.length > 0);
  return ownFirst(found, (section) => section.blocks.some(own));
}

/** Splits a text where it has one of the words that were typed: every second piece is such a word. */
export function pieces(text: string, typed: string): string[] {
  const words = typed.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return words.length > 0 ? text.split(new RegExp(`(${words.join("|")})`, "giu")) : [text];
}

/** Splits a text into plain, strong, emphasised and code spans, and numbers of rules. */
export function spans(text: string): { kind: "plain" | "strong" | "em" | "code" | "rule"; text: string }[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\b\d+\.\d+[a-z]?\b)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
      if (part.startsWith("*") && part.length > 2) return { kind: "em", text: part.slice(1, -1) };
      if (/^\d+\.\d+[a-z]?$/.test(part)) return { kind: "rule", text: part };
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      return { kind: "plain", text: part.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1") };
    });
}
