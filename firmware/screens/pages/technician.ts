/** The technician's page on the unit's own screens. */
import { connectScreen } from "./link.ts";
import { doPart } from "./technician/do.ts";
import { askActs, keepAct } from "./technician/session.ts";
import { causesOf, causesPart, doctorPart, isDoctorState, type DoctorState } from "./technician/doctor.ts";
import { linesPart, watchLines } from "./technician/lines.ts";
import { insideParts } from "./technician/inside.ts";
import { ask, drawPage, startTechnicianPage } from "./technician-page.ts";

const DOCTOR = "/technician/doctor";
const ASK_MS = 1_000;
/** He looks again by himself after so long, while somebody sees the page, and at once when a fault begins or ends. */
const LOOK_AGAIN_MS = 60_000;
const TRY_MS = 3_000;

let doctor: DoctorState | null = null;
/** When he began to look, by this page's clock. */
let lookedAt = -Infinity;
/** The faults that stood when he did. */
let lookedFor = "";
let standing: readonly { readonly code: string }[] = [];

const codesNow = (): string => standing.map(({ code }) => code).join();

/** Asks how the doctor is doing, and again while he looks. */
async function askDoctor(path: string, request: RequestInit = {}): Promise<void> {
  const state = await ask(path, request);
  if (isDoctorState(state)) doctor = state;
  drawPage();
  if (doctor?.state === "running") setTimeout(() => void askDoctor(`${DOCTOR}/data`), ASK_MS);
}

async function startDoctor(): Promise<void> {
  const codes = codesNow();
  await askDoctor(`${DOCTOR}/start`, { method: "POST" });
  // He may have looked a moment ago, for another page: then he is asked once more.
  if (doctor?.state !== "running") return;
  [lookedAt, lookedFor] = [performance.now(), codes];
}

/** Has him look where it is time to. A table that has no doctor says so, and is not asked again. */
function lookAgain(): void {
  const isTime = performance.now() - lookedAt >= LOOK_AGAIN_MS || lookedFor !== codesNow();
  if (!document.hidden && isTime && doctor?.state !== "running") void startDoctor();
}

const inside = insideParts(
  { inside: "/technician/inside", rounds: "/technician/rounds", trends: "/technician/trends" },
  ask,
  drawPage,
);

startTechnicianPage({
  connect: (listeners) => void connectScreen("/ws", listeners),
  data: "/technician/data",
  faults: "/technician/faults",
  weeks: "/technician/weeks",
  hasOtherPages: true,
  explained: () => causesOf(doctor?.report, standing).flatMap(({ explains = [] }) => explains),
  parts: [
    { id: "causes", draw: (telling) => causesPart(doctor?.report, telling, standing) },
    { id: "lines", draw: linesPart },
    ...inside.parts,
    {
      id: "doctor",
      draw: (telling, view) => {
        standing = view?.device.faults ?? [];
        return doctorPart(doctor, telling, standing, () => void startDoctor());
      },
    },
    { id: "acts", draw: doPart },
  ],
});
void askActs();
keepAct();
watchLines({ path: "/technician/lines", everyMs: ASK_MS }, ask, drawPage);
inside.begin();
void startDoctor().then(() => {
  if (doctor?.state !== "none") setInterval(lookAgain, TRY_MS);
});
