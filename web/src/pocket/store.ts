/** An entry of a match's log. Only the rules look inside. */
export interface Entry {
  revision: number;
}

/** What lists show of a match, as the rules wrote it. */
export interface Summary {
  stage: string;
  moved_at: number;
  waiting: string[];
  card: string;
}

/** What is to be written at once. */
export interface Write {
  table: string;
  entries: Entry[];
  summary: Summary;
}

/** Another tab has written this revision first. */
export class Overtaken extends Error {}

const NAME = "sanguis";

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function connect(closed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("entries");
    request.result.createObjectStore("tables");
    request.result.createObjectStore("kept");
  };
  const db = await result(request);
  db.onclose = closed;
  db.onversionchange = () => {
    db.close();
    closed();
  };
  return db;
}

/** The entries before these are not there any more. */
export class Gone extends Error {}

/** The logs of this browser. What `append` has resolved is on the disk as far as the browser can say. */
export class Store {
  #open: Promise<IDBDatabase> | null = null;
  /** Tables that were written to since the database was opened. A browser that deletes anything closes it. */
  #there = new Set<string>();

  static async open(): Promise<Store> {
    const store = new Store();
    await store.#db();
    return store;
  }

  /** The database; opened again after the browser has closed it, as it does when somebody clears what pages have stored. */
  #db(): Promise<IDBDatabase> {
    this.#open ??= connect(() => {
      this.#open = null;
      this.#there.clear();
    });
    return this.#open;
  }

  /** Writes entries with their table's summary, all or nothing. `flushed` also waits until the disk has them, and all before them. */
  async append(flushed: boolean, ...writes: Write[]): Promise<void> {
    const db = await this.#db();
    return new Promise((resolve, reject) => {
      const step = db.transaction(["entries", "tables"], "readwrite", { durability: flushed ? "strict" : "relaxed" });
      let [overtaken, gone, unsure] = [false, false, false];
      for (const { table, entries, summary } of writes) {
        const before = entries[0]!.revision - 1;
        if (before > 0 && !this.#there.has(table)) {
          unsure = true;
          const last = step.objectStore("entries").getKey([table, before]);
          last.onsuccess = () => {
            gone = last.result === undefined;
            if (gone) step.abort();
          };
        }
        for (const entry of entries) {
          // The revision is the key: of two tabs that write the same one, one fails.
          step.objectStore("entries").add(entry, [table, entry.revision]).onerror = (event) => {
            overtaken = (event.target as IDBRequest).error?.name === "ConstraintError";
          };
        }
        step.objectStore("tables").put(summary, table);
      }
      // Otherwise the browser waits until we have seen each answer.
      if (!unsure) step.commit();
      step.oncomplete = () => {
        for (const { table } of writes) this.#there.add(table);
        resolve();
      };
      step.onabort = () => reject(gone ? new Gone() : overtaken ? new Overtaken() : step.error);
    });
  }

  /** The entries of a table after a revision. */
  async entries(table: string, after = 0): Promise<Entry[]> {
    const range = IDBKeyRange.bound([table, after + 1], [table, Number.MAX_SAFE_INTEGER]);
    return result((await this.#db()).transaction("entries").objectStore("entries").getAll(range) as IDBRequest<Entry[]>);
  }

  async summaries(): Promise<Summary[]> {
    return result((await this.#db()).transaction("tables").objectStore("tables").getAll() as IDBRequest<Summary[]>);
  }

  async kept<T>(key: string): Promise<T | undefined> {
    return result((await this.#db()).transaction("kept").objectStore("kept").get(key) as IDBRequest<T | undefined>);
  }

  async keep(key: string, value: unknown): Promise<void> {
    const db = await this.#db();
    return new Promise((resolve, reject) => {
      const step = db.transaction("kept", "readwrite");
      step.objectStore("kept").put(value, key);
      step.oncomplete = () => resolve();
      step.onabort = () => reject(step.error);
    });
  }
}
