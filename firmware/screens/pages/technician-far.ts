/** The technician's page for somebody far away, who came with a certificate: it asks, since no web socket is open to him. */
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { h } from "preact";
import type { Listeners } from "./link.ts";
import { isReport, reportPart, type DoctorReport } from "./technician/doctor.ts";
import { insideParts } from "./technician/inside.ts";
import { ask, drawPage, startTechnicianPage } from "./technician-page.ts";

const FAR = textsOf("pages.technician.far");
const ASK_MS = 1_000;
const REPORT_MS = 15_000;
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
  const events = await ask("/events");
  if (isObject(events) && Array.isArray(events["records"]))
    records = events["records"].filter((line) => typeof line === "string").reverse();
  drawPage();
  setTimeout(() => void lookAgain(), REPORT_MS);
}

const inside = insideParts({ inside: "/inside", rounds: null, trends: null }, ask, drawPage);

startTechnicianPage({
  connect: pollView,
  data: "/data",
  faults: "/faults",
  weeks: "/weeks",
  hasOtherPages: false,
  parts: [
    ...inside.parts,
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
  ],
});
inside.begin();
void lookAgain();
