import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AuthorityFolder } from "../../firmware/office/authority/authority.ts";
import type { FarRole, Machine } from "../../src/orders/certificate.ts";
import { requestOf } from "../../src/orders/renewal.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { cheapScrypt } from "../support/cheap-scrypt.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";

/** `tirada ca`, and what openssl makes of its certificates and lists. */

const PASSPHRASE = "correct horse battery staple";

// The ceremony's test sees what a passphrase costs; here the authority's key is opened by the dozen.
let scrypt: ReturnType<typeof cheapScrypt>;
beforeEach(() => {
  scrypt = cheapScrypt();
});
afterEach(() => scrypt.giveBack());

const openssl = (...words: readonly string[]): { status: number | null; text: string } => {
  const { status, stdout, stderr } = spawnSync("openssl", words, { encoding: "utf8" });
  return { status, text: `${stdout}${stderr}` };
};

function request(folder: string, name: string, ...key: readonly string[]): string {
  const path = join(folder, `${name}.csr`);
  const kind = key.length > 0 ? key : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const words = ["req", "-new", "-nodes", ...kind, "-keyout", `${path}.key`, "-out", path];
  expect(openssl(...words, "-subj", "/CN=somebody else/OU=tecnico").status).toBe(0);
  return path;
}

it("issues, revokes and lists; openssl follows it", async () => {
  const folder = temporaryFolder();
  const at = ["--authority", join(folder, "ca"), "--passphrase-file", join(folder, "pass")];
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  const ca = (...words: readonly string[]) => commandHere(["ca", ...words]);
  const out = (name: string): string => join(folder, name);
  expect((await ca("init", "casino-1", ...at)).status).toBe(0);
  expect(statSync(out("ca/authority.key.json")).mode & 0o777).toBe(0o600);
  expect(readFileSync(out("ca/authority.key.json"), "utf8")).not.toMatch(/PRIVATE/);

  const ana = [request(folder, "ana"), "--name", "Ana Soto", "--role", "tecnico", "--hours", "8"];
  expect(await ca("person", ...ana, "--out", out("ana.pem"), ...at)).toMatchObject({ status: 0, stderr: "" });
  const unit = [request(folder, "unit"), "--name", "tirada.example/casino-1/table-07"];
  const hosts = ["--host", "table-07.casino.example", "10.0.0.7", "fd00::7"];
  expect(await ca("unit", ...unit, "--out", out("unit.pem"), ...at, ...hosts)).toMatchObject({ status: 0 });

  const person = new X509Certificate(readFileSync(out("ana.pem")));
  // Of the request the key alone was taken.
  expect(person.subject).toBe("CN=Ana Soto\nOU=tecnico");
  expect(person.checkHost("ana.example")).toBeUndefined();
  const hours = (person.validToDate.getTime() - person.validFromDate.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(8);
  expect(hours).toBeLessThan(8.2);
  const machine = new X509Certificate(readFileSync(out("unit.pem")));
  expect(machine.checkHost("table-07.casino.example")).toBe("table-07.casino.example");
  expect([machine.checkIP("10.0.0.7"), machine.checkIP("fd00::7")]).toEqual(["10.0.0.7", "fd00::7"]);

  const verify = (name: string, purpose: string) =>
    openssl(
      "verify",
      "-x509_strict",
      "-crl_check",
      "-purpose",
      purpose,
      "-CAfile",
      out("ca/authority.pem"),
      "-CRLfile",
      out("ca/revoked.pem"),
      out(name),
    );
  expect(verify("ana.pem", "sslclient").text).toMatch(/: OK/);
  expect(verify("unit.pem", "sslserver").text).toMatch(/: OK/);
  // A person is no server.
  expect(verify("ana.pem", "sslserver").status).not.toBe(0);

  const listed = (await ca("list", ...at.slice(0, 2))).stdout;
  const [number = ""] = /^[0-9a-f]{8}(?= {2}tecnico Ana Soto)/m.exec(listed) ?? [];
  expect((await ca("revoke", number, ...at)).stdout).toContain("revoked");
  expect(verify("ana.pem", "sslclient").text).toMatch(/certificate revoked/);
  expect(verify("unit.pem", "sslserver").text).toMatch(/: OK/);
  expect((await ca("list", ...at.slice(0, 2))).stdout).toMatch(/Ana Soto .*revoked 20/);
  // Signed anew as it is: the same list under a higher number.
  expect((await ca("revoke", ...at)).status).toBe(0);
  expect(openssl("crl", "-in", out("ca/revoked.pem"), "-noout", "-text").text).toMatch(/CRL Number: \s+3\s/);
});

it("certifies each key for one person or one machine, and no name that reads like another", async () => {
  const folder = temporaryFolder();
  const now = systemClock().wall();
  const authority = new AuthorityFolder(join(folder, "ca"));
  await authority.create("casino-1", PASSPHRASE, now, 1_024);
  const requestAt = async (name: string): Promise<string> => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const path = join(folder, `${name}.csr`);
    writeFileSync(path, await requestOf(privateKey));
    return path;
  };
  const issue = (csr: string, name: string, as: FarRole | Machine = "tecnico"): Promise<string> =>
    authority.issue(csr, { name, as, hosts: [], lastsMs: 3_600_000 }, PASSPHRASE, now);
  const [ana, ben] = [await requestAt("ana"), await requestAt("ben")];
  await issue(ana, "Ana Soto");
  // The same person again, for another night and in another role; the same key for somebody else, or for a machine.
  await issue(ana, "Ana Soto", "jefe-de-mesa");
  const taken = /this key was certified for Ana Soto \(tecnico, number [0-9a-f]{1,8}\): each person/;
  await expect(issue(ana, "Eva Pons", "jefe-de-mesa")).rejects.toThrow(taken);
  await expect(issue(ana, "Ana Soto", "unit")).rejects.toThrow(taken);
  await expect(issue(ben, "ana soto")).rejects.toThrow(/reads like "Ana Soto"/);
  await expect(issue(ben, "Ana  Soto")).rejects.toThrow(/reads like "Ana Soto"/);
  await expect(issue(ben, "\u0410na Soto")).rejects.toThrow(/more than one script/);
  await issue(ben, "Ben Ruiz");
  expect(authority.list().map(({ name }) => name)).toEqual(["Ana Soto", "Ana Soto", "Ben Ruiz"]);
});

it("refuses in one line", async () => {
  const folder = temporaryFolder();
  const at = ["--authority", join(folder, "ca"), "--passphrase-file", join(folder, "pass")];
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  writeFileSync(join(folder, "wrong"), "another horse battery\n");
  expect((await commandHere(["ca", "init", "casino-1", ...at])).status).toBe(0);
  const person = (path: string, ...more: readonly string[]) =>
    commandHere([
      "ca",
      "person",
      path,
      "--name",
      "Ana",
      "--role",
      "tecnico",
      "--out",
      join(folder, "x.pem"),
      ...at,
      ...more,
    ]);
  const good = request(folder, "good");
  const changed = join(folder, "changed.csr");
  const der = Buffer.from(readFileSync(good, "utf8").replace(/-----.*-----|\s/g, ""), "base64");
  der[der.length - 5] = (der[der.length - 5] ?? 0) ^ 1;
  writeFileSync(changed, der);
  const rsa = request(folder, "rsa", "-newkey", "rsa:2048");
  const p384 = request(folder, "p384", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384");
  writeFileSync(join(folder, "empty"), "");
  for (const [ended, said] of [
    [await person(changed), /no request/],
    [await person(rsa), /no request/],
    [await person(p384), /no request/],
    [await person(join(folder, "empty")), /no request/],
    [await person(join(folder, "none")), /there is no such file/],
    [await person(good, "--hours", "13"), /from 1 to 12/],
    [await person(good, "--role", "croupier"), /known: tecnico, inspector, jefe-de-mesa/],
    [await person(good, "--name", "Ana\nOU=tecnico"), /is no name/],
    [await person(good, "--passphrase-file", join(folder, "wrong")), /not its passphrase/],
    [await commandHere(["ca", "init", "casino-1", ...at]), /there already/],
    [await commandHere(["ca", "revoke", "ffffffff", ...at]), /no certificate has such a number/],
    [
      await commandHere([
        "ca",
        "unit",
        good,
        "--name",
        "t",
        "--host",
        "a b",
        "--out",
        join(folder, "x.pem"),
        ...at,
      ]),
      /no name or address of a machine/,
    ],
  ] as const) {
    expect(ended.stderr).toMatch(said);
    expect([ended.status, ended.stderr.trim().split("\n").length]).toEqual([2, 1]);
  }
});
