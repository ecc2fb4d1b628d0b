import { X509Certificate } from "node:crypto";
import type { Command } from "commander";
import { broughtBy, type FleetPlan, needsTwoPeople, wavesOf } from "../../../src/fleet/plan.ts";
import { notBack, tableIn, touchedTables } from "../../../src/fleet/progress.ts";
import { formatOrder, parseOrder } from "../../../src/orders/order.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { rmSync } from "../../files/disk.ts";
import {
  certificateIn,
  lineOfPlan,
  personBy,
  readPlanYaml,
  readSignedPlan,
  type SignedPlan,
} from "../../office/fleet/plan-file.ts";
import { tableField } from "../../office/fleet/run.ts";
import { type FleetState, newState, readState, statePath, stopPath } from "../../office/fleet/state.ts";
import { askFleet, countText, statusLines } from "../../office/fleet/status.ts";
import { EXIT, usageProblem } from "../../problem.ts";
import { type OptionsOf, printLine, printLines, wholeNumber } from "../common.ts";
import { nameOf, signatureOf, signerOf, writeSigned } from "./signer.ts";
import { certificateOf } from "../../../src/orders/certificate.ts";
import { nameAmong } from "../table-config.ts";
import { follow, followBack, openFleet, overRelay } from "./fleet-run.ts";

const EVERY_LEAST_S = 5;
const SECONDS_MOST = 999_999;

const asking = (command: Command) =>
  overRelay(command).option(
    "--every <seconds>",
    `how often tables that were ordered are asked, at least ${EVERY_LEAST_S}`,
    wholeNumber("--every", EVERY_LEAST_S, SECONDS_MOST),
    60,
  );

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

/** `tirada fleet stop`. */
export function addFleetStop(command: Command): void {
  declareFleetStop(command).action((path, options) => {
    const signed = readSignedPlan(path);
    if (readState(statePath(path), signed.digest) === null)
      throw usageProblem(`${path} was not started from here`);
    writeSigned(stopPath(path), `${whoStops(path, signed, options)}\n`, "w");
    printLine("nothing more is ordered; what was ordered goes on: go back with tirada fleet rollback");
  });
}

const declareFleetStop = (command: Command) =>
  command
    .argument("<plan>", "a plan that was started")
    .option("--person <name>", "who stops it: one of those who signed the plan")
    .option("--certificate <file>", "instead of --person, for anybody else: the person's certificate, PEM")
    .option("--authority <file>", "with --certificate: certificate of the casino's authority, PEM");

type StopOptions = OptionsOf<typeof declareFleetStop>;

/** A name that nobody has would say nothing in what stopped the plan. */
function whoStops(
  path: string,
  { signatures }: SignedPlan,
  { person, certificate, authority }: StopOptions,
): string {
  if (person !== undefined && certificate === undefined && authority === undefined)
    return nameAmong(
      person,
      signatures.flatMap(({ certificate: der }) => {
        const signer = certificateOf(der);
        return signer === null ? [] : [nameOf(signer)];
      }),
      path,
    );
  if (person === undefined && certificate !== undefined && authority !== undefined)
    return personBy(certificateIn(certificate), certificateIn(authority), certificate);
  throw usageProblem("say who stops it: --person NAME, or --certificate FILE with --authority FILE");
}
