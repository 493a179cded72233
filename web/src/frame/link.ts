import type { Command, News } from "../wire.ts";
import { Refusal, api } from "./api.ts";

/** State of a connection. `waiting`: until the next attempt. `closed` is final. */
export type LinkState = "connecting" | "open" | "waiting" | "closed";

/** What a link reports. */
export interface LinkEvents {
  news(news: News): void;
  state(state: LinkState): void;
}

/**
 * A connection to one match. It delivers news in order and reconnects by itself. Commands sent while it is down are lost; the sender
 * keeps them and sends them again. A match hosted inside the page (`pocket/`) is another implementation.
 */
export interface Link {
  send(command: Command): void;
  close(): void;
}

/** Exponential backoff with jitter, so that a thousand pages do not reconnect at once. */
function backoff(failures: number): number {
  return Math.min(10_000, 250 * 2 ** Math.min(failures, 6)) * (0.7 + Math.random() * 0.6);
}

/** How to connect to a match. */
export type Connect = (table: string, events: LinkEvents) => Link;

let maker: Connect = overHttp;

export const connect: Connect = (table, events) => maker(table, events);

/** Connects to another host: one inside the page. */
export function useLink(other: Connect): void {
  maker = other;
}

/** Connects by WebSocket, or by server-sent events and POST where a proxy blocks sockets. */
function overHttp(table: string, events: LinkEvents): Link {
  const path = `/api/tables/${encodeURIComponent(table)}`;
  let socket: WebSocket | null = null;
  let stream: EventSource | null = null;
  let failures = 0;
  let everOpened = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function receive(text: string): void {
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

  function retry(after = backoff(failures++)): void {
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
    // Three sockets failed and none ever opened: assume that a proxy blocks them.
    if (!everOpened && failures >= 3) openStream();
    else openSocket();
  }

  function openSocket(): void {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}/socket`);
    socket.onopen = opened;
    socket.onmessage = (event) => receive(event.data as string);
    let opens = false;
    socket.addEventListener("open", () => (opens = true));
    socket.onclose = () => (opens ? retry() : void checkTable());
  }

  /** A browser does not say why a socket failed, so ask over HTTP whether the table is there at all. */
  async function checkTable(): Promise<void> {
    try {
      await api.table(table);
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.kind !== "busy" && refusal.kind !== "unavailable") {
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
    stream.onmessage = (event) => receive(event.data as string);
    stream.onerror = () => retry();
  }

  function post(command: Command): void {
    api.command(table, command).then(
      (done) => events.news({ type: "done", ...done }),
      (refusal: unknown) => {
        // The house may not have seen it: the store keeps the command and sends it again.
        if (!(refusal instanceof Refusal) || refusal.kind === "unavailable") return;
        events.news({ type: "refused", id: command.id, kind: refusal.kind, reason: refusal.message, rule: refusal.rule });
      },
    );
  }

  /** Online or visible again: reconnect now. */
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
