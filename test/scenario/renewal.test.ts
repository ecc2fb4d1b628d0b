import { createPrivateKey, generateKeyPairSync, type X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { logOf } from "../../firmware/table/config/config.ts";
import { boxOf } from "../../firmware/office/relay/letter-box.ts";
import { runRelay } from "../../firmware/office/relay/run.ts";
import { hostsOf } from "../../firmware/office/authority/renewals.ts";
import { DAY_MS } from "../../src/orders/certificate.ts";
import { formatRenewal, lineOfRenewal, requestOf, type RenewalLine } from "../../src/orders/renewal.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { askFar, casino, type Casino, type Held } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { signatureBy } from "../support/orders.ts";
import { testTable, toResult } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";

/** A unit's certificate that ends: asked for over the relay, issued by the authority without a network, taken over while the table plays. */

const LOG = "tirada.test/table/test";
const machine = { hosts: ["127.0.0.1"] };
/** Of 90 days 29 are left. */
const ENDING = { as: "unit", ...machine, hours: 90 * 24, hoursAgo: 61 * 24 } as const;
const clock = systemClock();

async function relayOf(here: Casino): Promise<{ url: string; folder: string }> {
  const held = await here.issue("relay", { as: "relay", ...machine });
  const folder = join(here.folder, "boxes");
  const config = { ...here.remote(held), listen: { host: "127.0.0.1", port: 0 }, folder };
  const relay = await runRelay(config, clock, () => undefined);
  onTestFinished(() => relay.stop());
  return { url: relay.url, folder };
}

/** What the unit shows of itself over TLS. */
function shownAt(port: number, here: Casino, who: Held): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, ca: here.ca, cert: who.cert, key: who.key }, () => {
      resolve(socket.getPeerX509Certificate()!);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

const daysOf = (certificate: X509Certificate): number =>
  Math.floor((certificate.validToDate.getTime() - clock.wall()) / DAY_MS);

test("a unit has its certificate renewed, and whatever is wrong with it the old one goes on", async () => {
  const here = await casino();
  const relay = await relayOf(here);
  const old = await here.issue(LOG, ENDING);
  const [ana, jon] = [
    await here.issue("Ana", { as: "tecnico" }),
    await here.issue("Jon", { as: "jefe-de-mesa" }),
  ];
  const file = (name: string): string => join(here.folder, name);
  writeFileSync(file("pass"), "correct horse battery staple\n");
  const table = await testTable({
    updateSocket: file("update.sock"),
    remote: () => Promise.resolve(here.remote(old, { relay: { url: relay.url, everySeconds: 1 } })),
  });
  expect(logOf(table.config)).toBe(LOG);
  const kept = (name: string): string => join(table.folder, "storage", "certificates", name);
  const noticed = (words: RegExp): boolean => table.notices.some((line) => words.test(line));
  const said = (): string | undefined => table.notices.findLast((one) => one.startsWith("remote: https on"));
  await until("the server", () => said() !== undefined);
  const port = Number(/\d+$/.exec(said()!)![0]);
  const box = join(relay.folder, boxOf(LOG));
  await until("the request at the relay", () => existsSync(join(box, "renewal.request")));
  expect(statSync(kept("waiting.json")).mode & 0o777).toBe(0o600);
  const doctor = (await askFar(`https://127.0.0.1:${port}/doctor`, here, ana)).body;
  expect(doctor).toMatch(
    /"code":"certificates-renewing".*holds for 28 more days|holds for 28 more days.*"certificates-renewing"/,
  );

  const way = (who: Held) => [
    "--relay",
    relay.url,
    "--authority",
    here.authority.certificatePath,
    "--key",
    who.keyPath,
    "--certificate",
    who.certificatePath,
  ];
  const ca = (...words: readonly string[]) => commandHere(["ca", ...words]);
  expect(await ca("fetch", "--out", file("asked"), ...way(jon))).toMatchObject({ status: 6 });
  const fetched = await ca("fetch", "--out", file("asked"), ...way(ana));
  expect([fetched.status, fetched.stderr]).toEqual([0, ""]);
  expect(fetched.stdout).toMatch(/^tirada\.test\/table\/test asks for another certificate\n1 in /);

  // Certificates that are not what was asked for: of another key, of another authority, of another table.
  const other = await casino("casino-2");
  mkdirSync(file("wrong"));
  for (const [held, words] of [
    [await other.issue(LOG, { as: "unit" }), /certificate-foreign/],
    [await here.issue("tirada.test/other", { as: "unit" }), /No request waits there/],
    [await here.issue(LOG, { as: "relay" }), /other-name/],
  ] as const) {
    writeFileSync(file("wrong/one.pem"), held.cert);
    expect(await ca("deliver", file("wrong"), ...way(ana))).toMatchObject({
      status: 6,
      stderr: expect.stringMatching(words) as string,
    });
  }
  writeFileSync(file("wrong/one.pem"), (await here.issue(LOG, { as: "unit", ...machine, hours: 2_000 })).cert);
  expect((await ca("deliver", file("wrong"), ...way(ana))).status).toBe(0);
  await until("the key to be seen", () => noticed(/counts for nothing: other-key/));
  expect(daysOf(await shownAt(port, here, ana))).toBe(28);

  const at = ["--authority", join(here.folder, "authority"), "--passphrase-file", file("pass")];
  const renewed = await ca("renew", file("asked"), ...at, "--out", file("issued"));
  expect([renewed.status, renewed.stderr]).toEqual([0, ""]);
  expect(renewed.stdout).toMatch(/^unit tirada\.test\/table\/test until /);
  // The same request again, whose certificate got lost on its way; not another one with the same certificate.
  expect((await ca("renew", file("asked"), ...at, "--out", file("issued"))).status).toBe(0);
  const delivered = await ca("deliver", file("issued"), ...way(ana));
  expect(delivered).toMatchObject({ status: 0, stderr: "" });
  await until("the new certificate", () => noticed(/the unit has another certificate, until /));
  const now = await shownAt(port, here, ana);
  expect([daysOf(now), hostsOf(now)]).toEqual([89, ["127.0.0.1"]]);
  const record = await table.record("order", ({ detail }) => detail["what"] === "certificate-renewed");
  expect(record.body.detail).toMatchObject({ until: now.validToDate.toISOString() });
  await until("the request to be gone", () => !existsSync(kept("waiting.json")));
  expect(readdirSync(join(table.folder, "storage", "certificates"))).toEqual(["renewed.json"]);
  expect(statSync(kept("renewed.json")).mode & 0o777).toBe(0o600);
  // What the updater shows at a repository.
  expect(readFileSync(file("unit-now.pem"), "utf8")).toBe(now.toString());
  expect(now.checkPrivateKey(createPrivateKey(readFileSync(file("unit-now.key.pem"))))).toBe(true);
  expect(statSync(file("unit-now.key.pem")).mode & 0o777).toBe(0o640);
  expect((await ca("fetch", "--out", file("none"), ...way(ana))).stdout).toMatch(/^0 in /);
  expect((await askFar(`https://127.0.0.1:${port}/doctor`, here, ana)).body).toContain("certificates-well");
  await toResult(table);

  // From its files, and from the old ones where those are damaged: then another request is made.
  const whole = readFileSync(kept("renewed.json"), "utf8");
  const shownNext = async (): Promise<number> => {
    table.notices.length = 0;
    await table.again();
    await until("the server again", () => said() !== undefined);
    return daysOf(await shownAt(Number(/\d+$/.exec(said()!)![0]), here, ana));
  };
  expect(await shownNext()).toBe(89);
  writeFileSync(kept("renewed.json"), whole.slice(0, -300));
  writeFileSync(kept("waiting.json"), '{"format":');
  expect(await shownNext()).toBe(28);
  await until("another request", () => noticed(/another one is asked for/));
  await until("a waiting request", () => readFileSync(kept("waiting.json"), "utf8").includes("PRIVATE KEY"));
  // With a certificate that was renewed already: a copy of the key, or a unit that lost its new one. A person decides.
  await until("the request at the relay", () => !existsSync(join(box, "renewal.pem")));
  await ca("fetch", "--out", file("again"), ...way(ana));
  expect(await ca("renew", file("again"), ...at, "--out", file("issued"))).toMatchObject({
    status: 6,
    stderr: expect.stringMatching(/renewed-before/) as string,
  });
}, 180_000);

test("the authority renews for the unit of a certificate that counts, and for nobody else", async () => {
  const here = await casino("casino-1", temporaryFolder());
  const other = await casino("casino-2");
  const name = "casino-1/table-07";
  const [unit, relay, revoked, ended, foreign, ana] = [
    await here.issue(name, ENDING),
    await here.issue("relay", { as: "relay" }),
    await here.issue("casino-1/table-08", { as: "unit" }),
    await here.issue("casino-1/table-09", { as: "unit", hoursAgo: 9 }),
    await other.issue(name, { as: "unit" }),
    await here.issue("Ana", { as: "tecnico" }),
  ];
  await here.revoke(revoked);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const request = (await requestOf(privateKey)).toString("base64");
  const ask = (by: Held, change: Partial<RenewalLine> = {}): string => {
    const line = lineOfRenewal({
      ...({ v: 1, kind: "renewal", name: by.name, at: rfc3339(clock.wall()), request, ...change } as const),
    });
    return formatRenewal(line, signatureBy(by, line));
  };
  const own = (await requestOf(createPrivateKey(unit.key))).toString("base64");
  const good = ask(unit);
  const texts = [
    good.replace('"kind":"renewal"', '"kind": "renewal"'),
    good.replace(name, "casino-1/table-01"),
    ask(unit, { name: "casino-1/table-01" }),
    ask(unit, { request: Buffer.from("no request").toString("base64") }),
    ask(unit, { request: own }),
    ask(relay),
    ask(ana),
    ask(revoked),
    ask(ended),
    ask(foreign),
    `${good}x`,
    good,
    good,
    ask(unit, { request: await otherRequest() }),
  ];
  const done = await here.authority.renew(texts, 90 * DAY_MS, "correct horse battery staple", clock.wall());
  expect(done.map((one) => (one.ok ? "renewed" : one.why))).toEqual([
    "malformed",
    "changed",
    "other-name",
    "malformed",
    "same-key",
    "no-unit",
    "no-unit",
    "certificate-revoked",
    "certificate-expired",
    "certificate-foreign",
    "malformed",
    "renewed",
    "renewed",
    "renewed-before",
  ]);
  const [first] = done.flatMap((one) => (one.ok ? [one.certificate] : []));
  expect(first!.checkPrivateKey(privateKey)).toBe(true);
  expect([hostsOf(first!), daysOf(first!)]).toEqual([["127.0.0.1"], 89]);
  expect(here.authority.list().filter((one) => one.name === name)).toHaveLength(3);
});

const otherRequest = async (): Promise<string> =>
  (await requestOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey)).toString("base64");
