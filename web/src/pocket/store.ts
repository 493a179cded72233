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

/** The logs of this browser. What `append` has resolved is on the disk as far as the browser can say. */
export class Store {
  private constructor(readonly db: IDBDatabase) {}

  static async open(): Promise<Store> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries");
      request.result.createObjectStore("tables");
      request.result.createObjectStore("kept");
    };
    return new Store(await result(request));
  }

  /** Writes entries with their table's summary, all or nothing. */
  append(...writes: Write[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = this.db.transaction(["entries", "tables"], "readwrite", { durability: "strict" });
      let overtaken = false;
      for (const { table, entries, summary } of writes) {
        for (const entry of entries) {
          // The revision is the key: of two tabs that write the same one, one fails.
          step.objectStore("entries").add(entry, [table, entry.revision]).onerror = (event) => {
            overtaken = (event.target as IDBRequest).error?.name === "ConstraintError";
          };
        }
        step.objectStore("tables").put(summary, table);
      }
      step.oncomplete = () => resolve();
      step.onabort = () => reject(overtaken ? new Overtaken() : step.error);
    });
  }

  /** The entries of a table after a revision. */
  entries(table: string, after = 0): Promise<Entry[]> {
    const range = IDBKeyRange.bound([table, after + 1], [table, Number.MAX_SAFE_INTEGER]);
    return result(this.db.transaction("entries").objectStore("entries").getAll(range) as IDBRequest<Entry[]>);
  }

  summaries(): Promise<Summary[]> {
    return result(this.db.transaction("tables").objectStore("tables").getAll() as IDBRequest<Summary[]>);
  }

  kept<T>(key: string): Promise<T | undefined> {
    return result(this.db.transaction("kept").objectStore("kept").get(key) as IDBRequest<T | undefined>);
  }

  keep(key: string, value: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = this.db.transaction("kept", "readwrite");
      step.objectStore("kept").put(value, key);
      step.oncomplete = () => resolve();
      step.onabort = () => reject(step.error);
    });
  }
}
