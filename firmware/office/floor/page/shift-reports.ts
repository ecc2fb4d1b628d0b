import { createPublicKey, sign } from "node:crypto";
import { z } from "zod";
import { shiftReportLines } from "../../../../src/floor/shift-report-text.ts";
import { shiftReportCsv, type ShiftReport } from "../../../../src/floor/shift-report.ts";
import { textPdf } from "../../../../src/text/text-pdf.ts";
import { publicKeyId } from "../../../../src/orders/certificate.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import type { Language } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import type { PageStore } from "./page-store.ts";
import { whoMay, type Doors } from "./people.ts";
import type { SearchDesk } from "./search-desk.ts";
import { languageIn, queryOf } from "./tables.ts";

/** Reports that are kept for their signatures: records that come late make another one, which is signed by itself. */
const KEPT_MAX = 16;
const FOOT = textsOf("floor").words["report-foot"];

export interface ShiftReportsParts extends Doors {
  readonly store: PageStore;
  readonly search: SearchDesk;
  readonly labelOf: (log: string) => string;
  readonly name: string;
  readonly zone: string;
}

const instant = z.iso.datetime();
const spanSchema = z.object({ from: instant, before: instant });
type Format = "csv" | "pdf";

/** A shift's report as a table and as a PDF, and over each one's bytes a signature by the key of this page's own certificate (ECDSA, SHA-256, DER). */
export function addShiftReports(app: MutualServer, parts: ShiftReportsParts): void {
  const look = { onRequest: whoMay("look", parts) };
  const kept = new Map<string, Promise<Uint8Array>>();
  const made = (key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const bytes = make();
    kept.delete(key);
    kept.set(key, bytes);
    // What could not be made is not kept: the next one who asks has it tried again.
    bytes.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return bytes;
  };
  for (const format of ["csv", "pdf"] as const)
    for (const isSignature of [false, true])
      app.get(`/report.${format}${isSignature ? ".sig" : ""}`, look, async (request, reply) => {
        const query = queryOf(request);
        const span = spanSchema.safeParse(query);
        if (!span.success) return sendText(reply, 400, "This is no span.");
        const language = languageIn(query);
        const key = JSON.stringify([format, span.data, format === "pdf" ? language : ""]);
        const make = (): Promise<Uint8Array> => reportOf(parts, span.data, format, language);
        // The signature is over the very report that was given out.
        const bytes = await (isSignature ? (kept.get(key) ?? made(key, make)) : made(key, make));
        const name = `shift-${span.data.from.slice(0, 16).replaceAll(":", "")}.${format}${isSignature ? ".sig" : ""}`;
        reply.header("content-disposition", `attachment; filename="${name}"`);
        if (isSignature)
          return reply.type("application/octet-stream").send(sign("sha256", bytes, parts.credentials().key));
        return reply
          .type(format === "csv" ? "text/csv; charset=utf-8" : "application/pdf")
          .send(Buffer.from(bytes));
      });
}

async function reportOf(
  { store, search, labelOf, name, zone, credentials }: ShiftReportsParts,
  { from, before: to }: z.infer<typeof spanSchema>,
  format: Format,
  language: Language,
): Promise<Uint8Array> {
  const [rounds, events, access, disputes] = await Promise.all([
    store.roundEnds(from, to),
    search.events(from, to),
    search.access(from, to),
    search.disputes(from),
  ]);
  const report: ShiftReport = {
    from,
    to,
    rounds,
    events,
    access,
    disputes: disputes.filter(({ at }) => at < to),
  };
  if (format === "csv") return Buffer.from(shiftReportCsv(report, labelOf));
  const stepOf = search.stepOf(language);
  const lines = shiftReportLines(report, { language, zone, floor: name, labelOf, stepOf });
  const key = publicKeyId(createPublicKey(credentials().key)).slice(0, 16);
  return textPdf(lines, fillText(FOOT, { key })[language]);
}
