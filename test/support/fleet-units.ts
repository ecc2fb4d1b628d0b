import { generateKeyPairSync } from "node:crypto";
import type { Config } from "../../firmware/table/config/config.ts";
import { readCredentials } from "../../firmware/afar/orders/credentials.ts";
import { Letters } from "../../firmware/afar/orders/letters.ts";
import { OrderDesk } from "../../firmware/afar/orders/order-desk.ts";
import { OrderIntake } from "../../firmware/afar/orders/order-intake.ts";
import { RefusalBudget } from "../../firmware/afar/orders/refusal-budget.ts";
import type { ActionParts } from "../../firmware/unit/actions/action-parts.ts";
import { TableActions } from "../../firmware/unit/actions/table-actions.ts";
import type { UpdaterAnswer, UpdaterWanted } from "../../firmware/unit/actions/updater.ts";
import type { RemoteParts } from "../../firmware/unit/remote-parts.ts";
import type { UpdateWait } from "../../firmware/unit/updates/update-wait.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { signerOf, type Signer } from "../../src/record/keys.ts";
import { ANSWER_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { LifeRecord } from "../../src/table/kernel/record.ts";
import type { Clock } from "../../src/time/clock.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import type { Casino, Held } from "./casino.ts";
import type { UpdaterMachine } from "./updater-machine.ts";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

const REDUCER = { start: () => ({}), reduce: (_: Durable, after: Durable) => after, outcomeOf: () => ({}) };

/** Orders of a table that records name: what became of each. */
export type OrderDetail = LifeRecord["detail"];

/**
 * A unit of a fleet: its far side as it stands (letters, judging, orders, answers under its own key), its updater as it stands on slots
 * of its own, and a table that plays as many rounds as it is told. Time is whoever plays the fleet's.
 */
export class FleetUnit {
  readonly name: string;
  readonly held: Held;
  readonly machine: UpdaterMachine;
  readonly signer: Signer;
  readonly orders: OrderDetail[] = [];
  /** Of everything that went wrong on the way to the relay. */
  readonly notices: string[] = [];
  faults: readonly string[] = [];
  /** Voids of a thousand rounds. */
  voidsPm = 20;
  isSilent = false;
  readonly #clock: Clock;
  readonly #letters: Letters;
  readonly #intake: OrderIntake;
  readonly #desk: OrderDesk;
  #durable: Durable = EMPTY_WHEEL_TABLE;
  #recorded = 0;
  #standing: NonNullable<UpdateWait["standing"]> = {};
  #rounds = 0;

  private constructor(
    { name, held, machine, clock, url }: FleetUnitParts,
    credentials: Awaited<ReturnType<typeof readCredentials>>,
  ) {
    this.name = name;
    this.held = held;
    this.machine = machine;
    this.#clock = clock;
    this.signer = signerOf(name, generateKeyPairSync("ed25519").privateKey);
    const parts = this.#parts();
    const none = (): Promise<UpdaterAnswer> => Promise.resolve({ ok: false, why: "nobody asks" });
    const updater = { give: (wanted: UpdaterWanted) => this.#give(wanted), status: none, verify: none };
    const release = () => ({ version: "x", manifest: this.machine.running?.rel ?? null });
    const actions = new TableActions(parts, updater, release);
    this.#desk = new OrderDesk(parts, () => Promise.resolve(actions));
    this.#intake = new OrderIntake({
      clock,
      table: name,
      authority: () => credentials.authority,
      counters: {
        requests: 0,
        connectionsRefused: 0,
        requestsRefused: 0,
        ordersAccepted: 0,
        ordersRefused: 0,
      },
      budget: new RefusalBudget(clock, (orders) => this.#desk.handleRefused(orders)),
      carryOut: (accepted) => this.#desk.carryOut(accepted),
      refuse: (refused) => this.#desk.signRefusal(refused),
      letIn: () => undefined,
      makeBundle: () => Promise.resolve({ failed: "none" }),
      endBundle: () => undefined,
      diagnose: () => Promise.resolve({ format: "tirada-doctor/1", verdict: "well" }),
    });
    this.#letters = new Letters({
      url,
      everySeconds: 60,
      log: name,
      credentials: () => credentials,
      // Whoever plays the fleet says when it asks.
      clock: { ...clock, after: () => ({ cancel: () => undefined }) },
      take: (text) => this.#intake.take(text),
      useList: () => Promise.resolve(),
      onNotice: (line) => void this.notices.push(line),
    });
  }

  static async begin(parts: FleetUnitParts): Promise<FleetUnit> {
    return new FleetUnit(parts, await readCredentials(parts.here.remote(parts.held)));
  }

  /** Releases that the table ran, each start. */
  get ran(): readonly string[] {
    return this.machine.starts;
  }

  get last(): NonNullable<Durable["update"]>["last"] {
    return this.#durable.update?.last;
  }

  /** What an announced release waits for here. */
  get waits(): UpdateWait | null {
    const { announced, last } = this.#durable.update ?? {};
    if (announced === undefined || last?.step !== "announced") return null;
    const now = rfc3339(this.#clock.wall());
    const { obstacles } = this.machine;
    this.#standing = Object.fromEntries(obstacles.map((one) => [one, this.#standing[one] ?? now]));
    return { version: announced.version, since: last.at, obstacles, standing: this.#standing };
  }

  /** Asks the relay, and does what came. */
  async look(): Promise<void> {
    if (this.isSilent) return;
    this.#intake.update({ type: "state", numbers: this.#desk.numbers, earliest: 0 });
    await this.#letters.look();
    this.#record();
  }

  /** Time goes by: the updater looks, the table plays. */
  async pass(seconds: number, rounds: number): Promise<void> {
    await this.machine.pass(seconds);
    this.#rounds += rounds;
    const voids = Math.floor((this.#rounds * this.voidsPm) / 1_000);
    this.#durable = { ...this.#durable, counted: { rounds: this.#rounds, voids } };
    this.#record();
  }

  /** The table's process ends and begins: what is not a record is gone. */
  restart(): void {
    this.#intake.update({ type: "state", numbers: this.#durable.orders ?? {}, earliest: 0 });
  }

  #parts(): RemoteParts & ActionParts {
    const { name } = this;
    const shown = (): { readonly durable: Durable } => ({ durable: this.#durable });
    const unit = {
      get shown() {
        return shown();
      },
      setup: { rulebook: "cl/ruleta-francesa@2" },
      arePortsServed: () => true,
      feed: (entry: Entry) => {
        if (entry.k === "event") this.#apply(entry.event, entry.detail);
        return Promise.resolve();
      },
    };
    const journal = {
      recent: () => Promise.resolve([]),
      signAnswer: (sha512: string) =>
        Promise.resolve(signSsh(Buffer.from(sha512, "hex"), ANSWER_NAMESPACE, this.signer)),
    };
    const config = { table: { log: name } } as unknown as Config;
    return {
      config,
      clock: this.#clock,
      unit,
      journal,
      updateWait: () => this.waits,
    } as unknown as RemoteParts & ActionParts;
  }

  async #give({ asked, order, people }: UpdaterWanted): Promise<UpdaterAnswer> {
    const { updater, tree } = this.machine;
    const by = people.map((one) => one.name).join(", ");
    try {
      if (asked.action === "install")
        await updater.install(() => folderTree(tree.folder, false), {
          by,
          order,
          release: asked.arguments.release,
        });
      if (asked.action === "rollback")
        await updater.rollback({ by, order, from: asked.arguments.from ?? null });
    } catch {
      // A refusal is a record of the updater's.
    }
    this.#record();
    return { ok: true, result: { begun: true } };
  }

  /** What the updater told since is in the journal. */
  #record(): void {
    for (const record of this.machine.records.slice(this.#recorded)) this.#apply("update", { ...record });
    this.#recorded = this.machine.records.length;
    const since = rfc3339(this.#clock.wall());
    const faults = this.faults.map((code) => ({
      device: "wheel",
      code,
      since,
    })) as unknown as Durable["faults"];
    this.#durable = { ...this.#durable, faults };
  }

  #apply(kind: string, detail: LifeRecord["detail"]): void {
    const body = { kind, detail } as LifeRecord;
    if (kind === "order") this.orders.push(detail);
    this.#durable = applyRecord(this.#durable, body, rfc3339(this.#clock.wall()), REDUCER);
  }
}

export interface FleetUnitParts {
  readonly name: string;
  readonly here: Casino;
  readonly held: Held;
  readonly machine: UpdaterMachine;
  readonly clock: Clock;
  /** The relay. */
  readonly url: string;
}
