import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createPrivateKey, sign } from "node:crypto";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { newKey, NOW, pemOfKey, TestAuthority, type Held } from "../../../src/orders/authority.test-help.ts";
import { DAY_MS } from "../../../src/orders/certificate.ts";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { certificateIn, lineOfPlan, personBy, readPlanYaml, readSignedPlan, signersOf } from "./plan-file.ts";
import { planOf, TABLES } from "./three-tables.test-help.ts";

const AT = "2026-03-04T03:00:00.000Z";
const LINE = lineOfPlan(planOf(), AT);
let here: TestAuthority;
let ana: Held;
let ben: Held;
beforeAll(async () => {
  here = await TestAuthority.make();
  ana = await here.issue("Ana Soto", "tecnico");
  ben = await here.issue("Ben Ruiz", "jefe-de-mesa");
});

/** One line of a signature, as people sign. */
function signedBy({ certificate, key }: Held, line = LINE): string {
  const signature = sign("sha256", utf8(line), { key, dsaEncoding: "ieee-p1363" });
  return `${certificate.raw.toString("base64")} ${signature.toString("base64")}\n`;
}

function file(text: string, name = "spring.plan"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

describe("a signed plan", () => {
  it("is read as it was signed, by one or by two", () => {
    const signed = readSignedPlan(file(`${LINE}\n${signedBy(ana)}${signedBy(ben)}`));
    expect(signed).toMatchObject({ plan: planOf(), line: LINE, digest: sha256Hex(LINE) });
    expect(signersOf(signed, here.certificate)).toEqual(["Ana Soto", "Ben Ruiz"]);
    expect(signersOf(readSignedPlan(file(`${LINE}\n${signedBy(ben)}`)), here.certificate)).toEqual([
      "Ben Ruiz",
    ]);
  });

  it.each([
    ["without a signature", () => `${LINE}\n`],
    ["with three", () => `${LINE}\n${signedBy(ana)}${signedBy(ben)}${signedBy(ana)}`],
    ["with a line that is no signature", () => `${LINE}\n${signedBy(ana)}hello\n`],
    ["without its last end of line", () => `${LINE}\n${signedBy(ana)}`.trimEnd()],
    ["not written canonically", () => `${LINE.replace("{", "{ ")}\n${signedBy(ana)}`],
    ["of another kind", () => `${LINE.replace('"fleet-plan"', '"order"')}\n${signedBy(ana)}`],
    ["with something besides", () => `${LINE.replace('"at":', '"aa":1,"at":')}\n${signedBy(ana)}`],
    ["whose plan is unsound", () => `${lineOfPlan(planOf({ held: [...TABLES] }), AT)}\n${signedBy(ana)}`],
    ["that is empty", () => ""],
  ])("is none %s", (_, text) => {
    const path = file(text());
    expect(() => readSignedPlan(path)).toThrow(
      `${path}: it is no signed plan; make one with tirada fleet plan`,
    );
  });

  it("that is not there is said to be so", () => {
    expect(() => readSignedPlan("/nowhere/spring.plan")).toThrow(/cannot read \/nowhere\/spring\.plan/);
  });

  it("counts for nothing where it was changed, signed twice by one, or by somebody of another house", async () => {
    const other = await (await TestAuthority.make("other")).issue("Ana Soto", "tecnico");
    const anew = await here.issue("ana  soto", "tecnico");
    const table = await here.issue("casino/one", "unit");
    const fault = (...signatures: readonly string[]): (() => unknown) => {
      const signed = readSignedPlan(file(`${LINE}\n${signatures.join("")}`));
      return () => signersOf(signed, here.certificate);
    };
    expect(fault(signedBy(ana, `${LINE} `))).toThrow("the plan is not what Ana Soto signed");
    expect(fault(signedBy(ana), signedBy(ana))).toThrow("Ana Soto: one person signed the plan twice");
    // The same name, or the same key, in another certificate.
    expect(fault(signedBy(ana), signedBy(anew))).toThrow(
      "Ana Soto and ana  soto: one person signed the plan twice",
    );
    const sameKey = await here.issue("Eva Paz", "tecnico", { key: newKeyOf(ana) });
    expect(fault(signedBy(ana), signedBy(sameKey))).toThrow(
      "Ana Soto and Eva Paz: one person signed the plan twice",
    );
    expect(fault(signedBy(other))).toThrow(
      "the certificate of the plan's signature counts for nothing: certificate-foreign",
    );
    expect(fault(signedBy(table))).toThrow(
      "the certificate of the plan's signature is of casino/one, which is no person",
    );
    const bytes = Buffer.from("no certificate").toString("base64");
    expect(fault(`${bytes} ${signedBy(ana).split(" ")[1]}`)).toThrow(
      "the plan's signature counts for nothing: certificate-malformed",
    );
  });

  it("holds after the certificates of those who signed it have ended", async () => {
    const then = await here.issue("Eva Paz", "tecnico", {
      from: NOW - 90 * DAY_MS,
      to: NOW - 90 * DAY_MS + 1_000,
    });
    const signed = readSignedPlan(file(`${LINE}\n${signedBy(then)}`));
    expect(signersOf(signed, here.certificate)).toEqual(["Eva Paz"]);
    expect(personBy(then.certificate, here.certificate, "it")).toBe("Eva Paz");
  });
});

const newKeyOf = ({ key }: Held): ReturnType<typeof newKey> => createPrivateKey(key);

describe("a plan as people write it", () => {
  const { held: _, ...written } = planOf();

  it("is read with what it leaves out", () => {
    expect(readPlanYaml(file(JSON.stringify(written), "spring.yaml"))).toEqual(planOf());
  });

  it("is refused with file, line and what is wrong", () => {
    const [text, path] = [JSON.stringify({ ...written, held: ["casino/nine"] }, null, 1), "spring.yaml"];
    const at = text.split("\n").findIndex((line) => line.includes("casino/nine")) + 1;
    expect(() => readPlanYaml(file(text, path))).toThrow(
      new RegExp(`${path}:${at}:\\d+: held: casino/nine is none of the tables`),
    );
    expect(() => readPlanYaml(file(JSON.stringify({ ...written, stops: 1 }), path))).toThrow(
      /spring\.yaml:1:\d+: unknown key "stops"/,
    );
  });
});

it("the certificate in a file is read, and whatever else is there is refused in one line", () => {
  expect(certificateIn(file(ana.cert, "ana.pem")).serialNumber).toBe(ana.certificate.serialNumber);
  expect(() => certificateIn(file(pemOfKey(newKey()), "ana.pem"))).toThrow(/^[^\n]+$/);
});
