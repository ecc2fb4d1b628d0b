import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { keyOfRequest } from "../../firmware/office/authority/x509.ts";
import { signatureBy } from "../../test/support/orders.ts";
import { NOW, newKey, TestAuthority, type Held } from "./authority.test-help.ts";
import { HOUR_MS } from "./certificate.ts";
import {
  CERTIFICATE_MAX,
  formatRenewal,
  judgeRenewal,
  judgeRenewed,
  lineOfRenewal,
  parseRenewal,
  RENEWAL_MAX_BYTES,
  requestOf,
  type Awaited,
  type RenewalLine,
} from "./renewal.ts";

const UNIT = "tirada.example/casino-1/table-07";
const here = await TestAuthority.make();
const other = await TestAuthority.make();
const unit = await here.issue(UNIT, "unit");
const authority = here.with();
const next = newKey();
const REQUEST = await requestOf(next);
const LINE: RenewalLine = {
  v: 1,
  kind: "renewal",
  name: UNIT,
  at: "2026-03-04T03:00:00.000Z",
  request: REQUEST.toString("base64"),
};
const asked = (change: object = {}, by: Held = unit): string => {
  const line = lineOfRenewal({ ...LINE, ...change });
  return formatRenewal(line, signatureBy(by, line));
};
const why = (text: string, of = authority): string => {
  const judged = judgeRenewal(text, of, NOW);
  return judged.ok ? "asked" : judged.why;
};

describe("a unit's request for its next certificate", () => {
  it("is its name and the request of its new key, signed with the key that holds", async () => {
    const judged = judgeRenewal(asked(), authority, NOW);
    expect(judged).toMatchObject({ ok: true, holder: { name: UNIT, as: "unit" } });
    expect(judged.ok && judged.request.equals(REQUEST)).toBe(true);
    expect(judged.ok && judged.certificate.raw.equals(unit.certificate.raw)).toBe(true);
    expect(await keyOfRequest(REQUEST)).not.toBeNull();
    expect(parseRenewal(asked())).toMatchObject({ said: LINE, line: lineOfRenewal(LINE) });
  });

  it("counts of a unit alone, for its own name, as long as its certificate does", async () => {
    const person = await here.issue("Ana Soto", "tecnico");
    expect(why(asked({ name: "Ana Soto" }, person))).toBe("no-unit");
    expect(why(asked({ name: "tirada.example/casino-1/table-08" }))).toBe("other-name");
    expect(why(asked({}, await other.issue(UNIT, "unit")))).toBe("certificate-foreign");
    expect(why(asked(), here.with(unit))).toBe("certificate-revoked");
    expect(why(asked({}, await here.issue(UNIT, "unit", { from: NOW - 2 * HOUR_MS, to: NOW })))).toBe(
      "certificate-expired",
    );
  });

  it("that somebody changed, or signed with another key, is changed", async () => {
    expect(why(asked().replace("03:00", "03:01"))).toBe("changed");
    const line = lineOfRenewal(LINE);
    const { signature } = signatureBy(await here.issue(UNIT, "unit"), line);
    expect(why(formatRenewal(line, { certificate: unit.certificate.raw, signature }))).toBe("changed");
    expect(why(formatRenewal(line, { certificate: Buffer.from("no"), signature }))).toBe(
      "certificate-malformed",
    );
  });

  it.each([
    ["without its end", asked().slice(0, -1)],
    ["with a line more", `${asked()}more\n`],
    ["without a signature", `${lineOfRenewal(LINE)}\n`],
    ["not written canonically", asked().replace('{"at"', '{ "at"')],
    ["of another version", asked({ v: 2 })],
    ["of another kind", asked({ kind: "order" })],
    ["with a key too many", asked({ more: 1 })],
    ["of nobody", asked({ name: "" })],
    ["with too long a name", asked({ name: "n".repeat(65) })],
    ["with a time of another form", asked({ at: "2026-03-04T03:00:00Z" })],
    ["with no request", asked({ request: "" })],
    ["with too long a request", asked({ request: "A".repeat(2_004) })],
    ["with a request that is no base64", asked({ request: "A=A" })],
    ["that is too long", `${" ".repeat(RENEWAL_MAX_BYTES)}\n`],
  ])("%s is none", (_, text) => {
    expect(parseRenewal(text)).toBeNull();
    expect(why(text)).toBe("malformed");
  });
});

describe("a certificate that came", () => {
  const awaited: Awaited = { authority, name: UNIT, key: next, former: NOW + HOUR_MS, now: NOW };
  const issue = (name = UNIT, as = "unit", key = next): Promise<Held> => here.issue(name, as, { key });
  const taken = (pem: string, change: Partial<Awaited> = {}): unknown =>
    judgeRenewed(pem, { ...awaited, ...change });

  it("is taken when it is the authority's, of this unit, of the new key, and lasts longer", async () => {
    const { cert } = await issue();
    expect(taken(cert)).toMatchObject({ name: UNIT, as: "unit", to: NOW + 7 * HOUR_MS });
    expect(taken(cert, { former: NOW + 7 * HOUR_MS - 1 })).toMatchObject({ name: UNIT });
    expect(taken(cert, { former: NOW + 7 * HOUR_MS })).toBe("not-later");
    expect(taken(cert, { key: newKey() })).toBe("other-key");
    expect(taken(cert, { name: "tirada.example/casino-1/table-08" })).toBe("other-name");
    expect(taken((await issue("Ana Soto", "tecnico")).cert, { name: "Ana Soto" })).toBe("no-unit");
    expect(taken((await other.issue(UNIT, "unit", { key: next })).cert)).toBe("certificate-foreign");
  });

  it("is none when it cannot be read, or is longer than a certificate", async () => {
    const { cert } = await issue();
    expect(taken("no")).toBe("malformed");
    const padded = cert + "\n".repeat(CERTIFICATE_MAX - cert.length);
    expect(new X509Certificate(padded).subject).not.toBe("");
    expect(taken(padded)).toMatchObject({ name: UNIT });
    expect(taken(`${padded}\n`)).toBe("malformed");
  });
});
