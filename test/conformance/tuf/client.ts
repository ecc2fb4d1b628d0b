import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runTufClient } from "../../../firmware/cli/delivery/tuf-client.ts";
import type { WallMs } from "../../../src/time/instant.ts";
import { filesBelow } from "../../support/durable-files.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { MADE_AT, Repository } from "./repository.ts";

/** `tirada-tuf-client` in this process, against a web server without TLS that is gone after the test. */
export class TestedClient {
  readonly #metadata: string;
  readonly #targets: string;
  #url = "";
  /** What expiry is held against. */
  now: WallMs = MADE_AT;
  /** Why the last command was refused; null: it was not. */
  refusal: string | null = null;

  constructor() {
    const folder = temporaryFolder();
    this.#metadata = join(folder, "metadata");
    this.#targets = join(folder, "targets");
    mkdirSync(this.#metadata);
    mkdirSync(this.#targets);
  }

  /** Serves what `answer` gives for a path below the repository; null: 404. */
  async serve(answer: (path: string) => Buffer | null): Promise<void> {
    const server = createServer((request, response) => {
      const bytes = answer(request.url ?? "");
      if (bytes === null) response.writeHead(404).end();
      else response.writeHead(200, { "content-length": bytes.length }).end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    this.#url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  async #run(...args: readonly string[]): Promise<boolean> {
    const all = ["--metadata-dir", this.#metadata, "--metadata-url", `${this.#url}/metadata`, ...args];
    this.refusal = await runTufClient(all, this.now);
    return this.refusal === null;
  }

  async trust(root: Uint8Array): Promise<boolean> {
    const file = join(temporaryFolder(), "root.json");
    writeFileSync(file, root);
    return this.#run("init", file);
  }

  refresh(): Promise<boolean> {
    return this.#run("refresh");
  }

  download(name: string): Promise<boolean> {
    const where = ["--target-base-url", `${this.#url}/targets`, "--target-dir", this.#targets];
    return this.#run("--target-name", name, ...where, "download");
  }

  /** The bytes of a role that is trusted; null: none is. */
  trusted(role: string): Buffer | null {
    const file = join(this.#metadata, `${role}.json`);
    return existsSync(file) ? readFileSync(file) : null;
  }

  /** Versions of all roles that are trusted, by the name of their file. */
  get versions(): Record<string, number> {
    const names = readdirSync(this.#metadata).map((name) => name.replace(/\.json$/, ""));
    return Object.fromEntries(
      names.map((name) => {
        const { signed } = JSON.parse(`${this.trusted(name)?.toString()}`) as { signed: { version: number } };
        return [name, signed.version];
      }),
    );
  }

  /** What lies in the folder of downloads, sorted. */
  get downloads(): string[] {
    return filesBelow(this.#targets)
      .map((path) => readFileSync(path, "utf8"))
      .sort();
  }
}

/** A repository, and a client that trusts its first root. */
export async function playedRepository(): Promise<{ repository: Repository; client: TestedClient }> {
  const repository = new Repository();
  const client = await clientOf(repository);
  await client.trust(repository.bytes("root", 1));
  return { repository, client };
}

/** A client of a repository, which trusts nothing yet. */
export async function clientOf(repository: Repository): Promise<TestedClient> {
  const client = new TestedClient();
  await client.serve((path) => repository.answer(path));
  return client;
}
