import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RulebookError } from "../../table/rules/library.ts";
import { listPacks, loadEditions, loadPack, type LoadedPack } from "../../table/rules/load.ts";
import { RELEASE } from "../../release.ts";
import { usageProblem } from "../../problem.ts";
import type { Before, Checkout } from "./checkout.ts";
import type { OfferedRelease } from "./offered-release.ts";
import type { TestReport } from "./test-report.ts";

/** All that a dossier is made of: nothing in it is told from anywhere else. */
export interface Sources {
  readonly checkout: Checkout;
  readonly version: string;
  /** The version since which changes are told; null: none was named. */
  readonly since: Before | null;
  /** None: it was not given which release is submitted, and the dossier says so. */
  readonly releases: readonly OfferedRelease[];
  readonly rulebooks: readonly LoadedPack[];
  /** Their names as they were given; none: all are submitted. */
  readonly named: readonly string[];
  /** How the tests of this commit ended; null: no report was given. */
  readonly tests: TestReport | null;
  /** A file of the checkout, UTF-8. */
  readonly read: (file: string) => string;
}

/** Reads what a dossier is made of. Throws a Problem for a rulebook that is not installed. */
export function readSources(
  given: Pick<Sources, "checkout" | "since" | "releases" | "tests"> & { readonly rulebooks: readonly string[] },
): Sources {
  const { checkout, since, releases, tests, rulebooks } = given;
  const wrong = releases.find(({ manifest }) => manifest.version !== RELEASE);
  if (wrong !== undefined)
    throw usageProblem(
      `release ${wrong.manifest.version} is not of this checkout, which is ${RELEASE}: check out its tag, or build a release of this commit`,
    );
  return {
    checkout,
    version: RELEASE,
    since,
    releases,
    tests,
    rulebooks: chosenRulebooks(rulebooks),
    named: rulebooks,
    read: (file) => readFileSync(join(checkout.root, file), "utf8"),
  };
}

/** Every edition of the rulebooks that are named, `cl/craps` or `cl/craps@2023-03`; all that are installed where none is. */
function chosenRulebooks(wanted: readonly string[]): readonly LoadedPack[] {
  if (wanted.length === 0) return listPacks();
  const chosen = wanted.flatMap((name) => {
    try {
      return name.includes("@") ? [loadPack(name)] : loadEditions(name);
    } catch (error) {
      if (!(error instanceof RulebookError)) throw error;
      const [why = ""] = error.message.split("; known are", 1);
      throw usageProblem(
        `--rulebook ${name}: ${why}; tirada rules list says which are installed, each with its edition`,
        error,
      );
    }
  });
  return [...new Map(chosen.map((one) => [one.name, one])).values()];
}
