import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Search } from "../../../../src/analysis/search.ts";
import { storedCertificate } from "../../../../src/floor/stored-certificate.ts";
import { wheelDays, type KindDays } from "../../../../src/floor/wheel-days.ts";
import { wheelBiases, type WheelBias } from "../../../../src/floor/wheel-bias.ts";
import { markedName, modeOfLog } from "../../../../src/record/mode.ts";
import { verifyCertificate } from "../../../../src/record/verify-certificate.ts";
import type { Pack } from "../../../../src/rules/pack.ts";
import { rfc3339, wallMs } from "../../../../src/time/instant.ts";
import { sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import type { PageStore } from "./page-store.ts";
import { whoMay, type Doors } from "./people.ts";
import type { Pictures } from "./pictures.ts";
import type { SearchDesk } from "./search-desk.ts";
import { languageIn, queryOf, wholeIn } from "./tables.ts";

export interface QuestionsParts extends Doors {
  readonly store: PageStore;
  readonly pictures: Pictures;
  readonly search: SearchDesk;
  /** What the house calls the table of a log. */
  readonly labelOf: (log: string) => string;
  /** A rulebook by its name in records; null: this release does not have it. */
  readonly packOf: (name: string) => Pack | null;
}

const DAY_MS = 86_400_000;
/** Days back for which disputes are listed, and wheels counted, at the most. */
export const DISPUTE_DAYS = 92;
export const WHEEL_DAYS_MAX = 366;
/** Days that are told one by one. */
export const TREND_DAYS_MAX = 90;
/** Lines between a batch's end and a checkpoint that are read for a certificate. */
export const CERTIFICATE_LINES_MAX = 8_192;

const instant = z.iso.datetime();
const words = z.string().min(1).max(120);
const searchSchema = z.object({
  from: instant.exactOptional(),
  before: instant.exactOptional(),
  round: z.coerce.number().int().min(0).exactOptional(),
  kind: words.exactOptional(),
  reason: words.exactOptional(),
  person: words.exactOptional(),
  number: words.exactOptional(),
  log: words.exactOptional(),
});

/** What is asked of the whole floor. */
export function addQuestions(app: MutualServer, parts: QuestionsParts): void {
  const { search, clock } = parts;
  const look = { onRequest: whoMay("look", parts) };
  const daysAgo = (days: number): string => rfc3339(wallMs(clock.wall() - days * DAY_MS));
  app.get("/find", look, async (request, reply) => {
    const query = queryOf(request);
    const asked = searchSchema.safeParse(query);
    if (!asked.success) return sendText(reply, 400, "This is no search.");
    const { log, ...of } = asked.data;
    // Without an hour the last day is searched.
    const wanted: Search = of.from === undefined && of.before === undefined ? { ...of, from: daysAgo(1) } : of;
    return reply.send(await search.find(wanted, log === undefined ? null : [log], languageIn(query)));
  });
  app.get("/disputes", look, async (_request, reply) =>
    reply.send({ disputes: await search.disputes(daysAgo(DISPUTE_DAYS)) }),
  );
  app.get("/wheels", look, async (request, reply) => {
    const days = Math.min(WHEEL_DAYS_MAX, Math.max(1, wholeIn(queryOf(request)["days"]) ?? 1));
    return reply.send({ days, kinds: await wheelKinds(parts, daysAgo(days)) });
  });
  app.get("/wheels/days", look, async (request, reply) => {
    const days = Math.min(TREND_DAYS_MAX, Math.max(1, wholeIn(queryOf(request)["days"]) ?? 1));
    return reply.send({ days, kinds: await wheelKindsByDay(parts, daysAgo(days)) });
  });
  for (const file of ["json", "proof"] as const)
    app.get(file === "json" ? "/certificate" : "/certificate/proof", look, async (request, reply) => {
      const { log = "", seq } = queryOf(request);
      return sendCertificate(reply, parts, { log, seq: wholeIn(seq) ?? -1, file });
    });
}

/** The wheels of one rulebook side by side. */
interface WheelKind {
  readonly rulebook: string;
  readonly wheels: readonly WheelBias[];
}

/** All wheels by their rulebook, since an instant, RFC 3339. */
export async function wheelKinds(
  { store, pictures, packOf }: Pick<QuestionsParts, "store" | "pictures" | "packOf">,
  from: string,
): Promise<readonly WheelKind[]> {
  const kinds: WheelKind[] = [];
  for (const { rulebook, logs, pockets } of kindsOf({ pictures, packOf })) {
    const counts = new Map<string, Record<string, number>>(logs.map((log) => [log, {}]));
    for (const { log, pocket, count } of await store.numbersOf(logs, from)) {
      const of = counts.get(log);
      if (of !== undefined) of[pocket] = count;
    }
    const wheels = [...counts].map(([log, of]) => ({ log, counts: of }));
    kinds.push({ rulebook, wheels: wheelBiases(wheels, pockets) });
  }
  return kinds;
}

/** The wheels of one rulebook, day by day. */
interface WheelKindDays extends KindDays {
  readonly rulebook: string;
}

/** All wheels by their rulebook and their days, since an instant, RFC 3339. */
async function wheelKindsByDay(
  { store, pictures, packOf }: Pick<QuestionsParts, "store" | "pictures" | "packOf">,
  from: string,
): Promise<readonly WheelKindDays[]> {
  const kinds: WheelKindDays[] = [];
  for (const { rulebook, logs, pockets } of kindsOf({ pictures, packOf })) {
    const shares: Record<string, number> = {};
    for (const pocket of pockets) shares[pocket] = (shares[pocket] ?? 0) + 1 / pockets.length;
    const stored = await store.daysOf({ logs, shares }, from);
    kinds.push({ rulebook, ...wheelDays(logs, shares, stored) });
  }
  return kinds;
}

/** Wheels that the floor has records of, by the rulebook that they play. */
function kindsOf({ pictures, packOf }: Pick<QuestionsParts, "pictures" | "packOf">) {
  const byRulebook = Map.groupBy(pictures.logs, (log) => pictures.newestOf(log)?.rulebook ?? "");
  return [...byRulebook].flatMap(([rulebook, logs]) => {
    const pockets = rulebook === "" ? undefined : packOf(rulebook)?.wheel?.pockets;
    return pockets === undefined ? [] : [{ rulebook, logs, pockets }];
  });
}

interface WantedCertificate {
  readonly log: string;
  readonly seq: number;
  readonly file: "json" | "proof";
}

/** One of the two files of a certificate, verified before it is given out. */
async function sendCertificate(
  reply: FastifyReply,
  { store, pictures }: QuestionsParts,
  { log, seq, file }: WantedCertificate,
): Promise<FastifyReply> {
  if (seq < 0 || pictures.newestOf(log) === null) return sendText(reply, 404, "The floor has no such record.");
  const tree = await store.proofParts(log, seq);
  if (tree === null)
    return sendText(reply, 404, "No checkpoint covers this record yet: ask again in a minute.");
  const lines = await linesOf(store, log, tree);
  if (lines === null) return sendText(reply, 503, "Too many records lie between this one and its checkpoint.");
  const made = storedCertificate(log, seq, tree, lines);
  const { problems } = verifyCertificate({ json: made.json, proof: made.proof }, null);
  if (problems.length > 0)
    return sendText(reply, 503, `The store's own record does not verify: ${problems[0]?.what ?? ""}`);
  const name = markedName(`result-${seq}.${file === "json" ? "json" : "tlog-proof"}`, modeOfLog(log));
  return reply
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(file === "json" ? "application/json; charset=utf-8" : "text/plain; charset=utf-8")
    .send(made[file]);
}

/** The lines behind a batch's end up to a checkpoint; null: they are too many. */
async function linesOf(
  store: PageStore,
  log: string,
  { from, size }: { readonly from: number; readonly size: number },
) {
  if (size - from > CERTIFICATE_LINES_MAX) return null;
  return store.recordsFrom([{ log, from }], size - from);
}
