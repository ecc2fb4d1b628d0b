/** The technician's page for somebody far away, who came with a certificate: it asks, since no web socket is open to him. */
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { h } from "preact";
import type { Listeners } from "./link.ts";
import { isReport, reportPart, type DoctorReport } from "./technician/doctor.ts";
import { insideParts } from "./technician/inside.ts";
import { linesPart, watchLines } from "./technician/lines.ts";
import { ask, drawPage, startTechnicianPage, type PagePart } from "./technician-page.ts";

const FAR = textsOf("pages.technician.far");
const ASK_MS = 1_000;
const REPORT_MS = 15_000;
const LINES_MS = 5_000;
/** A view older than this is not current. */
const STALE_MS = 5_000;

let report: DoctorReport | null = null;
/** As they are, the newest first. */
let records: readonly string[] = [];

const isObject = (answer: unknown): answer is Readonly<Record<string, unknown>> =>
  typeof answer === "object" && answer !== null;

function pollView({ onView, onFresh }: Pick<Listeners, "onView" | "onFresh">) {
  let seenAt = -Infinity;
  const look = async () => {
    const answer = await ask("/view");
    if (isObject(answer) && "view" in answer) {
      seenAt = performance.now();
      // The unit made it: its fields are not checked.
      onView?.({ view: answer["view"] as TableView, qr: null });
    }
    onFresh?.(performance.now() - seenAt < STALE_MS);
    setTimeout(() => void look(), ASK_MS);
  };
  void look();
}

async function lookAgain() {
  const examined = document.hidden ? null : await ask("/doctor");
  if (isReport(examined)) report = examined;
  const events = document.hidden ? null : await ask("/events");
  if (isObject(events) && Array.isArray(events["records"]))
    records = events["records"].filter((line) => typeof line === "string").reverse();
  drawPage();
  setTimeout(() => void lookAgain(), REPORT_MS);
}

/** What only those see who look after the machine. */
const OF_CHECKS: readonly PagePart[] = [
  { id: "lines", draw: linesPart },
  {
    id: "doctor",
    draw: (telling, view) =>
      report === null
        ? null
        : [
            h("h2", null, FAR.doctor[telling.language]),
            ...reportPart(report, telling, view?.device.faults ?? []),
          ],
  },
  {
    id: "events",
    draw: ({ language }) =>
      records.length === 0
        ? null
        : [h("h2", null, FAR.events[language]), ...records.map((line) => h("p", { class: "code" }, line))],
  },
];

/** Asks for what whoever has the page before them may see, and for nothing else. */
function start(checks: boolean, zone: string): void {
  const inside = insideParts(
    {
      inside: checks ? "/inside" : null,
      rounds: "/rounds",
      trends: checks ? "/trends" : null,
    },
    ask,
    drawPage,
  );
  startTechnicianPage({
    connect: pollView,
    data: checks ? "/data" : null,
    faults: "/faults",
    weeks: checks ? "/weeks" : null,
    zone,
    hasOtherPages: false,
    parts: [...inside.parts, ...(checks ? OF_CHECKS : [])],
  });
  inside.begin();
  if (!checks) return;
  watchLines({ path: "/lines", everyMs: LINES_MS }, ask, drawPage);
  void lookAgain();
}

/** The unit says whose certificate that is, and by which clocks it tells the time. */
async function begin(): Promise<void> {
  const answer = await ask("/view");
  if (isObject(answer) && typeof answer["zone"] === "string")
    start(answer["role"] !== "jefe-de-mesa", answer["zone"]);
  else setTimeout(() => void begin(), ASK_MS);
}

drawPage();
void begin();
