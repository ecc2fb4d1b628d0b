import type { Command } from "commander";
import { certificateOf } from "../../src/orders/certificate.ts";
import { certificateIn, personBy, readSignedPlan, type SignedPlan } from "../office/fleet/plan-file.ts";
import { readState, statePath, stopPath } from "../office/fleet/state.ts";
import { usageProblem } from "../problem.ts";
import { type OptionsOf, printLine } from "./common.ts";
import { nameOf, writeSigned } from "./signer.ts";
import { nameAmong } from "./table-config.ts";

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
