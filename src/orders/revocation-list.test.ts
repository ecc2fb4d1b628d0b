import { CertificateRevocationList, Extension, Extensions } from "pkijs";
import { describe, expect, it } from "vitest";
import { NOW, TestAuthority } from "./authority.test-help.ts";
import { DAY_MS, HOUR_MS, readRevocationList, serialOf } from "./certificate.ts";

const here = await TestAuthority.make();
const other = await TestAuthority.make();
const ana = await here.issue("Ana Soto", "tecnico");
const bytesOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----.*-----|\s/g, ""), "base64");
const wrap = (bytes: Uint8Array, label = "X509 CRL"): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString("base64")
    .replace(/.{1,64}/g, "$&\n")}-----END ${label}-----\n`;

describe("a revocation list", () => {
  it("says its number, its time and whom it revokes, as its authority signed it", async () => {
    expect(await readRevocationList(await here.listPem([ana], 258), here.certificate)).toEqual({
      number: 258,
      from: NOW - HOUR_MS,
      to: NOW + DAY_MS,
      revoked: new Set([serialOf(ana.certificate.serialNumber)]),
    });
    expect((await readRevocationList(await here.listPem(), here.certificate))?.revoked).toEqual(new Set());
  });

  it("of another authority, also of one with the same name, is none", async () => {
    expect(await readRevocationList(await here.listPem(), other.certificate)).toBeNull();
    const third = await TestAuthority.make("casino-3");
    expect(await readRevocationList(await third.listPem(), here.certificate)).toBeNull();
  });

  it("with another byte, or anything around it, is none", async () => {
    const pem = await here.listPem([ana]);
    const der = bytesOf(pem);
    expect(await readRevocationList(wrap(der), here.certificate)).not.toBeNull();
    expect(await readRevocationList(pem.trimEnd(), here.certificate)).not.toBeNull();
    for (const wrong of [`x${pem}`, `${pem}x`, wrap(der, "CERTIFICATE"), pem.replace("A", "*"), ""])
      expect(await readRevocationList(wrong, here.certificate)).toBeNull();
    for (let place = 4; place < der.length; place += 11) {
      const changed = Buffer.from(der);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, await readRevocationList(wrap(changed), here.certificate)]).toEqual([place, null]);
    }
  });

  it("without an end, without a number, of a part alone, or signed with another hash, is none", async () => {
    const changed = async (
      change: (list: CertificateRevocationList) => void,
      hash?: string,
    ): Promise<unknown> => {
      const list = CertificateRevocationList.fromBER(Uint8Array.from(bytesOf(await here.listPem([ana]))));
      change(list);
      return readRevocationList(wrap(await here.signList(list, hash)), here.certificate);
    };
    const extensionsOf = (list: CertificateRevocationList): Extension[] => list.crlExtensions?.extensions ?? [];
    const numbered =
      (bytes: readonly number[]) =>
      (list: CertificateRevocationList): void => {
        const number = new Extension({ extnID: "2.5.29.20", extnValue: Uint8Array.from(bytes).buffer });
        list.crlExtensions = new Extensions({
          extensions: [...extensionsOf(list).filter(({ extnID }) => extnID !== "2.5.29.20"), number],
        });
      };
    expect(await changed(() => undefined)).toMatchObject({ number: 1 });
    expect(await changed((list) => delete list.nextUpdate)).toBeNull();
    expect(await changed(() => undefined, "SHA-384")).toBeNull();
    expect(await changed((list) => (list.crlExtensions = new Extensions({ extensions: [] })))).toBeNull();
    const partial = new Extension({ extnID: "2.5.29.28", critical: true, extnValue: new ArrayBuffer(2) });
    expect(await changed((list) => extensionsOf(list).push(partial))).toBeNull();
    expect(await changed(numbered([2, 6, 1, 0, 0, 0, 0, 0]))).toMatchObject({ number: 2 ** 40 });
    for (const bytes of [[2, 7, 1, 0, 0, 0, 0, 0, 0], [2, 0], [3, 1, 1], [2, 1, 1, 1], []])
      expect([bytes, await changed(numbered(bytes))]).toEqual([bytes, null]);
  });
});
