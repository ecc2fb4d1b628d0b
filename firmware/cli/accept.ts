import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { signPage, type AcceptanceReport } from "../../src/record/acceptance-report.ts";
import { checkKeyName, KeyError, type Signer } from "../../src/record/keys.ts";
import { parseTrust, MAX_TRUST_BYTES } from "../../src/record/trust.ts";
import { sameBytes } from "../../src/record/bytes.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import type { Clock } from "../../src/time/clock.ts";
import { systemSecrets } from "../../src/time/secret.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { acceptancePage, faultText, stepText } from "../care/acceptance/report-page.ts";
import { unitSteps, UsbSockets, wordsOfFindings, wordsOfReset } from "../care/acceptance/look-at-unit.ts";
import { deviceToAccept, type OpenedDevice } from "../care/acceptance/open-device.ts";
import { reportOf, type ReportHead } from "../care/acceptance/report.ts";
import type { AcceptanceState } from "../care/acceptance/run-steps.ts";
import { examineTable } from "../care/doctor/examine.ts";
import { isThere, writeFileSync } from "../files/disk.ts";
import { readSmall } from "../files/files.ts";
import { loadOrCreateWorkshopKey } from "../journal/keys/keys.ts";
import { errorText, EXIT, Problem, usageProblem } from "../problem.ts";
import type { Config } from "../table/config/config.ts";
import { readConfig } from "../unit/configuration/read-config.ts";
import { asProblem } from "../unit/failure.ts";
import { LANGUAGE_OPTION, type OptionsOf, printLine, wholeNumber } from "./common.ts";
import { startGuide } from "./accept-guide.ts";
import { printPdf, requireBrowser, signPdf } from "./accept-pdf.ts";

/** `tirada accept`. */
export function addAccept(command: Command): void {
  declareAccept(command).action(async (options) => {
    try {
      if (options.newKey === undefined) await accept(options);
      else makeKey(options.newKey, options.person);
    } catch (error) {
      throw error instanceof KeyError ? usageProblem(error.message, error) : asProblem(error);
    }
  });
}

const declareAccept = (command: Command) =>
  command
    .option("--device <name>", "the device of the configuration that is accepted; panel: its buttons and lamps")
    .option("--unit", "the whole unit, at the end of its line")
    .option(
      "--config <file>",
      "configuration of a table with the device, whose unit must be stopped; with --unit of the unit's own, which must run",
    )
    .option("--person <name>", "who accepts, as the key is named, e.g. workshop.example/ana")
    .option("--key <file>", "the person's signing key")
    .option("--people <file>", "the keys of the workshop's people, a line each")
    .option("--serial <text>", "the serial number on the plate")
    .option("--out <file>", "the report: a new file, .html")
    .option(
      "--pdf <file>",
      "the report as a PDF too, with its signature beside it; needs Chromium on this machine",
    )
    .option(
      "--page <port>",
      "leads through it on a page of this machine as well, at this port of 127.0.0.1; 0: any",
      wholeNumber("--page", 0, 65_535),
    )
    .option("--new-key <file>", "makes a person's key and prints its line for --people; with --person")
    .option(...LANGUAGE_OPTION);
type AcceptOptions = OptionsOf<typeof declareAccept>;

function makeKey(path: string, person: string | undefined): void {
  if (person === undefined) throw usageProblem("--new-key needs --person: the name that the key gets");
  if (isThere(path)) throw usageProblem(`${path} is there already: name a new file`);
  printLine(loadOrCreateWorkshopKey(path, checkKeyName(person), true).verifier.vkey);
}

async function accept(options: AcceptOptions): Promise<void> {
  const { device, unit = false, config: path, out, pdf, lang } = options;
  if ((device === undefined) === !unit) throw usageProblem("say --device NAME or --unit");
  if (path === undefined || out === undefined) throw usageProblem("say --config FILE and --out FILE");
  const signer = signerOf(options);
  for (const file of [out, ...(pdf === undefined ? [] : [pdf])])
    if (isThere(file)) throw usageProblem(`${file} is there already: a report is signed once; name a new file`);
  if (pdf !== undefined) requireBrowser();
  const clock = systemClock();
  const at = rfc3339(clock.wall());
  const config = await readConfig(path);
  const run = unit
    ? await acceptUnit(config, dirname(resolve(path)), options, clock)
    : await acceptDevice(config, device ?? "", options, clock);
  const head: ReportHead = {
    run: systemSecrets().slice(0, 16),
    at,
    ended: rfc3339(clock.wall()),
    device: device ?? "unit",
    serial: { said: options.serial ?? null, told: run.told?.serial ?? null },
    firmware: run.told?.firmware ?? null,
    rulebook: run.rulebook,
    simulated: config.test ? path : null,
    person: signer.verifier.name,
    vkey: signer.verifier.vkey,
  };
  const report = reportOf(head, run.state);
  const page = signPage(acceptancePage(report, lang), signer);
  writeNew(out, page);
  if (pdf !== undefined) {
    await printPdf(page, pdf);
    writeNew(`${pdf}.sig`, signPdf(pdf, signer));
  }
  printOutcome(report, out, options);
}

/** The key of a person of the workshop. Throws a Problem: nobody knows who that is. */
function signerOf({ person, key, people }: AcceptOptions): Signer {
  if (person === undefined || key === undefined || people === undefined)
    throw usageProblem("say who accepts: --person NAME, --key FILE and --people FILE");
  const signer = loadOrCreateWorkshopKey(key, checkKeyName(person), false);
  const trust = parseTrust(readSmall(people, MAX_TRUST_BYTES).toString("utf8"));
  const known = trust.find(
    ({ verifier }) => verifier.name === person && sameBytes(verifier.raw, signer.verifier.raw),
  );
  if (known === undefined)
    throw usageProblem(`--person ${person}: ${people} has no such person with this key; nothing was begun`);
  if (known.revokedFrom !== null)
    throw usageProblem(`--person ${person}: the key was revoked in ${people}; nothing was begun`);
  return signer;
}

interface Run {
  readonly state: AcceptanceState;
  readonly told: OpenedDevice["identity"];
  readonly rulebook: string | null;
}

async function acceptDevice(config: Config, name: string, options: AcceptOptions, clock: Clock): Promise<Run> {
  const { steps, rulebook, open } = await deviceToAccept(config, name);
  let opened: OpenedDevice | null = null;
  const guided = await startGuide(
    steps,
    { lang: options.lang, page: options.page ?? null, clock, title: name },
    {
      onNamed: () => opened?.look(),
      onStep: (step) => opened?.light(step === "see-lamps"),
    },
  );
  opened = open(clock, (words) => guided.live.see(words), printLine);
  try {
    return { state: await guided.over, told: opened.identity, rulebook };
  } finally {
    await opened.close();
  }
}

async function acceptUnit(config: Config, folder: string, options: AcceptOptions, clock: Clock): Promise<Run> {
  const sockets = new UsbSockets();
  const { findings } = await examineTable(config, rfc3339(clock.wall()), folder);
  const guided = await startGuide(unitSteps(), {
    lang: options.lang,
    page: options.page ?? null,
    clock,
    title: "unit",
  });
  guided.live.see(wordsOfFindings(findings));
  const looks = clock.every(LOOK_US, "USB sockets", () => {
    const { steps, at } = guided.live.state;
    guided.live.see(steps[at]?.step === "see-watchdog" ? wordsOfReset() : sockets.look());
  });
  try {
    return { state: await guided.over, told: null, rulebook: null };
  } finally {
    looks.cancel();
  }
}

const LOOK_US = 500_000;

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    throw new Problem(EXIT.storage, `cannot write ${path}: ${errorText(error)}; name a new file`, {
      cause: error,
    });
  }
}

function printOutcome(report: AcceptanceReport, out: string, { lang }: AcceptOptions): void {
  for (const step of report.steps) {
    const why = faultText(step, lang);
    printLine(
      `${step.is === "passed" ? "✓" : "✗"} ${stepText(step, null, lang)}${why === "" ? "" : `  ${why}`}`,
    );
  }
  if (report.steps.every(({ is }) => is === "passed") && !report.passed)
    printLine("the serial number: not named, or the device says another (--serial)");
  printLine(`${report.passed ? "PASSED" : "NOT PASSED"}  ${out}, signed by ${report.person}`);
  if (!report.passed) process.exitCode = EXIT.notValid;
}
