import { readFileSync, statSync, writeFileSync } from "node:fs";
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { newKey, NOW, pemOfKey, TestAuthority, type Held } from "../../../src/orders/authority.test-help.ts";
import { DAY_MS, readRevocationList, serialOf } from "../../../src/orders/certificate.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { writeRenewed } from "../../net/renewed-pair.ts";
import { readCredentials, readUnitCredentials, type Credentials } from "./credentials.ts";
import { FILES_EVERY_US, OwnCredentials, sharePair } from "./own-credentials.ts";
import type { RemoteSettings } from "./messages.ts";

/** What a unit proves itself with and whom it believes, while files are exchanged under it and lists come with letters. */

const LOG = "tirada.example/casino-1/table-07";
const here = await TestAuthority.make();
const other = await TestAuthority.make("other");
const unit = await here.issue(LOG, "unit");
const lost = await here.issue("Ana Soto", "tecnico");
const LISTS = await Promise.all([1, 2, 3].map((number) => here.listPem(number === 1 ? [] : [lost], number)));
const [FIRST = "", SECOND = "", THIRD = ""] = LISTS;

let folder: string;
const pathOf = (name: string): string => join(folder, name);
const write = (name: string, text: string): void => writeFileSync(pathOf(name), text);
function lay({ cert, key }: Held, by: TestAuthority, list: string): void {
  write("unit.pem", cert);
  write("unit.key.pem", key);
  write("authority.pem", by.certificate.toString());
  write("revoked.pem", list);
}
const files = () => ({
  certificate: pathOf("unit.pem"),
  key: pathOf("unit.key.pem"),
  authority: pathOf("authority.pem"),
  revoked: pathOf("revoked.pem"),
});
beforeEach(() => {
  folder = temporaryFolder();
  lay(unit, here, FIRST);
});

describe("the files that a configuration names", () => {
  it("are read as they are, the list by the authority's signature", async () => {
    write("revoked.pem", SECOND);
    const { cert, key, ca, crl, authority } = await readCredentials(files());
    expect([cert, key, ca, crl]).toEqual([unit.cert, unit.key, here.certificate.toString(), SECOND]);
    expect(authority.list.number).toBe(2);
    expect([...authority.list.revoked]).toEqual([serialOf(lost.certificate.serialNumber)]);
  });

  it.each([
    ["unit.pem", "hello", /unit\.pem or .*unit\.key\.pem: it is no certificate or no key in PEM$/],
    ["unit.key.pem", "hello", /unit\.pem or .*unit\.key\.pem: it is no certificate or no key in PEM$/],
    ["unit.key.pem", pemOfKey(newKey()), /unit\.key\.pem is not the key of .*unit\.pem$/],
    ["authority.pem", "hello", /authority\.pem: it is no certificate; take authority\.pem of the authority$/],
    ["authority.pem", unit.cert, /authority\.pem: it is not the certificate of an authority$/],
    [
      "authority.pem",
      other.certificate.toString(),
      /revoked\.pem: it is no revocation list of the authority in .*authority\.pem$/,
    ],
    ["revoked.pem", "hello", /revoked\.pem: it is no revocation list of the authority in .*authority\.pem$/],
  ])("of which %s is wrong (%#) are refused in one line that names it", async (name, text, why) => {
    write(name, text);
    await expect(readCredentials(files())).rejects.toThrow(why);
  });

  it.each(["unit.pem", "unit.key.pem", "authority.pem", "revoked.pem"])(
    "without %s are refused",
    async (name) => {
      const named = Object.entries(files()).map(([key, path]) => [
        key,
        path === pathOf(name) ? "/nowhere/x" : path,
      ]);
      const wrong = Object.fromEntries(named) as ReturnType<typeof files>;
      await expect(readCredentials(wrong)).rejects.toThrow(/^cannot read \/nowhere\/x: /);
    },
  );

  it("give way to the pair that the unit took over by itself, while that ends later", async () => {
    const renewed = await here.issue(LOG, "unit", { from: NOW, to: NOW + DAY_MS });
    writeRenewed(folder, { key: renewed.key, certificate: renewed.cert });
    expect(await readUnitCredentials(files(), folder, LOG)).toMatchObject({
      cert: renewed.cert,
      key: renewed.key,
    });
    expect(await readUnitCredentials(files(), folder, "another/log")).toMatchObject({ cert: unit.cert });
    const byHand = await here.issue(LOG, "unit", { from: NOW, to: NOW + 2 * DAY_MS });
    lay(byHand, here, SECOND);
    const { cert, authority } = await readUnitCredentials(files(), folder, LOG);
    expect([cert, authority.list.number]).toEqual([byHand.cert, 2]);
  });
});

describe("a unit that runs", () => {
  async function running() {
    const clock = fakeClock(0, NOW);
    const notices: string[] = [];
    const changes: Credentials[] = [];
    const settings = { config: { storage: { folder } }, remote: files(), log: LOG };
    const own = await OwnCredentials.begin(settings as unknown as RemoteSettings, clock, (line) =>
      notices.push(line),
    );
    own.onChange((now) => changes.push(now));
    return { own, clock, notices, changes };
  }
  /** All that is believed is of one authority. */
  async function expectOfOne({ ca, crl, authority }: Credentials): Promise<void> {
    const { fingerprint256 } = new X509Certificate(ca);
    expect(authority.certificate.fingerprint256).toBe(fingerprint256);
    expect(await readRevocationList(crl, authority.certificate)).toEqual(authority.list);
  }

  it("reads its files every minute, and says when they changed", async () => {
    const { own, clock, changes } = await running();
    const newer = await here.issue(LOG, "unit");
    lay(newer, here, SECOND);
    await clock.advanceSettling(FILES_EVERY_US - 1);
    expect([own.now.cert, changes.length]).toEqual([unit.cert, 0]);
    clock.advance(1);
    await expect.poll(() => own.now.cert).toBe(newer.cert);
    expect(changes).toEqual([own.now]);
    expect(own.now.authority.list.number).toBe(2);
    await own.readAgain();
    expect(changes).toHaveLength(1);
    own.stop();
    expect(clock.waiting()).toEqual([]);
  });

  it("goes on with those of before where one is exchanged and the other not yet, and says so", async () => {
    const { own, notices, changes } = await running();
    const newer = await here.issue(LOG, "unit");
    write("unit.pem", newer.cert);
    await own.readAgain();
    expect(own.now.cert).toBe(unit.cert);
    expect(notices).toEqual([
      `remote: ${pathOf("unit.key.pem")} is not the key of ${pathOf("unit.pem")}; the files of before count`,
    ]);
    write("unit.key.pem", newer.key);
    await own.readAgain();
    expect([own.now.cert, changes.length, notices.length]).toEqual([newer.cert, 1, 1]);
  });

  it("takes a newer list of its authority from anybody, and no other", async () => {
    const { own, changes } = await running();
    for (const none of [FIRST, "hello", await other.listPem([], 9), await here.listPem([lost], 1)])
      await own.useList(none);
    expect(changes).toEqual([]);
    await own.useList(SECOND);
    expect(own.now).toMatchObject({ crl: SECOND, cert: unit.cert, authority: { list: { number: 2 } } });
    await own.useList(await here.listPem([], 2));
    expect(own.now.crl).toBe(SECOND);
    expect(changes).toEqual([own.now]);
    await expectOfOne(own.now);
  });

  it("keeps a list that came and is newer than the file's, and gives it up for one that is newer still", async () => {
    const { own } = await running();
    await own.useList(SECOND);
    const newer = await here.issue(LOG, "unit");
    lay(newer, here, FIRST);
    await own.readAgain();
    expect(own.now).toMatchObject({ cert: newer.cert, crl: SECOND, authority: { list: { number: 2 } } });
    await expectOfOne(own.now);
    write("revoked.pem", THIRD);
    await own.readAgain();
    expect(own.now).toMatchObject({ crl: THIRD, authority: { list: { number: 3 } } });
  });

  it("believes another authority with the list of that one, however old", async () => {
    const { own } = await running();
    await own.useList(THIRD);
    lay(await other.issue(LOG, "unit"), other, await other.listPem([], 1));
    await own.readAgain();
    expect(own.now.authority.list.number).toBe(1);
    await expectOfOne(own.now);
  });

  it("never believes two authorities at once, whichever comes first of a list and another authority's files", async () => {
    const [theirs, list] = [await other.issue(LOG, "unit"), await other.listPem([], 1)];
    for (let turns = 0; turns < 20; turns += 5) {
      lay(unit, here, FIRST);
      const { own } = await running();
      lay(theirs, other, list);
      const read = own.readAgain();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await Promise.all([own.useList(THIRD), read]);
      await expectOfOne(own.now);
      own.stop();
    }
  });
});

describe("the updater", () => {
  it("finds the pair that counts beside its socket, for its group to read", () => {
    const update = { socket: pathOf("update.sock") };
    const notices: string[] = [];
    const pair = { cert: unit.cert, key: unit.key } as Credentials;
    sharePair({ update } as never, pair, (line) => notices.push(line));
    const laid = ["unit-now.pem", "unit-now.key.pem"].map((name) => [
      readFileSync(pathOf(name), "utf8"),
      statSync(pathOf(name)).mode & 0o777,
    ]);
    expect(laid).toEqual([
      [unit.cert, 0o640],
      [unit.key, 0o640],
    ]);
    sharePair({ update: { socket: "/nowhere/update.sock" } } as never, pair, (line) => notices.push(line));
    expect(notices).toEqual([expect.stringMatching(/^remote: the certificate is not there for the updater: /)]);
    sharePair({ update: undefined }, pair, (line) => notices.push(line));
    expect(notices).toHaveLength(1);
  });
});
