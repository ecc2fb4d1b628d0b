import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addressOf } from "../../../src/people/access.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { HEADERS } from "../../net/connections.ts";
import { addModules } from "../server/server.ts";
import { pageModules } from "../server/page-modules.ts";
import { newWebServer, sendText, servePageFiles, type WebServer } from "../server/web-server.ts";
import type { PhoneDesk } from "./desk.ts";

/** Beside the page's script these files of the pages are served, and no other one. */
const FILES = [
  "phone.html",
  "phone.css",
  "base.css",
  "reading.css",
  "icon.svg",
  "sans.woff2",
  "sans-bold.woff2",
];
const SCRIPT = "/web/phone.ts";
/** What the page verifies signatures with: built from the inspector's page (`npm run build:inspector`). */
const VERIFIER = fileURLToPath(new URL("../../evidence/inspector/tirada-verifier.bundle", import.meta.url));
const SHORT = /^[0-9a-f]{8}$/;

export interface PhoneServerParts {
  readonly desk: PhoneDesk;
  /** Name under which phones know this unit, beside its addresses. */
  readonly hostName: string;
  /** The house's colours, as styles. */
  readonly style: string;
  readonly log: (line: string) => void;
}

/**
 * The web server for phones, not yet listening: the page, and one certificate for whoever has its code. None of the table's other pages
 * is there, and nothing that could be pressed.
 */
export async function createPhoneServer({ desk, hostName, style, log }: PhoneServerParts): Promise<WebServer> {
  const app = newWebServer({ hostNames: [hostName], headers: HEADERS, log });
  await servePageFiles(app, FILES);
  addModules(
    app,
    pageModules().filter(({ path }) => path === SCRIPT),
  );
  app.get("/house/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  addPhonePage(app, desk);
  return app;
}

/** The page for phones and what it asks for, on a server that has the pages' files. */
export function addPhonePage(app: WebServer, desk: Pick<PhoneDesk, "mayAsk" | "tell">): void {
  const verifier = readFileSync(VERIFIER, "utf8");
  app.get("/phone", (_request, reply) => reply.sendFile("phone.html"));
  app.get("/phone/verify.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(verifier));
  app.get("/phone/record/:seq/:short", async (request, reply) => {
    const { seq, short } = request.params as { readonly seq: string; readonly short: string };
    const { lang } = request.query as { readonly lang?: unknown };
    const language = LANGUAGES.find((one) => one === lang) ?? "es";
    if (!/^\d{1,15}$/.test(seq) || !SHORT.test(short))
      return sendText(reply, 404, "There is no such certificate.");
    if (!desk.mayAsk(addressOf(request.socket.remoteAddress)))
      return sendText(reply, 429, "Too many questions: try again in a minute.");
    const told = await desk.tell(Number(seq), short, language);
    if (told === "none") return sendText(reply, 404, "There is no such certificate.");
    return told === "no-answer" ? sendText(reply, 503, "The unit did not answer.") : reply.send(told);
  });
}
