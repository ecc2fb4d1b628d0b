/** The technician's page for somebody far away, who came with a certificate: it asks, since no web socket is open to him. */
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Listeners } from "./link.ts";
import { byId, drawInto } from "./page.ts";
import { pageLanguage, startTechnicianPage } from "./technician-page.ts";

const FAR = textsOf("pages.technician.far");
const VERDICTS = textsOf("doctor.verdicts");
const ASK_MS = 1_000;
const REPORT_MS = 15_000;
/** A view older than this is not current. */
const STALE_MS = 5_000;

/** What the server answers; null: nothing that can be used. */
async function ask(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const answer = await fetch(path);
    const data: unknown = answer.ok ? await answer.json() : null;
    return typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : null;
  } catch {
    // Nobody answers: the page says that it is disconnected.
    return null;
  }
}

function pollView({ onView, onFresh }: Pick<Listeners, "onView" | "onFresh">) {
  let seenAt = -Infinity;
  const look = async () => {
    const answer = await ask("/view");
    if (answer !== null && "view" in answer) {
      seenAt = performance.now();
      // The unit made it: its fields are not checked.
      onView?.({ view: answer["view"] as TableView, qr: null });
    }
    onFresh?.(performance.now() - seenAt < STALE_MS);
    setTimeout(() => void look(), ASK_MS);
  };
  void look();
}

/** What the page shows of the doctor's report. */
interface DoctorReport {
  readonly at: string;
  readonly verdict: "well" | "attention" | "stops";
  readonly findings: readonly { readonly level: string; readonly text: Text; readonly remedy: Text }[];
}

const isReport = (answer: object | null): answer is DoctorReport =>
  answer !== null && "format" in answer && answer.format === "tirada-doctor/1";

function drawReport(report: DoctorReport) {
  const language = pageLanguage();
  const lines = report.findings.flatMap((one): JSX.Element[] => {
    const mustAct = one.level === "stops" || one.level === "attention";
    const remedy = mustAct && one.remedy.en !== "" ? [h("p", null, one.remedy[language])] : [];
    return [h("div", { class: mustAct ? "fault" : "" }, h("p", null, one.text[language]), ...remedy)];
  });
  drawInto(
    byId("doctor"),
    h("h2", null, FAR.doctor[language]),
    h("p", { class: "verdict" }, `${VERDICTS[report.verdict][language]} · ${report.at}`),
    ...lines,
  );
}

/** Records as they are, the newest first. */
function drawEvents(records: readonly unknown[]) {
  const rows = records
    .filter((line) => typeof line === "string")
    .reverse()
    .map((line) => h("p", { class: "code" }, line));
  drawInto(byId("events"), h("h2", null, FAR.events[pageLanguage()]), ...rows);
}

async function lookAgain() {
  const report = await ask("/doctor");
  if (isReport(report)) drawReport(report);
  const events = await ask("/events");
  if (events !== null && Array.isArray(events["records"])) drawEvents(events["records"] as readonly unknown[]);
  setTimeout(() => void lookAgain(), REPORT_MS);
}

startTechnicianPage({ connect: pollView, data: "/data", hasOtherPages: false });
void lookAgain();
