import type { Command } from "commander";
import { broughtBy } from "../../../src/fleet/plan.ts";
import { notBack, tableIn, waitText } from "../../../src/fleet/progress.ts";
import { ORDER_MAX_BYTES, parseOrder } from "../../../src/orders/order.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { isThere } from "../../files/disk.ts";
import { relayMail, type RelayMail } from "../../office/fleet/mail.ts";
import {
  certificateIn,
  personBy,
  readSignedPlan,
  type SignedPlan,
  signersOf,
} from "../../office/fleet/plan-file.ts";
import { type FleetOrder, FleetRun } from "../../office/fleet/run.ts";
import {
  type FleetState,
  type HeldFile,
  holdFile,
  readState,
  statePath,
  stopPath,
  writeState,
} from "../../office/fleet/state.ts";
import { countText } from "../../office/fleet/status.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import { type OptionsOf, printLine } from "../common.ts";
import {
  addressOf,
  lineBy,
  type PersonalSigner,
  proofOf,
  signedOrder,
  signerOf,
  withSigner,
  writeSigned,
} from "./signer.ts";

/** How often a run looks what came. */
const LOOK_US = 2 * US_PER_S;

/** A plan that was signed, with who acts, over the relay. */
export const overRelay = (command: Command) =>
  withSigner(command)
    .argument("<plan>", "a plan that was signed")
    .requiredOption("--relay <url>", "https://… of the casino's relay")
    .requiredOption("--authority <file>", "certificate of the casino's authority, PEM");
type FleetOptions = OptionsOf<typeof overRelay>;

export interface Fleet {
  readonly path: string;
  readonly signed: SignedPlan;
  readonly person: string;
  readonly sign: (wanted: FleetOrder) => string;
  mail(): RelayMail;
  run(state: FleetState, options: { readonly every: number }): FleetRun;
  /** What was started. Throws a Problem where nothing was. */
  state(): FleetState;
  /** While no other process of this laptop does the same with this plan. */
  held(act: () => Promise<void>): Promise<void>;
}

export function openFleet(path: string, options: FleetOptions): Fleet {
  const signed = readSignedPlan(path);
  const authority = certificateIn(options.authority);
  signersOf(signed, authority);
  const relay = addressOf(options.relay);
  const signer = signerOf(options);
  const person = personBy(signer.certificate, authority, options.certificate);
  const proof = proofOf(options);
  const sign = (wanted: FleetOrder): string => signedOrder(lineBy(wanted, stillHolding(signer)), signer);
  let opened: RelayMail | null = null;
  const mail = (): RelayMail => (opened ??= relayMail(relay, proof));
  return {
    path,
    signed,
    person,
    sign,
    mail,
    run: (state, { every }) =>
      new FleetRun(state, {
        plan: signed.plan,
        clock: systemClock(),
        mail: mail(),
        sign,
        say: printLine,
        signByTwo: (wanted, wave) => orderOfTwo(`${path}.wave-${wave + 1}.order`, wanted, signer),
        save: (after) => writeState(statePath(path), after),
        everyMs: 1_000 * every,
      }),
    state: () => {
      const state = readState(statePath(path), signed.digest);
      if (state === null) throw usageProblem(`${path} was not started from here: tirada fleet start`);
      return state;
    },
    held: async (act) => {
      const held: HeldFile = holdFile(`${path}.running`, "a run of this plan");
      try {
        await act();
      } finally {
        opened?.close();
        held.release();
      }
    },
  };
}

/** Orders under a certificate that has ended are refused at every table. */
function stillHolding(signer: PersonalSigner): PersonalSigner {
  const { validToDate } = signer.certificate;
  if (validToDate.getTime() > systemClock().wall()) return signer;
  throw new Problem(
    EXIT.usage,
    `your certificate ended at ${validToDate.toISOString()}: have another one issued, and go on with tirada fleet go-on`,
  );
}

/** The order of a wave with two signatures; null: it waits in a file for the second one. */
function orderOfTwo(file: string, wanted: FleetOrder, signer: PersonalSigner): string | null {
  if (isThere(file)) {
    const text = orUsageProblem(() => readTextFile(file, ORDER_MAX_BYTES));
    const order = parseOrder(text);
    const isSame =
      order !== null &&
      canonical([order.said.table, order.said.action, order.said.arguments]) ===
        canonical([wanted.table, wanted.action, wanted.arguments]);
    if (isSame && Date.parse(order.said.notAfter) > wanted.now)
      return order.signatures.length === 2 ? text : null;
  }
  writeSigned(file, signedOrder(lineBy(wanted, stillHolding(signer)), signer), "w");
  printLine(`a second person must sign ${file}: tirada order sign`);
  return null;
}

/** Goes on until the plan is over or stopped. */
export async function follow(run: FleetRun, { path, signed: { plan } }: Fleet): Promise<void> {
  const clock = systemClock();
  const waves = plan.waves.length;
  let said = "";
  let waiting: readonly string[] = [];
  for (;;) {
    if (isThere(stopPath(path)))
      run.hear({ f: "stop", by: readTextFile(stopPath(path), 1_000).trim(), at: clock.wall() });
    await run.look();
    const { wave, unheard, unconfirmed, soaking } = run.standing;
    const { stopped } = run.state.progress;
    if (stopped !== null)
      throw new Problem(
        EXIT.notValid,
        "nothing more is ordered: look with tirada fleet status, then tirada fleet go-on or tirada fleet rollback",
      );
    if (wave === null) {
      printLine(`every wave is over: ${broughtBy(plan)}`);
      return;
    }
    const now = `wave ${wave + 1} of ${waves}: ${[
      [unheard.length, "to be heard"],
      [unconfirmed.length - unheard.length, "not confirmed"],
      [soaking.length, "playing with it"],
    ]
      .flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
      .join(", ")}`;
    if (now !== said) printLine(now);
    said = now;
    const waits = unconfirmed.flatMap((table) => {
      const { heard, ordered } = tableIn(run.state.progress, table);
      const text = ordered === null || heard === null ? null : waitText(heard.standing);
      return text === null ? [] : [`waits at ${table}: ${text}`];
    });
    for (const line of waits) if (!waiting.includes(line)) printLine(line);
    waiting = waits;
    await clock.sleep(LOOK_US);
  }
}

/** Goes on until every table is back. What does not answer is named, and asked on. */
export async function followBack(run: FleetRun, { signed: { plan } }: Fleet): Promise<void> {
  const clock = systemClock();
  let said = "";
  for (;;) {
    await run.look();
    const left = notBack(plan, run.state.progress);
    if (left.length === 0) {
      printLine("every table is back");
      return;
    }
    const reasons = left.slice(0, 4).map((table) => `${table} (${run.reasonOf(table) ?? "on its way"})`);
    const now = `${countText(left.length)} not back: ${reasons.join(", ")}`;
    if (now !== said) printLine(now);
    said = now;
    await clock.sleep(LOOK_US);
  }
}
