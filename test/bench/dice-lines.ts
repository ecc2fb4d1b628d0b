import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Counters } from "../../drivers/dice/eye/messages.ts";
import { EyeReporter } from "../../drivers/dice/eye/reporter.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { openPty, type Pty } from "../../hw-sim/lines/pty.ts";
import type { ThrowRead } from "../../src/dice/observation.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { configOf } from "../support/journal-reading.ts";
import { watchVerdicts, type Moments } from "./dice-latency.ts";
import { percentile, type Figure, type Part } from "./figures.ts";
import { paintWatch } from "./paint.ts";

const ROUNDS = 40;
/** Around a result, so that nothing of one is still under way at the next. */
const PAUSE_US = 400_000;
/** A drawing later than this belongs to something else. */
const DRAWN_US = 2_000_000;

/** From an eye's rest line on a serial port to each place that the throw passes. */
export async function diceLines(): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const pty = await openPty({ path: join(folder, "eye") });
  const eye = new LineEye(pty, clock);
  const results = new Map<number, Moments>();
  const stopWatching = watchVerdicts(clock, results);
  const table = await runTable({
    config: configOf(configFile(folder, pty.path)),
    clock,
    onRecord: ({ body, seq }) => {
      const moments = results.get(seq);
      if (body.kind === "result" && moments !== undefined) moments.committed = clock.now();
    },
    onNotice: () => undefined,
  });
  const screen = await paintWatch(table.url, clock);
  const reported = await play(table, eye, clock);
  const painted = await screen.painted();
  await screen.close();
  await table.stop("bench");
  eye.stop();
  await pty.close();
  stopWatching();
  rmSync(folder, { recursive: true });
  return part(reported, [...results.values()], painted);
}

/** An eye of its own computer, which tells what it is asked to. */
class LineEye {
  readonly #pty: Pty;
  readonly #clock: Clock;
  readonly #reporter: EyeReporter;
  readonly #timer: { cancel(): void };
  #n = 0;
  #frames = 0;

  constructor(pty: Pty, clock: Clock) {
    this.#pty = pty;
    this.#clock = clock;
    const knows = { rim: false, basket: false, half: false, wall: false, rolled: false, dome: false };
    this.#reporter = new EyeReporter(
      { boot: 1, digest: "0".repeat(16), faces: "pips", width: 640, height: 480, knows },
      clock.now(),
    );
    this.#timer = clock.every(50 * US_PER_MS, "bench eye", () =>
      this.#send(this.#reporter.takeDueLines(clock.now(), this.#counters())),
    );
  }

  tell(body: Parameters<EyeReporter["reportEvent"]>[0]): MonoUs {
    const t = this.#clock.now();
    this.#send(this.#reporter.reportEvent(body, t, this.#counters()));
    return t;
  }

  /** Returns when the line went out. */
  rest(): MonoUs {
    const faces = ["1", "2", "3"] as const;
    const dice = faces.map((face, at) => ({ face, x: 300 * at, y: 0, confidence: 900, notes: [] }));
    const read: ThrowRead = {
      n: ++this.#n,
      rolledMs: 800,
      dice,
      verdict: "readable",
      reasons: [],
      picture: "ab".repeat(32),
    };
    return this.tell({ m: "rest", read });
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** An eye whose frames do not grow in number has stopped. */
  #counters(): Counters {
    return { frames: ++this.#frames, dropped: 0, damaged: 0, light: 120, drift: 0 };
  }

  #send(lines: string): void {
    if (lines !== "") void this.#pty.write(Buffer.from(lines, "latin1")).catch(() => undefined);
  }
}

async function play(table: RunningTable, eye: LineEye, clock: Clock): Promise<MonoUs[]> {
  const reported: MonoUs[] = [];
  const state = async (name: "empty" | "moving" | "settling" | "rest"): Promise<void> => {
    eye.tell({ m: "state", state: name });
    await clock.sleep(100_000);
  };
  const wait = async (wanted: string): Promise<void> => {
    for (let waited = 0; table.unit.shown.durable.phase !== wanted; waited++) {
      if (waited > 1_000)
        throw new Error(`the table is ${table.unit.shown.durable.phase} instead of ${wanted}`);
      await clock.sleep(10_000);
    }
  };
  await clock.sleep(1_000_000);
  await state("empty");
  for (let round = 0; round < ROUNDS; round++) {
    await wait("betting");
    await clock.sleep(PAUSE_US);
    for (const name of ["moving", "settling"] as const) await state(name);
    eye.tell({ m: "state", state: "rest" });
    reported.push(eye.rest());
    await wait("result");
    await clock.sleep(PAUSE_US);
    const by = { role: "croupier", name: "bench" } as const;
    await table.unit.press({ key: "announce", round: table.unit.shown.durable.round }, by);
    eye.tell({ m: "disturbed", what: "taken" });
    await state("empty");
  }
  return reported;
}

function part(reported: readonly MonoUs[], results: readonly Moments[], painted: readonly number[]): Part {
  const spans: Record<string, number[]> = {
    "line read": [],
    verdict: [],
    "certified: signed and durable": [],
    "painted in Chromium": [],
  };
  for (const { told: read, judged, committed } of results) {
    const start = reported.findLast((at) => at <= read) ?? Number.NaN;
    const drawn = painted.find((at) => at > judged) ?? Number.NaN;
    const ends = [read, judged, committed, drawn - judged > DRAWN_US ? Number.NaN : drawn];
    Object.keys(spans).forEach((name, at) => {
      const ms = ((ends[at] ?? Number.NaN) - start) / US_PER_MS;
      if (Number.isFinite(ms)) spans[name]?.push(ms);
    });
  }
  return {
    title: "From the eye's line to the screen",
    about:
      "an eye on a serial line (pseudo-terminal), a whole unit of banca francesa, Chromium; time on the wall",
    figures: Object.entries(spans).flatMap(([name, values]): Figure[] =>
      [0.5, 0.99].map((share) => ({
        name: `rest line to ${name}, p${100 * share}`,
        value: percentile(values, share),
        unit: "ms",
        note: `${values.length} throws`,
      })),
    ),
  };
}

function configFile(folder: string, path: string): string {
  const file = join(folder, "table.yaml");
  writeFileSync(
    file,
    JSON.stringify({
      table: {
        name: "bench",
        log: "tirada.bench/dice-lines",
        rulebook: "es-cb/banca-francesa",
        openAtStart: true,
      },
      dice: { eye: { device: "tirada-eye", path } },
      display: { port: 0 },
      storage: { folder: join(folder, "storage") },
      test: true,
    }),
  );
  return file;
}
