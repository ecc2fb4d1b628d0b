import { MAX_ACTA_BYTES, readActa, type ReadActa } from "../../../src/acta/signed-acta.ts";
import { hashedRecords } from "../../evidence/log/record-lines.ts";
import { statSync } from "../../files/disk.ts";
import { readSmall, readStart } from "../../files/files.ts";
import { markOf, modeOfLog } from "../../../src/record/mode.ts";
import { EXIT, usageProblem } from "../../problem.ts";
import { printFound } from "../common.ts";
import { evidenceProblem, readTrust } from "./evidence-options.ts";

type VerifyActaOptions = Parameters<typeof readTrust>[0] & {
  readonly against?: string;
  readonly json?: true;
};

const START_BYTES = 8;

/** Whether a file is an acta that a table signed. */
export const isActa = (path: string): boolean => actaIn(path, null) !== null;

function actaIn(path: string, trust: ReturnType<typeof readTrust>): ReadActa | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > MAX_ACTA_BYTES) return null;
  if (!readStart(path, START_BYTES).toString("latin1").startsWith("%PDF-")) return null;
  return readActa(readSmall(path, MAX_ACTA_BYTES), trust);
}

/** Says whose signature an acta has and, with `--against`, whether it is what those records say. */
export async function printActa(file: string, options: VerifyActaOptions): Promise<void> {
  const acta = actaIn(file, readTrust(options));
  if (acta === null) throw usageProblem(`${file} is no acta`);
  const { name, fault, isKnown } = acta;
  const problems = fault === null ? [] : [`the signature: ${fault}`];
  const notes = isKnown ? [] : ["key taken from the file itself: authenticity not proven"];
  const { against } = options;
  if (fault === null && against !== undefined) {
    const differs = await differenceFrom(acta, against);
    if (differs === null) notes.push(`made again of ${against}: the same, byte by byte`);
    else problems.push(differs);
  }
  const isValid = problems.length === 0;
  printFound(
    options,
    { subject: "acta", mode: modeOfLog(name.log), valid: isValid, ...name, problems, notes },
    () => [
      `${markOf(modeOfLog(name.log))}${isValid ? "VALID" : "NOT VALID"}  acta of ${name.log}: ${nameText(acta)}`,
      ...notes.map((note) => `  note: ${note}`),
      ...problems.map((problem) => `  ${problem}`),
    ],
  );
  if (!isValid) process.exitCode = EXIT.notValid;
}

function nameText({ name: { round, edition, from, to } }: ReadActa): string {
  const of = round === null ? "a session" : `round ${round}, ${edition === 0 ? "open" : `edition ${edition}`}`;
  return `${of}, records ${from}–${to}`;
}

/** Why the acta is not what these records say; null: it is. What draws it is read when somebody asks. */
async function differenceFrom({ name, pdf }: ReadActa, path: string): Promise<string | null> {
  const { remadeActa } = await import("../../unit/evidence/acta-file.ts");
  try {
    const made = await remadeActa(hashedRecords(path, name.from), name);
    if (made === null) return `${path} does not hold the records ${name.from}–${name.to} that it is made of`;
    return pdf.equals(made.pdf) ? null : `${path} says something else: make the acta again of it and compare`;
  } catch (error) {
    throw evidenceProblem(error);
  }
}
