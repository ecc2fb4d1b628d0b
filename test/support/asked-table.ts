import { join } from "node:path";
import { expect } from "vitest";
import type { Config } from "../../firmware/table/config/config.ts";
import type { Journal } from "../../firmware/journal/thread/client.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { BuiltRecord, Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { answerUpdater, updateStateOf, type UpdateParts } from "../../firmware/unit/updates/update-answers.ts";
import type {
  RestartObstacle,
  SelfTest,
  UpdateQuestion,
  UpdateState,
} from "../../firmware/net/update-questions.ts";
import { checkForUpdate } from "../../firmware/delivery/update/client.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { initSlots, Updater } from "../../firmware/delivery/updater/updater.ts";
import { LOOK_EVERY_US } from "../../firmware/delivery/updater/run.ts";
import { readSlots } from "../../firmware/delivery/updater/slots.ts";
import { Switcher } from "../../firmware/delivery/updater/switch.ts";
import type { TableLink } from "../../firmware/delivery/updater/table-link.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { monoUs, US_PER_S, wallMs } from "../../src/time/instant.ts";
import type { RandomSource } from "../../src/time/random-source.ts";
import { MADE_AT, PLATFORM, TABLE, type ReleaseTree } from "./release-tree.ts";
import { configHere } from "./unit-here.ts";
import { filesOf, makeRelease, type Made } from "./updater-machine.ts";
import { launch } from "./launched.ts";

/** A table in simulated time, as its simulator has it: the unit's own pipeline with devices on its lines. */
export interface SimulatedTable {
  readonly setup: TableSetup;
  readonly us: number;
  readonly pipeline: Pipeline;
  /** The unit is started anew, with a release that can open the table's devices or cannot. */
  restart(canOpen: boolean): void;
}

export type Heard = (records: readonly BuiltRecord[]) => void;

export interface AskedParts {
  /** The updater's folder. */
  readonly root: string;
  readonly tree: ReleaseTree;
  readonly random: RandomSource;
  /** Is told every record of the table, the updater's too. */
  readonly heard: Heard;
  /** Releases after the first one cannot open the devices of this table. */
  readonly isBroken?: boolean;
}

/** From an order to its confirmation, simulated: no table has to wait longer for its instant. */
const INSTALL_MOST_US = 3_600 * US_PER_S;
/** A key may be pressed in the very moment between the updater's last question and its order to restart. */
const PRESSED_ONE_IN = 3;
const ALL_DAY = { socket: "/run/x/unit.sock", noticeHours: 0, window: "00:00-23:59" };

/** What the records alone say, told by another hand than the unit's: what would be cut by an end here. */
export class Truth {
  #isInRound = false;
  #hasShoe = false;
  #hasPoint = false;
  /** Rounds that came to a last word, by what it is. */
  readonly verdicts: Record<string, number> = {};

  see(body: RecordBody): void {
    if (body.kind === "phase")
      this.#isInRound = !["closed", "waiting", "preparing", "result", "void", "aborted"].includes(body.phase);
    if (["result", "void", "undecided", "aborted"].includes(body.kind)) {
      this.#isInRound = false;
      this.verdicts[body.kind] = (this.verdicts[body.kind] ?? 0) + 1;
    }
    // Whether a round may begin from it says nothing of where it is.
    if (body.kind === "shoe" && body.event !== "barred" && body.event !== "free")
      this.#hasShoe = body.event !== "removed";
    if (body.kind === "result" && "craps" in body.result && body.result.craps !== null)
      this.#hasPoint = body.result.craps.after.phase === "point";
  }

  /** The process ended: what only it knew is gone. */
  restart(): void {
    this.#hasShoe = false;
  }

  get isCut(): boolean {
    return this.#isInRound || this.#hasShoe || this.#hasPoint;
  }
}

/**
 * The updater of a simulated table: it orders releases at instants of the seed, asks the unit's own answers whether it may switch, and
 * switches, tries and confirms on real files with the launcher as it stands. Whatever the answers say is held against the records.
 */
export class AskedTable {
  readonly truth = new Truth();
  readonly #table: SimulatedTable;
  readonly #root: string;
  readonly #tree: ReleaseTree;
  readonly #random: RandomSource;
  readonly #heard: Heard;
  readonly #isBroken: boolean;
  #switchedUs = 0;
  readonly #clock = fakeClock(0, MADE_AT);
  readonly #switcher: Switcher;
  readonly #updater: Updater;
  readonly #made: Made[] = [];
  #startedUs = 0;
  #runs = "";
  #nextLookUs = 0;
  #nextOrderUs: number;
  #ids = 0;
  /** Key presses since the start. */
  presses = 0;
  readonly counts = { orders: 0, switches: 0, confirmed: 0, returned: 0, asked: 0, no: 0, pressed: 0 };
  /** Simulated seconds from each switch that was gone back from until the release before ran again. */
  readonly returnedAfter: number[] = [];

  constructor(table: SimulatedTable, { root, tree, random, heard, isBroken = false }: AskedParts) {
    this.#isBroken = isBroken;
    this.#table = table;
    this.#root = root;
    this.#tree = tree;
    this.#random = random;
    this.#heard = heard;
    this.#nextOrderUs = table.us + random.below(60 * US_PER_S);
    const floors = floorFile(root);
    this.#switcher = new Switcher({
      root,
      floors,
      clock: this.#clock,
      table: this.#link,
      memoryBytes: Infinity,
      newId: () => (++this.#ids).toString(16).padStart(16, "0"),
      unsigned: () => null,
      checkUpdater: () => Promise.resolve(null),
      say: () => undefined,
    });
    const client = {
      folder: join(root, "trusted"),
      factoryRoots: tree.factoryRoots,
      table: TABLE,
      floor: floors,
    };
    this.#updater = new Updater({
      root,
      platform: PLATFORM,
      table: this.#link,
      switcher: this.#switcher,
      requireNoBase: () => undefined,
      difference: () => null,
      check: (from, { known, ...rest }) =>
        checkForUpdate(client, { tree: from, now: tree.now, known: { ...known, built: wallMs(0) }, ...rest }),
    });
  }

  /** The first release of the table. */
  async begin(): Promise<void> {
    const [first] = [this.#make()];
    await initSlots(this.#root, unpackRelease, { from: first.from, known: first.known, platform: PLATFORM });
    this.#launch();
  }

  #make(): Made {
    const made = makeRelease(`1.0.${this.#made.length}`);
    this.#made.push(made);
    return made;
  }

  /** Records of the table, as they are made. */
  hear(records: readonly BuiltRecord[]): void {
    if (records.length === 0) return;
    this.#heard(records);
    for (const { body } of records) this.truth.see(body);
    this.ask();
  }

  /** What the unit answers now, which must not be yes where an end would cut something. */
  ask(): void {
    const { obstacles } = updateStateOf(this.#parts(), "install");
    this.counts.asked++;
    const costs = obstacles.filter((one) => one !== "not-announced" && one !== "notice");
    if (costs.length > 0) this.counts.no++;
    else expect([this.#table.us, this.truth.isCut]).toEqual([this.#table.us, false]);
  }

  /** The next instant at which the updater has something to do. */
  get dueUs(): number {
    return Math.min(this.#nextLookUs, this.#nextOrderUs);
  }

  /** What the updater does by now: an order at its instant, a look every 5 s. */
  async lookIfDue(): Promise<void> {
    const { us } = this.#table;
    if (us < this.dueUs) return;
    this.#clock.advance(us - this.#clock.now());
    const { phase, tasks, faults, deal } = this.#table.pipeline.durable;
    const stands = { ...this.counts, obstacles: this.#switcher.obstacles, phase, tasks, faults, deal };
    expect(us, JSON.stringify(stands)).toBeLessThan((1 + this.counts.orders) * INSTALL_MOST_US);
    this.ask();
    if (us >= this.#nextOrderUs) {
      this.#nextOrderUs = Infinity;
      await this.#order();
    }
    this.#nextLookUs = us + LOOK_EVERY_US;
    const { confirmed } = readSlots(this.#root);
    const { returned } = this.counts;
    await this.#switcher.step();
    const now = readSlots(this.#root);
    if (now.confirmed !== confirmed) this.counts.confirmed++;
    if (now.confirmed !== confirmed || this.counts.returned > returned) {
      this.#nextOrderUs = this.#table.us + this.#random.below(60 * US_PER_S);
    }
  }

  async #order(): Promise<void> {
    const made = this.#make();
    const release = this.#made.length;
    this.#tree.release(release, filesOf(made));
    this.#tree.assign(release);
    this.counts.orders++;
    await this.#updater.install(() => folderTree(this.#tree.folder, false), { by: "Ana", order: null });
  }

  /** What the service manager does. */
  #launch(): void {
    expect(launch(this.#root)).toBe("");
    this.#runs = readSlots(this.#root).current ?? "";
    this.#startedUs = this.#table.us;
    this.presses = 0;
  }

  #parts(leave: UpdateParts["leave"] = () => undefined): UpdateParts {
    const table = this.#table;
    const config: Config = { ...configHere("/unused"), update: ALL_DAY };
    const unit = {
      setup: table.setup,
      pipeline: table.pipeline,
      hasFailed: false,
      presses: this.presses,
      shown: { seq: table.pipeline.chain.seq - 1, certificate: null },
      feed: (entry: Parameters<Pipeline["feed"]>[0]) => {
        this.hear(table.pipeline.feed(entry).records);
        return Promise.resolve();
      },
      refusePresses: () => undefined,
    };
    return {
      config,
      unit: unit as unknown as UpdateParts["unit"],
      leave,
      clock: this.#clock,
      journal: { waitingCount: 0 } as Partial<Journal> as Journal,
      startedAt: monoUs(this.#startedUs),
      witness: () => null,
      screens: { shownSeq: () => table.pipeline.chain.seq - 1 },
      answers: { fedAt: () => null },
    };
  }

  async #answer<T>(question: UpdateQuestion, leave?: UpdateParts["leave"]): Promise<T> {
    const answer = await answerUpdater(this.#parts(leave), question);
    if (!answer.ok) throw new Error(answer.why);
    return JSON.parse(answer.lines[0] ?? "null") as T;
  }

  readonly #link: TableLink = {
    state: async (kind) => {
      const state = await this.#answer<UpdateState>({ do: "state", for: kind });
      return { ...state, release: { version: "x", manifest: this.#runs } };
    },
    restart: async (kind, presses, record) => {
      // Somebody presses a key, whichever, just before. Nobody waits for that who goes back.
      const isPressed = kind === "install" && this.#random.oneIn(PRESSED_ONE_IN);
      if (isPressed) this.presses++;
      const left: string[] = [];
      const question: UpdateQuestion = { do: "restart", for: kind, presses, record };
      const obstacles = await this.#answer<RestartObstacle[]>(question, (why) => void left.push(why));
      expect(left).toHaveLength(obstacles.length === 0 ? 1 : 0);
      if (isPressed) {
        expect(obstacles).toEqual(["key-pressed"]);
        this.counts.pressed++;
      }
      if (obstacles.length > 0) return obstacles;
      expect([this.#table.us, this.truth.isCut]).toEqual([this.#table.us, false]);
      if (kind === "install") {
        this.counts.switches++;
        this.#switchedUs = this.#table.us;
      } else {
        this.counts.returned++;
        this.returnedAfter.push((this.#table.us - this.#switchedUs) / US_PER_S);
      }
      this.#table.restart(kind === "return" || !this.#isBroken);
      this.truth.restart();
      this.#launch();
      return [];
    },
    record: async (record) => {
      await this.#answer({ do: "record", record });
      return true;
    },
    selfTest: (id) => this.#answer<SelfTest>({ do: "self-test", id }),
    forceRestart: () => {
      throw new Error("a release that plays well was gone back from");
    },
  };
}
