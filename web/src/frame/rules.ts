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

/** Splits a text into plain, strong, emphasised and code spans. */
export function spans(text: string): { kind: "plain" | "strong" | "em" | "code"; text: string }[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
      if (part.startsWith("*") && part.length > 2) return { kind: "em", text: part.slice(1, -1) };
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      return { kind: "plain", text: part.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1") };
    });
}
