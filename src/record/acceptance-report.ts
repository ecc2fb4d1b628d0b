import { z } from "zod";
import { parseJson } from "../load/json.ts";
import { createHash } from "node:crypto";
import { expectError, sameBytes, utf8 } from "./bytes.ts";
import { KeyError, parseVkey, type Signer, type Verifier } from "./keys.ts";
import { signSsh, sshSignatureFault } from "./sshsig.ts";
import type { Trust } from "./trust.ts";

/**
 * The report of an acceptance: a page of HTML that a person reads, with the same in JSON for a machine, and behind it the signature of whoever accepted. The
 * signature is over every byte before it.
 */

/** Namespace of these signatures: what is signed there is no evidence of a table. */
export const ACCEPTANCE_NAMESPACE = "tirada-acceptance";
export const MAX_ACCEPTANCE_BYTES = 262_144;
/** How the first line of the page begins. */
export const ACCEPTANCE_START = "<!doctype html><!-- tirada-acceptance/1 -->";
const DATA_BEGIN = '<script type="application/json" id="acceptance">';
const DATA_END = "</script>";
const SIGNATURE_BEGIN = "<!--\n-----BEGIN SSH SIGNATURE-----\n";
const SIGNATURE_END = "-->\n";

const count = z.int().min(0);
const stepSchema = z.strictObject({
  step: z.string(),
  count: count.nullable(),
  is: z.enum(["passed", "failed", "not-reached"]),
  why: z.string().nullable(),
  detail: z.string(),
  seconds: count,
  seen: z.record(z.string(), count),
  named: count,
  agreed: count,
});

const reportSchema = z.strictObject({
  format: z.literal("tirada-acceptance/1"),
  /** Of this acceptance, and of no other. */
  run: z.string().regex(/^[0-9a-f]{16}$/),
  at: z.string(),
  ended: z.string(),
  /** The device, or `unit`. */
  device: z.string(),
  /** As the person read it from the plate, and as the device says it. */
  serial: z.strictObject({ said: z.string().nullable(), told: z.string().nullable() }),
  firmware: z.string().nullable(),
  rulebook: z.string().nullable(),
  /** What was simulated; null: it was a real device. */
  simulated: z.string().nullable(),
  release: z.strictObject({ version: z.string(), manifest: z.string().nullable() }),
  person: z.string(),
  vkey: z.string(),
  passed: z.boolean(),
  steps: z.array(stepSchema).min(1),
});

export type AcceptanceReport = z.infer<typeof reportSchema>;
export type ReportedStep = z.infer<typeof stepSchema>;

/** The data of a report as it stands in its page: no tag can begin in it. */
export const dataOfReport = (report: AcceptanceReport): string =>
  `${DATA_BEGIN}${JSON.stringify(report).replaceAll("<", "\\u003c")}${DATA_END}`;

const sha512Of = (text: string): Buffer => createHash("sha512").update(utf8(text)).digest();

/** A page with its signature behind it. */
export const signPage = (page: string, signer: Signer): string =>
  `${page}<!--\n${signSsh(sha512Of(page), ACCEPTANCE_NAMESPACE, signer)}${SIGNATURE_END}`;

/** What a report comes to. */
export interface ReadAcceptance {
  readonly report: AcceptanceReport;
  readonly signer: Verifier;
  /** Why it is not valid; empty: it is. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Reads and verifies a report. A text: it is no report, and why. `trust`: the keys of people that count; null: none were given. */
export function readAcceptance(text: string, trust: Trust | null): ReadAcceptance | string {
  const at = text.lastIndexOf(SIGNATURE_BEGIN);
  if (!text.startsWith(ACCEPTANCE_START) || at < 0)
    return "it is no report of an acceptance, or its signature is gone";
  const page = text.slice(0, at);
  const armoured = text.slice(at + "<!--\n".length, -SIGNATURE_END.length);
  if (!text.endsWith(SIGNATURE_END)) return "something stands behind its signature";
  const report = reportIn(page);
  if (report === null) return "its data cannot be read";
  let signer: Verifier;
  try {
    signer = parseVkey(report.vkey);
  } catch (error) {
    return expectError(error, KeyError).message;
  }
  const fault = sshSignatureFault(armoured, sha512Of(page), ACCEPTANCE_NAMESPACE, signer);
  const problems = [
    ...(fault === null ? [] : [`the signature: ${fault}`]),
    ...(trust === null ? [] : trustFaults(signer, trust)),
    ...contradictionsIn(report, signer),
  ];
  const notes =
    trust === null ? ["key taken from the report itself: who signed is not proven; give --keys"] : [];
  return { report, signer, problems, notes };
}

function reportIn(page: string): AcceptanceReport | null {
  const from = page.indexOf(DATA_BEGIN);
  const to = page.indexOf(DATA_END, from);
  if (from < 0 || to < 0) return null;
  const parsed = reportSchema.safeParse(parseJson(page.slice(from + DATA_BEGIN.length, to)));
  return parsed.success ? parsed.data : null;
}

/** Why this key counts for nothing; empty: it is one of those that do. */
function trustFaults(signer: Verifier, trust: Trust): readonly string[] {
  const known = trust.find(
    ({ verifier }) => sameBytes(verifier.raw, signer.raw) && verifier.name === signer.name,
  );
  if (known === undefined) return [`${signer.name} is none of the people whose keys were given`];
  return known.revokedFrom === null ? [] : [`the key of ${signer.name} was revoked`];
}

/** A report that says of itself what its steps do not. */
function contradictionsIn({ passed, steps, person }: AcceptanceReport, signer: Verifier): readonly string[] {
  const isAll = steps.every(({ is }) => is === "passed");
  return [
    ...(passed && !isAll ? ["it says that it passed, and a step of it did not"] : []),
    ...(person === signer.name ? [] : [`it names ${person}, and ${signer.name} signed`]),
  ];
}
