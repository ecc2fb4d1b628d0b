import { basename, join } from "node:path";
import { numberOf, type OrderRefusal } from "../../../src/orders/judge.ts";
import { lineOfAnswer, formatAnswer, type OrderAnswer } from "../../../src/orders/answer.ts";
import type { Order } from "../../../src/orders/order.ts";
import { standingOfTable, type Standing } from "../../../src/fleet/standing.ts";
import type { ReleaseId } from "../../../src/record/chain.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { logOf } from "../../table/config/config.ts";
import { RELEASE_ID } from "../../release.ts";
import { BASE_STATE, readBaseState } from "../../delivery/releases/base-state.ts";
import { requireExportTarget } from "../../journal/export/export.ts";
import { writeGiven } from "../../journal/export/target-file.ts";
import { exportEntry, piecesFor } from "../../unit/control/control-answers.ts";
import { asProblem } from "../../unit/failure.ts";
import { changesText } from "../../unit/configuration/configuration-change.ts";
import { orderConfiguration, readOrdered } from "../../unit/configuration/ordered-configuration.ts";
import { keepWaiting } from "../../unit/configuration/waiting-configuration.ts";
import type { RemoteParts } from "../../unit/remote-parts.ts";
import { OBSTACLE_WORDS, type KnownOfTable, type RestartObstacle } from "../../net/update-questions.ts";
import { errorText } from "../../problem.ts";
import type { BundleMaking } from "./bundle-maker.ts";
import type { AcceptedOrder, RefusedOrders, SignedRefusal } from "./messages.ts";
import type { Renewed } from "./renewal.ts";
import type { Updater } from "./updater.ts";

type Detail = (Entry & { k: "event" })["detail"];
type Outcome = Pick<OrderAnswer, "outcome" | "why" | "result">;

/** Letters of a failure that a record keeps, and that an answer has. */
const WHY_MAX = 200;
const ANSWER_WHY_MAX = 1_000;
const ARGUMENTS_MAX = 200;
/** An export of the evidence that a release without a way back needs is among so many newest records. */
export const EXPORT_WITHIN = 1_000;

const doneOutcome = (result: unknown): Outcome => ({ outcome: "done", why: null, result });
const failedOutcome = (why: string): Outcome => ({
  outcome: "failed",
  why: why.slice(0, ANSWER_WHY_MAX),
  result: null,
});

/**
 * Carries orders out, in the main thread of the table: the accepted order is a durable record before anything is done, what came of
 * it is another one, and the answer is signed. Nothing that is done here touches a round.
 */
export class OrderDesk {
  readonly #parts: RemoteParts;
  readonly #updater: Updater;
  /** What runs. */
  readonly #release: () => ReleaseId;
  /** Numbers that were accepted and may not be in a durable record yet. */
  readonly #taken = new Map<string, number>();

  constructor(parts: RemoteParts, updater: Updater, release: () => ReleaseId = () => RELEASE_ID) {
    this.#parts = parts;
    this.#updater = updater;
    this.#release = release;
  }

  get numbers(): Readonly<Record<string, number>> {
    return { ...this.#parts.unit.shown.durable.orders, ...Object.fromEntries(this.#taken) };
  }

  /** Records a refusal, or how many were not told singly. */
  handleRefused(refused: RefusedOrders): void {
    const detail: Detail =
      refused.what === "counted"
        ? { what: "counted", refused: refused.refused }
        : { what: "refused", why: refused.why, order: refused.digest, person: refused.person };
    void this.#record(detail);
  }

  /** Records that the unit takes over another certificate. */
  async recordRenewed(renewed: Renewed): Promise<true> {
    await this.#record({ what: "certificate-renewed", ...renewed });
    return true;
  }

  /** @returns the signed answer */
  async carryOut(accepted: AcceptedOrder): Promise<string> {
    const { order, digest, people } = accepted;
    const { person, number, action } = order;
    const [first, second] = people;
    if (number <= numberOf(this.numbers, person, this.#parts.clock.wall()))
      return this.#refuse(accepted, "replayed");
    this.#taken.set(person, number);
    await this.#record({
      what: "accepted",
      order: digest,
      person,
      number,
      action,
      role: first?.role ?? null,
      second: second?.name ?? null,
      arguments: canonical(shortArguments(order)).slice(0, ARGUMENTS_MAX),
    });
    const outcome = await this.#do(accepted).catch((error: unknown) => failedOutcome(errorText(error)));
    await this.#record({
      what: outcome.outcome,
      order: digest,
      person,
      number,
      why: outcome.why?.slice(0, WHY_MAX) ?? null,
    });
    return this.#sign(digest, person, outcome);
  }

  /** The answer to an order that was refused where it came in. */
  signRefusal({ why, digest, person }: SignedRefusal): Promise<string> {
    return this.#sign(digest, person, { outcome: "refused", why, result: null });
  }

  async #refuse({ digest, order }: AcceptedOrder, why: OrderRefusal): Promise<string> {
    const { person } = order;
    await this.#record({ what: "refused", why, order: digest, person });
    return this.signRefusal({ why, digest, person });
  }

  async #do({ order, digest, people, report }: AcceptedOrder): Promise<Outcome> {
    switch (order.action) {
      case "check":
      case "install":
      case "install-base":
      case "rollback":
      case "hold": {
        if (order.action === "install" && !(await this.#hasExport(order.arguments.export)))
          return failedOutcome("no record of this table names an export with this SHA-512: export first");
        const answer = await this.#updater.give({ order, digest, people, known: () => this.#known() });
        return answer.ok ? doneOutcome(answer.result) : failedOutcome(answer.why);
      }
      case "configure":
        return this.#configure(order, digest);
      case "restart-screens":
        this.#parts.restartScreens(`ordered by ${order.person}`);
        return doneOutcome(null);
      case "self-test":
        return this.#selfTest();
      case "verify-release":
        return (await import("./verify-release.ts")).verifyRelease(order.arguments.nonce, this.#release());
      case "diagnose":
        return doneOutcome(this.#diagnosis(report));
      case "bundle": {
        const making = report as BundleMaking;
        return "made" in making ? doneOutcome(making.made) : failedOutcome(`no bundle: ${making.failed}`);
      }
      case "export":
        return this.#export(order.arguments.from, order.arguments.to, digest);
    }
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

  /**
   * Keeps a configuration for the next start: on the bench at once, at a table that counts once the jefe de mesa has accepted it. Each key
   * that it changes is a record first.
   */
  async #configure(order: Extract<Order, { action: "configure" }>, digest: string): Promise<Outcome> {
    const { config, clock, restartWhenIdle } = this.#parts;
    const { configuration, newLog } = order.arguments;
    const read = await readOrdered(configuration, config, clock.wall());
    if (!read.ok) return failedOutcome(read.why);
    const { changes, isOtherLog } = read;
    if (isOtherLog && !newLog)
      return failedOutcome("configuration: table.log is another one: say so with --new-log");
    for (const change of changes)
      await this.#record({ what: "configuration-change", order: digest, ...change });
    if (config.test) {
      orderConfiguration(config, configuration, digest);
      const restarts = restartWhenIdle(`configuration ${digest.slice(0, 16)} was ordered`);
      return doneOutcome({ counts: "from the next start on", changes: changes.length, restarts });
    }
    keepWaiting(config, { order: digest, text: configuration, until: Date.parse(order.notAfter) });
    await this.#record({ what: "configuration-waits", order: digest, changes: changesText(changes) });
    const counts = "once the jefe de mesa has accepted it at the table";
    return doneOutcome({ counts, changes: changes.length, until: order.notAfter });
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

  /** Ports, the journal (which signed the order's own record by now), the faults under which nothing is certified. */
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

  async #export(from: number, to: number, digest: string): Promise<Outcome> {
    const { journal, clock, unit, config } = this.#parts;
    const folder = config.remote?.exports;
    if (folder === undefined) return failedOutcome("the configuration names no folder for it: remote.exports");
    const path = join(folder, `export-${digest.slice(0, 16)}.tirada`);
    const file = basename(path);
    try {
      requireExportTarget({ path, replace: false });
      const given = await writeGiven(
        path,
        await piecesFor(journal, clock, { do: "export", from, to, file }, config),
      );
      await unit.feed(exportEntry("records", file, given, clock));
      const { bytes, sha512 } = given;
      return doneOutcome({ file, from: given.from, to: given.to, bytes, sha512 });
    } catch (error) {
      return failedOutcome(asProblem(error).message);
    }
  }

  async #sign(order: string, person: string | null, outcome: Outcome): Promise<string> {
    const { clock, config, journal } = this.#parts;
    const { line, sha512 } = lineOfAnswer({
      v: 1,
      kind: "answer",
      table: logOf(config),
      order,
      person,
      at: rfc3339(clock.wall()),
      ...outcome,
    });
    return formatAnswer(line, await journal.signAnswer(sha512.toString("hex")));
  }

  #record(detail: Detail): Promise<void> {
    const { unit, clock } = this.#parts;
    return unit.feed({ k: "event", t: clock.now(), event: "order", detail });
  }
}

/** A configuration is named by its digest here; what it changes are records of their own. */
function shortArguments(order: Order): unknown {
  if (order.action !== "configure") return order.arguments;
  const { configuration, newLog } = order.arguments;
  return { characters: configuration.length, newLog, sha256: sha256Hex(configuration) };
}
