// The program under test: started with a folder of its own, killed, started again.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server on a free port of this machine. */
export class Server {
  #child: ChildProcess | undefined;
  #port = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), "sandtable-web-"));

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** Starts it, on the same port and with the same battles as before. */
  async start(): Promise<void> {
    const program = process.env["SANDTABLE_PROGRAM"];
    if (program === undefined) {
      throw new Error("SANDTABLE_PROGRAM names the program to test; `cargo xtask web` builds and names it");
    }
    const child = spawn(program, ["serve", "--port", String(this.#port), "--data", this.#folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#port = await new Promise<number>((done, failed) => {
      let said = "";
      const read = (bytes: Buffer) => {
        said += bytes.toString();
        const found = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)/.exec(said);
        if (found) {
          done(Number(found[1]));
        }
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("error", failed);
      child.on("exit", (code) => failed(new Error(`the program ended with ${code}: ${said}`)));
    });
  }

  /** Kills it at once. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null) {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill(signal);
      await gone;
    }
  }

  /** Ends it for good. */
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
