import { createServer } from "node:https";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { lineBy, signedOrder, signatureOf, signerOf } from "../../firmware/cli/office/signer.ts";
import { relayMail } from "../../firmware/office/fleet/mail.ts";
import { FleetRun, type FleetOrder } from "../../firmware/office/fleet/run.ts";
import { newState, readState, writeState, type FleetState } from "../../firmware/office/fleet/state.ts";
import { runRelay, type RunningRelay } from "../../firmware/office/relay/run.ts";
import { planShape, type FleetPlan } from "../../src/fleet/plan.ts";
import { formatOrder, lineOfOrder } from "../../src/orders/order.ts";
import type { Clock } from "../../src/time/clock.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino, type Held } from "./casino.ts";
import { FleetUnit } from "./fleet-units.ts";
import { temporaryFolder } from "./folder.ts";
import { ReleaseTree } from "./release-tree.ts";
import { makeRelease, UpdaterMachine } from "./updater-machine.ts";
import { volume } from "./volume.ts";

/** A fleet that is played step by step: relay, laptop, far sides and updaters as they stand, in the time of the test. */

export const COUNT = volume(4, 40);
/** The laptop looks so often, and a unit asks the relay. */
export const STEP_S = 20;

/** A casino of tables, their laptop's people and their relay. */
export interface Place {
  readonly here: Casino;
  readonly clock: Clock;
  readonly units: readonly FleetUnit[];
  readonly plan: FleetPlan;
  readonly relay: Held;
  readonly ana: Held;
  readonly ben: Held;
  readonly old: string;
  readonly next: string;
  readonly port: number;
}

const names = Array.from({ length: COUNT }, (_, at) => `casino-1/table-${String(at + 1).padStart(2, "0")}`);

/** A casino whose tables run release 1; release 2 is published for them. */
export async function place(
  count = COUNT,
  clock: Clock = fakeClock(0, systemClock().wall() + 60_000),
): Promise<Place> {
  const here = await casino();
  const machine = { hosts: ["127.0.0.1"] };
  const relay = await here.issue("relay", { as: "relay", ...machine });
  const [ana, ben] = [
    await here.issue("Ana Soto", { as: "tecnico" }),
    await here.issue("Ben Ruiz", { as: "jefe-de-mesa" }),
  ];
  const [old, next] = [makeRelease("1.0.0"), makeRelease("2.0.0")];
  const made = new UpdaterMachine(new ReleaseTree());
  await made.begin(old);
  made.publish(2, next);
  const port = await freePort();
  const units: FleetUnit[] = [];
  for (const name of names.slice(0, count)) {
    const own = made.copy();
    own.start();
    const held = await here.issue(name, { as: "unit", ...machine });
    const url = `https://127.0.0.1:${port}/`;
    units.push(await FleetUnit.begin({ name, here, held, machine: own, clock, url }));
  }
  const plan = planShape.parse({
    name: "spring",
    release: 2,
    digest: next.known.digest,
    held: count > 1 ? [names.at(-1)] : [],
    tables: units.map(({ name, signer: { verifier } }, at) => ({
      table: name,
      vkey: verifier.vkey,
      group: at % 2 === 0 ? "wheels" : "cards",
    })),
    waves: count === 1 ? [{ tables: 1 }] : [{ tables: 1 }, { percent: count > 20 ? 10 : 40 }, { percent: 100 }],
    soak: count === 1 ? { minutes: 0, rounds: 0 } : { minutes: 1, rounds: 2 },
    stop: { silentMinutes: 5, voids: { rounds: 20, perThousand: 100 } },
  });
  return { here, clock, units, plan, relay, ana, ben, port, old: old.known.digest, next: next.known.digest };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The relay as it stands. */
export function relayAt({ here, relay: held, port, clock }: Place): Promise<RunningRelay> {
  const files = { authority: here.authority.certificatePath, revoked: here.authority.listPath };
  const config = {
    listen: { host: "127.0.0.1", port },
    folder: join(here.folder, "boxes"),
    certificate: held.certificatePath,
    key: held.keyPath,
    ...files,
  };
  return runRelay(config, clock, () => undefined);
}

/** The laptop, the relay and the tables, step by step. */
export class PlayedFleet {
  readonly place: Place;
  readonly statePath = join(temporaryFolder(), "spring.plan.state");
  readonly said: string[] = [];
  run: FleetRun;
  relay: RunningRelay | null = null;
  /** The second person signs what waits. */
  isBenThere = true;
  readonly #mail;
  /** Starts of each table before this began. */
  readonly #before: ReadonlyMap<string, number>;

  constructor(where: Place) {
    this.place = where;
    const { ana, here, port } = where;
    this.#mail = relayMail(`https://127.0.0.1:${port}/`, { cert: ana.cert, key: ana.key, ca: here.ca });
    onTestFinished(() => this.#mail.close());
    this.#before = new Map(where.units.map(({ name, ran }) => [name, ran.length]));
    this.run = this.#newRun(newState("plan"));
  }

  #newRun(state: FleetState): FleetRun {
    const { plan, clock, ana, ben } = this.place;
    const [first, second] = [ana, ben].map((held) =>
      signerOf({ key: held.keyPath, certificate: held.certificatePath }),
    );
    const sign = (wanted: FleetOrder): string => signedOrder(lineBy(wanted, first!), first!);
    return new FleetRun(state, {
      plan,
      clock,
      mail: this.#mail,
      sign,
      everyMs: 20_000,
      signByTwo: (wanted) => {
        if (!this.isBenThere) return null;
        const line = lineOfOrder(lineBy(wanted, first!));
        return formatOrder(line, [signatureOf(line, first!), signatureOf(line, second!)]);
      },
      save: (after) => writeState(this.statePath, after),
      say: (line) => void this.said.push(line),
    });
  }

  /** The laptop's process is killed; another one goes on from the file. */
  kill(): void {
    this.run = this.#newRun(readState(this.statePath, "plan") ?? newState("plan"));
    this.run.hear({ f: "resumed", at: this.place.clock.wall() });
  }

  async startRelay(): Promise<void> {
    this.relay = await relayAt(this.place);
  }

  async stopRelay(): Promise<void> {
    await this.relay?.stop();
    this.relay = null;
  }

  async step(): Promise<void> {
    const { units, clock } = this.place;
    (clock as FakeClock).advance(STEP_S * US_PER_S);
    for (const unit of units) await unit.pass(STEP_S, 2);
    await Promise.all(units.map((unit) => unit.look()));
    await this.run.look();
  }

  /** Until something holds, at most so many seconds. */
  async until(what: string, holds: () => boolean, seconds = 1_200): Promise<number> {
    for (let gone = 0; gone <= seconds; gone += STEP_S) {
      if (holds()) return gone;
      await this.step();
    }
    throw new Error(
      `${what}: not within ${seconds} s; ${JSON.stringify(this.run.state.progress.stopped)} ${JSON.stringify(this.run.standing)}`,
    );
  }

  get stopped(): string | null {
    return this.run.state.progress.stopped?.why ?? null;
  }

  unit(name: string): FleetUnit {
    return this.place.units.find((one) => one.name === name)!;
  }

  /** Tables that ran a release that they were not ordered. */
  get wrong(): readonly string[] {
    const { plan, units, old, next } = this.place;
    const isOrdered = (name: string): boolean =>
      (this.run.state.progress.tables[name]?.ordered ?? null) !== null;
    return units
      .filter(({ name, ran }) =>
        ran
          .slice(this.#before.get(name))
          .some((rel) => rel !== old && (rel !== next || !isOrdered(name) || plan.held.includes(name))),
      )
      .map(({ name }) => name);
  }
}
