import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  manifestFile,
  targetFile,
  TARGETS,
  type KnownManifest,
  type ReleaseManifest,
} from "../../firmware/delivery/releases/manifest.ts";
import { SMALL_FILES, writeSmallRelease } from "../../firmware/delivery/releases/small-release.fixture.ts";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { checkForUpdate } from "../../firmware/delivery/update/client.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { signedDifference } from "../../firmware/delivery/update/signed-target.ts";
import type { RestartObstacle, UpdateRecord, UpdateState } from "../../firmware/net/update-questions.ts";
import { readPlan } from "../../firmware/delivery/updater/plan.ts";
import { makeReleases } from "../../firmware/delivery/updater/prepare.ts";
import { pointTo, readSlots } from "../../firmware/delivery/updater/slots.ts";
import { Switcher } from "../../firmware/delivery/updater/switch.ts";
import type { TableLink } from "../../firmware/delivery/updater/table-link.ts";
import { Updater } from "../../firmware/delivery/updater/updater.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S, wallMs } from "../../src/time/instant.ts";
import { temporaryFolder } from "./folder.ts";
import { launch } from "./launched.ts";
import type { ReleaseTree } from "./release-tree.ts";
import { MADE_AT, PLATFORM, TABLE } from "./release-tree.ts";

/** So many ends in a row, and the service manager starts the table no more. */
const BURST = 5;
const STEP_US = 5 * US_PER_S;

/** What a release does when the table runs it; each name is a way to be bad, or none. */
export const BEHAVIOURS = [
  "well",
  "crash-at-start",
  "crash-after-40-s",
  "hang-at-start",
  "hang-after-60-s",
  "device-dead",
  "technicians-server-dead",
  "display-lost-after-60-s",
  "eats-memory",
  "unsupervised",
  "does-not-sign",
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** What is not in order where a release is bad in this way. */
const DEAD: Readonly<Partial<Record<Behaviour, string>>> = {
  "device-dead": "wheel",
  "technicians-server-dead": "remote",
};

interface Running {
  readonly rel: string;
  readonly pid: number;
  readonly since: number;
}

/** What a release of tests is handed over in. */
export interface Made {
  readonly known: KnownManifest;
  readonly from: string;
}

export function makeRelease(
  version: string,
  change: (made: ReleaseManifest) => unknown = (made) => made,
  from = temporaryFolder(),
): Made {
  const files = SMALL_FILES.map((file) =>
    file.path === "bin/tirada.mjs" ? { ...file, text: `// ${version}\n` } : file,
  );
  const known = writeSmallRelease(from, {
    files,
    change: (made) => change({ ...made, version }),
  });
  return { known, from };
}

/** The files of a release, by name. */
export function filesOf({ known, from }: Made): Readonly<Record<string, Uint8Array>> {
  const names = [
    manifestFile(known.digest),
    ...TARGETS.map((name) => targetFile(name, known.manifest.targets[name].sha256)),
  ];
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(from, name))]));
}

/**
 * The machine of a table: slots on a real folder, the launcher as it stands, a service manager and a table that does what its release
 * does, and the updater, in simulated time.
 */
export class UpdaterMachine {
  readonly root: string;
  readonly tree: ReleaseTree;
  readonly clock: FakeClock = fakeClock(0, MADE_AT);
  readonly records: UpdateRecord[] = [];
  readonly log: string[] = [];
  readonly behaves = new Map<string, Behaviour>();
  /** Why the table may not be restarted now. */
  obstacles: readonly RestartObstacle[] = [];
  /** Called whenever the table is asked for its state: people press keys meanwhile. */
  onAsked: () => void = () => undefined;
  presses = 0;
  /** Starts of the table, each with the release that it ran. */
  readonly starts: string[] = [];
  running: Running | null = null;
  /** What the table does with a record before it says that it has it. */
  keep: (record: UpdateRecord) => Promise<void> = () => Promise.resolve();
  /** Why the updater of a release does not start; null: it does. */
  updaterFails: string | null = null;
  switcher: Switcher;
  updater: Updater;
  /** Throws while another base system is under way. */
  requireNoBase: () => void = () => undefined;
  #pids = 100;
  #ends = 0;
  #ids = 0;
  /** The release that a package laid down. */
  #packaged = "";

  constructor(tree: ReleaseTree, root = temporaryFolder()) {
    this.root = root;
    this.tree = tree;
    [this.switcher, this.updater] = this.#newUpdater();
  }

  /** The updater's process ends and starts again; what is in files it has still. */
  restartUpdater(): void {
    [this.switcher, this.updater] = this.#newUpdater();
  }

  #newUpdater(): [Switcher, Updater] {
    const { root, clock, tree } = this;
    const floors = floorFile(root);
    const switcher = new Switcher({
      root,
      clock,
      floors,
      table: this.link,
      memoryBytes: 512 * 1_048_576,
      newId: () => (++this.#ids).toString(16).padStart(16, "0"),
      unsigned: (rel) => (rel === this.#packaged ? null : signedDifference(root, rel, tree.factoryRoots.image)),
      checkUpdater: () => Promise.resolve(this.updaterFails),
      say: (line) => void this.log.push(line),
    });
    const options = {
      folder: join(root, "trusted"),
      factoryRoots: tree.factoryRoots,
      table: TABLE,
      floor: floors,
    };
    const updater = new Updater({
      root,
      platform: PLATFORM,
      table: this.link,
      switcher,
      requireNoBase: () => this.requireNoBase(),
      difference: () => null,
      // What a file system says of the time of a test's files is after the tree was made.
      check: (from, { known, ...rest }) =>
        checkForUpdate(options, { tree: from, now: tree.now, known: { ...known, built: wallMs(0) }, ...rest }),
    });
    return [switcher, updater];
  }

  /** A slot that is current and confirmed, and the table runs it. */
  async begin(made: Made): Promise<void> {
    const source = { from: made.from, known: made.known, platform: PLATFORM } as const;
    await unpackRelease(makeReleases(this.root), source);
    this.#packaged = made.known.digest;
    for (const link of ["current", "confirmed"] as const) pointTo(this.root, link, made.known.digest);
    this.start();
  }

  publish(release: number, made: Made): void {
    this.tree.release(release, filesOf(made));
    this.tree.assign(release);
  }

  install(): Promise<unknown> {
    return this.updater.install(() => folderTree(this.tree.folder, false), { by: "Ana", order: null });
  }

  /** What the service manager does: the launcher, then the table. */
  start(): void {
    if (this.#ends >= BURST) return;
    launch(this.root);
    const { current } = readSlots(this.root);
    if (current === null) throw new Error("the table has no release to run");
    this.starts.push(current);
    this.running = { rel: current, pid: ++this.#pids, since: this.clock.now() };
    if (this.#behaviour === "crash-at-start") this.#end();
  }

  /** The process is gone, and the service manager starts it again. */
  #end(): void {
    this.running = null;
    this.#ends++;
    this.start();
  }

  get #behaviour(): Behaviour {
    return this.behaves.get(this.running?.rel ?? "") ?? "well";
  }

  get #upSeconds(): number {
    return this.running === null ? 0 : (this.clock.now() - this.running.since) / US_PER_S;
  }

  get #isSilent(): boolean {
    const behaviour = this.#behaviour;
    return (
      this.running === null ||
      behaviour === "hang-at-start" ||
      (behaviour === "hang-after-60-s" && this.#upSeconds >= 60)
    );
  }

  readonly link: TableLink = {
    state: () => {
      this.onAsked();
      return Promise.resolve(this.#isSilent ? null : this.#state());
    },
    restart: async (kind, presses, record) => {
      if (this.#isSilent) return null;
      const isPressed = kind !== "return" && presses !== this.presses;
      const obstacles: RestartObstacle[] = [...this.obstacles, ...(isPressed ? ["key-pressed" as const] : [])];
      if (obstacles.length > 0) return obstacles;
      await this.keep(record);
      this.records.push(record);
      this.#ends = 0;
      this.running = null;
      this.start();
      return [];
    },
    record: async (record) => {
      if (this.#isSilent) return false;
      await this.keep(record);
      this.records.push(record);
      return true;
    },
    selfTest: () => {
      if (this.#isSilent || this.#behaviour === "does-not-sign") return Promise.resolve(null);
      const isShown = !(this.#behaviour === "display-lost-after-60-s" && this.#upSeconds >= 60);
      return Promise.resolve({ seq: this.records.length, isShown });
    },
    forceRestart: () => {
      this.#ends = 0;
      this.running = null;
      this.start();
    },
  };

  #state(): UpdateState {
    const behaviour = this.#behaviour;
    const up = this.#upSeconds;
    return {
      format: "tirada-update-state/1",
      release: { version: "x", manifest: this.running?.rel ?? null },
      pid: this.running?.pid ?? 0,
      upSeconds: Math.floor(up),
      obstacles: this.obstacles,
      presses: this.presses,
      isHeld: false,
      takesReason: true,
      announced: null,
      devices: ["wheel", "panel", "remote"].filter((device) => device !== DEAD[behaviour]),
      fedSeconds: behaviour === "unsupervised" ? 60 : 1,
      memory: behaviour === "eats-memory" ? up * 8 * 1_048_576 : 160 * 1_048_576,
      confirmedRelease: this.#confirmedRelease,
      keptBase:
        this.records.findLast(({ step, base }) => step === "confirmed" && base !== undefined)?.base ?? null,
      times: { witnessed: null, result: null },
    };
  }

  /** What a journal with these records says. */
  get #confirmedRelease(): number | null {
    const confirmed = this.records.flatMap(({ step, release }) =>
      step === "confirmed" && release !== null ? [release] : [],
    );
    return confirmed.length === 0 ? null : Math.max(...confirmed);
  }

  /** Time goes by, and the updater looks every 5 s. */
  async pass(seconds: number): Promise<void> {
    for (let gone = 0; gone < seconds * US_PER_S; gone += STEP_US) {
      this.clock.advance(STEP_US);
      const behaviour = this.#behaviour;
      if (behaviour === "crash-after-40-s" && this.#upSeconds >= 40) this.#end();
      // The service's own watchdog.
      if (behaviour === "hang-after-60-s" && this.#upSeconds >= 67) this.#end();
      await this.switcher.step();
    }
  }

  /** A copy of all that is on its disk, for another life. */
  copy(): UpdaterMachine {
    const root = temporaryFolder();
    cpSync(this.root, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const other = new UpdaterMachine(this.tree, root);
    other.#packaged = this.#packaged;
    for (const [rel, behaviour] of this.behaves) other.behaves.set(rel, behaviour);
    return other;
  }

  /** Nothing is under way. */
  get isIdle(): boolean {
    const { trial, returned } = readSlots(this.root);
    return trial === null && returned === null && readPlan(this.root) === null;
  }

  /** Names in the folder, sorted. */
  get names(): readonly string[] {
    return readdirSync(this.root).sort();
  }
}
