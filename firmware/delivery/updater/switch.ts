import { US_PER_S } from "../../../src/time/instant.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { requireInstalled, slotFolder } from "../releases/unpack.ts";
import { raiseReleaseFloor } from "../update/client.ts";
import type { FloorStore } from "../update/floor.ts";
import { UpdateRefusal } from "../update/refusal.ts";
import type { RestartObstacle, UpdateRecord, UpdateState } from "../../net/update-questions.ts";
import { OUTBOX_MAX, readOutbox, readPlan, removePlan, writeOutbox, writePlan, type Plan } from "./plan.ts";
import { manifestOf } from "./prepare.ts";
import {
  pointTo,
  pruneSlots,
  readSlots,
  releasesFolder,
  removeReturned,
  removeTrial,
  TRIAL_STARTS,
  writeReturned,
  writeTrial,
} from "./slots.ts";
import type { TableLink } from "./table-link.ts";
import { judgeTrial, type TrialFault } from "./trial.ts";

/** How long a table that is gone back from may take to end its round, before it is ended all the same. */
export const PATIENCE_US = 120 * US_PER_S;

/** How long a table may take from its word to its end. */
export const ENDING_US = 30 * US_PER_S;

export interface SwitchParts {
  readonly root: string;
  readonly table: TableLink;
  readonly clock: Clock;
  readonly floors: FloorStore;
  readonly memoryBytes: number;
  /** Another 16 hex digits each time. */
  readonly newId: () => string;
  /** Why this release is none that was signed or came with the package; null: it is (`held-slot.ts`). */
  readonly unsigned: (rel: string) => string | null;
  /** Null: the updater of this slot starts; else why not. */
  readonly checkUpdater: (slot: string) => Promise<string | null>;
  /** One line for the log. */
  readonly say: (line: string) => void;
}

/**
 * Switches to a release, tries it and confirms it, or goes back. Everything that outlives a cut is in files (`slots.ts`, `plan.ts`), each
 * changed in one step, and {@link step} goes on from whatever they say.
 */
export class Switcher {
  readonly #parts: SwitchParts;
  /** Of the trial under way: when this process saw it first, and the table's last answer. */
  #seen: { rel: string; began: number; answeredAt: number | null } | null = null;
  /** Since when a release is gone back from, and whether another had done so before. */
  #returning: { readonly since: number; readonly isBack: boolean } | null = null;
  /** The release that this process ended the table for, and when. */
  #ordered: { readonly rel: string; readonly at: number } | null = null;
  /** Why somebody had the release on trial given up, in their words. */
  #givenUpFor: { readonly rel: string; readonly reason: string } | null = null;
  /** Why the table was not switched when it was asked last. */
  obstacles: readonly RestartObstacle[] = [];

  constructor(parts: SwitchParts) {
    this.#parts = parts;
  }

  /** One look at what is under way, and the next step of it. Rejects with a JournalError when the disk fails. */
  async step(): Promise<void> {
    const { root } = this.#parts;
    const { returned, trial, current, confirmed } = readSlots(root);
    const plan = readPlan(root);
    if (returned !== null) await this.#finishReturn(plan?.to.rel === returned.rel ? plan : null, returned);
    else if (plan === null && trial !== null) this.#dropTrial(trial.rel, { current, confirmed });
    else if (plan?.stage === "waiting") await this.#switch(plan);
    else if (plan?.stage === "switching") this.#resume(plan, current);
    else if (plan?.stage === "trying" && confirmed === plan.to.rel) this.#finishConfirm(plan);
    else if (plan?.stage === "trying") await this.#try(plan);
    await this.sendRecords();
  }

  /** A trial of which no plan tells: it was confirmed or given up, and cut in its last step. */
  #dropTrial(rel: string, { current, confirmed }: { current: string | null; confirmed: string | null }): void {
    const { root } = this.#parts;
    if (current === rel && confirmed !== rel && confirmed !== null) pointTo(root, "current", confirmed);
    removeTrial(root);
  }

  /** Asks the table, and switches when it says yes, in the one order that a cut at any place leaves whole. */
  async #switch(waiting: Plan): Promise<void> {
    const { root, table } = this.#parts;
    const { kind, to, from } = waiting;
    const first = await table.state(kind);
    if (!this.#mayGoOn(first)) return;
    requireInstalled(slotFolder(releasesFolder(root), to.rel), manifestOf(root, to.rel));
    const differs = this.#parts.unsigned(to.rel);
    if (differs !== null) throw new UpdateRefusal("not-signed", `release ${to.version}`, differs);
    const plan = { ...waiting, devices: [...first.devices], isFed: first.fedSeconds !== null };
    writePlan(root, { ...plan, stage: "switching" });
    writeTrial(root, { rel: to.rel, tries: TRIAL_STARTS });
    const second = await table.state(kind);
    if (!this.#mayGoOn(second, first.presses)) {
      this.#undo(waiting);
      return;
    }
    pointTo(root, "current", to.rel);
    writePlan(root, { ...plan, stage: "trying" });
    const record = this.#recordOf(plan, "switched", null);
    const obstacles = await table.restart(kind, second.presses, record);
    if (obstacles === null || obstacles.length === 0) {
      this.#ordered = { rel: to.rel, at: this.#parts.clock.now() };
      this.#parts.say(
        `switched to release ${to.version} (${to.rel.slice(0, 16)}); ${from.version} stays until it is confirmed`,
      );
      return;
    }
    this.obstacles = obstacles;
    this.#undo(waiting);
  }

  #mayGoOn(state: UpdateState | null, presses?: number): state is UpdateState {
    this.obstacles = state?.obstacles ?? [];
    if (state === null || state.obstacles.length > 0) return false;
    if (presses !== undefined && state.presses !== presses) this.obstacles = ["key-pressed"];
    return this.obstacles.length === 0;
  }

  /** The table plays on with the release that it has, and is asked again later. */
  #undo(plan: Plan): void {
    const { root } = this.#parts;
    pointTo(root, "current", plan.from.rel);
    removeTrial(root);
    writePlan(root, { ...plan, stage: "waiting" });
  }

  /** It was cut while the files were written: the release is current and on trial, or it waits again. */
  #resume(plan: Plan, current: string | null): void {
    if (current === plan.to.rel) writePlan(this.#parts.root, { ...plan, stage: "trying" });
    else this.#undo(plan);
  }

  async #try(plan: Plan): Promise<void> {
    const { root, table, clock, memoryBytes } = this.#parts;
    const state = await table.state(plan.kind);
    const now = clock.now();
    if (this.#seen?.rel !== plan.to.rel) this.#seen = { rel: plan.to.rel, began: now, answeredAt: null };
    const seen = this.#seen;
    if (state?.release.manifest === plan.from.rel) return this.#askAgain(plan, state, now);
    if (state?.release.manifest === plan.to.rel) seen.answeredAt = now;
    const times = { began: seen.began, answeredAt: seen.answeredAt } as Parameters<typeof judgeTrial>[2];
    const verdict = judgeTrial(plan, state, times, { now, memoryBytes });
    if (verdict === "goes-on") return;
    const fault = verdict === "ripe" ? await this.#testSelf(plan) : verdict;
    if (fault === null) {
      this.#confirm(plan);
      return;
    }
    writeReturned(root, plan.to.rel, fault);
    await this.#finishReturn(plan, { rel: plan.to.rel, why: fault });
  }

  /** The files are switched and the table was not ended: the updater was cut between the two. */
  async #askAgain(plan: Plan, state: UpdateState, now: number): Promise<void> {
    // It was ended a moment ago, and closes its journal.
    if (this.#ordered?.rel === plan.to.rel && now - this.#ordered.at < ENDING_US) return;
    const obstacles =
      state.obstacles.length > 0
        ? state.obstacles
        : await this.#parts.table.restart(plan.kind, state.presses, this.#recordOf(plan, "switched", null));
    this.#seen = null;
    if (obstacles === null || obstacles.length === 0) return;
    this.obstacles = obstacles;
    this.#undo(plan);
  }

  async #testSelf({ to }: Plan): Promise<TrialFault | null> {
    const { root, table, newId, checkUpdater, say } = this.#parts;
    const test = await table.selfTest(newId());
    if (test === null) return "self-test";
    if (!test.isShown) return "display";
    const why = await checkUpdater(slotFolder(releasesFolder(root), to.rel));
    if (why !== null) say(`the updater of release ${to.version} does not start: ${why}`);
    return why === null ? null : "updater";
  }

  #confirm(plan: Plan): void {
    const { root } = this.#parts;
    pointTo(root, "former", plan.from.rel);
    // From here on it is confirmed, whatever comes of the rest.
    pointTo(root, "confirmed", plan.to.rel);
    this.#finishConfirm(plan);
  }

  #finishConfirm(plan: Plan): void {
    const { root, floors, say } = this.#parts;
    if (plan.release !== null) raiseReleaseFloor(floors, plan.release);
    removeTrial(root);
    this.#tell(this.#recordOf(plan, "confirmed", null));
    // While the plan stands, what is cut here is done again.
    for (const digest of pruneSlots(root)) say(`removed the slot of release ${digest.slice(0, 16)}`);
    removePlan(root);
    this.#seen = null;
    say(`release ${plan.to.version} (${plan.to.rel.slice(0, 16)}) is confirmed`);
  }

  /** Gives up the release that waits or is on trial. Null: it is done, or under way; else why nothing is gone back from. */
  async giveUp(by: string, reason?: string): Promise<string | null> {
    const { root } = this.#parts;
    const plan = readPlan(root);
    if (plan === null) return "nothing waits, and nothing is on trial";
    if (plan.stage === "trying") {
      if (reason !== undefined) this.#givenUpFor = { rel: plan.to.rel, reason };
      writeReturned(root, plan.to.rel, "asked" satisfies TrialFault);
      await this.step();
      return null;
    }
    this.#undo(plan);
    const said = reason === undefined ? {} : { reason };
    this.#tell({ ...this.#recordOf(plan, "withdrawn", null), by, ...said });
    removePlan(root);
    await this.sendRecords();
    return null;
  }

  /** Goes back to the confirmed release, however often that is cut. */
  async #finishReturn(plan: Plan | null, { rel, why }: { rel: string; why: string }): Promise<void> {
    const { root, clock, say } = this.#parts;
    const { confirmed, current, trial } = readSlots(root);
    const isBack = current === confirmed && trial === null;
    if (confirmed !== null) pointTo(root, "current", confirmed);
    removeTrial(root);
    this.#returning ??= { since: clock.now(), isBack };
    const ended = await this.#endReturned(plan, rel, why, this.#returning);
    if (ended === "not-yet") return;
    const said = this.#saidOf(rel);
    if (plan !== null && ended !== "recorded")
      this.#tell({ ...this.#recordOf(plan, "returned", why), ...said });
    if (plan !== null) removePlan(root);
    removeReturned(root);
    this.#seen = null;
    this.#returning = null;
    say(`gone back from release ${rel.slice(0, 16)}: ${why}`);
  }

  /**
   * Ends the table that still runs the release which is gone back from: between its rounds, or when its time is over. Where the launcher
   * went back the table is just starting, and has the same time for an answer.
   */
  async #endReturned(
    plan: Plan | null,
    rel: string,
    why: string,
    { since, isBack }: { readonly since: number; readonly isBack: boolean },
  ): Promise<"not-yet" | "recorded" | "ended"> {
    const { table, clock } = this.#parts;
    const isOver = clock.now() - since >= PATIENCE_US;
    const state = await table.state("return");
    if (state !== null && state.release.manifest !== rel) return "ended";
    if (state === null && isBack && !isOver) return "not-yet";
    if (state !== null && !isOver && plan !== null) {
      const said = state.takesReason === true ? this.#saidOf(rel) : {};
      const record = { ...this.#recordOf(plan, "returned", why), ...said };
      const obstacles = await table.restart("return", state.presses, record);
      if (obstacles !== null) return obstacles.length > 0 ? "not-yet" : "recorded";
    }
    table.forceRestart();
    return "ended";
  }

  #saidOf(rel: string): Pick<UpdateRecord, "reason"> {
    return this.#givenUpFor?.rel === rel ? { reason: this.#givenUpFor.reason } : {};
  }

  #recordOf(
    { to, from, by, order, release }: Plan,
    step: UpdateRecord["step"],
    why: string | null,
  ): UpdateRecord {
    return {
      step,
      id: this.#parts.newId(),
      by,
      order,
      why,
      version: to.version,
      digest: to.rel,
      release,
      fromVersion: from.version,
      fromDigest: from.rel,
    };
  }

  /** Has a record made as soon as the table takes it. */
  #tell(record: UpdateRecord): void {
    const { root, say } = this.#parts;
    const waiting = readOutbox(root);
    const [oldest] = waiting;
    if (oldest !== undefined && waiting.length >= OUTBOX_MAX)
      say(`${OUTBOX_MAX} records wait for the table; the oldest gives way: ${JSON.stringify(oldest)}`);
    writeOutbox(root, [...waiting, record]);
  }

  /** The same for a step of which no plan tells: an announcement, a refusal, a hold. */
  async tell(record: Omit<UpdateRecord, "id">): Promise<void> {
    this.#tell({ ...record, id: this.#parts.newId() });
    await this.sendRecords();
  }

  /** Hands the table what waits for it, in order. What it does not take waits on; nothing else depends on it. */
  async sendRecords(): Promise<void> {
    const { root, table } = this.#parts;
    for (let left = readOutbox(root); left[0] !== undefined; left = left.slice(1)) {
      if (!(await table.record(left[0]))) return;
      writeOutbox(root, left.slice(1));
    }
  }
}
