import type {
  AuditEntry,
  Claim,
  Command,
  Deleted,
  Device,
  Done,
  Fairness,
  GameBox,
  Hint,
  HintAsked,
  HostView,
  HouseInfo,
  Invitation,
  Illustrations,
  LessonCard,
  LessonFrame,
  LessonSoFar,
  Line,
  Link as DeviceLink,
  Me,
  MeChange,
  Moment,
  NewTable,
  PersonStanding,
  PlayOn,
  Problem,
  PushSubscription as Subscription,
  PuzzleCard,
  QuickTable,
  Refused,
  Report,
  StandingChange,
  TableAct,
  TableCard,
  TableInfo,
  TableShelf,
} from "../wire.ts";
import { randomToken } from "./random.ts";
import { language, say, t } from "../words/words.svelte.ts";

/** The house refused, or did not answer (`status` 0). `message` is a sentence to show to the player. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly kind: Refused,
    readonly rule?: string,
  ) {
    super(message);
  }
}

/** What a status means that came without a reason of the house. */
function kindOf(status: number): Refused {
  if (status === 404) return "missing";
  if (status === 429) return "busy";
  return status < 500 ? "not-allowed" : "unavailable";
}

/** The first request makes this browser known to the house; others wait for it, so that they do not come as somebody else. */
let first: Promise<void> | null = null;

function reach(path: string, init?: RequestInit): Promise<Response> {
  const go = () => fetch(`/api${path}`, init);
  if (first) return first.then(go);
  const answer = go();
  first = answer.then(
    () => {},
    () => {},
  );
  return answer;
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await reach(path, init);
  } catch {
    throw new Refusal(t("app.gone"), "unavailable");
  }
  if (answer.ok) return answer;
  let problem: Partial<Problem> = {};
  try {
    problem = (await answer.json()) as Problem;
  } catch {
    // Not our JSON: a proxy may have answered.
  }
  const kind = problem.kind ?? kindOf(answer.status);
  throw new Refusal(problem.reason ? say(problem.reason) : t(kind === "missing" ? "app.nowhere" : "app.gone"), kind, problem.rule);
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

async function send<T>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await ask(path, { method, headers: { "content-type": "application/json", "accept-language": language.code }, body: JSON.stringify(body) });
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

const id = encodeURIComponent;

/** Adds our part of the shuffle, now that the house has promised its own; and starts the game if nobody is missing. */
async function dealt(table: TableInfo, start: boolean): Promise<TableInfo> {
  const act = (act: TableAct) => send<Done>("POST", `/tables/${id(table.id)}/commands`, { type: "table", id: randomToken(), do: act });
  const full = table.chairs.every(({ sitter }) => sitter.kind !== "open" && sitter.kind !== "invited");
  if (table.you != null || full) await act({ act: "contribute", contribution: randomToken() });
  if (start && full) await act({ act: "start" });
  return table;
}

/** Every request that the client makes, over HTTP. */
const overHttp = {
  house: () => get<HouseInfo>("/house"),
  games: () => get<GameBox[]>("/games"),
  rules: async (game: string, language: string) => (await ask(`/games/${id(game)}/rules?language=${id(language)}`)).text(),
  illustrations: (game: string) => get<Illustrations>(`/games/${id(game)}/illustrations`),
  lessons: (game: string) => get<LessonCard[]>(`/games/${id(game)}/lessons`),
  lesson: (game: string, lesson: string, soFar: LessonSoFar) => send<LessonFrame>("POST", `/games/${id(game)}/lessons/${id(lesson)}`, soFar),
  puzzles: (game: string) => get<PuzzleCard[]>(`/games/${id(game)}/puzzles`),
  me: () => get<Me>("/me"),
  change: (change: MeChange) => send<Me>("PUT", "/me", change),
  link: () => send<DeviceLink>("POST", "/me/link", {}),
  devices: () => get<Device[]>("/me/sessions"),
  signOutOn: (device: string) => send<Device[]>("DELETE", `/me/sessions/${id(device)}`, {}),
  forget: () => send<Deleted>("DELETE", "/me", {}),
  report: (table: string, report: Report) => send<void>("POST", `/tables/${id(table)}/reports`, report),
  host: () => get<HostView>("/host"),
  hostLog: () => get<AuditEntry[]>("/host/log"),
  moderate: (person: string, change: StandingChange) => send<PersonStanding>("PUT", `/host/people/${id(person)}`, change),
  signOut: () => send<Me>("DELETE", "/me/sessions", {}),
  claim: (claim: Claim) => send<Me>("POST", "/me/claim", claim),
  welcome: (claim: Claim) => send<Me>("POST", "/me/welcome", claim),
  unsubscribe: () => send<void>("DELETE", "/me/push", {}),
  subscribe: (subscription: Subscription) => send<void>("POST", "/me/push", subscription),
  tables: (shelf: TableShelf) => get<TableCard[]>(`/tables?shelf=${shelf}`),
  open: async (table: NewTable) => dealt(await send<TableInfo>("POST", "/tables", { ...table, start: false }), table.start ?? false),
  quick: async (table: QuickTable) => dealt(await send<TableInfo>("POST", "/tables/quick", { ...table, wait: true }), true),
  table: (table: string) => get<TableInfo>(`/tables/${id(table)}`),
  story: (table: string) => get<Line[]>(`/tables/${id(table)}/story`),
  invitation: (token: string) => get<Invitation>(`/invites/${id(token)}`),
  command: (table: string, command: Command) => send<Done>("POST", `/tables/${id(table)}/commands`, command),
  hint: (table: string, asked: HintAsked) => send<Hint>("POST", `/tables/${id(table)}/hint`, asked),
  playOn: (table: string, from: PlayOn) => send<TableInfo>("POST", `/tables/${id(table)}/again`, from),
  moment: (table: string, version: number, eyes: string) => get<Moment>(`/tables/${id(table)}/replay/${version}?eyes=${id(eyes)}`),
  review: async (table: string) => (await ask(`/tables/${id(table)}/review`)).text(),
  fairness: (table: string) => get<Fairness>(`/tables/${id(table)}/fairness`),
  recordPath: (table: string) => `/api/tables/${id(table)}/record`,
};

/** What pages ask of the host of the tables: a house, or the browser itself. */
export type Api = typeof overHttp;

export const api: Api = overHttp;

/** Has another host answer: one inside the page. */
export function useApi(other: Api): void {
  Object.assign(api, other);
}
