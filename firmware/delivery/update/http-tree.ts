import * as http from "node:http";
import * as https from "node:https";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { RELEASE } from "../../release.ts";
import { TRANSFER_LIMITS, transferUs, type TransferLimits } from "./limits.ts";
import { NotInTree, TreeError, type Tree } from "./tree.ts";

const HEADERS_MAX_BYTES = 16 * 1_024;

/** PEM: whom the server must be vouched for by, and by what this unit shows who it is. */
export interface TreeTls {
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
}

export interface HttpTreeOptions {
  /** `https://…`. Without TLS only where `allowPlain` says so: the signatures hold, but anybody sees what is fetched. */
  readonly url: string;
  readonly tls: TreeTls;
  readonly clock: Clock;
  readonly allowPlain?: boolean;
  readonly limits?: TransferLimits;
}

/** The tree on a web server. One connection a file, no redirect, no encoding, everything within its time and length. */
export function httpTree(options: HttpTreeOptions): Tree {
  const url = options.url.replace(/\/+$/, "");
  return {
    url,
    name: url,
    isStick: false,
    read: (file, maxBytes, take) => new Transfer(options, maxBytes, take).run(file),
  };
}

/** One file on its way. */
class Transfer {
  readonly #options: HttpTreeOptions;
  readonly #limits: TransferLimits;
  readonly #maxBytes: number;
  readonly #take: (piece: Uint8Array) => void;
  #bytes = 0;
  #idle: Timer | null = null;
  #total: Timer | null = null;
  #request: http.ClientRequest | null = null;
  #end: (error: Error | null) => void = () => undefined;

  constructor(options: HttpTreeOptions, maxBytes: number, take: (piece: Uint8Array) => void) {
    this.#options = options;
    this.#limits = options.limits ?? TRANSFER_LIMITS;
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  async run(address: string): Promise<void> {
    const url = new URL(address);
    const isPlain = url.protocol === "http:" && this.#options.allowPlain === true;
    if (url.protocol !== "https:" && !isPlain)
      throw new TreeError("unreachable", `${url.protocol} is no way to a repository, https: is`);
    await new Promise<void>((resolve, reject) => {
      this.#end = (error) => {
        this.#end = () => undefined;
        this.#idle?.cancel();
        this.#total?.cancel();
        this.#request?.destroy();
        if (error === null) resolve();
        else reject(error);
      };
      this.#start(url, isPlain);
    });
  }

  #start(url: URL, isPlain: boolean): void {
    const { clock, tls } = this.#options;
    const totalUs = transferUs(this.#limits, this.#maxBytes);
    this.#total = clock.after(totalUs, "transfer of a release", () =>
      this.#fail("slow", `not whole after ${totalUs / US_PER_S} s`),
    );
    this.#waitOn();
    const shared = {
      agent: false,
      headers: { "user-agent": `tirada/${RELEASE}`, "accept-encoding": "identity" },
      maxHeaderSize: HEADERS_MAX_BYTES,
    };
    const given = Object.fromEntries(Object.entries(tls).filter(([, pem]) => pem !== null)) as Partial<
      Record<keyof TreeTls, string>
    >;
    try {
      this.#request = isPlain
        ? http.request(url, shared)
        : https.request(url, { ...shared, ...given, minVersion: "TLSv1.3" });
    } catch (error) {
      this.#fail("unreachable", textOf(error), error);
      return;
    }
    this.#request.on("error", (error) => this.#failWith(error, false));
    this.#request.on("response", (response) => this.#receive(response));
    this.#request.end();
  }

  #receive(response: http.IncomingMessage): void {
    const { statusCode: status = 0, headers } = response;
    if (status === 404 || status === 403) return this.#end(new NotInTree(status));
    if (status >= 300 && status < 400)
      return this.#fail("redirect", `status ${status} to ${(headers.location ?? "?").slice(0, 200)}`);
    if (status !== 200) return this.#fail("status", `status ${status}`);
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") return this.#fail("bad-answer", `encoded as ${encoding.slice(0, 40)}`);
    if (Number(headers["content-length"] ?? 0) > this.#maxBytes)
      return this.#fail("longer-than-signed", `${headers["content-length"] ?? ""} bytes are announced`);
    response.on("data", (piece: Buffer) => this.#receivePiece(piece));
    response.on("error", (error) => this.#failWith(error, true));
    response.on("aborted", () => this.#fail("half-closed", `after ${this.#bytes} bytes`));
    response.on("end", () => {
      if (response.complete) this.#end(null);
      else this.#fail("half-closed", `after ${this.#bytes} bytes`);
    });
  }

  #receivePiece(piece: Buffer): void {
    this.#waitOn();
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes)
      return this.#fail("longer-than-signed", `more than ${this.#maxBytes} bytes came`);
    try {
      this.#take(piece);
    } catch (error) {
      this.#end(error as Error);
    }
  }

  #waitOn(): void {
    this.#idle?.cancel();
    const { idleUs } = this.#limits;
    this.#idle = this.#options.clock.after(idleUs, "silence of a repository", () =>
      this.#fail("silent", `for ${idleUs / US_PER_S} s, after ${this.#bytes} bytes`),
    );
  }

  #failWith(error: Error & { readonly code?: string }, hasBegun: boolean): void {
    const { code = "" } = error;
    if (hasBegun && ["ECONNRESET", "EPIPE"].includes(code))
      this.#fail("half-closed", `after ${this.#bytes} bytes`, error);
    else if (code.startsWith("HPE_")) this.#fail("bad-answer", code, error);
    // A server that closes before it has answered anything.
    else if (code === "ECONNRESET" && /socket hang up/.test(error.message))
      this.#fail("half-closed", "before any answer", error);
    else this.#fail("unreachable", code === "" ? textOf(error) : code, error);
  }

  #fail(code: TreeError["code"], detail: string, cause?: unknown): void {
    this.#end(new TreeError(code, detail, cause));
  }
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1).join("");
