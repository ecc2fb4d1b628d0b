import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import { openPty, type Pty } from "../../hw-sim/lines/pty.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import type { Face } from "../../src/cards/card.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Key } from "../../src/people/keys.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { configOf } from "../support/journal-reading.ts";
import { ShoeHarness } from "../support/shoe-harness.ts";
import { percentile, median, type Figure, type Part } from "./figures.ts";
import { paintWatch } from "./paint.ts";

const REPEATS = 5;
const ROUNDS = 60;
const PAINTED = 40;
/** Naturals of both sides, so that four cards make a round. */
const NATURALS: readonly (readonly Face[])[] = [
  ["9h", "Kd", "10s", "6c"],
  ["9c", "Qd", "Js", "5c"],
  ["9d", "Jd", "Qs", "4c"],
  ["9s", "10d", "Ks", "3c"],
];
/** After a card, and around a verdict, so that nothing of one is still under way at the next. */
const PAUSE_US = 80_000;
const VERDICT_PAUSE_US = 500_000;

/** Cards a second through session, tracker, account, rules and records; and from a card's last byte to each place it passes. */
export async function shoeTable(): Promise<Part> {
  return {
    title: "A card table",
    about: "a modelled tirada shoe; pipeline in memory, then a whole unit behind a pseudo-terminal",
    figures: [...throughput(), ...(await latencies())],
  };
}

function throughput(): Figure[] {
  const clock = systemClock();
  const harness = new ShoeHarness().ready();
  for (let round = 0; round < ROUNDS; round++) {
    // A new load before a face comes more often than the decks have it.
    if (round % 4 === 0 && round > 0)
      harness.happens({ e: "stage", stage: "loading" }).happens({ e: "stage", stage: "ready" });
    harness.round(...(NATURALS[round % 4] ?? [])).collect();
    harness.newSeal();
  }
  const dealt = harness.records.flatMap(({ body }) =>
    body.kind === "deal" && body.what === "dealt" ? body.cards : [],
  ).length;
  const runs = Array.from({ length: REPEATS + 1 }, () => {
    const pipeline = new Pipeline(harness.setup, harness.head);
    const from = clock.now();
    for (const entry of harness.entries) pipeline.feed(entry);
    return clock.now() - from;
  }).slice(1);
  const us = median(runs);
  const certified = harness.records.filter(({ body }) => body.kind === "result").length;
  const note = `${dealt} cards, ${certified} certified rounds, ${harness.entries.length} entries; median of ${REPEATS}`;
  return [
    {
      name: "cards judged, heartbeats and keys with them",
      value: (dealt * 1_000_000) / us,
      unit: "cards/s",
      note,
    },
    { name: "one round of four cards", value: us / ROUNDS / US_PER_MS, unit: "ms" },
  ];
}

/** Instants of one verdict, µs of the machine's monotonic clock. */
interface Moments {
  readonly written: number;
  readonly read: number;
  readonly judged: number;
  committed: number;
}

async function latencies(): Promise<Figure[]> {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const shoe = await PacedShoe.open(join(folder, "shoe"), clock);
  const results = new Map<number, Moments>();
  const stopWatching = watchVerdicts(clock, shoe, results);
  const table = await runTable({
    config: configOf(configFile(folder, shoe.path)),
    clock,
    onRecord: ({ body, seq }) => {
      const moments = results.get(seq);
      if (body.kind === "result" && moments !== undefined) moments.committed = clock.now();
    },
    onNotice: () => undefined,
  });
  const screen = await paintWatch(table.url, clock);
  await play(table, shoe, clock);
  const painted = await screen.painted();
  await screen.close();
  await table.stop("bench");
  await shoe.close();
  stopWatching();
  rmSync(folder, { recursive: true });
  return figures([...results.values()], painted);
}

function figures(results: readonly Moments[], painted: readonly number[]): Figure[] {
  const spans: Record<string, number[]> = {
    "bytes read": [],
    verdict: [],
    "record signed and durable": [],
    "pixels painted in Chromium": [],
  };
  for (const { written, read, judged, committed } of results) {
    const drawn = painted.find((at) => at > judged) ?? Number.NaN;
    const ends = [read, judged, committed, drawn - written > VERDICT_PAUSE_US ? Number.NaN : drawn];
    Object.keys(spans).forEach((name, at) => {
      const ms = ((ends[at] ?? Number.NaN) - written) / US_PER_MS;
      if (Number.isFinite(ms)) spans[name]?.push(ms);
    });
  }
  return Object.entries(spans).flatMap(([name, values]): Figure[] =>
    [0.5, 0.99].map((share) => ({
      name: `last card's byte to ${name}, p${share * 100}`,
      value: percentile(values, share),
      unit: "ms",
      note: `${values.length} results`,
    })),
  );
}

/** Notes when each result left the pipeline, before anything was made durable. */
function watchVerdicts(clock: Clock, shoe: PacedShoe, results: Map<number, Moments>): () => void {
  const own = Reflect.get(Pipeline.prototype, "feed");
  Pipeline.prototype.feed = function (entry) {
    const fed = own.call(this, entry);
    for (const { body, seq } of fed.records) {
      if (body.kind === "result")
        results.set(seq, { written: shoe.cardAt, read: entry.t, judged: clock.now(), committed: Number.NaN });
    }
    return fed;
  };
  return () => {
    Pipeline.prototype.feed = own;
  };
}

async function play(table: RunningTable, shoe: PacedShoe, clock: Clock): Promise<void> {
  const press = (key: Key): Promise<unknown> => table.unit.press(key, { role: "jefe-de-mesa", name: "bench" });
  const phase = (): string => table.unit.shown.durable.phase;
  const wait = async (wanted: string): Promise<void> => {
    for (let waited = 0; phase() !== wanted; waited++) {
      if (waited > 500) throw new Error(`the table is ${phase()}, not ${wanted}`);
      await clock.sleep(10_000);
    }
  };
  await clock.sleep(500_000);
  for (let round = 0; round < PAINTED; round++) {
    if (round % 4 === 0) {
      shoe.happens({ e: "stage", stage: "loading" });
      await clock.sleep(PAUSE_US);
      shoe.happens({ e: "stage", stage: "ready" });
    }
    await wait("betting");
    await press({ key: "no-more-bets" });
    for (const face of NATURALS[round % 4] ?? []) {
      shoe.happens({ e: "pass", cards: [{ face, back: null, deck: 0, id: null }] });
      await clock.sleep(PAUSE_US);
    }
    await wait("result");
    await clock.sleep(VERDICT_PAUSE_US);
    await press({ key: "collect", round: table.unit.shown.durable.round });
  }
}

type Happens = ShoeEvent extends infer One ? (One extends ShoeEvent ? Omit<One, "us"> : never) : never;

/** A modelled shoe on a pseudo-terminal that knows when a card's message went out. */
class PacedShoe {
  readonly #device = new ShoeDevice({
    wire: "line",
    kind: 1,
    device: 1,
    decks: 8,
    random: randomFrom("bench shoe"),
  });
  readonly #clock: Clock;
  readonly #timer: { cancel(): void };
  readonly #pty: Pty;
  readonly path: string;
  cardAt = Number.NaN;

  private constructor(pty: Pty, clock: Clock, take: () => string) {
    this.#pty = pty;
    this.#clock = clock;
    this.path = pty.path;
    this.#device.power(true, clock.now());
    this.#timer = clock.every(US_PER_MS, "bench shoe", () =>
      this.#send(this.#device.step(clock.now(), [], take())),
    );
  }

  static async open(path: string, clock: Clock): Promise<PacedShoe> {
    let host = "";
    const pty = await openPty({ path, onBytes: (bytes) => (host += Buffer.from(bytes).toString("latin1")) });
    return new PacedShoe(pty, clock, () => {
      const bytes = host;
      host = "";
      return bytes;
    });
  }

  happens(event: Happens): void {
    const us = this.#clock.now();
    this.#send(this.#device.step(us, [{ ...event, us }]));
  }

  #send(sent: readonly { readonly bytes: string }[]): void {
    for (const { bytes } of sent) {
      if (bytes.startsWith("C")) this.cardAt = this.#clock.now();
      void this.#pty.write(bytes).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#pty.close();
  }
}

function configFile(folder: string, path: string): string {
  const file = join(folder, "table.yaml");
  writeFileSync(
    file,
    JSON.stringify({
      table: { name: "bench", log: "tirada.bench/cards", rulebook: "cl/punto-y-banca", openAtStart: true },
      shoe: {
        device: "tirada-shoe",
        path,
        decks: Array.from({ length: 8 }, (_, at) => ({ id: `0000000${at + 1}` })),
      },
      display: { port: 0 },
      storage: { folder: join(folder, "storage") },
      test: true,
    }),
  );
  return file;
}
