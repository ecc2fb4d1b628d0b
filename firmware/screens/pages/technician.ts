/** The technician's page on the unit's own screens. */
import { connectScreen } from "./link.ts";
import { doctorPart, isDoctorState, type DoctorState } from "./technician/doctor.ts";
import { ask, drawPage, startTechnicianPage } from "./technician-page.ts";

const DOCTOR = "/technician/doctor";
const ASK_MS = 1_000;

let doctor: DoctorState | null = null;

/** Asks how the doctor is doing, and again while he looks. */
async function askDoctor(path: string, request: RequestInit = {}): Promise<void> {
  const state = await ask(path, request);
  if (isDoctorState(state)) doctor = state;
  drawPage();
  if (doctor?.state === "running") setTimeout(() => void askDoctor(`${DOCTOR}/data`), ASK_MS);
}

const start = (): void => void askDoctor(`${DOCTOR}/start`, { method: "POST" });

startTechnicianPage({
  connect: (listeners) => void connectScreen("/ws", listeners),
  data: "/technician/data",
  faults: "/technician/faults",
  hasOtherPages: true,
  parts: [{ id: "doctor", draw: (telling) => doctorPart(doctor, telling, start) }],
});
void askDoctor(`${DOCTOR}/data`);
