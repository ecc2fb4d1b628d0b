import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { BasicConstraints, Extension } from "pkijs";
import { describe, expect, it } from "vitest";
import { NOW, TestAuthority, type Issued } from "./authority.test-help.ts";
import {
  certificateOf,
  CLOCK_LEEWAY_MS,
  DAY_MS,
  HOLDER_NAME_MAX,
  holderOf,
  HOUR_MS,
  isPerson,
  LIST_DAYS_MAX,
  MACHINE_DAYS_MAX,
  PERSON_HOURS_MAX,
  publicKeyId,
  serialOf,
  type Authority,
  type Holder,
} from "./certificate.ts";

const here = await TestAuthority.make();
const other = await TestAuthority.make();
const authority = here.with();
const UNIT = "tirada.example/casino-1/table-07";
const [SERVES, ASKS, SIGNS_CODE] = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.3"];
const isHolder = (found: Holder | string): found is Holder => typeof found !== "string";

/** What a certificate counts for: `counts`, or why it does not. */
async function standing(
  name: string,
  as: string | null,
  issued: Issued = {},
  of = authority,
  now = NOW,
): Promise<string> {
  const found = holderOf((await here.issue(name, as, issued)).certificate, of, now);
  return isHolder(found) ? "counts" : found;
}

describe("a certificate", () => {
  it("says who holds it, as what, until when and under which number", async () => {
    const { certificate } = await here.issue("Ana Soto", "tecnico");
    expect(holderOf(certificate, authority, NOW)).toEqual({
      name: "Ana Soto",
      as: "tecnico",
      serial: serialOf(certificate.serialNumber),
      to: NOW + 7 * HOUR_MS,
    });
    expect(isPerson({ name: "a", as: "inspector", serial: "1", to: 1 })).toBe(true);
    expect(isPerson({ name: "a", as: "relay", serial: "1", to: 1 })).toBe(false);
  });

  it.each(["tecnico", "inspector", "jefe-de-mesa", "unit", "relay"])("counts for a %s", async (as) => {
    expect(await standing("Ana Soto", as)).toBe("counts");
  });

  it.each([["croupier"], ["authority"], [null]])("counts for no %s", async (as) => {
    expect(await standing("Ana Soto", as)).toBe("certificate-malformed");
  });

  it("of another authority is foreign, also under the same name", async () => {
    const { certificate } = await other.issue("Ana Soto", "tecnico");
    expect(holderOf(certificate, authority, NOW)).toBe("certificate-foreign");
    expect(holderOf(other.certificate, authority, NOW)).toBe("certificate-foreign");
  });

  it("names nobody with an empty name, a very long one, letters that nobody sees, or letters of two scripts", async () => {
    const named = (name: string): Promise<string> => standing(name, "tecnico");
    for (const name of ["", "a\u202Eb", "Ana ", "\u0410na"])
      expect([name, await named(name)]).toEqual([name, "certificate-malformed"]);
    expect(await named("a".repeat(HOLDER_NAME_MAX))).toBe("counts");
    expect(await named("a".repeat(HOLDER_NAME_MAX + 1))).toBe("certificate-malformed");
  });

  it("holds from its first second, and no more in its last", async () => {
    const span = { from: NOW, to: NOW + HOUR_MS };
    const at = (now: number): Promise<string> => standing("Ana Soto", "tecnico", span, authority, now);
    expect([await at(NOW - 1), await at(NOW)]).toEqual(["certificate-early", "counts"]);
    expect([await at(NOW + HOUR_MS - 1), await at(NOW + HOUR_MS)]).toEqual(["counts", "certificate-expired"]);
  });

  it.each([
    ["tecnico", PERSON_HOURS_MAX * HOUR_MS],
    ["unit", MACHINE_DAYS_MAX * DAY_MS],
    ["relay", MACHINE_DAYS_MAX * DAY_MS],
  ])("of a %s holds no longer than its kind may", async (as, longest) => {
    const most = longest + 2 * CLOCK_LEEWAY_MS;
    const lasting = (ms: number): Promise<string> =>
      standing("Ana Soto", as, { from: NOW - 1_000, to: NOW - 1_000 + ms });
    expect([await lasting(most), await lasting(most + 1_000)]).toEqual(["counts", "certificate-too-long"]);
  });

  it("counts for what it was issued for: a person asks, a machine may serve as well", async () => {
    const used = (as: string, uses: readonly string[] | null): Promise<string> =>
      standing(as === "unit" ? UNIT : "Ana", as, { uses });
    expect([
      await used("tecnico", [ASKS]),
      await used("unit", [ASKS]),
      await used("unit", [SERVES, ASKS]),
    ]).toEqual(Array(3).fill("counts"));
    for (const uses of [null, [SERVES], [SIGNS_CODE], [ASKS, SERVES], [ASKS, SIGNS_CODE]])
      expect([uses, await used("tecnico", uses)]).toEqual([uses, "certificate-malformed"]);
    for (const uses of [null, [SERVES], [SERVES, ASKS, SIGNS_CODE]])
      expect([uses, await used("relay", uses)]).toEqual([uses, "certificate-malformed"]);
  });

  it("counts for nothing as an authority, with what is not understood, or signed with another hash", async () => {
    const { certificate } = await here.issue("Ana Soto", "tecnico");
    const changed = async (
      change: (extensions: Extension[]) => Extension[],
      hash?: string,
    ): Promise<string> => {
      const again = await here.signAgain(
        certificate,
        (one) => {
          one.extensions = change(one.extensions ?? []);
        },
        hash,
      );
      const found = holderOf(again, authority, NOW);
      return isHolder(found) ? "counts" : found;
    };
    const extension = (extnID: string, critical: boolean, extnValue = new ArrayBuffer(2)): Extension =>
      new Extension({ extnID, critical, extnValue });
    const constraints = (cA: boolean): Extension =>
      extension("2.5.29.19", true, new BasicConstraints({ cA }).toSchema().toBER(false));
    const withoutConstraints = (all: Extension[]): Extension[] =>
      all.filter(({ extnID }) => extnID !== "2.5.29.19");
    expect(await changed((all) => all)).toBe("counts");
    expect(await changed((all) => [...withoutConstraints(all), constraints(false)])).toBe("counts");
    expect(await changed((all) => [...withoutConstraints(all), constraints(true)])).toBe(
      "certificate-malformed",
    );
    expect(await changed((all) => [...all, extension("1.2.3.4", false)])).toBe("counts");
    expect(await changed((all) => [...all, extension("1.2.3.4", true)])).toBe("certificate-malformed");
    expect(await changed((all) => all, "SHA-384")).toBe("certificate-malformed");
  });

  it("counts until it is revoked, and as long as the list of the revoked is new", async () => {
    const ana = await here.issue("Ana Soto", "tecnico");
    const by = (of: Authority): Holder | string => holderOf(ana.certificate, of, NOW);
    expect(isHolder(by(here.with()))).toBe(true);
    expect(by(here.with(ana))).toBe("certificate-revoked");
    const listed = (from: number, to: number): Authority => ({
      ...authority,
      list: { ...authority.list, from, to },
    });
    expect(isHolder(by(listed(NOW - HOUR_MS, NOW + 1)))).toBe(true);
    expect(by(listed(NOW - HOUR_MS, NOW))).toBe("revocation-list-old");
    const most = LIST_DAYS_MAX * DAY_MS + 2 * CLOCK_LEEWAY_MS;
    expect(isHolder(by(listed(NOW - HOUR_MS, NOW - HOUR_MS + most)))).toBe(true);
    expect(by(listed(NOW - HOUR_MS, NOW - HOUR_MS + most + 1))).toBe("revocation-list-old");
  });
});

describe("what names a certificate and a key", () => {
  it("is a number in small letters without zeros in front", () => {
    expect(["00AB0", "0", "000", "7F"].map(serialOf)).toEqual(["ab0", "0", "0", "7f"]);
  });

  it("is a certificate's own encoding and nothing around it", async () => {
    const { certificate, cert } = await here.issue("Ana Soto", "tecnico");
    expect(certificateOf(certificate.raw)?.raw.equals(certificate.raw)).toBe(true);
    expect(certificateOf(Buffer.from(cert))).toBeNull();
    expect(certificateOf(Buffer.concat([certificate.raw, Buffer.from([0])]))).toBeNull();
    expect(certificateOf(Buffer.from("no"))).toBeNull();
  });

  it("is one key's, however its point is written, and no other key's", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const compressed = createPublicKey(createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })));
    expect(publicKeyId(compressed)).toBe(publicKeyId(publicKey));
    expect(publicKeyId(publicKey)).toMatch(/^[0-9a-f]{64}$/);
    expect(publicKeyId(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey)).not.toBe(
      publicKeyId(publicKey),
    );
  });
});
