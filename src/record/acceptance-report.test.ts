import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signerOf } from "./keys.ts";
import { trustOf } from "./trust.ts";
import {
  ACCEPTANCE_START,
  dataOfReport,
  readAcceptance,
  signPage,
  type AcceptanceReport,
} from "./acceptance-report.ts";

const ANA = signerOf("workshop.example/ana", generateKeyPairSync("ed25519").privateKey);
const BEA = signerOf("workshop.example/bea", generateKeyPairSync("ed25519").privateKey);

const STEP = {
  step: "connect",
  count: null,
  is: "passed",
  why: null,
  detail: "",
  seconds: 1,
  seen: { attached: 1 },
  named: 0,
  agreed: 0,
} as const;
const REPORT: AcceptanceReport = {
  format: "tirada-acceptance/1",
  run: "0123456789abcdef",
  at: "2026-11-29T10:00:00.000Z",
  ended: "2026-11-29T10:05:00.000Z",
  device: "cammegh-ss2",
  serial: { said: "</script><b>1</b>", told: null },
  firmware: "2.50",
  rulebook: "cl/ruleta-francesa@2023-03",
  simulated: null,
  release: { version: "0.10.0", manifest: null },
  person: ANA.verifier.name,
  vkey: ANA.verifier.vkey,
  passed: true,
  steps: [STEP],
};
const pageOf = (report: AcceptanceReport): string => `${ACCEPTANCE_START}\n<p>x</p>${dataOfReport(report)}\n`;
const SIGNED = signPage(pageOf(REPORT), ANA);
const problemsOf = (text: string, trust = trustOf(ANA.verifier)): readonly string[] => {
  const read = readAcceptance(text, trust);
  return typeof read === "string" ? [read] : read.problems;
};

describe("the report of an acceptance", () => {
  it("says who signed and what passed, also where a value would end its data", () => {
    const read = readAcceptance(SIGNED, trustOf(ANA.verifier));
    expect(read).toMatchObject({
      report: REPORT,
      signer: { name: "workshop.example/ana" },
      problems: [],
      notes: [],
    });
    expect(readAcceptance(SIGNED, null)).toMatchObject({
      problems: [],
      notes: [expect.stringContaining("not proven") as string],
    });
  });

  it("is not valid with any byte changed, put in or taken out", () => {
    for (let at = 0; at < SIGNED.length; at += 9) {
      const other = SIGNED[at] === "x" ? "y" : "x";
      expect(problemsOf(SIGNED.slice(0, at) + other + SIGNED.slice(at + 1)), `byte ${at}`).not.toEqual([]);
      expect(problemsOf(SIGNED.slice(0, at) + SIGNED.slice(at + 1)), `without byte ${at}`).not.toEqual([]);
    }
    expect(problemsOf(`${SIGNED} `)).not.toEqual([]);
    expect(problemsOf(SIGNED + SIGNED)).not.toEqual([]);
  });

  it("counts by the keys that were given alone, and not under another's name", () => {
    expect(problemsOf(SIGNED, trustOf(BEA.verifier))).toEqual([
      "workshop.example/ana is none of the people whose keys were given",
    ]);
    expect(problemsOf(signPage(pageOf(REPORT), BEA))[0]).toMatch(
      /^the signature: it was not made with the key of/,
    );
    const asBea = { ...REPORT, person: "workshop.example/bea" };
    expect(problemsOf(signPage(pageOf(asBea), ANA))).toEqual([
      "it names workshop.example/bea, and workshop.example/ana signed",
    ]);
  });

  it("that says it passed although a step did not is no valid one", () => {
    const failed = { ...REPORT, steps: [{ ...STEP, is: "failed" as const, why: "skipped" }] };
    expect(problemsOf(signPage(pageOf(failed), ANA))).toEqual([
      "it says that it passed, and a step of it did not",
    ]);
  });
});
