import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { writeCalibration } from "../../../firmware/table/wheel/calibration-file.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { calibrationOf } from "./calibrations.ts";
import {
  ENDS_FILE,
  JOB_FILE,
  JOB_FOLDER,
  MARKS_FILE,
  SECOND_FOLDER,
  STORAGE_DISK,
  STORAGE_FOLDER,
  type Job,
  type Life,
  type LifeEnd,
} from "./job.ts";
import { loseEvidence } from "./lost-disk.ts";
import { marksInFile, marksOnDisk } from "./marks.ts";
import { NODE_OPTIONS } from "../../../firmware/node-options.ts";

/**
 * Runs in the guest: starts a table's whole unit as its service does, looks at its screens as a browser does, presses keys, and
 * marks what it was shown beside the storage at that very moment.
 */

/** A life that does not come so far is ended. */
const LIFE_MAX_US = 300 * US_PER_S;
const LOOK_US = 20 * US_PER_MS;
const PRESS_US = 700 * US_PER_MS;
const WHO = { name: "Ana", pin: "2468" };

const clock = systemClock();
const job = JSON.parse(readFileSync(join(JOB_FOLDER, JOB_FILE), "utf8")) as Job;
const marks =
  job.marksAt === null ? marksInFile(join(JOB_FOLDER, MARKS_FILE)) : marksOnDisk(STORAGE_DISK, job.marksAt);

/** What a screen sends. */
interface Message {
  readonly type: string;
  readonly view?: TableView;
}

async function socketAt(path: string, take: (message: Message) => void): Promise<WebSocket> {
  const address = new URL(path, job.url).href.replace("http", "ws");
  const socket = new WebSocket(address, { headers: { origin: new URL(job.url).origin } });
  socket.addEventListener("message", ({ data }) => take(JSON.parse(String(data)) as Message));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`no web socket at ${address}`)));
  });
  return socket;
}

/** From here on every write to the storage's disk fails; what is there can be read. */
function failWrites(): void {
  const sectors = execFileSync("dmsetup", ["table", "disk"], { encoding: "utf8" }).split(" ")[1] ?? "";
  const table = `0 ${sectors} flakey /dev/ubdb 0 0 3600 1 error_writes`;
  execFileSync("dmsetup", ["--noudevsync", "suspend", "disk"]);
  execFileSync("dmsetup", ["--noudevsync", "reload", "disk", "--table", table]);
  execFileSync("dmsetup", ["--noudevsync", "resume", "disk"]);
  marks.add({ is: "failing" });
}

async function pressKeys(over: { readonly yes: boolean }): Promise<void> {
  let answered = "";
  const control = await socketAt("ws/control", ({ type }) => {
    if (type !== "pulse" && type !== "view") answered = type;
  });
  const ask = async (message: Readonly<Record<string, unknown>>): Promise<string> => {
    answered = "";
    control.send(JSON.stringify(message));
    while (answered === "" && !over.yes) await clock.sleep(LOOK_US);
    return answered;
  };
  await ask({ type: "sign-in", ...WHO, id: 1 });
  for (let id = 2; !over.yes; id++) {
    const key = "last-three-spins";
    if ((await ask({ type: "press", key: { key }, id })) === "done") marks.add({ is: "done", key });
    await clock.sleep(PRESS_US);
  }
}

async function playLife({ args, records }: Life, failAfter: number | null): Promise<LifeEnd> {
  const hook = `--import=${new URL("./guest-hook.ts", import.meta.url).href}`;
  const env = { ...process.env, NODE_OPTIONS: hook, NODE_NO_WARNINGS: "1" };
  const unit = spawn(process.execPath, [...NODE_OPTIONS, "bin/tirada.mjs", ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  unit.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    process.stdout.write(text);
  });
  unit.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const life: { end: LifeEnd | null } = { end: null };
  unit.once("close", (status, signal) => (life.end = { status, signal, stderr }));
  const over = { yes: false };
  let shown = -1;
  let from = -1;
  let isFailing = false;
  const take = ({ view }: Message): void => {
    if (view === undefined) return;
    const { seq, verdict } = view;
    const certificate = verdict?.certificate ?? null;
    marks.add({
      is: "shown",
      seq,
      certificate: certificate === null ? null : { seq: certificate.seq, hash: certificate.hash },
    });
    shown = seq;
    if (from < 0) from = seq;
  };
  const since = clock.now();
  const isOver = (): boolean => life.end !== null || clock.now() - since > LIFE_MAX_US;
  while (!isOver() && !stdout.includes("\ndisplay   ")) await clock.sleep(LOOK_US);
  if (!isOver()) {
    const screen = await socketAt("ws", take);
    if (job.isPressed)
      void pressKeys(over).catch((error: unknown) => void process.stdout.write(`${String(error)}\n`));
    while (!isOver() && shown < from + records) {
      await clock.sleep(LOOK_US);
      if (failAfter === null || isFailing || shown < from + failAfter) continue;
      isFailing = true;
      failWrites();
    }
    if (!isFailing) unit.kill("SIGTERM");
    over.yes = true;
    while (!isOver()) await clock.sleep(LOOK_US);
    screen.close();
  }
  unit.kill("SIGKILL");
  return life.end ?? { status: null, signal: "SIGKILL", stderr: `it did not come so far in time: ${stderr}` };
}

for (let zero = 1; zero <= job.calibrations; zero++) {
  writeCalibration(STORAGE_FOLDER, calibrationOf(zero), true);
  marks.add({ is: "calibrated", zero });
}
if (existsSync(dirname(SECOND_FOLDER))) mkdirSync(SECOND_FOLDER, { recursive: true });
for (const [at, life] of job.lives.entries()) {
  if (life.isFirstLost) loseEvidence(STORAGE_FOLDER);
  const end = await playLife(life, at === job.lives.length - 1 ? job.failAfter : null);
  appendFileSync(join(JOB_FOLDER, ENDS_FILE), `${JSON.stringify(end)}\n`);
}
marks.close();
process.exit(0);
