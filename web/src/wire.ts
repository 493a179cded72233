// Written from the house's own types by `cargo xtask types`. Do not edit.

/**
 * An area of a map.
 */
export type Area = { 
/**
 * What stands in it.
 */
pieces: Array<Piece>, 
/**
 * The element's name: `area/17`.
 */
id: string, 
/**
 * Its name.
 */
name: Text, 
/**
 * The kind of ground: `forest`.
 */
terrain: import('./shelf.ts').Terrain, 
/**
 * Its border, as a polygon.
 */
outline?: Array<[number, number]>, 
/**
 * Where its pieces and name are drawn.
 */
centre: [number, number], 
/**
 * The ids of the areas next to it.
 */
next_to?: Array<string>, };

/**
 * What an [`AuditEntry`] is about.
 */
export type AuditAct = "report" | "silence" | "unsilence" | "remove" | "readmit" | "delete" | "freeze" | "thaw" | "end" | "rotate-seal";

/**
 * Something that the host of the house or an operator did, or a report: `GET /api/host/log`.
 */
export type AuditEntry = { 
/**
 * When.
 */
at: number, 
/**
 * Who did it: a person's id, or `sanguis admin`.
 */
who: string, 
/**
 * What.
 */
act: AuditAct, 
/**
 * The id of the person it is about, if it is about one.
 */
about: string, 
/**
 * The table it is about, if it is about one.
 */
table: string, 
/**
 * In words.
 */
text: string, };

/**
 * An element that cannot be used now.
 */
export type Barred = { 
/**
 * The element.
 */
about: string, 
/**
 * Why not.
 */
text: Text, 
/**
 * The number of the rule that says so; empty if none does.
 */
rule?: string, };

/**
 * How a line of the story is staged. Made from the event that its observer was told, so it tells nothing more.
 */
export type Beat = { 
/**
 * How much it matters.
 */
weight?: Weight, 
/**
 * The name of a picture (game-icons). Lines of one action with the same picture are alike and may be folded into one.
 */
icon?: string, 
/**
 * Who did it.
 */
by?: Seat | null, 
/**
 * To whom it was done.
 */
on?: SeatSet, 
/**
 * A turn, a night or an attack begins here.
 */
opens?: boolean, 
/**
 * What it was done with, to be shown large.
 */
face?: Face, 
/**
 * The elements of the scene it is about beside the seats, most telling first. Some may have left the table.
 */
touches?: Array<string>, };

/**
 * A bot account of a person.
 */
export type BotAccount = { 
/**
 * Public id: for chairs.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Its token, shown once: when the account is made.
 */
token?: string, };

/**
 * Who made it: a person, a bot, or a stand-in.
 */
export type By = "person" | "bot" | "stand-in";

/**
 * A chair at a table.
 */
export type Chair = { 
/**
 * Which seat of the game.
 */
seat: Seat, 
/**
 * Who sits here.
 */
sitter: Sitter, 
/**
 * Is a page or program of the sitter connected? Bots always are.
 */
present: boolean, 
/**
 * A bot of this level plays for the absent sitter, who can come back.
 */
stand_in?: string, 
/**
 * What is left to decide with, where there is a clock.
 */
clock?: Clock, 
/**
 * A bot is thinking here.
 */
thinking: boolean, 
/**
 * The host of the table has silenced the sitter.
 */
silenced?: boolean, };

/**
 * Who is to sit on a chair.
 */
export type ChairPlan = { "kind": "you" } | { "kind": "open" } | { "kind": "invited" } | { "kind": "bot", 
/**
 * Its level.
 */
level: string, } | { "kind": "outside", 
/**
 * Public id of the account.
 */
id: string, };

/**
 * A part of a view that has changed.
 */
export type Change = { 
/**
 * Which: the names and places that lead there, as in `scene/zones/2/pieces/0`; `…/pieces/3+2` are two pieces from the fourth
 * on, in whose place are now those of a list, or which come between if it is `3+0`.
 */
at: string, 
/**
 * What is there now; left out if nothing is.
 */
to?: unknown, };

/**
 * What has changed at a table since the last frame of a connection.
 */
export type Changes = { 
/**
 * As in a [`Frame`].
 */
revision: number, 
/**
 * The house's time, to show clocks by.
 */
now_at: number, 
/**
 * Everything that is not the game itself, but without the game's options, if any of it has changed.
 */
table?: TableInfo, 
/**
 * What has changed in the view, to be applied in order.
 */
view: Array<Change>, 
/**
 * The story: replaces everything from `from` on.
 */
story: Tail<Line>, 
/**
 * The talk: replaces everything from `from` on.
 */
talk: Tail<Said>, };

/**
 * An option of a seat.
 */
export type Choice = { 
/**
 * Its integer form.
 */
code: number, 
/**
 * Its readable form.
 */
action: JsonValue, 
/**
 * Key for the option: distinct among the options of a seat.
 */
label: Text, 
/**
 * What follows from it, where that is not plain.
 */
detail?: Text, 
/**
 * What this step costs, where it has a price.
 */
cost?: number | null, 
/**
 * The elements of the scene it touches, most telling first.
 */
touches?: Array<string>, };

/**
 * A set of seats that is chosen. It cannot be empty.
 */
export type Choose = { 
/**
 * Who can be in it.
 */
among: SeatSet, 
/**
 * Who is in it at first.
 */
marked: SeatSet, };

/**
 * What the page behind a [`Link`] posts to `/api/me/claim`; answered with [`Me`].
 */
export type Claim = { 
/**
 * The last part of the path.
 */
token: string, };

/**
 * What kind of thing a claim is.
 */
export type Class = "fact" | "opinion" | "intent" | "question";

/**
 * A chair's time.
 */
export type Clock = { 
/**
 * When the decision is due, if one is awaited.
 */
due_at?: number, 
/**
 * What is left in the bank beyond the time of each decision.
 */
bank: number, };

/**
 * How time is kept.
 */
export type ClockPlan = { "kind": "none" } | { "kind": "live", 
/**
 * Seconds for each decision.
 */
each: number, 
/**
 * Seconds in the bank.
 */
bank: number, } | { "kind": "slow", 
/**
 * Hours for each decision.
 */
hours: number, };

/**
 * The coach.
 */
export type Coach = { 
/**
 * The part, counted from 1.
 */
part: number, 
/**
 * How many parts there are.
 */
parts: number, 
/**
 * The step of this part, counted from 1.
 */
step: number, 
/**
 * How many steps it has.
 */
steps: number, 
/**
 * The number of this question. Answers name it.
 */
question: number, 
/**
 * What the learner should know or do now.
 */
text: Text, 
/**
 * About the last answer.
 */
remark?: Remark, 
/**
 * The elements it speaks of.
 */
point: Array<string>, 
/**
 * The rule in question.
 */
rule?: string, 
/**
 * What the learner can do.
 */
wants: Wants, 
/**
 * The codes of options that lead on, the best first: for "Show me".
 */
hint: Array<number>, };

/**
 * What a client sends over the socket, or posts to `/api/tables/{id}/commands`. Each has an id of the client's own choosing: a
 * resend with the same id takes effect once and is answered alike.
 */
export type Command = { "type": "play", 
/**
 * The client's own id of this command.
 */
id: string, 
/**
 * The revision of the frame that it answers.
 */
revision: number, 
/**
 * The option's code.
 */
code: number, } | { "type": "undo", 
/**
 * The client's own id of this command.
 */
id: string, 
/**
 * The revision of the frame that it answers.
 */
revision: number, } | { "type": "say", 
/**
 * The client's own id of this command.
 */
id: string, 
/**
 * What is said.
 */
text: string, } | { "type": "claim", 
/**
 * The client's own id of this command.
 */
id: string, 
/**
 * The claim's code.
 */
code: number, 
/**
 * The number of the claim that it answers.
 */
reply_to?: number, } | { "type": "table", 
/**
 * The client's own id of this command.
 */
id: string, 
/**
 * What to do.
 */
do: TableAct, };

/**
 * What was deleted: the answer to `DELETE /api/me`.
 */
export type Deleted = { 
/**
 * At how many tables the person is nobody any more.
 */
tables: number, 
/**
 * At how many of them the name had to stay, because it is part of the proof of an older game.
 */
named: number, };

/**
 * A device on which a person is signed in: `GET /api/me/sessions`.
 */
export type Device = { 
/**
 * For `DELETE /api/me/sessions/{id}`.
 */
id: string, 
/**
 * What the browser called itself when the device was added; empty for the first one.
 */
agent: string, 
/**
 * When it was added; 0 for the first one.
 */
since_at: number, 
/**
 * Is it the one that asks?
 */
here: boolean, };

/**
 * What a [`Knob`] can be set to.
 */
export type Dial = { "switch": { 
/**
 * Default value.
 */
default: boolean, } } | { "choice": { 
/**
 * The words and what each means.
 */
of: Array<[string, string]>, 
/**
 * Default value.
 */
default: string, } } | { "number": { 
/**
 * At least.
 */
from: number, 
/**
 * At most.
 */
to: number, 
/**
 * Default value.
 */
default: number, } } | { "list": { 
/**
 * The names.
 */
of: Array<string>, } } | { "text": { 
/**
 * Known names. Other values may be valid too.
 */
of: Array<string>, 
/**
 * The fewest and the most players of each name; empty if any number will do.
 */
players: Array<[number, number]>, } };

/**
 * A command took effect: the body of the answer to `POST /api/tables/{id}/commands`. A refusal is a [`Problem`].
 */
export type Done = { 
/**
 * The command's id.
 */
id: string, 
/**
 * The revision it led to.
 */
revision: number, };

/**
 * An example of some rules, for lists.
 */
export type Example = { 
/**
 * In addresses and commands.
 */
name: string, 
/**
 * What it shows, in a sentence.
 */
about: Text, 
/**
 * The numbers of the rules that it shows, the most important first.
 */
rules: Array<string>, };

/**
 * The face of a card, tile or figure.
 */
export type Face = { 
/**
 * Its name.
 */
name: Text, 
/**
 * What it is or can do: `full` for a card with the Full Moon.
 */
key?: import('./shelf.ts').Key, 
/**
 * What it costs, where it has a price.
 */
cost?: number | null, 
/**
 * Rank, cost or value in the corner.
 */
corner?: Text, 
/**
 * Its suit or sign, as a word.
 */
sign?: Text, 
/**
 * One line: what it does.
 */
text?: Text, 
/**
 * The name of a picture (game-icons).
 */
icon?: string, 
/**
 * Its colour.
 */
tint: Tint, };

/**
 * The proof of a fair shuffle: `GET /api/tables/{id}/fairness`. What is secret before the end is left out until then.
 */
export type Fairness = { 
/**
 * Published before the first decision.
 */
commitment: string, 
/**
 * What each seat added, in seat order, once the game has begun.
 */
contributions: Array<string>, 
/**
 * What the commitment binds the house to, in hexadecimal; only after the end.
 */
secret?: string, };

/**
 * A table as a viewer sees it.
 */
export type Frame = { 
/**
 * Goes up with everything that happens to the match, undo included. Decisions answer a revision.
 */
revision: number, 
/**
 * The house's time, to show clocks by.
 */
now_at: number, 
/**
 * Everything that is not the game itself.
 */
table: TableInfo, 
/**
 * The game, once it has begun.
 */
view?: View, 
/**
 * The story: replaces everything from `from` on.
 */
story: Tail<Line>, 
/**
 * The talk: replaces everything from `from` on.
 */
talk: Tail<Said>, };

/**
 * A box on the shelf, for the front page and the lobby.
 */
export type GameBox = { 
/**
 * What a host can choose.
 */
knobs: Array<Knob>, 
/**
 * The levels of bots that a person can choose, weakest first.
 */
levels: Array<LevelInfo>, 
/**
 * Can claims be made in it?
 */
talks: boolean, 
/**
 * In commands, files and addresses: `blood-bound`.
 */
id: string, 
/**
 * On the box: "Blood Bound".
 */
name: string, 
/**
 * A one-line pitch.
 */
tagline: string, 
/**
 * Fewest players.
 */
min_players: number, 
/**
 * Most players.
 */
max_players: number, 
/**
 * A good number to start with.
 */
usual_players: number, 
/**
 * How long people take, in minutes.
 */
minutes: [number, number], 
/**
 * Goes up with every change after which an old record would replay or read differently.
 */
rules_version: number, };

/**
 * Something that was said, as everybody heard it.
 */
export type Heard = { 
/**
 * Counts from 1 within the match; answers name it.
 */
number: number, 
/**
 * How many actions had been taken.
 */
after: number, 
/**
 * Who said it.
 */
speaker: Seat, 
/**
 * Its integer form: 0 agrees, 1 denies, 2 takes back, the others are claims of the game.
 */
code: number, 
/**
 * Its readable form.
 */
claim: JsonValue, 
/**
 * What kind of thing it is.
 */
class: Class, 
/**
 * Whom it is about; left out for what concerns the whole table.
 */
about?: Seat, 
/**
 * Claims of one group about one seat exclude each other.
 */
group: string, 
/**
 * The name of its picture.
 */
icon: string, 
/**
 * In the words of the speaker.
 */
text: Text, 
/**
 * As it is said to the one it is about, where that sounds different.
 */
to_you?: Text, 
/**
 * What it answers.
 */
reply_to?: number, 
/**
 * What the speaker said before and no longer says.
 */
replaces?: number, 
/**
 * Who made it: a person, a bot, or a stand-in.
 */
by: By, };

/**
 * Help with a decision. Clients show it in three stages: where to look, a few options, the best one with its reasons.
 */
export type Hint = { 
/**
 * The elements that the options touch.
 */
look: Array<string>, 
/**
 * At most three options, the best first. One that is behind by less than twice its noise is about as good.
 */
options: Array<WeighedOption>, 
/**
 * How far the best one is ahead, in a sentence.
 */
margin: Text, 
/**
 * What else speaks for it, the weightiest first.
 */
reasons: Array<Reason>, };

/**
 * Asks for help with a decision: `POST /api/tables/{id}/hint`. The answer is a [`table::Hint`].
 */
export type HintAsked = { 
/**
 * The revision of the frame it is about.
 */
revision: number, };

/**
 * Something that went wrong.
 */
export type HostError = { 
/**
 * When.
 */
at: number, 
/**
 * What the log of the house says about it.
 */
what: string, };

/**
 * A table in a [`HostView`].
 */
export type HostTable = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * Where it stands.
 */
stage: Stage, 
/**
 * How many people and outside bots sit there.
 */
persons: number, 
/**
 * When something last happened.
 */
moved_at: number, };

/**
 * The house at a glance, for its host: `GET /api/host`.
 */
export type HostView = { 
/**
 * The version of sanguis.
 */
version: string, 
/**
 * Since when this node is open.
 */
opened_at: number, 
/**
 * The latest tables that are not over.
 */
tables: Array<HostTable>, 
/**
 * How many matches are in memory.
 */
live: number, 
/**
 * How many sockets and streams are open.
 */
sockets: number, 
/**
 * How many bots think.
 */
thinking: number, 
/**
 * How many wait for a thread to think on.
 */
queued: number, 
/**
 * Where the house keeps things, without its password.
 */
store: string, 
/**
 * Can the store be written and read?
 */
healthy: boolean, 
/**
 * How long a write took just now, in milliseconds.
 */
write_ms: number, 
/**
 * What went wrong lately, the latest first.
 */
errors: Array<HostError>, 
/**
 * People who are silenced or removed.
 */
people: Array<PersonStanding>, };

/**
 * What the house can do beside the games: `GET /api/house`.
 */
export type HouseInfo = { 
/**
 * The version of sanguis.
 */
version: string, 
/**
 * The key to subscribe to web push with (`applicationServerKey`); empty where there is no web push.
 */
push_key: string, 
/**
 * Can notices go by mail?
 */
mail: boolean, };

/**
 * What stands beside the rules of a game: `GET /api/games/{game}/illustrations`.
 */
export type Illustrations = { 
/**
 * The pieces that rules speak of.
 */
pictures: Array<Picture>, 
/**
 * Positions that show how rules work. Each is opened like a lesson of its name.
 */
examples: Array<Example>, };

/**
 * Where the link `/join/{token}` leads: `GET /api/invites/{token}`. To sit down, post `TableAct::Join` with the token as `invite`.
 */
export type Invitation = { 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Is the seat still free?
 */
good: boolean, };

/**
 * A link to a seat.
 */
export type Invite = { 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * The path, such as `/join/…`.
 */
path: string, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * One thing a host can choose.
 */
export type Knob = { 
/**
 * The field's name in the options, in kebab-case: also the command line's flag.
 */
name: string, 
/**
 * One sentence for lobbies and `--help`.
 */
help: string, 
/**
 * What it can be set to.
 */
dial: Dial, };

/**
 * How a zone is laid out.
 */
export type Layout = "hand" | "pile" | "discard" | "row";

/**
 * A card of a family tree.
 */
export type Leaf = { 
/**
 * The card.
 */
piece: Piece, 
/**
 * Its generation, from 0.
 */
row: number, 
/**
 * Its left edge in half-card steps.
 */
column: number, 
/**
 * May something be played on it now?
 */
active: boolean, 
/**
 * The ids of the couple above that it is the child of, to draw lines by.
 */
parents?: Array<string>, 
/**
 * The ids of the observer's cards that could be played on it now.
 */
takes?: Array<string>, };

/**
 * A table without its scene, for programs: what a connection with `?lean=1` gets in place of frames.
 */
export type Lean = { 
/**
 * Always `lean`.
 */
type: string, 
/**
 * Decisions answer a revision.
 */
revision: number, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * The seat of the caller.
 */
seat?: Seat, 
/**
 * How many actions have been taken.
 */
version: number, 
/**
 * Who is waited on.
 */
waiting: SeatSet, 
/**
 * What the seat may do now.
 */
options: Array<LeanOption>, 
/**
 * May the seat take back its last action?
 */
may_undo: boolean, 
/**
 * Who won, once it is over.
 */
outcome?: Standing, };

/**
 * An option in few words.
 */
export type LeanOption = { 
/**
 * Its integer form.
 */
code: number, 
/**
 * Its words.
 */
label: Text, };

/**
 * An answer of a learner.
 */
export type LessonAnswer = { 
/**
 * The question it answers. An answer to an earlier one is refused.
 */
question: number, 
/**
 * The code of an option; none to go on.
 */
code?: number, };

/**
 * A lesson of a game, for lists.
 */
export type LessonCard = { 
/**
 * In addresses and commands.
 */
name: string, 
/**
 * What it is called.
 */
title: Text, 
/**
 * What it teaches, in one line.
 */
about: Text, 
/**
 * How long people take.
 */
minutes: number, 
/**
 * How many parts it has. A part is a checkpoint.
 */
parts: number, };

/**
 * A lesson as the learner sees it.
 */
export type LessonFrame = { 
/**
 * What the coach says.
 */
coach: Coach, 
/**
 * The learner's seat.
 */
seat: Seat, 
/**
 * The table from that seat. Options are there only while the coach waits for a choice.
 */
view: View, 
/**
 * What happened in this part.
 */
story: Array<Line>, };

/**
 * A part of a lesson with all answers that were given in it: `POST /api/games/{game}/lessons/{lesson}`.
 */
export type LessonSoFar = { 
/**
 * The part, counted from 1.
 */
part: number, 
/**
 * What the learner has answered since its beginning.
 */
answers: Array<LessonAnswer>, };

/**
 * A level of bots.
 */
export type LevelInfo = { 
/**
 * In requests.
 */
id: string, 
/**
 * One sentence.
 */
help: string, };

/**
 * A sentence of the story.
 */
export type Line = { 
/**
 * The action that caused it, counted from 1.
 */
version: number, 
/**
 * What happened, in words for the observer.
 */
text: Text, 
/**
 * How it is staged.
 */
beat: Beat, };

/**
 * A link that makes another device this person, once and for a quarter of an hour: `POST /api/me/link`.
 */
export type Link = { 
/**
 * The path, such as `/claim/…`, a page of the client.
 */
path: string, 
/**
 * Until when it is good.
 */
until_at: number, };

/**
 * A map.
 */
export type Map = { 
/**
 * Its name.
 */
name: Text, 
/**
 * Width and height of the drawing.
 */
size: [number, number], 
/**
 * The areas.
 */
areas: Array<Area>, 
/**
 * Lines that are only decoration.
 */
rivers?: Array<Array<[number, number]>>, };

/**
 * A counter, token or state.
 */
export type Mark = { 
/**
 * The element's name.
 */
id: string, 
/**
 * Its word: "Health", "Shield", "Wound".
 */
label: Text, 
/**
 * What is printed on it: "7". Tables of text do not show it, so the label or the count says what matters.
 */
sign?: Text, 
/**
 * How many, where it counts something.
 */
count?: number | null, 
/**
 * Out of how many.
 */
of?: number | null, 
/**
 * The name of a picture (game-icons).
 */
icon?: string, 
/**
 * Its colour.
 */
tint: Tint, 
/**
 * What it means, in a sentence.
 */
note?: Text, };

/**
 * A marker on a track.
 */
export type Marker = { 
/**
 * The element's name.
 */
id: string, 
/**
 * Its word.
 */
label: Text, 
/**
 * The space it stands on.
 */
at: number, 
/**
 * Whose it is.
 */
owner?: Seat | null, 
/**
 * Its colour.
 */
tint: Tint, };

/**
 * The person who asks.
 */
export type Me = { 
/**
 * Public id.
 */
id: string, 
/**
 * The chosen name.
 */
name: string, 
/**
 * Where "your turn" is sent beside the page.
 */
notices: Notices, 
/**
 * May this person set up tables?
 */
may_open: boolean, 
/**
 * Is this person a host of the house?
 */
host: boolean, };

/**
 * A change of one's own: `PUT /api/me`. What is left out stays.
 */
export type MeChange = { 
/**
 * The chosen name.
 */
name?: string, 
/**
 * Where "your turn" is sent. `push` is not set here but by subscribing.
 */
notices?: Notices, };

/**
 * What a seat may say now, and how much of it.
 */
export type Menu = { 
/**
 * What may be said, always in the same order. Replies are left out: any seat may agree to or deny what another said, unless
 * it is a question or a reply, and take back what it said itself.
 */
sayable: Array<Sayable>, 
/**
 * How many facts and opinions the seat may still state before the next action.
 */
facts: number, 
/**
 * How many requests, promises, questions and withdrawals before the next action.
 */
intents: number, 
/**
 * How many claims about sets of seats in this game.
 */
lists: number, 
/**
 * How much in this game altogether.
 */
in_all: number, };

/**
 * A moment of a finished match: `GET /api/tables/{id}/replay/{version}?eyes=all|spectator|1|2|…`.
 */
export type Moment = { 
/**
 * How many actions the match has.
 */
of: number, 
/**
 * The table after `view.version` actions, as the chosen eyes saw it.
 */
view: View, 
/**
 * The story up to here.
 */
story: Array<Line>, 
/**
 * What had been claimed up to here.
 */
heard: Array<Heard>, };

/**
 * A request for a bot account: `POST /api/bots`.
 */
export type NewBot = { 
/**
 * What it is called.
 */
name: string, };

/**
 * A request for a table.
 */
export type NewTable = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The game's options; `players` at least.
 */
options: Record<string, unknown>, 
/**
 * Who is to sit on each chair, in seat order; chairs left out are open. `you` takes the first chair if none is given.
 */
chairs: Array<ChairPlan>, 
/**
 * How time is kept.
 */
clock: ClockPlan, 
/**
 * What happens when time runs out.
 */
timeout: Timeout, 
/**
 * Who may look on.
 */
spectators: Spectators, 
/**
 * What may be said.
 */
talk: TableTalk, 
/**
 * Start at once if nobody is missing: without a contribution to the shuffle by the one who asks.
 */
start: boolean, };

/**
 * What the house sends over the socket or the event stream.
 */
export type News = { "type": "frame" } & Frame | { "type": "changes" } & Changes | { "type": "done", 
/**
 * The command's id.
 */
id: string, 
/**
 * The revision it led to.
 */
revision: number, } | { "type": "refused", 
/**
 * The command's id.
 */
id: string, 
/**
 * For programs.
 */
kind: Refused, 
/**
 * For people.
 */
reason: Text, 
/**
 * The rule that says no, where one does.
 */
rule?: string, } | { "type": "bye", 
/**
 * Why, for people.
 */
reason: Text, 
/**
 * When to connect again.
 */
again_in?: number, };

/**
 * A notebook of identities, with everything struck out that cannot be by what the observer has been shown.
 */
export type Notebook = { 
/**
 * What a seat can turn out to be.
 */
columns: Array<Face>, 
/**
 * A line for each seat, in order.
 */
rows: Array<Suspect>, };

/**
 * Where a person wants to hear "your turn" when no page is open.
 */
export type Notices = { 
/**
 * An address that takes a POST (Discord, Slack or ntfy shaped), or empty.
 */
webhook: string, 
/**
 * An e-mail address, or empty. Only where the house has a mail server.
 */
mail: string, 
/**
 * Is this browser subscribed to web push?
 */
push: boolean, 
/**
 * Must the e-mail address be confirmed before notices go there? A link was sent to it.
 */
unconfirmed: boolean, };

/**
 * How a person stands with the house.
 */
export type PersonStanding = { 
/**
 * Public id.
 */
id: string, 
/**
 * The chosen name.
 */
name: string, 
/**
 * May they write nothing at tables?
 */
silenced: boolean, 
/**
 * May they do nothing in this house?
 */
removed: boolean, };

/**
 * Pieces that a rule speaks of, for a page of rules.
 */
export type Picture = { 
/**
 * The number of the rule.
 */
rule: string, 
/**
 * The pieces; where several are alike, how many there are in the box.
 */
pieces: Array<Piece>, };

/**
 * A card, tile or figure.
 */
export type Piece = { 
/**
 * The element's name.
 */
id: string, 
/**
 * Its face, or nothing where this observer sees only the back.
 */
face?: Face, 
/**
 * The word for its back: "Night card". Tells nothing about the face.
 */
back?: Text, 
/**
 * How many alike lie here.
 */
count: number, 
/**
 * Whose it is, where that differs from the zone's.
 */
owner?: Seat | null, 
/**
 * What lies on it.
 */
marks?: Array<Mark>, };

/**
 * A seat and what lies before it.
 */
export type Place = { 
/**
 * The element's name: `seat/3`.
 */
id: string, 
/**
 * Which one.
 */
seat: Seat, 
/**
 * Who or what this seat plays, where the observer knows it: "Felicity", "Dragon Riders", "Elder of the Rose".
 */
title?: Text, 
/**
 * Its side, where the observer knows it: `rose`.
 */
key?: import('./shelf.ts').Key, 
/**
 * The observer sits here.
 */
you: boolean, 
/**
 * It is this seat's turn.
 */
turn: boolean, 
/**
 * The game waits for this seat's decision.
 */
waiting: boolean, 
/**
 * Out of the round or the game.
 */
out: boolean, 
/**
 * Its colour.
 */
tint: Tint, 
/**
 * Counters, tokens and states that lie before the seat.
 */
marks: Array<Mark>, };

/**
 * Plays a finished game on from an earlier moment, against bots: `POST /api/tables/{id}/again`.
 */
export type PlayOn = { 
/**
 * How many actions have been taken.
 */
version: number, 
/**
 * Where the caller sits.
 */
seat: Seat, };

/**
 * A refusal as the body of an HTTP answer.
 */
export type Problem = { 
/**
 * For programs.
 */
kind: Refused, 
/**
 * For people.
 */
reason: Text, 
/**
 * The rule that says no, where one does.
 */
rule?: string, };

/**
 * A claim that the observer can tell to be true or false.
 */
export type Proof = { 
/**
 * The number of the claim.
 */
number: number, 
/**
 * Is it true?
 */
truth: boolean, };

/**
 * The keys of a browser's subscription.
 */
export type PushKeys = { 
/**
 * Its public key.
 */
p256dh: string, 
/**
 * Its secret.
 */
auth: string, };

/**
 * A browser's subscription to web push: `POST /api/me/push`, as `PushSubscription.toJSON()` gives it.
 */
export type PushSubscription = { 
/**
 * Where the push service listens.
 */
endpoint: string, 
/**
 * The browser's keys.
 */
keys: PushKeys, };

/**
 * A puzzle of a game, for lists: a lesson of one decision.
 */
export type PuzzleCard = { 
/**
 * In addresses and commands, as the name of a lesson.
 */
name: string, 
/**
 * How deep a search must look to find the answer: 1 for the easiest, 5 for the hardest.
 */
rating: number, };

/**
 * Play now, against bots: `POST /api/tables/quick`, answered with [`TableInfo`].
 */
export type QuickTable = { 
/**
 * The game's id.
 */
game: string, 
/**
 * How many sit at the table; the usual number if left out.
 */
players?: number, 
/**
 * How the bots play; the middle level if left out.
 */
level?: string, 
/**
 * Wait for the host's contribution to the shuffle and their start, instead of starting at once?
 */
wait?: boolean, };

/**
 * A fact that speaks for an option.
 */
export type Reason = { 
/**
 * One sentence.
 */
text: Text, 
/**
 * The rule it follows from; empty for what was counted in imagined games.
 */
rule?: string, };

/**
 * What kind of thing was refused, for programs. People read the reason.
 */
export type Refused = "over" | "not-yours" | "illegal" | "malformed" | "stale" | "not-allowed" | "missing" | "busy" | "unavailable";

/**
 * What the coach says about an answer.
 */
export type Remark = { 
/**
 * Did the answer lead on?
 */
right: boolean, 
/**
 * One or two sentences.
 */
text: Text, };

/**
 * A report of somebody at a table: `POST /api/tables/{id}/reports`.
 */
export type Report = { 
/**
 * Where they sit.
 */
seat: Seat, 
/**
 * What happened, in a few words.
 */
why: string, };

/**
 * Something said at the table.
 */
export type Said = { 
/**
 * Who, by name.
 */
name: string, 
/**
 * Their seat, if they have one.
 */
seat?: Seat, 
/**
 * When.
 */
said_at: number, 
/**
 * Text, never markup. Of a claim, what it says in English.
 */
text: string, 
/**
 * The claim, if it was one and not free text: show its own text.
 */
claim?: Heard, };

/**
 * A claim that a seat may make: tap whom it is `about`, then tap this.
 */
export type Sayable = { 
/**
 * Its integer form. With `choose`, that of the empty set: add 1 for seat 1, 2 for seat 2, 4 for seat 3 and so on.
 */
code: number, 
/**
 * What kind of thing it is.
 */
class: Class, 
/**
 * Whom it is about; left out for what concerns the whole table.
 */
about?: Seat, 
/**
 * Claims of one group about one seat exclude each other.
 */
group: string, 
/**
 * The name of its picture.
 */
icon: string, 
/**
 * In words; with `choose`, those before the seats are chosen.
 */
label: Text, 
/**
 * For a claim about a set of seats: which.
 */
choose?: Choose, };

/**
 * A whole table as one observer sees it.
 */
export type Scene = { 
/**
 * Where in the game we are: "Round 2 of 4, draw 7".
 */
heading: Text, 
/**
 * What is asked and of whom, in the observer's words: "Choose whom to strike".
 */
prompt: Text, 
/**
 * What wins and what loses for the observer, by what it knows, in one or two short sentences.
 */
goal?: Text, 
/**
 * Who the observer is, where a game gives its players something to be.
 */
role?: Face, 
/**
 * A word for light and sound, from a small set of the game's own: "day", "night", "battle".
 */
mood: string, 
/**
 * The number of the rule that the prompt is about; help opens there.
 */
help: string, 
/**
 * The round, night or hand, from 1, where the game counts them.
 */
round?: number, 
/**
 * Turns go anticlockwise, to the right.
 */
reversed?: boolean, 
/**
 * Every seat, in order.
 */
seats: Array<Place>, 
/**
 * Hands, piles, rows, markets.
 */
zones?: Array<Zone>, 
/**
 * Scales with markers on them.
 */
tracks?: Array<Track>, 
/**
 * A map of areas.
 */
map?: Map | null, 
/**
 * A family tree of cards.
 */
tree?: Tree | null, 
/**
 * What this observer has learned in secret.
 */
knowledge?: Array<Sentence>, 
/**
 * Who may be what, in games of hidden identities.
 */
notebook?: Notebook | null, 
/**
 * Who won and why, once the game is over.
 */
verdict?: Text | null, };

/**
 * Points from one source.
 */
export type ScoreRow = { 
/**
 * Where they came from: "Night 2", "Battles".
 */
label: Text, 
/**
 * Per seat.
 */
points: Array<number>, };

/**
 * One place at the table.
 *
 * Its [`Display`](fmt::Display) form is a placeholder such as `{s3}`: texts of scenes, options and events carry
 * placeholders, and each client puts in the names it knows (see [`crate::text::with_names`]).
 */
export type Seat = number;

/**
 * A set of seats.
 */
export type SeatSet = number[];

/**
 * Something that the observer knows, in a sentence.
 */
export type Sentence = { 
/**
 * What it says.
 */
text: Text, 
/**
 * The element it is about.
 */
about?: string, };

/**
 * Who sits on a chair.
 */
export type Sitter = { "kind": "open" } | { "kind": "invited" } | { "kind": "person", 
/**
 * Public id.
 */
id: string, 
/**
 * The chosen name.
 */
name: string, } | { "kind": "bot", 
/**
 * Its level.
 */
level: string, 
/**
 * What it is called.
 */
name: string, } | { "kind": "outside", 
/**
 * Public id of the account.
 */
id: string, 
/**
 * Its name.
 */
name: string, };

/**
 * Who may look on.
 */
export type Spectators = { "kind": "off" } | { "kind": "public" } | { "kind": "delayed", 
/**
 * How many actions late.
 */
actions: number, };

/**
 * An empty place of a family tree.
 */
export type Spot = { 
/**
 * The element's name.
 */
id: string, 
/**
 * Its generation.
 */
row: number, 
/**
 * Its left edge in half-card steps.
 */
column: number, 
/**
 * The ids of the observer's cards that could be played here now.
 */
takes?: Array<string>, };

/**
 * How far a table is.
 */
export type Stage = "gathering" | "playing" | "finished" | "cancelled" | "frozen";

/**
 * An outcome in files and on the wire.
 */
export type Standing = { 
/**
 * A short name for the way it ended.
 */
ending: string, 
/**
 * Per seat, 1 for the best.
 */
placings: Array<number>, 
/**
 * Per seat.
 */
scores: Array<number>, };

/**
 * How a person is to stand with the house: `PUT /api/host/people/{id}`. What is left out stays.
 */
export type StandingChange = { 
/**
 * May they write nothing at tables?
 */
silenced?: boolean, 
/**
 * May they do nothing in this house? Bots take over their seats.
 */
removed?: boolean, 
/**
 * Why, for the log.
 */
why?: string, };

/**
 * A line of a notebook.
 */
export type Suspect = { 
/**
 * About whom.
 */
seat: Seat, 
/**
 * The columns that are still possible, by their places in the list.
 */
may_be: Array<number>, };

/**
 * What a sitter or host can do with a table.
 */
export type TableAct = { "act": "join", 
/**
 * Which chair; any open one if left out.
 */
seat?: Seat, 
/**
 * The token of an invitation.
 */
invite?: string, 
/**
 * Anything, mixed into the shuffle.
 */
contribution: string, } | { "act": "contribute", 
/**
 * Anything.
 */
contribution: string, } | { "act": "leave" } | { "act": "sit-out" } | { "act": "return" } | { "act": "start" } | { "act": "seat-bot", 
/**
 * Which chair.
 */
seat: Seat, 
/**
 * The level.
 */
level: string, } | { "act": "silence", 
/**
 * Which chair.
 */
seat: Seat, 
/**
 * Silence them?
 */
silent: boolean, } | { "act": "free", 
/**
 * Which chair.
 */
seat: Seat, 
/**
 * Only for people with the link?
 */
invited: boolean, } | { "act": "cancel" } | { "act": "go-on" } | { "act": "rematch" };

/**
 * A table as lists show it.
 */
export type TableCard = { 
/**
 * In addresses.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * Who sits where.
 */
chairs: Array<Chair>, 
/**
 * When something last happened.
 */
moved_at: number, 
/**
 * Does the game wait for the person who asks?
 */
your_turn: boolean, 
/**
 * Where the person who asks sits.
 */
you?: Seat, 
/**
 * Who won, in a sentence with placeholders; empty before the end.
 */
verdict: Text, 
/**
 * The seats that won; empty before the end and after a draw.
 */
winners: SeatSet, };

/**
 * A table with everything that is not the game itself.
 */
export type TableInfo = { 
/**
 * In addresses.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The game's options, complete. Changes leave them out.
 */
options?: Record<string, unknown>, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * Why it is frozen or was cancelled; else empty.
 */
notice: Text, 
/**
 * Who sits where.
 */
chairs: Array<Chair>, 
/**
 * How time is kept.
 */
clock: ClockPlan, 
/**
 * What happens when time runs out.
 */
timeout: Timeout, 
/**
 * Who may look on.
 */
spectators: Spectators, 
/**
 * What may be said.
 */
talk: TableTalk, 
/**
 * How many look on.
 */
watching: number, 
/**
 * The seat of the person who asks.
 */
you?: Seat, 
/**
 * Is the person who asks the host of this table?
 */
host: boolean, 
/**
 * Links to the seats that wait for a friend, for the host only: paths that begin with `/`.
 */
invites?: Array<Invite>, 
/**
 * The commitment to the house's part of the shuffle, in hexadecimal.
 */
commitment: string, 
/**
 * Seats that agree to cancel.
 */
cancel_votes: Array<Seat>, 
/**
 * The table of the rematch, once somebody has proposed one.
 */
rematch?: string, 
/**
 * When a rematch begins, even without those who have not come.
 */
starts_at?: number, 
/**
 * Where the host sits.
 */
host_seat?: Seat, 
/**
 * A link to any free seat, for the host only: a path that begins with `/`.
 */
link?: string, };

/**
 * Which tables `GET /api/tables?shelf=…` lists, latest first.
 */
export type TableShelf = "open" | "mine" | "finished";

/**
 * What may be said at a table.
 */
export type TableTalk = "open" | "claims" | "silent";

/**
 * The end of a list that the client already has the beginning of.
 */
export type Tail<T> = { 
/**
 * How many entries stay.
 */
from: number, 
/**
 * What follows them.
 */
items: Array<T>, };

/**
 * A sentence or a word, in English, with its blanks marked. [`Display`](fmt::Display) is the plain sentence, seats still
 * placeholders.
 */
export type Text = string;

/**
 * What happens when time runs out.
 */
export type Timeout = "stand-in" | "default";

/**
 * A colour family. Never the only sign: every tinted thing has a label too.
 */
export type Tint = "plain" | "red" | "blue" | "green" | "gold" | "violet" | "orange" | "teal" | "silver" | "bone" | "black";

/**
 * A scale with markers.
 */
export type Track = { 
/**
 * The element's name.
 */
id: string, 
/**
 * Its word: "Daylight".
 */
label: Text, 
/**
 * The lowest space.
 */
from: number, 
/**
 * The highest space.
 */
to: number, 
/**
 * From this space on something happens.
 */
alarm?: number | null, 
/**
 * How near that is, in a sentence.
 */
note?: Text, 
/**
 * What stands on it.
 */
markers: Array<Marker>, };

/**
 * A family tree. A card is two columns wide; rows count downwards.
 */
export type Tree = { 
/**
 * The cards.
 */
cards: Array<Leaf>, 
/**
 * Empty places where something may go.
 */
spots?: Array<Spot>, };

/**
 * What an observer gets of a match.
 */
export type View = { 
/**
 * How many actions have been taken.
 */
version: number, 
/**
 * Who is waited on.
 */
waiting: SeatSet, 
/**
 * Who may interrupt.
 */
interrupts: SeatSet, 
/**
 * The table.
 */
scene: Scene, 
/**
 * What the observing seat may do now.
 */
options: Array<Choice>, 
/**
 * May the observing seat take back its last action?
 */
may_undo: boolean, 
/**
 * Who won, once it is over.
 */
outcome: Standing | null, 
/**
 * What the observing seat may say now, in a game that has talk.
 */
menu?: Menu, 
/**
 * Which of the claims are proved or refuted by what the observer was shown; the others are open.
 */
proofs?: Array<Proof>, 
/**
 * The elements of the scene that the observing seat might try and cannot use now, with the reason.
 */
barred?: Array<Barred>, 
/**
 * Once it is over: where everybody's points came from, in games that count them.
 */
score_sheet?: Array<ScoreRow>, };

/**
 * What a coach waits for.
 */
export type Wants = "go-on" | "choice" | "back" | "next";

/**
 * An option and what the search found it to be worth.
 */
export type WeighedOption = { 
/**
 * Its code.
 */
code: number, 
/**
 * What it is called.
 */
label: Text, 
/**
 * The chance to win, from 0 to 1.
 */
chance: number, 
/**
 * The standard error of its difference to the first; 0 for the first.
 */
noise: number, };

/**
 * How much a line of the story matters: clients give it as much time and room.
 */
export type Weight = "aside" | "small" | "medium" | "large" | "huge";

/**
 * A place where cards or tiles lie.
 */
export type Zone = { 
/**
 * The element's name.
 */
id: string, 
/**
 * Its word: "Your hand", "Day deck".
 */
label: Text, 
/**
 * How it is laid out.
 */
layout: Layout, 
/**
 * Whose it is, if anyone's.
 */
owner?: Seat | null, 
/**
 * What lies here and is worth showing one by one.
 */
pieces: Array<Piece>, 
/**
 * How many lie here in all.
 */
count: number, 
/**
 * What they are worth together, where that counts.
 */
total?: number | null, };
