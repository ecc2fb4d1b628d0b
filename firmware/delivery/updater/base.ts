import { join } from "node:path";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { chmodSync, rmSync } from "../../files/disk.ts";
import { onDisk } from "../../files/errors.ts";
import { errorText, EXIT, Problem } from "../../problem.ts";
import type { BaseState } from "../releases/base-state.ts";
import { raiseBaseFloor, type Checked } from "../update/client.ts";
import type { FloorStore } from "../update/floor.ts";
import type { OfferedBase } from "../update/offer.ts";
import { UpdateRefusal } from "../update/refusal.ts";
import type { Tree } from "../update/tree.ts";
import type { RestartObstacle, UpdateRecord, UpdateState } from "../../net/update-questions.ts";
import {
  askMachine,
  readBasePlan,
  readKeptBase,
  readReturnedBases,
  removeBasePlan,
  writeBasePlan,
  writeKeptBase,
  writeReturnedBases,
  type BasePlan,
} from "./base-plan.ts";
import { readPlan } from "./plan.ts";
import { requireSpace } from "./prepare.ts";
import type { Switcher } from "./switch.ts";
import type { TableLink } from "./table-link.ts";
import type { Asked, AskedRollback } from "./updater.ts";

/** Bundles lie here until they are written. */
export const BUNDLES = "base";
/** How long the machine's service may take to write a bundle. */
export const WRITING_US = 60 * 60 * US_PER_S;
/** How long the machine may take from the request to its end. */
export const RESTART_US = 120 * US_PER_S;
/** How often a bundle is written that a cut stopped. */
export const WRITES_MOST = 2;

/** What is wanted of a base. */
export interface AskedBase extends Asked {
  /** The base that must be offered, by its number; null: whichever is. */
  readonly base: number | null;
  /** Try one again that was gone back from. */
  readonly again: boolean;
}

export interface BaseParts {
  readonly root: string;
  readonly table: TableLink;
  readonly switcher: Switcher;
  readonly clock: Clock;
  readonly floors: FloorStore;
  /** What the machine says of its base; null: it has none of ours. */
  readonly state: () => BaseState | null;
  readonly check: (tree: Tree) => Promise<Checked>;
  /** Another 16 hex digits each time. */
  readonly newId: () => string;
  readonly say: (line: string) => void;
}

/** What `tirada update status` says of the base. */
export interface BaseStatus {
  /** Null: this machine has no base of ours. */
  readonly runs: BaseState | null;
  /** Number of the one that runs; null: it came with the image, or by hand. */
  readonly number: number | null;
  readonly plan: BasePlan | null;
  readonly obstacles: readonly RestartObstacle[];
}

type Step = UpdateRecord["step"];

/**
 * Brings another base system to the machine of a table: fetched and held against both repositories, written by the machine's own service,
 * started when the table says yes. The machine itself judges the trial and goes back; here that becomes a record and a floor. Everything
 * that outlives a cut is in files (`base-plan.ts`), and {@link step} goes on from whatever they say.
 */
export class BaseUpdater {
  readonly #parts: BaseParts;
  /** The request that this process made last, and when. */
  #asked: { readonly request: string; readonly at: number } | null = null;
  #obstacles: readonly RestartObstacle[] = [];

  constructor(parts: BaseParts) {
    this.#parts = parts;
  }

  status(): BaseStatus {
    const { root, state } = this.#parts;
    const [runs, kept, plan] = [state(), readKeptBase(root), readBasePlan(root)];
    const number = runs !== null && !runs.isTrial && kept?.version === runs.version ? kept.number : null;
    return { runs, number, plan, obstacles: plan === null ? [] : this.#obstacles };
  }

  /**
   * Fetches the base that the repositories name for this table and announces it; from then on it is written and started as soon as the
   * table says yes. Null: it runs already. A refusal is a record too. @throws UpdateRefusal, JournalError
   */
  async install(openTree: () => Tree, { base, again, ...asked }: AskedBase): Promise<BasePlan | null> {
    const { root } = this.#parts;
    const runs = this.#parts.state();
    let offer: OfferedBase | null = null;
    try {
      const ours = this.requireOurs();
      const before = readBasePlan(root);
      if (before !== null && before.stage !== "waiting") this.requireIdle();
      const plan = readPlan(root);
      if (plan !== null)
        throw new Problem(
          EXIT.release,
          `release ${plan.to.version} is under way: wait until it is confirmed, or withdraw it with: tirada update rollback`,
        );
      const checked = await this.#parts.check(openTree());
      offer = checked.base();
      if (offer === null) throw new UpdateRefusal("not-named", "director");
      if (await this.#isKept(offer, base, ours, again)) return null;
      if (before !== null && before.to.digest !== offer.sha256) this.#clear();
      await this.#fetch(checked, offer);
      return await this.#announce(offer, ours, asked);
    } catch (error) {
      if (readBasePlan(root) === null) this.#clear();
      if (error instanceof Problem) await this.#tellRefused(offer, runs, asked, errorText(error));
      throw error;
    }
  }

  /** True: the base that is offered runs already, and was kept. Throws an UpdateRefusal when this machine may not have it. */
  async #isKept(
    { name, number, kind, sha256 }: OfferedBase,
    wanted: number | null,
    runs: BaseState,
    again: boolean,
  ): Promise<boolean> {
    const { root, floors, table } = this.#parts;
    if (wanted !== null && wanted !== number)
      throw new UpdateRefusal("other-release", `base ${wanted}`, `it is ${number}`);
    if (kind !== runs.kind)
      throw new UpdateRefusal("wrong-kind", name, `it is for ${kind}; this one is ${runs.kind}`);
    const kept = readKeptBase(root);
    if (kept?.number === number && kept.digest === sha256) return true;
    // The journal is signed, and the file may have been put back.
    const recorded = (await table.state("base"))?.keptBase ?? 0;
    const floor = Math.max(floors.read()?.base ?? 0, recorded);
    if (number <= floor)
      throw new UpdateRefusal("below-floor", `base ${number}`, `base ${floor} was kept here`);
    if (!again && readReturnedBases(root).includes(sha256))
      throw new UpdateRefusal("base-returned", `base ${number}`);
    return false;
  }

  async #fetch(checked: Checked, offer: OfferedBase): Promise<void> {
    const { root } = this.#parts;
    const folder = join(root, BUNDLES);
    requireSpace(root, offer.length);
    const file = await checked.fetch({ ...offer, file: `${offer.sha256}.raucb` }, folder);
    onDisk("letting the machine read", file, () => {
      chmodSync(folder, 0o755);
      chmodSync(file, 0o644);
    });
  }

  async #announce(
    { number, version, sha256: digest, kind }: OfferedBase,
    runs: BaseState,
    asked: Asked,
  ): Promise<BasePlan> {
    const { root } = this.#parts;
    const kept = readKeptBase(root);
    const plan: BasePlan = {
      format: "tirada-base-plan/1",
      stage: "waiting",
      to: { number, version, digest, kind },
      from: { version: runs.version, digest: kept?.version === runs.version ? kept.digest : null },
      by: asked.by,
      order: asked.order,
      slot: runs.slot,
      boot: runs.boot,
      request: this.#parts.newId(),
      attempts: 0,
    };
    writeBasePlan(root, plan);
    await this.#tell(plan, "announced", null, asked);
    await this.step();
    return plan;
  }

  /** Throws a Problem while another base is under way. */
  requireIdle(): void {
    const plan = readBasePlan(this.#parts.root);
    if (plan === null) return;
    throw new Problem(
      EXIT.release,
      `base ${plan.to.version} is under way: wait until it is kept, or withdraw it with: tirada update rollback`,
    );
  }

  /**
   * Withdraws the base that waits; `from`: only the one whose bundle has this digest. False: it is not under way. Throws a Problem when it is
   * too late.
   */
  async withdraw(asked: AskedRollback): Promise<boolean> {
    const plan = this.findWithdrawable(asked);
    if (plan === null) return false;
    if (plan.stage === "written") askMachine(this.#parts.root, "undo", plan);
    await this.#end(plan, "withdrawn", null, asked.by);
    return true;
  }

  /** What it would withdraw, by what lies here alone; null: nothing. Throws a Problem as it does. */
  findWithdrawable({ from = null }: AskedRollback): BasePlan | null {
    const plan = readBasePlan(this.#parts.root);
    if (plan === null || (from !== null && from !== plan.to.digest)) return null;
    if (plan.stage === "writing" || plan.stage === "trying")
      throw new Problem(
        EXIT.release,
        `base ${plan.to.version} is ${plan.stage === "writing" ? "being written: try again in some minutes" : "on trial: it goes back by itself unless the table is in order"}`,
      );
    return plan;
  }

  /** Throws an UpdateRefusal where this machine has no base of ours. */
  requireOurs(): BaseState {
    const runs = this.#parts.state();
    if (runs === null) throw new UpdateRefusal("no-base", "base system");
    return runs;
  }

  /** One look at what is under way, and the next step of it. Rejects with a JournalError when the disk fails. */
  async step(): Promise<void> {
    const { root, state } = this.#parts;
    const plan = readBasePlan(root);
    const runs = state();
    if (plan === null) this.#clear();
    if (plan === null || runs === null) return;
    if (plan.stage === "waiting") return this.#begin(plan, runs);
    // Another start of the machine, and which place it was from, say more than any file.
    if (runs.boot !== plan.boot && runs.slot !== plan.slot) return this.#judge(plan, runs);
    if (runs.boot !== plan.boot && plan.stage !== "writing") return this.#end(plan, "returned", "trial");
    if (plan.stage === "writing") return this.#watchWriting(plan, runs);
    if (plan.stage === "written") return this.#restart(plan);
    if (this.#isOverdue(plan, RESTART_US)) writeBasePlan(root, { ...plan, stage: "written" });
  }

  /** Whether this process asked for it so long ago, or never did. */
  #isOverdue({ request }: BasePlan, us: number): boolean {
    return this.#asked?.request !== request || this.#parts.clock.now() - this.#asked.at > us;
  }

  #ask(act: "install" | "restart", plan: BasePlan): void {
    askMachine(this.#parts.root, act, plan);
    this.#asked = { request: plan.request, at: this.#parts.clock.now() };
  }

  /** Keeps what stands in the way, for the status. True: nothing does. */
  #mayGoOn(state: UpdateState | null): state is UpdateState {
    this.#obstacles = state?.obstacles ?? [];
    return state !== null && state.obstacles.length === 0;
  }

  /** Asks the table, and lets the machine's service write the bundle when it says yes. */
  async #begin(waiting: BasePlan, { boot, slot }: BaseState): Promise<void> {
    if (!this.#mayGoOn(await this.#parts.table.state("base"))) return;
    const plan: BasePlan = { ...waiting, stage: "writing", boot, slot, attempts: 1 };
    writeBasePlan(this.#parts.root, plan);
    this.#ask("install", plan);
  }

  async #watchWriting(plan: BasePlan, { boot, installed }: BaseState): Promise<void> {
    const { root, newId, say } = this.#parts;
    if (installed?.id === plan.request) {
      if (installed.outcome !== "written") return this.#refuse(plan, installed.outcome);
      writeBasePlan(root, { ...plan, stage: "written", boot });
      say(`base ${plan.to.version} is written; the machine starts with it when the table says yes`);
      return this.step();
    }
    if (boot !== plan.boot) {
      if (plan.attempts >= WRITES_MOST) return this.#refuse(plan, "cut-off");
      const next = { ...plan, boot, request: newId(), attempts: plan.attempts + 1 };
      writeBasePlan(root, next);
      this.#ask("install", next);
    } else if (this.#asked?.request !== plan.request) this.#ask("install", plan);
    else if (this.#isOverdue(plan, WRITING_US)) return this.#refuse(plan, "silent");
  }

  /** The last question: the table ends in the turn in which it says yes, and the machine with it. */
  async #restart(plan: BasePlan): Promise<void> {
    const { root, table, say } = this.#parts;
    const state = await table.state("base");
    if (!this.#mayGoOn(state)) return;
    const trying: BasePlan = { ...plan, stage: "trying" };
    writeBasePlan(root, trying);
    const obstacles = await table.restart("base", state.presses, this.#recordOf(plan, "switched", null));
    if (obstacles === null || obstacles.length === 0) {
      this.#ask("restart", trying);
      say(`the machine starts with base ${plan.to.version}; ${plan.from.version} stays until it is kept`);
      return;
    }
    this.#obstacles = obstacles;
    writeBasePlan(root, plan);
  }

  /** The other base runs: it is on trial, or kept. */
  async #judge(plan: BasePlan, { isTrial }: BaseState): Promise<void> {
    const { root, floors } = this.#parts;
    if (isTrial) {
      if (plan.stage !== "trying") writeBasePlan(root, { ...plan, stage: "trying" });
      return;
    }
    raiseBaseFloor(floors, plan.to.number);
    writeKeptBase(root, plan.to);
    return this.#end(plan, "confirmed", null);
  }

  async #refuse(plan: BasePlan, why: string): Promise<void> {
    await this.#end(plan, "refused", new UpdateRefusal("not-written", `base ${plan.to.number}`, why).message);
  }

  /** It is over. While the plan stands, what is cut here is done again. */
  async #end(plan: BasePlan, step: Step, why: string | null, by = plan.by): Promise<void> {
    const { root, say } = this.#parts;
    if (step === "returned") writeReturnedBases(root, [...readReturnedBases(root), plan.to.digest]);
    await this.#tell({ ...plan, by }, step, why);
    this.#clear();
    removeBasePlan(root);
    this.#asked = null;
    say(`base ${plan.to.version}: ${step}${why === null ? "" : `, ${why}`}`);
  }

  /** Nothing is left of a bundle. */
  #clear(): void {
    const folder = join(this.#parts.root, BUNDLES);
    onDisk("removing", folder, () => rmSync(folder, { recursive: true, force: true }));
  }

  #recordOf({ to, from, by, order }: BasePlan, step: Step, why: string | null): UpdateRecord {
    return {
      step,
      id: this.#parts.newId(),
      by,
      order,
      why: why?.slice(0, 200) ?? null,
      release: null,
      base: to.number,
      version: to.version,
      digest: to.digest,
      fromVersion: from.version,
      fromDigest: from.digest,
    };
  }

  #tell(plan: BasePlan, step: Step, why: string | null, asked: Partial<Asked> = {}): Promise<void> {
    return this.#parts.switcher.tell({ ...this.#recordOf(plan, step, why), ...reasonOf(asked) });
  }

  #tellRefused(offer: OfferedBase | null, runs: BaseState | null, asked: Asked, why: string): Promise<void> {
    return this.#parts.switcher.tell({
      step: "refused",
      by: asked.by,
      order: asked.order,
      ...reasonOf(asked),
      why: why.slice(0, 200),
      release: null,
      base: offer?.number ?? 0,
      version: offer?.version ?? null,
      digest: offer?.sha256 ?? null,
      fromVersion: runs?.version ?? null,
      fromDigest: null,
    });
  }
}

const reasonOf = ({ reason }: Partial<Asked>): Pick<UpdateRecord, "reason"> =>
  reason === undefined ? {} : { reason };
