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
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Result;
  readonly error?: { readonly message: string };
}

type Result = Readonly<Record<string, unknown>>;

/** Somebody who waits for an answer, or for a page to be there. */
interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** All pages together get so long, in milliseconds. */
const LIMIT_MS = 3_600_000;

/** A4, with the margins that the page itself says. */
const PRINT = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: false,
  transferMode: "ReturnAsBase64",
};
const DATE = /\/(CreationDate|ModDate) \(D:\d{14}\+00'00'\)/g;

/** Prints page after page with one Chromium of this machine, which is started once: hundreds of starts would take minutes. */
export class PagePrinter {
  readonly #browser: ChildProcess;
  readonly #folder: string;
  /** By the number of the question, or by the load of a page. */
  readonly #waiting = new Map<number | string, Waiting>();
  readonly #loaded = new Set<string>();
  #last = 0;
  #heard = "";
  #ended: string | null = null;

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
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], timeout: LIMIT_MS, killSignal: "SIGKILL" },
    );
    const [, , , to, from] = this.#browser.stdio as readonly unknown[];
    (from as Readable).setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    (to as Writable).on("error", (error) => this.#fail(error.message));
    this.#browser.once("exit", (status, signal) =>
      this.#fail(`it ended with ${status ?? signal ?? "nothing"}`),
    );
    this.#browser.once("error", (error) => this.#fail(error.message));
  }

  /** The PDF of a page that lies on the disk, with this instant as its date: `20261129235300`. Rejects with a Problem. */
  async print(path: string, date: string): Promise<Buffer> {
    const { targetId } = await this.#ask("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#ask("Target.attachToTarget", { targetId, flatten: true });
    await this.#ask("Page.enable", {}, sessionId);
    await this.#ask("Page.setLifecycleEventsEnabled", { enabled: true }, sessionId);
    const { loaderId } = await this.#ask("Page.navigate", { url: pathToFileURL(path).href }, sessionId);
    await this.#load(String(loaderId));
    const { data } = await this.#ask("Page.printToPDF", PRINT, sessionId);
    await this.#ask("Target.closeTarget", { targetId });
    // The dates are all in which two prints of one page differ; they have one length, so every offset stays.
    const text = Buffer.from(String(data), "base64").toString("latin1");
    return Buffer.from(text.replaceAll(DATE, `/$1 (D:${date}+00'00')`), "latin1");
  }

  /** Ends the browser. */
  async end(): Promise<void> {
    if (this.#ended === null) {
      const ended = new Promise((resolve) => this.#browser.once("exit", resolve));
      this.#browser.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #ask(method: string, params: object, sessionId?: unknown): Promise<Result> {
    const id = ++this.#last;
    const answer = this.#wait(id);
    const to = this.#browser.stdio[3] as Writable;
    to.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    return answer;
  }

  /** Until the page of this load is there, with its pictures. */
  async #load(loader: string): Promise<void> {
    if (!this.#loaded.has(loader)) await this.#wait(loader);
  }

  #wait(of: number | string): Promise<Result> {
    if (this.#ended !== null) return Promise.reject(printProblem(this.#ended));
    return new Promise((resolve, reject) => this.#waiting.set(of, { resolve, reject }));
  }

  #hear(text: string): void {
    const pieces = `${this.#heard}${text}`.split("\0");
    this.#heard = pieces.pop() ?? "";
    for (const piece of pieces) this.#take(JSON.parse(piece) as Answer);
  }

  #take({ id, method, params = {}, result = {}, error }: Answer): void {
    const loader =
      method === "Page.lifecycleEvent" && params["name"] === "load" ? String(params["loaderId"]) : null;
    if (loader !== null) this.#loaded.add(loader);
    const of = id ?? loader ?? "";
    const waiting = this.#waiting.get(of);
    this.#waiting.delete(of);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(printProblem(error.message));
  }

  #fail(why: string): void {
    this.#ended ??= why;
    for (const { reject } of this.#waiting.values()) reject(printProblem(why));
    this.#waiting.clear();
  }
}

const printProblem = (why: string): Error =>
  usageProblem(`Chromium made no PDF (${why}): begin again, or leave the PDFs out with --no-pdf`);
