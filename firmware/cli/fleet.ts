import { X509Certificate } from "node:crypto";
import type { Command } from "commander";
import { broughtBy, needsTwoPeople, wavesOf, type FleetPlan } from "../../src/fleet/plan.ts";
import { notBack, tableIn, touchedTables, waitText } from "../../src/fleet/progress.ts";
import { formatOrder, parseOrder, ORDER_MAX_BYTES } from "../../src/orders/order.ts";
import { canonical } from "../../src/record/canonical.ts";
import { rfc3339, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { isThere, rmSync } from "../files/disk.ts";
import { relayMail, type RelayMail } from "../office/fleet/mail.ts";
import {
  certificateIn,
  lineOfPlan,
  personBy,
  readPlanYaml,
  readSignedPlan,
  signersOf,
  type SignedPlan,
} from "../office/fleet/plan-file.ts";
import { FleetRun, tableField, type FleetOrder } from "../office/fleet/run.ts";
import {
  type FleetState,
  type HeldFile,
  holdFile,
  newState,
  readState,
  statePath,
  stopPath,
  writeState,
} from "../office/fleet/state.ts";
import { askFleet, countText, statusLines } from "../office/fleet/status.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../problem.ts";
import { readTextFile } from "../files/read-file.ts";
import { type OptionsOf, printLine, printLines, wholeNumber } from "./common.ts";
import {
  addressOf,
  lineBy,
  nameOf,
  proofOf,
  signatureOf,
  signedOrder,
  signerOf,
  withSigner,
  writeSigned,
  type PersonalSigner,
} from "./signer.ts";

/** How often a run looks what came. */
const LOOK_US = 2 * US_PER_S;
const EVERY_LEAST_S = 5;
const SECONDS_MOST = 999_999;

const overRelay = (command: Command) =>
  withSigner(command)
    .argument("<plan>", "a plan that was signed")
    .requiredOption("--relay <url>", "https://… of the casino's relay")
    .requiredOption("--authority <file>", "certificate of the casino's authority, PEM");
type FleetOptions = OptionsOf<typeof overRelay>;

const asking = (command: Command) =>
  overRelay(command).option(
    "--every <seconds>",
    `how often tables that were ordered are asked, at least ${EVERY_LEAST_S}`,
    wholeNumber("--every", EVERY_LEAST_S, SECONDS_MOST),
    60,
  );
type RunOptions = OptionsOf<typeof asking>;

/** `tirada fleet plan`. */
export function addFleetPlan(command: Command): void {
  command
    .argument("<file>", "a plan as people write it (YAML), or one that somebody has signed")
    .option("--key <file>", "signs it: the person's key, PEM")
    .option("--certificate <file>", "the person's certificate, PEM")
    .option("--passphrase-file <file>", "a file whose first line is the passphrase of the key")
    .option("--out <file>", "where the signed plan is written; a second signature is added where it is")
    .action((path, { key, certificate, passphraseFile, out }) => {
      const isSigned = !/\.ya?ml$/.test(path);
      const signed = isSigned ? readSignedPlan(path) : null;
      const plan = signed?.plan ?? readPlanYaml(path);
      printLines(planLines(plan));
      for (const { certificate: der } of signed?.signatures ?? [])
        printLine(`signed by ${nameOf(new X509Certificate(der))}`);
      if (key === undefined || certificate === undefined) return;
      const signer = signerOf({
        key,
        certificate,
        ...(passphraseFile === undefined ? {} : { passphraseFile }),
      });
      if (signed === null && out === undefined) throw usageProblem("name the signed plan: --out FILE");
      const line = signed?.line ?? lineOfPlan(plan, rfc3339(systemClock().wall()));
      const before = signed?.signatures ?? [];
      if (before.some((one) => nameOf(new X509Certificate(one.certificate)) === nameOf(signer.certificate)))
        throw usageProblem(`${path}: ${nameOf(signer.certificate)} has signed it already`);
      const text = formatOrder(line, [...before, signatureOf(line, signer)]);
      writeSigned(out ?? path, text, out === undefined ? "w" : "wx");
      printLine(`signed by ${nameOf(signer.certificate)}`);
    });
}

function planLines(plan: FleetPlan): readonly string[] {
  const { name, digest, held, soak, stop } = plan;
  return [
    `${name}: ${broughtBy(plan)} (${digest.slice(0, 16)})`,
    ...wavesOf(plan).map((tables, wave) => {
      const two = needsTwoPeople(plan, wave) ? ", ordered by two people" : "";
      const names = tables.length <= 4 ? `: ${tables.join(", ")}` : "";
      return `wave ${wave + 1}: ${countText(tables.length)}${two}${names}`;
    }),
    ...(held.length === 0 ? [] : [`held: ${held.join(", ")}`]),
    `between waves each table has it for ${soak.minutes} min and ${soak.rounds} rounds`,
    `stops at the first return or refusal, ${stop.silentMinutes} min of silence, ${stop.waitMinutes} min of waiting after the notice, a new fault, or over ${stop.voids.perThousand} voids of 1000 rounds after ${stop.voids.rounds}`,
  ];
}

/** `tirada fleet status`. */
export function addFleetStatus(command: Command): void {
  overRelay(command)
    .option("--wait <seconds>", "how long answers are waited for", wholeNumber("--wait", 0, SECONDS_MOST), 90)
    .option("--json", "one JSON object a table")
    .action(async (path, options) => {
      const fleet = openFleet(path, options);
      const { plan } = fleet.signed;
      const clock = systemClock();
      const now = clock.wall();
      const tables = plan.tables.map(({ table }) => table);
      const asked = { table: tableField(tables), action: "diagnose", arguments: {}, now, number: now } as const;
      const text = fleet.sign({ ...asked, lastsMs: 1_000 * options.wait + 60_000 });
      const digest = parseOrder(text)?.digest ?? "";
      const state = readState(statePath(path), fleet.signed.digest);
      const mail = fleet.mail();
      const found = await askFleet({
        plan,
        mail,
        clock,
        order: { digest, text },
        waitMs: 1_000 * options.wait,
        lastHeard: (table) =>
          state === null ? null : (tableIn(state.progress, table).heard?.receivedAt ?? null),
      });
      mail.close();
      if (options.json) for (const one of found) printLine(canonical(one));
      else printLines([...statusLines(plan, found), ...stateLines(plan, state)]);
      if (found.some(({ is }) => is === "silent")) process.exitCode = EXIT.device;
    });
}

/** Where the rollout of a plan stands, by the laptop's own file. */
function stateLines(plan: FleetPlan, state: FleetState | null): readonly string[] {
  if (state === null) return ["the plan is not started from here"];
  const { progress } = state;
  const { stopped, returning } = progress;
  const left = plan.tables.filter(({ table }) => tableIn(progress, table).leftOut !== null);
  return [
    `ordered at ${countText(touchedTables(plan, progress).length)} so far`,
    ...left.map(({ table }) => `left out: ${table}: ${tableIn(progress, table).leftOut}`),
    ...(stopped === null
      ? []
      : [`stopped: ${stopped.why}${stopped.table === null ? "" : ` at ${stopped.table}`}: ${stopped.detail}`]),
    ...(returning === null
      ? []
      : [`goes back: ${countText(notBack(plan, progress).length)} of which it is not known yet`]),
  ];
}

/** `tirada fleet start`. */
export function addFleetStart(command: Command): void {
  asking(command).action(async (path, options) => {
    const fleet = openFleet(path, options);
    await fleet.held(async () => {
      if (readState(statePath(path), fleet.signed.digest) !== null)
        throw usageProblem(`${path} was started before: go on with tirada fleet go-on`);
      const run = fleet.run(newState(fleet.signed.digest), options);
      run.hear({ f: "time", at: systemClock().wall() });
      await follow(run, fleet);
    });
  });
}

/** `tirada fleet go-on`. */
export function addFleetGoOn(command: Command): void {
  asking(command)
    .option("--without <table...>", "tables that are left out from here on")
    .action(async (path, options) => {
      const fleet = openFleet(path, options);
      await fleet.held(async () => {
        const run = fleet.run(fleet.state(), options);
        const { progress } = run.state;
        if (progress.returning !== null)
          throw usageProblem(
            `${path} goes back: look with tirada fleet status, repeat with tirada fleet rollback`,
          );
        rmSync(stopPath(path), { force: true });
        const at = systemClock().wall();
        run.hear({ f: "resumed", at });
        const { without = [] } = options;
        if (progress.stopped !== null || without.length > 0)
          run.hear({ f: "go-on", by: fleet.person, without, at });
        await follow(run, fleet);
      });
    });
}

/** `tirada fleet rollback`. */
export function addFleetRollback(command: Command): void {
  asking(command).action(async (path, options) => {
    const fleet = openFleet(path, options);
    await fleet.held(async () => {
      const run = fleet.run(fleet.state(), options);
      run.hear({ f: "resumed", at: systemClock().wall() });
      const count = run.return(fleet.person);
      if (count === 0) {
        printLine("no table has what this plan brings, or is on its way to it");
        return;
      }
      if (fleet.signed.plan.base !== undefined)
        printLine(
          "a base that was kept stays, one on trial goes back by itself or stays: only what waits is withdrawn",
        );
      printLine(`${countText(count)} ordered to go back`);
      await followBack(run, fleet);
    });
  });
}

interface Fleet {
  readonly path: string;
  readonly signed: SignedPlan;
  readonly person: string;
  readonly sign: (wanted: FleetOrder) => string;
  mail(): RelayMail;
  run(state: FleetState, options: RunOptions): FleetRun;
  /** What was started. Throws a Problem where nothing was. */
  state(): FleetState;
  /** While no other process of this laptop does the same with this plan. */
  held(act: () => Promise<void>): Promise<void>;
}

function openFleet(path: string, options: FleetOptions): Fleet {
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
async function follow(run: FleetRun, { path, signed: { plan } }: Fleet): Promise<void> {
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
async function followBack(run: FleetRun, { signed: { plan } }: Fleet): Promise<void> {
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
