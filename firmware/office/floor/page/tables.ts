import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "../../../../src/text/language.ts";
import { LANGUAGES } from "../../../../src/text/language.ts";
import { sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import { whoMay, type Doors } from "./people.ts";
import type { Pictures } from "./pictures.ts";
import type { TableDesks } from "./table-desks.ts";

export interface TablesParts extends Doors {
  readonly pictures: Pictures;
  readonly desks: TableDesks;
}

export type Query = Readonly<Record<string, string | undefined>>;
export const queryOf = (request: FastifyRequest): Query => request.query as Query;
export const languageIn = ({ lang }: Query): Language => LANGUAGES.find((one) => one === lang) ?? "es";

/** A whole number from 0, as it stands in an address; null: it is none. */
export function wholeIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** What is asked of one table. */
export function addTables(app: MutualServer, parts: TablesParts): void {
  const { pictures, desks } = parts;
  const look = { onRequest: whoMay("look", parts) };
  const noTable = (reply: FastifyReply): FastifyReply => sendText(reply, 404, "The floor has no such table.");
  app.get("/table", look, (request, reply) => {
    const { log = "" } = queryOf(request);
    const table = pictures.table(log);
    return table === null ? noTable(reply) : reply.send(table);
  });
  app.get("/rounds", look, async (request, reply) => {
    const query = queryOf(request);
    const desk = desks.of(query["log"] ?? "");
    if (desk === null) return noTable(reply);
    const recall = await desk.recall({ round: wholeIn(query["round"]) }, languageIn(query));
    return recall === null ? sendText(reply, 503, "The store did not answer.") : reply.send({ recall });
  });
  app.get("/statistics", look, async (request, reply) => {
    const query = queryOf(request);
    const desk = desks.of(query["log"] ?? "");
    if (desk === null) return noTable(reply);
    const told = await desk.statistics(query["span"] ?? "today", parts.clock.wall());
    if (told === "unknown") return sendText(reply, 400, "There is no such span.");
    return told === "none" ? sendText(reply, 503, "The store did not answer.") : reply.send(told);
  });
}
