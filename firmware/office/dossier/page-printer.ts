import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { browserOf } from "../../cli/rules/print-pdf.ts";
import { usageProblem } from "../../problem.ts";

/** What the browser is told and answers over its pipe (Chrome DevTools Protocol): JSON with a zero byte behind it. */
interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

interface Asked {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

/** A4, with the margins that the page itself says. */
const PRINT = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  transferMode: "ReturnAsBase64",
};
const DATE = /\/(CreationDate|ModDate) \(D:\d{14}\+00'00'\)/g;

/** Prints page after page with one Chromium of this machine, which is started once: hundreds of starts would take minutes. */
export class PagePrinter {
  readonly #browser: ChildProcess;
  readonly #folder: string;
  readonly #asked = new Map<number, Asked>();
  readonly #loaded = new Map<string, () => void>();
  #last = 0;
  #heard = "";

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), "tirada-print-"));
    this.#browser = spawn(
      browserOf(process.env),
      [
        "--headless",
        // Chromium refuses to start as root without this; the pages are our own and have no script.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        `--user-data-dir=${this.#folder}`,
        "--remote-debugging-pipe",
        "about:blank",
      ],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    const from = this.#browser.stdio[4] as Readable;
    from.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    this.#browser.once("exit", (status) => this.#fail(`it ended with status ${status ?? "none"}`));
    this.#browser.once("error", (error) => this.#fail(error.message));
  }

  /** The PDF of a page that lies on the disk, with this instant as its date: `20261129235300`. Rejects with a Problem. */
  async print(path: string, date: string): Promise<Buffer> {
    const { targetId } = await this.#ask("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#ask("Target.attachToTarget", { targetId, flatten: true });
    const session = sessionId as string;
    await this.#ask("Page.enable", {}, session);
    const loaded = new Promise<void>((resolve) => this.#loaded.set(session, resolve));
    await this.#ask("Page.navigate", { url: pathToFileURL(path).href }, session);
    await loaded;
    const { data } = await this.#ask("Page.printToPDF", PRINT, session);
    await this.#ask("Target.closeTarget", { targetId });
    // The dates are all in which two prints of one page differ; they have one length, so every offset stays.
    const text = Buffer.from(data as string, "base64").toString("latin1");
    return Buffer.from(text.replaceAll(DATE, `/$1 (D:${date}+00'00')`), "latin1");
  }

  /** Ends the browser. */
  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#browser.once("exit", () => resolve()));
    if (this.#browser.exitCode === null && this.#browser.signalCode === null) {
      this.#browser.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #ask(method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#last;
    const to = this.#browser.stdio[3] as Writable;
    to.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  #hear(text: string): void {
    const pieces = `${this.#heard}${text}`.split("\0");
    this.#heard = pieces.pop() ?? "";
    for (const piece of pieces) {
      const { id, method, sessionId = "", result, error } = JSON.parse(piece) as Answer;
      if (method === "Page.loadEventFired") this.#loaded.get(sessionId)?.();
      const asked = id === undefined ? undefined : this.#asked.get(id);
      if (id === undefined || asked === undefined) continue;
      this.#asked.delete(id);
      if (error === undefined) asked.resolve(result ?? {});
      else asked.reject(printProblem(error.message));
    }
  }

  #fail(why: string): void {
    for (const { reject } of this.#asked.values()) reject(printProblem(why));
    this.#asked.clear();
  }
}

const printProblem = (why: string): Error =>
  usageProblem(`Chromium made no PDF (${why}): begin again, or leave the PDFs out with --no-pdf`);
