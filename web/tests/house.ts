import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const program = process.env.SANGUIS ?? resolve(import.meta.dirname, "../../target/debug/sanguis");
/** The last build of the client, whatever the binary was built with. */
const client = process.env.SANGUIS_WEB ?? resolve(import.meta.dirname, "../dist");

/** A real house with its own database and port. */
export class House {
  #child: ChildProcess | null = null;
  #folder = mkdtempSync(join(tmpdir(), "sanguis-"));
  #output = "";

  private constructor(
    readonly port: number,
    readonly botPause: number,
  ) {}

  /** `config` is what stands in its file. */
  static async open({ botPause = 0, config = "" } = {}): Promise<House> {
    const house = new House(await freePort(), botPause);
    house.configure(config);
    await house.start();
    return house;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  configure(config: string): void {
    writeFileSync(join(this.#folder, "house.toml"), config);
  }

  /** What `sanguis admin` prints. */
  admin(...args: string[]): string {
    return execFileSync(program, ["admin", ...args, "--db", `sqlite:${join(this.#folder, "house.db")}`], { encoding: "utf8" }).trim();
  }

  async start(): Promise<void> {
    const args = ["serve", "--config", join(this.#folder, "house.toml"), "--port", String(this.port), "--db", `sqlite:${join(this.#folder, "house.db")}`, "--bot-pause", String(this.botPause), "--requests-per-second", "0", "--waiting-tables", "0", "--running-tables", "0", "--bot-tables", "0", "--web", client];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (this.#output += text.toString()));
    const gone = new Promise<never>((_, reject) => {
      child.once("error", (error) => reject(new Error(`${program} does not start: ${error.message}. Build it with cargo build -p sanguis.`)));
      child.once("exit", (code) => reject(new Error(`The house exited with ${code}: ${this.#output}`)));
    });
    gone.catch(() => {});
    await Promise.race([gone, this.#answers()]);
  }

  /** SIGKILL, like a power cut. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode != null || child.signalCode != null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<void> {
    for (;;) {
      try {
        if ((await fetch(`${this.url}/healthz`)).ok) return;
      } catch {
        // Not yet.
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === "object" && address ? address.port : 7700;
}
