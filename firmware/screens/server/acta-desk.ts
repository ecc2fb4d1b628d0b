import { randomBytes } from "node:crypto";
import type { Language } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { after, type MonoUs } from "../../../src/time/instant.ts";
import type { MainLink } from "./main-link.ts";
import { ADDRESSES_MAX, TAKEN_US } from "./taken-files.ts";
import { sendText, type WebServer } from "./web-server.ts";

/** Where the acta of a game is fetched, by somebody who is signed in; null: there is none, or it could not be made. */
export type ActaDesk = (round: number, language: Language) => Promise<string | null>;

/** A file that is not on the disk. */
export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Files that were made for somebody who is signed in, which a browser fetches without a PIN at an address that nobody else knows. */
class MadeFiles {
  readonly #clock: Clock;
  readonly #made = new Map<string, MadeFile & { readonly until: MonoUs }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Keeps a file for a while; the word by which it is fetched. */
  keep(file: MadeFile): string {
    const word = randomBytes(24).toString("base64url");
    this.#made.set(word, { ...file, until: after(this.#clock.now(), TAKEN_US) });
    for (const oldest of [...this.#made.keys()].slice(0, -ADDRESSES_MAX)) this.#made.delete(oldest);
    return word;
  }

  /** Null: there is none, or not any more. */
  find(word: string): MadeFile | null {
    const file = this.#made.get(word);
    return file === undefined || this.#clock.now() > file.until ? null : file;
  }
}

/** Actas that people at the control page asked for, to be read there or printed. */
export function addActas(
  app: WebServer,
  { clock, main }: { readonly clock: Clock; readonly main: MainLink },
): ActaDesk {
  const made = new MadeFiles(clock);
  app.get("/control/acta/:word", (request, reply) => {
    const { word } = request.params as { readonly word: string };
    const file = made.find(word);
    if (file === null)
      return sendText(reply, 404, "This acta is not here any more: ask for it again on the page.");
    return reply
      .type(file.type)
      .header("content-disposition", `inline; filename="${file.name}"`)
      .send(Buffer.from(file.body));
  });
  return async (round, language) => {
    const file = await main.acta(round, language);
    return file === null ? null : `/control/acta/${made.keep(file)}`;
  };
}
