import { learnedOf as calibrationOf } from "../../drivers/wheel/sensor-board/calibration/learned.ts";
import { BroadcastChannel } from "node:worker_threads";
import type { Config } from "../../firmware/table/config/config.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { calibratedWheelOf, openSimulator, type Simulator, type Stepped } from "./simulator.ts";
import { faultTables, type FaultRow } from "../../firmware/office/faults/fault-catalogue.ts";
import { scenariosOf, scenarioName } from "../scenarios/scenario-folder.ts";
import { readScenario, type Happening, type Scenario } from "../scenarios/scenario-file.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import { BenchModel } from "./bench-model.ts";
import { spinEndOf } from "./injections.ts";
import type { BenchOrder, ListedFault, PictureRow, Refused, ToPage } from "./page-messages.ts";
import type { BenchSettings, Calibrated, FromBench, FromDesk, ToBench, ToDesk } from "./messages.ts";
import "../../firmware/table/setup/every-family.ts";

/** Frames for the pages, and how often the simulation goes on; µs of real time. */
const FRAME_US = 60_000;
const STEP_US = 4_000;
/** Without a word from the screens for so long nobody looks; µs of real time. */
const UNWATCHED_US = 3 * US_PER_S;

interface Parts {
  readonly settings: BenchSettings;
  readonly clock: Clock;
  readonly post: (message: FromBench) => void;
  readonly simulator: Simulator | null;
}

/** Everything of the bench's thread but the thread itself. */
export class BenchThread {
  readonly #parts: Parts;
  readonly #channel: BroadcastChannel;
  readonly #timers: readonly Timer[];
  #bench: BenchModel | null = null;
  /** When the simulated wheel began to turn, on the bench's time axis. */
  #playedFrom: number | null = null;
  #watchedAt = -Infinity;
  /** Of the scenarios that were asked for: what is still to happen, on the bench's time axis. */
  #coming: readonly { readonly at: number; readonly what: Happening }[] = [];

  private constructor(parts: Parts) {
    this.#parts = parts;
    const { settings, clock } = parts;
    this.#channel = new BroadcastChannel(settings.channel);
    this.#channel.onmessage = (event: unknown) =>
      this.#handleDeskMessage((event as { readonly data: FromDesk }).data);
    this.#timers = [
      clock.every(STEP_US * settings.speed, "simulated wheel", () => this.#stepSimulation()),
      clock.every(FRAME_US * settings.speed, "bench page", () => this.#sendFrame()),
    ];
  }

  /** Rejects when the simulated wheel cannot be set up. */
  static async open(
    settings: BenchSettings,
    clock: Clock,
    post: (message: FromBench) => void,
  ): Promise<BenchThread> {
    const { simulated } = settings;
    const simulator = simulated === null ? null : await openSimulator(simulated);
    return new BenchThread({ settings, clock, post, simulator });
  }

  /** What a technician would have learned from the simulated wheel. */
  get calibration(): Calibrated | null {
    const { simulator, settings } = this.#parts;
    return simulator === null || settings.simulated === null
      ? null
      : calibratedWheelOf(settings.simulated.rulebook, simulator);
  }

  handleMessage(message: Exclude<ToBench, { type: "close" }>): void {
    switch (message.type) {
      case "table":
        this.#bench = createBench(message.config, this.#parts);
        return;
      case "play":
        this.#begin();
        return;
      case "entry":
        return this.#bench?.addEntry(message.entry);
      case "record":
        return this.#bench?.addRecord(message.body, message.mono);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    this.#channel.close();
    await this.#parts.simulator?.close();
  }

  #begin(): void {
    if (this.#playedFrom !== null) return;
    this.#playedFrom = this.#now();
    const scenario = this.#parts.settings.simulated?.scenario ?? null;
    if (scenario !== null) this.#play(readScenario(scenario));
  }

  /** Scenarios of the house for this table. */
  #scenarios(): readonly Scenario[] {
    const { simulated } = this.#parts.settings;
    return simulated === null ? [] : scenariosOf(SENSOR_BOARD, simulated.rulebook);
  }

  #now(): number {
    return this.#parts.clock.now() - this.#parts.settings.origin.nowUs;
  }

  #send(to: number | "all", message: ToPage): void {
    this.#channel.postMessage({ to, text: JSON.stringify(message) } satisfies ToDesk);
  }

  #stepSimulation(): void {
    const { simulator, post } = this.#parts;
    const from = this.#playedFrom;
    if (simulator === null || from === null) return;
    this.#happen();
    const { pictures, truth } = stepSimulator(simulator, this.#now() - from, post);
    for (const picture of pictures) this.#bench?.addPicture(pictureRow(picture, from));
    for (const one of truth) this.#bench?.endSpin(spinEndOf(one, from));
  }

  /** What is due of the scenarios that are played. */
  #happen(): void {
    const now = this.#now();
    const due = this.#coming.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    this.#coming = this.#coming.filter(({ at }) => at > now);
    for (const { what } of due)
      if (what.is === "fault") this.#inject(what.fault);
      else if (what.is === "cable")
        this.#parts.simulator?.setCable(what.isIn).catch((error: unknown) => {
          this.#parts.post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
        });
  }

  #inject(fault: string): void {
    this.#parts.simulator?.wheel.inject(fault);
    this.#bench?.recordInjection(fault, this.#now());
  }

  /** Plays what a scenario says from now on. */
  #play(scenario: Scenario): void {
    const now = this.#now();
    this.#coming = [...this.#coming, ...scenario.happens.map((what) => ({ at: now + what.us, what }))];
  }

  #sendFrame(): void {
    const bench = this.#bench;
    if (bench === null) return;
    const now = this.#now();
    const { simulator, settings } = this.#parts;
    const from = this.#playedFrom;
    const late = simulator === null || from === null ? null : now - from - simulator.us;
    if (now - this.#watchedAt < UNWATCHED_US * settings.speed) this.#send("all", bench.createFrame(now, late));
    else bench.discardWaiting();
  }

  #handleDeskMessage(message: FromDesk): void {
    switch (message.type) {
      case "watched":
        if (message.pages > 0) this.#watchedAt = this.#now();
        return;
      case "joined":
        this.#watchedAt = this.#now();
        // Whatever waits goes to the others first: the newcomer is told it as history.
        this.#sendFrame();
        if (this.#bench !== null) this.#send(message.page, this.#bench.createHello());
        return;
      case "order": {
        const { page, id } = message;
        this.#carryOut(message.order).then(
          (why) => this.#send(page, why === null ? { type: "done", id } : { type: "refused", id, why }),
          () => this.#send(page, { type: "refused", id, why: "failed" }),
        );
      }
    }
  }

  async #carryOut(asked: BenchOrder): Promise<Refused | null> {
    const { simulator } = this.#parts;
    if (simulator === null) return "not-simulated";
    switch (asked.order) {
      case "inject":
        if (!simulator.wheel.faults.includes(asked.fault)) return "unknown-fault";
        this.#inject(asked.fault);
        return null;
      case "play": {
        const scenario = this.#scenarios().find((one) => scenarioName(one) === asked.scenario);
        if (scenario === undefined) return "unknown-scenario";
        this.#play(scenario);
        return null;
      }
      case "cable":
        await simulator.setCable(asked.plugged);
        return null;
      case "reset-board":
        simulator.resetBoard();
        return null;
    }
  }
}

/** A simulation that cannot go on ends the wheel, not the unit: its line falls silent, and the owner is told why. */
function stepSimulator(simulator: Simulator, until: number, post: (message: FromBench) => void): Stepped {
  try {
    return simulator.step(until);
  } catch (error) {
    post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

const SENSOR_BOARD = "sensor-board";

const listed = ({ fault, about, group, comes, unseen, raises, reports }: FaultRow): ListedFault => ({
  fault,
  about,
  group,
  comes,
  unseen,
  raises,
  reports,
});

function createBench(config: Config, { settings, simulator }: Parts): BenchModel {
  const setup = setupOf(config);
  if (setup.family !== "wheel") throw new RangeError("the bench page shows wheels only");
  const { session, options, pack } = setup;
  const language = config.table.languages[0] ?? "es";
  const labels = Object.entries(pack.wheel.labels ?? {}).map(([name, text]) => [name, text[language]]);
  const played = simulator === null || settings.simulated === null ? null : settings.simulated;
  const head = {
    table: settings.simulated?.table ?? config.table.name,
    rulebook: config.table.rulebook,
    language,
    kind: options.kind,
    ring: options.ring,
    labels: Object.fromEntries(labels) as Record<string, string>,
    calibration: options.calibration === null ? null : calibrationOf(options.calibration),
    reader: simulator?.wheel.look(simulator.us).readerAngle ?? null,
    speed: settings.speed,
    board: settings.simulated?.board ?? ("real" as const),
    faults:
      played === null
        ? []
        : (faultTables().find(({ name }) => name === options.kind)?.faults ?? []).map(listed),
    others: faultTables()
      .filter(({ name }) => played === null || name !== options.kind)
      .map(({ name, faults }) => ({ name, faults: faults.map(listed) })),
    scenarios:
      played === null
        ? []
        : scenariosOf(SENSOR_BOARD, played.rulebook).map((one) => ({
            name: scenarioName(one),
            about: one.about,
          })),
  };
  return new BenchModel(session, head, settings.origin.nowUs);
}

/** `from`: instant of the bench at which the wheel began to turn. */
function pictureRow(picture: Stepped["pictures"][number], from: number): PictureRow {
  const { us, rotorAngle, rotorRpm, ball, objects, spin } = picture;
  return [
    Math.round(us + from),
    roundFine(rotorAngle),
    Math.round(rotorRpm * 100) / 100,
    ball === null ? null : [roundFine(ball.angle), roundFine(ball.radius), ball.where],
    objects.map(({ angle, radius, what }) => [roundFine(angle), roundFine(radius), what] as const),
    spin,
  ];
}

function roundFine(value: number): number {
  return Math.round(value * 100_000) / 100_000;
}
