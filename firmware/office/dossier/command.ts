import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import type { Command } from "commander";
import { checkKeyName, KeyError, type Signer } from "../../../src/record/keys.ts";
import { collect, oneOf, type OptionsOf, printLine, printLines } from "../../cli/common.ts";
import { requireBrowser } from "../../cli/rules/print-pdf.ts";
import { loadOrCreateWorkshopKey } from "../../journal/keys/keys.ts";
import { usageProblem } from "../../problem.ts";
import { figuresIn } from "./build-dossier.ts";
import { readBefore, readCheckout } from "./checkout.ts";
import { readReleases } from "./offered-release.ts";
import { DOSSIER_LANGUAGES, figureLines, type DossierLanguage } from "./page.ts";
import { readSources, type Sources } from "./sources.ts";
import { readTestReport } from "./test-report.ts";
import { allowedLine, requireNew, writeDossier } from "./write-dossier.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** `tirada dossier`. */
export function addDossier(command: Command): void {
  declareDossier(command).action(makeDossier);
}

const declareDossier = (command: Command) =>
  command
    .option("--out <folder>", "where it is written: a new folder")
    .option("--since <version>", "tells what changed since this version, by the tag of its commit")
    .option("--release <folder>", "the releases that are submitted, as tirada release build made them")
    .option(
      "--rulebook <name>",
      "a rulebook that is submitted, cl/craps or cl/craps@2023-03; may be given again; none: all",
      collect((name) => name),
    )
    .option("--tests <file>", "the report of the tests of this commit (TIRADA_REPORT=FILE npm run test:soak)")
    .option("--person <name>", "who signs, as the key is named, e.g. maker.example/ana")
    .option("--key <file>", "the person's key (tirada accept --new-key makes one)")
    .option("--no-pdf", "without PDFs; else they are printed with the Chromium of this machine")
    .option("--figure <id>", "prints one figure of it, and writes nothing")
    .option("--lang <language>", "of that figure: es, en", oneOf(DOSSIER_LANGUAGES), "es" as DossierLanguage);

type DossierOptions = OptionsOf<typeof declareDossier>;

async function makeDossier(options: DossierOptions): Promise<void> {
  const { out, figure, lang, pdf } = options;
  if ((out === undefined) === (figure === undefined)) throw usageProblem("say --out FOLDER, or --figure ID");
  // Node calls the function that takes the types away experimental; it is the one that it runs our files with.
  process.removeAllListeners("warning");
  if (out === undefined) {
    await printFigure(await sourcesOf(options), figure ?? "", lang);
    return;
  }
  const signer = signerOf(options);
  requireNew(resolve(out));
  if (pdf) requireBrowser();
  const sources = await sourcesOf(options);
  const count = await writeDossier(sources, { out: resolve(out), signer, pdf });
  printLine(
    `${out}: tirada ${sources.version}, commit ${sources.checkout.commit.slice(0, 12)}, ${count} files`,
  );
  if (sources.releases.length === 0) printLine("  no release is in it: give --release FOLDER");
  if (sources.tests === null) printLine("  no report of the tests is in it: give --tests FILE");
  if (signer === null) printLine("  NOT SIGNED: give --person NAME and --key FILE; no laboratory takes it so");
  else printLine(`  signed by ${signer.verifier.name}; allowed_signers: ${allowedLine(signer).trimEnd()}`);
}

async function sourcesOf({ since, release, rulebook = [], tests }: DossierOptions): Promise<Sources> {
  const checkout = readCheckout(ROOT);
  return readSources({
    checkout,
    since: since === undefined ? null : readBefore(ROOT, since),
    releases: release === undefined ? [] : await readReleases(resolve(release), ROOT),
    tests: tests === undefined ? null : readTestReport(tests, checkout),
    rulebooks: rulebook,
  });
}

/** Who signs; null: nobody was named. Throws a Problem. */
function signerOf({ person, key }: DossierOptions): Signer | null {
  if (person === undefined && key === undefined) return null;
  if (person === undefined || key === undefined)
    throw usageProblem("say who signs: --person NAME and --key FILE");
  try {
    return loadOrCreateWorkshopKey(key, checkKeyName(person), false);
  } catch (error) {
    throw error instanceof KeyError ? usageProblem(error.message, error) : error;
  }
}

async function printFigure(sources: Sources, id: string, language: DossierLanguage): Promise<void> {
  const figure = (await figuresIn(sources, language, id.split(".")[0])).get(id);
  if (figure === undefined) {
    const known = [...(await figuresIn(sources, language)).keys()].filter(
      (one) => !one.startsWith("rulebooks."),
    );
    throw usageProblem(
      `--figure ${id}: no such figure; known: ${known.join(", ")}, rulebooks.list, and rulebooks.NAME.cases and .results (rulebooks.cl-craps-2023-03.cases)`,
    );
  }
  printLines(figureLines(figure));
}
