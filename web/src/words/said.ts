/**
 * What the house says, in another language. A text comes as an English sentence with its blanks in square brackets and seats as
 * placeholders: `{s3} plays [Bite] on [you].` Its template, `{} plays {} on {}.`, is looked up in a catalogue. The files, and
 * what stands in them, are described in `crates/table/src/words.rs`, which does the same for the terminal.
 */

const FORMS = ["nom", "acc", "dat", "gen", "der", "den", "dem", "des", "ein", "einen", "einem", "eines"] as const;
type Form = (typeof FORMS)[number];
const GENDERS = ["m", "f", "n", "p"] as const;
const ARTICLES: Partial<Record<Form, readonly [string, string, string, string]>> = {
  der: ["der", "die", "das", "die"],
  den: ["den", "die", "das", "die"],
  dem: ["dem", "der", "dem", "den"],
  des: ["des", "der", "des", "der"],
  ein: ["ein", "eine", "ein", ""],
  einen: ["einen", "eine", "ein", ""],
  einem: ["einem", "einer", "einem", ""],
  eines: ["eines", "einer", "eines", ""],
};

/** A catalogue file: templates, and what they are in the language, in one form or several. */
export type Catalogue = Record<string, string | Record<string, string>>;

/** Blanks within blanks, at most. */
const DEEPEST = 64;
const SEAT = /^\{s(?:[1-9]|1[0-2])\}/;

interface Taken {
  template: string;
  /** What filled the blanks: a seat, or what stood in brackets. */
  blanks: { seat?: string; marked?: string }[];
  /** The text in pieces: plain stretches, and numbers of blanks. */
  pieces: (string | number)[];
}

/** Takes a marked text apart. */
function take(marked: string): Taken {
  const taken: Taken = { template: "", blanks: [], pieces: [] };
  let plain = "";
  const blank = (filled: Taken["blanks"][number]) => {
    if (plain) taken.pieces.push(plain);
    taken.pieces.push(taken.blanks.length);
    taken.template += `${plain}{}`;
    taken.blanks.push(filled);
    plain = "";
  };
  for (let at = 0; at < marked.length; ) {
    const seat = marked[at] === "{" ? SEAT.exec(marked.slice(at, at + 5)) : null;
    const end = marked[at] === "[" ? closing(marked, at) : -1;
    if (seat) blank({ seat: seat[0] });
    else if (end > 0) blank({ marked: marked.slice(at + 1, end) });
    else plain += marked[at];
    at = seat ? at + seat[0].length : end > 0 ? end + 1 : at + 1;
  }
  if (plain) taken.pieces.push(plain);
  taken.template += plain;
  return taken;
}

/** Where the bracket that opens here is closed; -1 if it is not. */
function closing(marked: string, from: number): number {
  for (let at = from, depth = 0; at < marked.length; at++) {
    if (marked[at] === "[") depth++;
    else if (marked[at] === "]" && --depth === 0) return at;
    if (depth > DEEPEST) return -1;
  }
  return -1;
}

/** The numbers among the blanks of a marked text, in order. */
export function figures(marked: string): number[] {
  return take(marked).blanks.flatMap((blank) => (blank.marked && /^\d+$/.test(blank.marked) ? [Number(blank.marked)] : []));
}

/** The same for each sentence, from the whole to those that fill its blanks. */
function figuresWithin(marked: string): number[][] {
  return [figures(marked), ...take(marked).blanks.flatMap(({ marked = "" }) => (marked.includes("[") ? figuresWithin(marked) : []))];
}

const originals = new WeakMap<object, object>();
/** The numbers in a text of a localised object: of the sentence, and of each that fills one of its blanks. */
export function figuresOf<Key extends string>(said: Partial<Record<Key, string>>, key: Key): number[][] {
  return figuresWithin((originals.get(said) as typeof said | undefined)?.[key] ?? "");
}

/** The English sentence. */
export function inEnglish(marked: string): string {
  if (!marked.includes("[")) return marked;
  const { pieces, blanks } = take(marked);
  const filled = ({ seat, marked = "" }: Taken["blanks"][number]) => seat ?? (marked.startsWith("=") ? marked.slice(1) : inEnglish(marked));
  return pieces.map((piece) => (typeof piece === "string" ? piece : filled(blanks[piece]!))).join("");
}

/** The sentence in the language of a catalogue, or in English if something is missing there. */
export function sayIn(catalogue: Catalogue, marked: string): string {
  return marked && (sentence(catalogue, marked) ?? inEnglish(marked));
}

/** Begins with a capital where the English does. */
function sentence(catalogue: Catalogue, marked: string): string | null {
  const said = inForm(catalogue, marked, "nom");
  const first = /[\p{L}{]/u.exec(inEnglish(marked))?.[0] ?? "";
  return said !== null && first !== first.toLowerCase() ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

function inForm(catalogue: Catalogue, marked: string, form: Form): string | null {
  if (marked.startsWith("=")) return marked.slice(1);
  const { template, blanks, pieces } = take(marked);
  const fill = (at: number, form: Form) => blanks[at]?.seat ?? inForm(catalogue, blanks[at]?.marked ?? "", form);
  const entry = Object.hasOwn(catalogue, template) ? catalogue[template] : undefined;
  if (entry === undefined) {
    if (/\p{L}/u.test(template)) return null;
    // Numbers and punctuation are the same everywhere; sentences one after the other begin with capitals.
    const blank = (at: number) => (template === "{} {}" && !blanks[at]?.seat ? sentence(catalogue, blanks[at]?.marked ?? "") : fill(at, template === "{}" ? form : "nom"));
    const all = pieces.map((piece) => (typeof piece === "string" ? piece : blank(piece)));
    return all.includes(null) ? null : all.join("");
  }
  const found = pick(entry, form);
  if (!found) return null;
  let complete = true;
  const said = found.words.replace(/\{(\d+)([:#?])?([^}]*)\}/g, (_, number: string, kind: string | undefined, rest: string) => {
    const at = Number(number) - 1;
    let word: string | null | undefined;
    if (kind === "#") word = rest.split("|")[blanks[at]?.marked === "1" ? 0 : 1];
    else if (kind === "?") word = rest.split("|")[GENDERS.indexOf(genderOf(catalogue, blanks[at]?.marked))];
    else word = fill(at, kind ? (rest === "*" ? form : (rest as Form)) : "nom");
    complete &&= word != null;
    return word ?? "";
  });
  return complete ? found.article + said : null;
}

/** What an entry is in a form, and the article before it. */
function pick(entry: string | Record<string, string>, form: Form): { article: string; words: string } | null {
  // A list is in the form of its items.
  if (typeof entry === "string") return form === "nom" || entry.includes(":*}") ? { article: "", words: entry } : null;
  const given = (form: Form) => entry[form] ?? (form === "nom" ? entry[genderIn(entry) ?? ""] : undefined);
  const whole = given(form);
  if (whole !== undefined) return { article: "", words: whole };
  const gender = genderIn(entry);
  const words = given(FORMS[FORMS.indexOf(form) % 4]!) ?? (gender && given("nom"));
  const article = gender && ARTICLES[form]?.[GENDERS.indexOf(gender)];
  return words === undefined ? null : { article: article ? `${article} ` : "", words };
}

function genderIn(entry: Record<string, string>): (typeof GENDERS)[number] | undefined {
  return GENDERS.find((gender) => gender in entry);
}

function genderOf(catalogue: Catalogue, marked = ""): (typeof GENDERS)[number] {
  const entry = catalogue[take(marked).template];
  return (typeof entry === "object" && genderIn(entry)) || ("" as never);
}

/** The properties of views and log lines that hold texts. */
export const TEXTS = new Set(["heading", "prompt", "goal", "verdict", "text", "title", "label", "detail", "sign", "note", "back", "name", "corner", "margin", "to_you"]);

/** A copy of a view or a log in which every text is said. Parts that are the same object stay the same object. */
export function localiser(say: (marked: string) => string): <T>(value: T) => T {
  const known = new WeakMap<object, unknown>();
  const texts = new Map<string, string>();
  const sayOnce = (marked: string) => {
    const said = texts.get(marked) ?? say(marked);
    texts.set(marked, said);
    return said;
  };
  const copy = <T>(value: T): T => {
    if (typeof value !== "object" || value === null) return value;
    const made = known.get(value);
    if (made !== undefined) return made as T;
    const said = Array.isArray(value) ? value.map(copy) : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, property(key, part)]));
    known.set(value, said);
    originals.set(said, value);
    return said as T;
  };
  // An action is data of its game, whatever its properties are called.
  const property = (key: string, part: unknown) =>
    key === "action" ? part : typeof part === "string" && TEXTS.has(key) ? sayOnce(part) : copy(part);
  return copy;
}
