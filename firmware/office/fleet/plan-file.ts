import { verify, X509Certificate } from "node:crypto";
import { z } from "zod";
import { planShape, problemOfPlan, type FleetPlan } from "../../../src/fleet/plan.ts";
import { nameKey } from "../../../src/people/names.ts";
import { certificateOf, holderOf, isPerson, publicKeyId } from "../../../src/orders/certificate.ts";
import { ORDER_MAX_BYTES, parseSignature, type OrderSignature } from "../../../src/orders/order.ts";
import { canonical, isCanonical } from "../../../src/record/canonical.ts";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { MAX_FILE_BYTES, problemsText } from "../../../src/rules/yaml.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readRegularFile, readTextFile } from "../../files/read-file.ts";
import { readYamlAs } from "../../files/yaml-file.ts";

/** People who may have signed a plan. */
const SIGNERS_MAX = 2;
const lineShape = z.strictObject({
  v: z.literal(1),
  kind: z.literal("fleet-plan"),
  at: z.iso.datetime({ precision: 3 }),
  plan: planShape,
});

/** A plan that people signed. */
export interface SignedPlan {
  readonly plan: FleetPlan;
  readonly line: string;
  /** Hex SHA-256 of the line. */
  readonly digest: string;
  readonly signatures: readonly OrderSignature[];
}

/** Reads a plan as people write it. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readPlanYaml(path: string): FleetPlan {
  const text = orUsageProblem(() => readTextFile(path, MAX_FILE_BYTES));
  const { data, problemAt } = readYamlAs(text, path, planShape);
  const problem = problemOfPlan(data);
  if (problem === null) return data;
  throw usageProblem(problemsText([problemAt(problem.path, problem.message)]));
}

/** The line of a plan, which people sign as they sign orders. `at`: RFC 3339. */
export const lineOfPlan = (plan: FleetPlan, at: string): string =>
  canonical({ v: 1, kind: "fleet-plan", at, plan });

/** Reads a signed plan. Nothing of its signatures is believed. Throws a Problem. */
export function readSignedPlan(path: string): SignedPlan {
  const text = orUsageProblem(() => readTextFile(path, 2 * MAX_FILE_BYTES));
  const [line = "", ...below] = text.endsWith("\n") ? text.slice(0, -1).split("\n") : [];
  const signatures = below.map(parseSignature).filter((one) => one !== null);
  const parsed = isCanonical(line) ? lineShape.safeParse(JSON.parse(line)) : null;
  const isWhole = signatures.length === below.length && below.length >= 1 && below.length <= SIGNERS_MAX;
  if (parsed?.success !== true || !isWhole || problemOfPlan(parsed.data.plan) !== null)
    throw usageProblem(`${path}: it is no signed plan; make one with tirada fleet plan`);
  return { plan: parsed.data.plan, line, digest: sha256Hex(line), signatures };
}

/**
 * Who signed a plan. Throws a Problem where a signature is not one of a person of this authority. Whether the certificate still holds is
 * no matter here: a plan orders nothing, each table judges each order.
 */
export function signersOf(
  { line, signatures }: Pick<SignedPlan, "line" | "signatures">,
  authority: X509Certificate,
): readonly string[] {
  const signers = signatures.map(({ certificate: der, signature }) => {
    const certificate = certificateOf(der);
    if (certificate === null)
      throw usageProblem("the plan's signature counts for nothing: certificate-malformed");
    const name = personBy(certificate, authority, "the certificate of the plan's signature");
    const key = { key: certificate.publicKey, dsaEncoding: "ieee-p1363" } as const;
    if (!verify("sha256", utf8(line), key, signature))
      throw usageProblem(`the plan is not what ${name} signed`);
    return { name, key: publicKeyId(certificate.publicKey) };
  });
  const names = signers.map(({ name }) => name);
  for (const same of [names.map(nameKey), signers.map(({ key: id }) => id)])
    if (new Set(same).size < same.length)
      throw usageProblem(`${[...new Set(names)].join(" and ")}: one person signed the plan twice`);
  return names;
}

/** The certificate in a file. Throws a Problem. */
export const certificateIn = (path: string): X509Certificate =>
  orUsageProblem(() => new X509Certificate(readRegularFile(path, ORDER_MAX_BYTES)));

/**
 * Whose a certificate is, by the casino's authority; whether it still holds is no matter here. Throws a Problem, which calls it `what`,
 * where it is not one of a person of this authority.
 */
export function personBy(certificate: X509Certificate, authority: X509Certificate, what: string): string {
  const from = certificate.validFromDate.getTime();
  const list = { number: 0, from, to: from + 1, revoked: new Set<string>() };
  const holder = holderOf(certificate, { certificate: authority, list }, from);
  if (typeof holder === "string") throw usageProblem(`${what} counts for nothing: ${holder}`);
  if (!isPerson(holder)) throw usageProblem(`${what} is of ${holder.name}, which is no person`);
  return holder.name;
}
