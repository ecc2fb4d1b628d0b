import { join } from "node:path";
import { standingOfTable, type Standing } from "../../../src/fleet/standing.ts";
import type { OrderAnswer } from "../../../src/orders/answer.ts";
import { judgeAction, weightOf } from "../../../src/people/actions.ts";
import type { ReleaseId } from "../../../src/record/chain.ts";
import type { Text } from "../../../src/text/language.ts";
import { BASE_STATE, readBaseState } from "../../delivery/releases/base-state.ts";
import { requireExportTarget, type Given } from "../../journal/export/export.ts";
import { writeGiven } from "../../journal/export/target-file.ts";
import { OBSTACLE_WORDS, type KnownOfTable, type RestartObstacle } from "../../net/update-questions.ts";
import { errorText, EXIT, Problem } from "../../problem.ts";
import { RELEASE_ID } from "../../release.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { mayOrderChange } from "../configuration/configuration-change.ts";
import { testFolderOf } from "../configuration/ordered-configuration.ts";
import { textOfConfig } from "../configuration/read-config.ts";
import KEY_EXPLANATIONS from "./key-explanations.json" with { type: "json" };
import { maskedText } from "./edited-text.ts";
import type { Config } from "../../table/config/config.ts";
import { CONFIG_SECTIONS } from "../../table/config/device-keys.ts";
import { exportEntry, piecesFor } from "../control/control-answers.ts";
import { asProblem } from "../failure.ts";
import type { ActionParts } from "./action-parts.ts";
import { BundleProgram, type BundleMaking } from "./bundle-program.ts";
import { keepChange, planChange, type PlannedChange } from "./configure.ts";
import { HandOuts, type HandedOut } from "./hand-outs.ts";
import { BUNDLE_DIGEST, GIVEN_DIGEST, sticksFor, stickTarget, type ShownStick } from "./stick-target.ts";
import type { Updater, UpdaterAction } from "./updater.ts";
import type { AskedOf, WantedAction } from "./wanted-action.ts";

/** What came of an action. `words`: why not, for people, where there are words for it. */
export type Outcome = Pick<OrderAnswer, "outcome" | "why" | "result"> & { readonly words?: Text };

/** Letters of a failure that an answer has. */
const ANSWER_WHY_MAX = 1_000;
/** An export of the evidence that a release without a way back needs is among so many newest records. */
export const EXPORT_WITHIN = 1_000;

const doneOutcome = (result: unknown): Outcome => ({ outcome: "done", why: null, result });
export const failedOutcome = (why: string, words?: Text): Outcome => ({
  outcome: "failed",
  why: why.slice(0, ANSWER_WHY_MAX),
  result: null,
  ...(words === undefined ? {} : { words }),
});

/** The configuration as people read it who may change it. */
interface ConfigurationShown {
  readonly text: string | null;
  /** By what a copy of it is known. */
  readonly over: string;
  readonly isTesting: boolean;
  /** What may be changed so, and what it is. */
  readonly keys: readonly { readonly key: string; readonly about: string }[];
}

/**
 * Carries out what was let through, whichever way it came, in the main thread of the table. Whoever let it through has made a record of it
 * first, and makes one of what came of it. Nothing that is done here touches a round.
 */
export class TableActions {
  readonly #parts: ActionParts;
  readonly #updater: Updater;
  /** What runs. */
  readonly #release: () => ReleaseId;
  readonly #handOuts: HandOuts;
  /** Null: nothing makes them here. */
  readonly #bundles: BundleProgram | null;
  #configuring: Promise<unknown> = Promise.resolve();

  constructor(parts: ActionParts, updater: Updater, release: () => ReleaseId = () => RELEASE_ID) {
    this.#parts = parts;
    this.#updater = updater;
    this.#release = release;
    this.#handOuts = new HandOuts(parts);
    this.#bundles = parts.bundler === undefined ? null : new BundleProgram(parts.bundler, parts.clock);
  }

  /** Never rejects: what goes wrong is what came of it. */
  async carryOut(wanted: WantedAction): Promise<Outcome> {
    const { asked, way, people } = wanted;
    const weight = weightOf(asked.action, asked.arguments);
    const isOpen = this.#parts.unit.shown.durable.open;
    const why = judgeAction({ action: asked.action, way, people, weight, isOpen });
    if (why !== null) return { outcome: "refused", why, result: null };
    return this.#do(wanted).catch((error: unknown) =>
      failedOutcome(errorText(error), error instanceof Problem ? (error.words ?? undefined) : undefined),
    );
  }

  /** Reads a change of the configuration, before anybody wants it. */
  plan(asked: PlannedChange["asked"]): ReturnType<typeof planChange> {
    return planChange(this.#parts, asked);
  }

  /** The configuration that counts, as people read it: without what is secret, and by what a copy of it is known. */
  configuration(): ConfigurationShown {
    const { config } = this.#parts;
    const text = textOfConfig(config);
    return {
      text: text === null ? null : maskedText(text, config.people),
      over: sha256Hex(text ?? ""),
      isTesting: config.storage.folder === testFolderOf(config),
      keys: KEY_EXPLANATIONS.filter(({ key }) => mayOrderChange(key) && isOf(config, key)),
    };
  }

  /** What was made here for somebody at the table to take along. */
  files(): readonly HandedOut[] {
    return this.#handOuts.files();
  }

  /** The sticks that are plugged in now, onto which records may be written. */
  sticks(): Promise<readonly ShownStick[]> {
    return sticksFor(this.#parts.config);
  }

  /** How the updater stands, as it says itself. */
  updates(): ReturnType<Updater["status"]> {
    return this.#updater.status();
  }

  async #do(wanted: WantedAction): Promise<Outcome> {
    const { asked, report } = wanted;
    switch (asked.action) {
      case "check":
      case "install":
      case "install-base":
      case "rollback":
      case "hold":
        return this.#give(asked, wanted);
      case "configure":
      case "undo-configuration":
      case "change-people":
      case "test-mode":
        return this.#configure(asked, wanted);
      case "withdraw-configuration":
        return this.#withdraw(wanted);
      case "restart-screens":
        this.#parts.restartScreens(`ordered by ${wanted.people[0]?.name ?? "?"}`);
        return doneOutcome(null);
      case "self-test":
        return this.#selfTest();
      case "verify-release":
        return (await import("./verify-release.ts")).verifyRelease(asked.arguments.nonce, this.#release());
      case "visit":
        return doneOutcome({ who: asked.arguments.who, until: rfc3339(wallMs(wanted.until)) });
      case "diagnose":
        return doneOutcome(this.#diagnosis(report));
      case "bundle":
        return bundleOutcome(
          report === null ? await this.#makeBundle(asked, wanted) : (report as BundleMaking),
        );
      case "export":
      case "case":
        return this.#handOut(asked, wanted);
    }
  }

  async #give(asked: AskedOf<UpdaterAction>, { way, people, id, reason }: WantedAction): Promise<Outcome> {
    if (asked.action === "install" && !(await this.#hasExport(asked.arguments.export)))
      return failedOutcome("no record of this table names an export with this SHA-512: export first");
    const order = way === "order" ? id : null;
    const answer = await this.#updater.give({ asked, order, people, reason, known: () => this.#known() });
    return answer.ok ? doneOutcome(answer.result) : failedOutcome(answer.why);
  }

  #configure(asked: PlannedChange["asked"], wanted: WantedAction): Promise<Outcome> {
    return this.#oneByOne(async () => {
      const planning = await this.plan(asked);
      if (!planning.ok) return failedOutcome(planning.why.en, planning.why);
      return doneOutcome(await keepChange(this.#parts, planning.planned, wanted));
    });
  }

  #withdraw(wanted: WantedAction): Promise<Outcome> {
    return this.#oneByOne(async () => {
      const { withdrawChange } = await import("./withdraw-change.ts");
      const withdrawal = await withdrawChange(this.#parts, wanted);
      return withdrawal.ok
        ? doneOutcome(withdrawal.withdrawn)
        : failedOutcome(withdrawal.why.en, withdrawal.why);
    });
  }

  /** One after the other: the second of two that come at once is held against what the first one left. */
  #oneByOne(change: () => Promise<Outcome>): Promise<Outcome> {
    const changed = this.#configuring.then(change);
    this.#configuring = changed.catch(() => undefined);
    return changed;
  }

  #known(): KnownOfTable {
    const { unit, technician } = this.#parts;
    const { durable, certificate } = unit.shown;
    return {
      times: { witnessed: technician().witness?.time ?? null, result: certificate?.at ?? null },
      confirmedRelease: durable.update?.release ?? null,
    };
  }

  /** The doctor's report, and what a fleet is judged by. */
  #diagnosis(report: unknown): unknown {
    const { shown, setup } = this.#parts.unit;
    const { version, manifest } = this.#release();
    const runs = readBaseState(BASE_STATE);
    const of = { release: { version, manifest }, rulebook: setup.rulebook, runs, waits: this.#waits() };
    return { ...(report as object | null), standing: standingOfTable(shown.durable, of) };
  }

  /** What waits at this table, for people who are not there. */
  #waits(): Standing["waits"] | null {
    const wait = this.#parts.updateWait();
    if (wait === null) return null;
    const { version, since, obstacles, standing = {} } = wait;
    const each = (name: RestartObstacle) => ({
      name,
      what: OBSTACLE_WORDS[name].en,
      since: standing[name] ?? since,
    });
    return { version, since, obstacles: obstacles.map(each) };
  }

  /** Whether a record says that this export was made; null: none is asked for. */
  async #hasExport(sha512: string | null): Promise<boolean> {
    if (sha512 === null) return true;
    const recent = await this.#parts.journal.recent(EXPORT_WITHIN);
    return recent.some(({ fields }) => {
      const { kind, detail } = fields as { kind?: unknown; detail?: { sha512?: unknown } };
      return kind === "export" && detail?.sha512 === sha512;
    });
  }

  /** Ports, the journal (which signed what asked for it by now), the faults under which nothing is certified. */
  #selfTest(): Outcome {
    const { unit, clock, journal } = this.#parts;
    const { faults, phase } = unit.shown.durable;
    const ports = unit.arePortsServed(clock.now());
    const standing = faults.map(({ device, code }) => `${device}: ${code}`);
    const result = { ports, records: journal.head().seq, phase, faults: standing };
    return ports && standing.length === 0
      ? doneOutcome(result)
      : { outcome: "failed", why: ports ? "faults stand" : "a port is not served", result };
  }

  /** For somebody at the table: it lies where their page fetches it, or on their stick. */
  async #makeBundle(
    { arguments: { recipient, stick } }: AskedOf<"bundle">,
    { id }: WantedAction,
  ): Promise<BundleMaking & { readonly file?: string; readonly stick?: string }> {
    const bundles = this.#bundles;
    if (bundles === null) return { failed: "this unit has no program for it" };
    const file = `bundle-${id.slice(0, 16)}.bundle`;
    const { config } = this.#parts;
    const makeAt = (path: string): Promise<BundleMaking> => bundles.make({ config, recipient, path });
    if (stick === undefined) return { file, ...(await makeAt(join(this.#handOuts.makeRoom(), file))) };
    const target = await stickTarget(config, stick);
    const made = await target.write(file, BUNDLE_DIGEST, async (path) => {
      const making = await makeAt(path);
      if ("failed" in making) throw new Problem(EXIT.usage, making.failed);
      return making.made;
    });
    return { file, stick: target.name, made };
  }

  /** Records leave the unit: into the folder for orders, onto a stick, or where the page of whoever is at the table fetches them. */
  async #handOut(asked: AskedOf<"export" | "case">, { way, id }: WantedAction): Promise<Outcome> {
    const { journal, clock, unit, config } = this.#parts;
    const file =
      asked.action === "case" ? `case-${id.slice(0, 16)}.tirada-case` : `export-${id.slice(0, 16)}.tirada`;
    const request =
      asked.action === "case"
        ? ({ do: "case", round: asked.arguments.round, from: null, to: null, file } as const)
        : ({ do: "export", from: asked.arguments.from, to: asked.arguments.to, file } as const);
    const pieces = (): ReturnType<typeof piecesFor> => piecesFor(journal, clock, request, config);
    const { stick } = asked.arguments;
    try {
      let given: Given;
      let name: string | undefined;
      if (way === "order") given = await this.#intoOrderFolder(file, pieces);
      else if (stick === undefined) {
        const path = join(this.#handOuts.makeRoom(), file);
        given = await writeGiven(path, this.#handOuts.whileThereIsRoom(await pieces()));
      } else {
        const target = await stickTarget(config, stick);
        ({ name } = target);
        given = await target.write(file, GIVEN_DIGEST, async (path) => writeGiven(path, await pieces()));
      }
      await unit.feed(exportEntry(asked.action === "case" ? "case" : "records", file, given, clock, name));
      const { from, to, bytes, sha512 } = given;
      return doneOutcome({ file, from, to, bytes, sha512, ...(name === undefined ? {} : { stick: name }) });
    } catch (error) {
      const { message, words } = asProblem(error);
      return failedOutcome(message, words ?? undefined);
    }
  }

  /** A folder that a configuration names may be anybody's. */
  async #intoOrderFolder(file: string, pieces: () => ReturnType<typeof piecesFor>): Promise<Given> {
    const folder = this.#parts.config.remote?.exports;
    if (folder === undefined)
      throw new Problem(EXIT.usage, "the configuration names no folder for it: remote.exports");
    const path = join(folder, file);
    requireExportTarget({ path, replace: false });
    return writeGiven(path, await pieces());
  }
}

/** `file`: where somebody at the table finds it. */
function bundleOutcome(making: BundleMaking & { readonly file?: string; readonly stick?: string }): Outcome {
  if ("failed" in making) return failedOutcome(`no bundle: ${making.failed}`);
  const { made, ...where } = making;
  return doneOutcome({ ...where, ...made });
}

/** Whether a key is none of a device's of another family. */
const isOf = (config: Config, key: string): boolean => {
  const [section = ""] = key.split(".", 1);
  return !CONFIG_SECTIONS.names.some((name) => name === section) || section in config;
};
