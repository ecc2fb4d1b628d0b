import type { Language } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { MainLink } from "./main-link.ts";
import { SecretAddresses } from "./secret-addresses.ts";
import { sendText, type WebServer } from "./web-server.ts";

/** Where the acta of a game is fetched, by somebody who is signed in; null: there is none, or it could not be made. */
export type ActaDesk = (round: number, language: Language) => Promise<string | null>;

/** A file that is not on the disk. */
export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Actas that people at the control page asked for, to be read there or printed. */
export function addActas(
  app: WebServer,
  { clock, main }: { readonly clock: Clock; readonly main: MainLink },
): ActaDesk {
  const made = new SecretAddresses<MadeFile>(clock);
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
