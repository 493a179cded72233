import type { Command, News } from "../wire.ts";
import { Refusal, api } from "./api.ts";

/** How the line is. `closed` stays so. */
export type LinkState = "connecting" | "open" | "waiting" | "closed";

/** What a link tells. */
export interface LinkEvents {
  news(news: News): void;
  state(state: LinkState): void;
}

/**
 * A connection to one match. It tells news in order and keeps itself alive; it may lose commands while it is down (whoever sends
 * them keeps them until they are answered, and sends them again). A match hosted inside the page can take its place.
 */
export interface Link {
  send(command: Command): void;
  close(): void;
}

/** Waits a little longer after each failure, with some dice so that a thousand pages do not come back at once. */
function pause(failures: number): number {
  return Math.min(10_000, 250 * 2 ** Math.min(failures, 6)) * (0.7 + Math.random() * 0.6);
}

/** A link over a WebSocket; over server-sent events and POST where sockets do not get through. */
export function connect(table: string, events: LinkEvents): Link {
  const path = `/api/tables/${encodeURIComponent(table)}`;
  let socket: WebSocket | null = null;
  let stream: EventSource | null = null;
  let failures = 0;
  let everOpened = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function heard(text: string): void {
    const news = JSON.parse(text) as News;
    events.news(news);
    if (news.type !== "bye") return;
    if (news.again_in == null) close();
    else retry(news.again_in);
  }

  function opened(): void {
    failures = 0;
    everOpened = true;
    events.state("open");
  }

  function drop(): void {
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    stream?.close();
    socket = stream = null;
  }

  function retry(after = pause(failures++)): void {
    drop();
    if (closed) return;
    events.state("waiting");
    clearTimeout(timer);
    timer = setTimeout(open, after);
  }

  function open(): void {
    clearTimeout(timer);
    drop();
    if (closed) return;
    events.state("connecting");
    // Three sockets in a row that never opened: something in between does not let them through.
    if (!everOpened && failures >= 3) openStream();
    else openSocket();
  }

  function openSocket(): void {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}/socket`);
    socket.onopen = opened;
    socket.onmessage = (event) => heard(event.data as string);
    let opens = false;
    socket.addEventListener("open", () => (opens = true));
    socket.onclose = () => (opens ? retry() : void wonder());
  }

  /** A socket that does not open does not say why; the table's page does. */
  async function wonder(): Promise<void> {
    try {
      await api.table(table);
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429) {
        events.news({ type: "bye", reason: refusal.message });
        close();
        return;
      }
    }
    retry();
  }

  function openStream(): void {
    stream = new EventSource(`${path}/stream`);
    stream.onopen = opened;
    stream.onmessage = (event) => heard(event.data as string);
    stream.onerror = () => retry();
  }

  function post(command: Command): void {
    api.command(table, command).then(
      (done) => events.news({ type: "done", ...done }),
      (refusal: unknown) => {
        // No answer is no refusal: the command is kept and sent again.
        if (!(refusal instanceof Refusal) || refusal.status === 0 || refusal.status >= 500) return;
        events.news({ type: "refused", id: command.id, kind: "not-allowed", reason: refusal.message, rule: refusal.rule });
      },
    );
  }

  /** Back from sleep or from a tunnel: no need to wait out the pause. */
  function wake(): void {
    if (!closed && !socket && !stream && document.visibilityState === "visible") open();
    else if (socket && socket.readyState > WebSocket.OPEN) retry(0);
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
    drop();
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
    events.state("closed");
  }

  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  open();

  return {
    send(command) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
      else if (stream) post(command);
    },
    close,
  };
}
