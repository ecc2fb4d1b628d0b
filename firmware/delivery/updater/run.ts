import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339, US_PER_S } from "../../../src/time/instant.ts";
import { JournalError } from "../../files/errors.ts";
import { errorText, EXIT, Problem } from "../../problem.ts";
import { readBaseState } from "../releases/base-state.ts";
import { platformHere } from "../releases/release-folder.ts";
import { checkForUpdate } from "../update/client.ts";
import { floorFile } from "../update/floor.ts";
import { folderTree } from "../update/folder-tree.ts";
import { httpTree } from "../update/http-tree.ts";
import { TreeError, type Tree } from "../update/tree.ts";
import { UpdateRefusal } from "../update/refusal.ts";
import { serveRequests, type Control, type ControlAnswer } from "../../net/control.ts";
import { BaseUpdater } from "./base.ts";
import { readRoots, readTls, type UpdaterConfig } from "./config.ts";
import { slotDifference, unsignedDifference } from "./held-slot.ts";
import { updaterRequestSchema, type UpdaterRequest, type UpdateSource } from "./requests.ts";
import { replaceFile } from "./slots.ts";
import { Switcher } from "./switch.ts";
import { tableLink } from "./table-link.ts";
import { Updater } from "./updater.ts";
import { NODE_OPTIONS } from "../../node-options.ts";

/** How often it looks at what is under way. */
export const LOOK_EVERY_US = 5 * US_PER_S;
/** How long the updater of a release on trial has to say that it starts. */
export const CHECK_SELF_MS = 30_000;
/** What is ordered is begun so long after it was taken: its table has recorded that, and may then be ended. */
const TAKEN_US = US_PER_S;
/** What the service manager watches: the table is started anew when it changes. */
const RESTART = "restart";

export interface RunningUpdater {
  /** Resolves with why it cannot go on. */
  readonly failed: Promise<Problem>;
  stop(): Promise<void>;
}

export interface RunUpdaterOptions {
  readonly config: UpdaterConfig;
  /** Path of the configuration, which the updater of a release on trial is tried with. */
  readonly configPath: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** Runs the updater of one table: answers `tirada update`, and goes on with what is under way. */
export async function runUpdater(options: RunUpdaterOptions): Promise<RunningUpdater> {
  const { config, clock, say } = options;
  const { switcher, updater, bases } = makeUpdater(options);
  const failed = Promise.withResolvers<Problem>();
  // One thing at a time: what is asked, or a look.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
  let isLooking = false;
  const look = (): void => {
    if (isLooking) return;
    isLooking = true;
    inTurn(async () => {
      await bases.step();
      await switcher.step();
    })
      .catch((error: unknown) => {
        if (error instanceof JournalError)
          failed.resolve(new Problem(EXIT.storage, error.message, { cause: error }));
        else say(errorText(error));
      })
      .finally(() => (isLooking = false));
  };
  const control: Control = await serveRequests({
    path: config.socket,
    key: "socket",
    // The table's user, who hands on orders, is in the group.
    mode: 0o660,
    schema: updaterRequestSchema,
    clock,
    handle: (asked) => {
      const act = (): Promise<ControlAnswer> => answerOf(() => resultOf(options, { updater, bases }, asked));
      // What is fetched may take hours, and somebody asks how it stands.
      if (asked.do === "status") return act();
      if (asked.do === "check" || asked.do === "verify" || asked.order === null) return inTurn(act);
      void inTurn(() => clock.sleep(TAKEN_US).then(act)).then((one) => {
        if (!one.ok) say(one.why);
      });
      return answerOf(() => takenOf({ updater, bases }, asked));
    },
  });
  const timer = clock.every(LOOK_EVERY_US, "look of the updater", look);
  look();
  return {
    failed: failed.promise,
    stop: async () => {
      timer.cancel();
      await control.close();
      await last;
    },
  };
}

interface Made {
  readonly switcher: Switcher;
  readonly updater: Updater;
  readonly bases: BaseUpdater;
}

const newId = (): string => randomBytes(8).toString("hex");

function makeUpdater({ config, configPath, clock, say }: RunUpdaterOptions): Made {
  const root = config.folder;
  const floors = floorFile(root);
  const table = tableLink(
    config.unit,
    () => {
      say("starting the table anew");
      replaceFile(root, RESTART, `${rfc3339(clock.wall())}\n`);
    },
    say,
  );
  const factoryRoots = readRoots(config);
  const held = { root, unitRoot: factoryRoots.image };
  const switcher = new Switcher({
    root,
    unsigned: (rel) => unsignedDifference(held, rel),
    table,
    clock,
    floors,
    say,
    memoryBytes: config.memoryMegabytes * 1_048_576,
    newId,
    checkUpdater: (slot) => checkUpdater(slot, configPath),
  });
  const client = {
    folder: join(root, "trusted"),
    factoryRoots,
    table: config.table,
    floor: floors,
  };
  const updater: Updater = new Updater({
    root,
    table,
    switcher,
    requireNoBase: () => bases.requireIdle(),
    platform: platformHere(),
    difference: (rel) => slotDifference(held, rel),
    check: (tree, known) => checkForUpdate(client, { tree, now: clock.wall(), ...known }),
  });
  const bases = new BaseUpdater({
    root,
    table,
    switcher,
    clock,
    floors,
    newId,
    say,
    state: () => readBaseState(config.baseState),
    check: (tree) => updater.check(tree),
  });
  return { switcher, updater, bases };
}

/** Lets the updater of a slot say whether it starts. Null: it does; else why not, in one line. */
export function checkUpdater(slot: string, configPath: string): Promise<string | null> {
  const node = join(slot, "runtime/bin/node");
  const program = join(slot, "bin/tirada-updater.mjs");
  const child = spawn(node, [...NODE_OPTIONS, program, "check-self", "--config", configPath], {
    stdio: ["ignore", "ignore", "pipe"],
    timeout: CHECK_SELF_MS,
    killSignal: "SIGKILL",
  });
  return new Promise((resolve) => {
    let words = "";
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text: string) => (words = `${words}${text}`.slice(0, 400)));
    child.once("error", (error) => resolve(error.message));
    child.once("close", (status) => {
      const line = words.split("\n", 1).join("");
      resolve(status === 0 ? null : line === "" ? `it ended with status ${status ?? "of a signal"}` : line);
    });
  });
}

function treeOf({ config, clock }: RunUpdaterOptions, { folder, isStick }: UpdateSource): Tree {
  if (folder !== null) {
    try {
      return folderTree(folder, isStick);
    } catch (error) {
      if (error instanceof TreeError) throw new UpdateRefusal(error.code, folder, error.message, error);
      throw error;
    }
  }
  if (config.repository === undefined)
    throw new Problem(
      EXIT.usage,
      "the updater's configuration has no repository: name a folder with --from, a stick with --stick",
    );
  return httpTree({ url: config.repository.url, tls: readTls(config.repository), clock });
}

async function answerOf(act: () => unknown): Promise<ControlAnswer> {
  try {
    return { ok: true, lines: [JSON.stringify(await act())] };
  } catch (error) {
    const status =
      error instanceof Problem ? error.status : error instanceof JournalError ? EXIT.storage : EXIT.release;
    return { ok: false, why: errorText(error), status };
  }
}

/**
 * What an order hears: it is taken, and records tell what becomes of it. Throws a Problem for what cannot be, by what lies here alone: the
 * table is not asked while its order waits.
 */
function takenOf(
  { updater, bases }: Omit<Made, "switcher">,
  asked: Exclude<UpdaterRequest, { readonly do: "status" | "check" | "verify" }>,
): unknown {
  updater.requireConfirmed();
  if (asked.do === "base") bases.requireOurs();
  if (asked.do === "rollback" && bases.findWithdrawable(asked) === null) updater.wayBack(asked);
  return { begun: true };
}

async function resultOf(
  options: RunUpdaterOptions,
  { updater, bases }: Omit<Made, "switcher">,
  asked: UpdaterRequest,
): Promise<unknown> {
  switch (asked.do) {
    case "status":
      return { ...(await updater.status()), base: bases.status() };
    case "verify":
      return updater.verify();
    case "check": {
      const checked = await updater.check(treeOf(options, asked.source), asked.known);
      const { offer, notes } = checked;
      const base = checked.base();
      return {
        release: offer?.release ?? null,
        files: offer?.targets.map(({ file }) => file) ?? [],
        notes,
        base: base === null ? null : { number: base.number, version: base.version, kind: base.kind },
      };
    }
    case "install":
      return updater.install(() => treeOf(options, asked.source), asked);
    case "base":
      return bases.install(() => treeOf(options, asked.source), asked);
    case "rollback":
      if (await bases.withdraw(asked)) return null;
      return updater.rollback(asked);
    case "hold":
      return updater.hold(asked.isHeld, asked);
  }
}
