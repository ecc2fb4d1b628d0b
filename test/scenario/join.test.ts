import { X509Certificate } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { askCasino } from "../../firmware/afar/join/ask-casino.ts";
import { joinCasino } from "../../firmware/afar/join/join.ts";
import { Asking } from "../../firmware/care/first-setup/asking.ts";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { readRoots, readUpdaterConfig } from "../../firmware/delivery/updater/config.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { publicKeyId } from "../../src/orders/certificate.ts";
import {
  casinoMachines,
  LOG,
  setUpTable,
  type CasinoMachines,
  type SetUpTable,
} from "../support/casino-machines.ts";
import { commandHere } from "../support/command.ts";
import { freePortHere } from "../support/free-port.ts";
import type { Ended } from "../support/table-process.ts";

/** A table joins a casino whose machines run, and refuses whatever is another casino's. */

const words = ({ folder, config }: SetUpTable): string[] => [
  "join",
  "--config",
  config,
  "--lang",
  "en",
  "--services",
  join(folder, "services"),
  "--firewall",
  join(folder, "nftables.conf"),
];

/** Key and request of the unit, and the certificate that the authority makes of it. */
async function certified(table: SetUpTable, { here }: CasinoMachines, name = LOG): Promise<string> {
  const ended = await commandHere([...words(table), "--request"]);
  expect([ended.stderr, ended.status]).toEqual(["", 0]);
  expect(ended.stdout).toContain("sudo tirada-authority unit unit.csr --name ");
  const csr = readFileSync(join(table.folder, "etc", "unit.csr"));
  const [request, path] = [join(here.folder, "unit.csr"), join(here.folder, "unit.pem")];
  writeFileSync(request, csr);
  const wanted = { name, as: "unit" as const, hosts: ["127.0.0.1"], lastsMs: 86_400_000 };
  writeFileSync(
    path,
    await here.authority.issue(request, wanted, "correct horse battery staple", systemClock().wall()),
  );
  return path;
}

const join1 = (table: SetUpTable, from: string, certificate: string): Promise<Ended> =>
  commandHere([...words(table), "--from", from, "--certificate", certificate]);

/** The one line of a refusal, and that nothing was written. */
async function refusal(table: SetUpTable, act: () => Promise<Ended>): Promise<string> {
  const before = snapshot(table);
  const { stderr, status } = await act();
  expect(stderr.split("\n")).toHaveLength(2);
  expect(snapshot(table)).toEqual(before);
  return `${status} ${stderr.trim()}`;
}

const snapshot = ({ folder }: SetUpTable): readonly string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith("var/") && statSync(join(folder, name)).isFile())
    .map((name) => `${name} ${readFileSync(join(folder, name), "utf8")}`);

const textOf = ({ folder }: SetUpTable, ...names: string[]): string =>
  readFileSync(join(folder, ...names), "utf8");

/** One table, its casino and another one, for every step of the test. */
interface Bench {
  readonly table: SetUpTable;
  readonly casino: CasinoMachines;
  readonly other: CasinoMachines;
  readonly certificate: string;
}

it("a table joins its casino, by a file or by questions, and nothing that is another casino's", async () => {
  const table = await setUpTable(`display: { host: 127.0.0.1, port: ${await freePortHere()} }\n`);
  const casino = await casinoMachines("casino-1", [table.vkey]);
  const other = await casinoMachines("casino-2", []);
  const without = await refusal(table, () => commandHere([...words(table), "--from", casino.write()]));
  expect(without).toContain("unit.pem is not there: give tirada join --request");
  const here: Bench = { table, casino, other, certificate: await certified(table, casino) };
  await refusesWhatIsOthers(here);
  await asksForParts(here);
  await writesByFile(here);
  await staysWithItsCasino(here);
  await saysWhatIsNotChecked(here);
  await putsBack(here);
}, 120_000);

async function refusesWhatIsOthers({ table, casino, other, certificate }: Bench): Promise<void> {
  const tried = (change: Readonly<Record<string, unknown>>, own = certificate): Promise<string> =>
    refusal(table, () => join1(table, casino.write(change), own));
  expect(await tried({ relay: { url: other.relay.url } })).toMatch(
    /^2 tirada: The relay \S+ is not this casino's: its certificate is of another authority: casino-2; nothing was written/,
  );
  const unit = casino.relay.url;
  const key = publicKeyId(new X509Certificate(casino.relayHeld.cert).publicKey);
  expect(await tried({ relay: { url: unit, key: "0".repeat(64) } })).toContain(`it has another key: ${key}`);
  const witness = { url: other.witness.url, key: casino.witness.vkey, ca: "witness-certificate.pem" };
  expect(await tried({ witness })).toMatch(/The witness \S+ is not this casino's: it has another key/);
  expect(await tried({ updates: { image: "director-root.json", director: "director-root.json" } })).toMatch(
    /its releases are signed by others: image\/metadata\/1\.root\.json/,
  );
  expect(await tried({ fingerprint: "0".repeat(64) })).toContain("not the one that was read out");
  expect(await tried({ relay: { url: unit, keys: "" } })).toMatch(
    /casino\.yaml:\d+:\d+: unknown key "keys" \(did you mean "key"\?\)/,
  );
  expect(await tried({ server: { from: ["10.7.0.0/33"] } })).toContain("must be an address or a network");
  expect(await tried({ authority: "image-root.json" })).toContain("it is no certificate in PEM");
  expect(await tried({ updates: { image: "revoked.pem", director: "director-root.json" } })).toContain(
    "it is no root of a repository",
  );
  const list = join(casino.folder, "revoked.pem");
  const own = readFileSync(list);
  writeFileSync(list, readFileSync(other.here.authority.listPath));
  expect(await tried({})).toContain("the revocation list is not of this authority");
  writeFileSync(list, own);
  // Whoever is not root may write nothing there anyway.
  if (process.getuid?.() === 0)
    expect(await asStranger(() => tried({}))).toMatch(/--firewall and --user are for root alone: through sudo/);
  const foreign = await other.here.issue(LOG, { as: "unit" });
  expect(await tried({}, foreign.certificatePath)).toContain("counts for nothing here, certificate-foreign");
  const others = await casino.here.issue("tirada.example/casino-1/table-08", { as: "unit" });
  expect(await tried({}, others.certificatePath)).toContain("of unit tirada.example/casino-1/table-08, and");
  const namesake = await casino.here.issue(LOG, { as: "unit" });
  expect(await tried({}, namesake.certificatePath)).toContain("is not the key of the unit's certificate");
}

/** What joining wrote goes, and nothing of the log, of the keys, or of what somebody wrote since. */
async function putsBack({ table, casino, certificate }: Bench): Promise<void> {
  const etc = join(table.folder, "etc");
  const text = readFileSync(table.config, "utf8");
  writeFileSync(table.config, `${text.replace("Mesa 7,", "Mesa 8,")}zone: Europe/Madrid # since\n`);
  writeFileSync(join(etc, "firewall.nft"), "# by hand\n");
  const key = readFileSync(join(etc, "unit.key.pem"), "utf8");
  const evidence = readdirSync(join(table.folder, "var"));
  const undone = await commandHere([...words(table), "--undo"]);
  expect([undone.stderr, undone.status]).toEqual(["", 0]);
  expect(undone.stdout).toContain("firewall.nft: stays, somebody has changed it since");
  expect(undone.stdout).toMatch(/table\.yaml: as it was before/);
  const config = await readConfig(table.config);
  expect([config.remote, config.witness, config.update, config.zone, config.table.name]).toEqual([
    undefined,
    undefined,
    undefined,
    "Europe/Madrid",
    "Mesa 8",
  ]);
  expect(textOf(table, "etc", "table.yaml")).toContain("# Mesa 7: written by hand.\n");
  expect(textOf(table, "etc", "table.yaml")).toContain("# since\n");
  expect(readFileSync(join(etc, "unit.key.pem"), "utf8")).toBe(key);
  expect(readdirSync(join(table.folder, "var"))).toEqual(evidence);
  for (const gone of ["services/tirada.service.d/casino.conf", "etc/unit.pem", "etc/authority.pem"])
    expect([gone, existsSync(join(table.folder, gone))]).toEqual([gone, false]);
  const again = await refusal(table, () => commandHere([...words(table), "--undo"]));
  expect(again).toMatch(/^2 tirada: \S+table\.yaml\.join is not there: this table joined no casino/);
  // Untouched since, everything is as it was, byte for byte.
  const before = readFileSync(table.config, "utf8");
  expect((await join1(table, casino.write(), certificate)).status).toBe(0);
  expect((await commandHere([...words(table), "--undo"])).status).toBe(0);
  expect(readFileSync(table.config, "utf8")).toBe(before);
}

/** As somebody who is not root and has called it with sudo: nothing is written for them at places that they name. */
async function asStranger<T>(act: () => Promise<T>): Promise<T> {
  Object.assign(process.env, { SUDO_UID: "65534", SUDO_GID: "65534" });
  try {
    return await act();
  } finally {
    delete process.env["SUDO_UID"];
    delete process.env["SUDO_GID"];
  }
}

async function asksForParts({ table, casino, certificate }: Bench): Promise<void> {
  const at = (name: string): string => join(casino.folder, name);
  const parts = [
    "",
    at("authority.pem"),
    at("revoked.pem"),
    casino.relay.url,
    "",
    casino.witness.url,
    casino.witness.vkey,
    at("witness-certificate.pem"),
    at("image-root.json"),
    at("director-root.json"),
    "10.7.0.0/24",
  ];
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const typed = async (answers: readonly string[]): Promise<void> => {
    const left = [...answers];
    const ask = (): Promise<string> => Promise.resolve(left.shift() ?? "");
    const asked = await askCasino(new Asking({ say, ask }, "en"));
    await joinCasino(asked, certificate, {
      configPath: table.config,
      language: "en",
      clock: systemClock(),
      say,
      hasUpdater: true,
      services: join(table.folder, "services"),
      firewall: join(table.folder, "nftables.conf"),
    });
  };
  await expect(typed([...parts, "n"])).rejects.toThrow(/^stopped, nothing was written: ask the authority/);
  expect(existsSync(join(table.folder, "services"))).toBe(false);
  await typed([...parts, "y"]);
  const updater = readUpdaterConfig(join(table.folder, "etc", "updater.yaml"));
  expect(updater).toMatchObject({
    table: "table-07",
    repository: { url: `${casino.relay.url}tree`, certificate: "/run/tirada/unit-now.pem" },
  });
  expect(readRoots(updater).image.toString()).toContain('"_type"');
  expect((await readConfig(table.config)).update?.socket).toBe(updater.unit);
}

async function writesByFile({ table, casino, certificate }: Bench): Promise<void> {
  const etc = join(table.folder, "etc");
  writeFileSync(join(table.folder, "nftables.conf"), `include "${etc}/firewall*.nft"\n`);
  const floor = { collectors: ["https://10.7.1.30:8474"] };
  const from = { server: { from: ["10.7.0.0/24", "10.7.9.4"] }, networks: ["10.7.1.20"], floor };
  const done = await join1(table, casino.write(from), certificate);
  expect([done.stderr, done.status]).toEqual(["", 0]);
  expect(done.stdout).toContain(`The relay ${casino.relay.url}: answers, and is the casino's own`);
  expect(done.stdout).toMatch(/The witness \S+: answers, and whether it has its key could not be checked yet/);
  expect(done.stdout).toContain(
    `The repository of releases ${casino.relay.url}tree: answers, and is the casino's own`,
  );
  const config = await readConfig(table.config);
  const at = (name: string): string => join(etc, name);
  expect(config.remote).toMatchObject({
    certificate: at("unit.pem"),
    key: at("unit.key.pem"),
    authority: at("authority.pem"),
    revoked: at("revoked.pem"),
    server: { host: "0.0.0.0", port: 8472 },
    relay: { url: casino.relay.url },
  });
  expect(config.floor).toEqual({ collectors: ["https://10.7.1.30:8474/"] });
  expect(config.witness).toMatchObject({ key: casino.witness.vkey, ca: at("witness-ca.pem") });
  // Whatever somebody wrote by hand stays as it was.
  expect(textOf(table, "etc", "table.yaml")).toContain("# Mesa 7: written by hand.\n");
  expect(textOf(table, "etc", "table.yaml")).toContain("wait: true } # the wheel\n");
  expect(statSync(table.config).mode & 0o777).toBe(0o640);
  const lines = textOf(table, "services", "tirada.service.d", "casino.conf").split("\n");
  for (const network of ["10.7.0.0/24", "10.7.9.4", "10.7.1.20", "10.7.1.30"])
    expect(lines).toContain(`IPAddressAllow=${network}`);
  expect(textOf(table, "services", "tirada-updater.service.d", "casino.conf")).not.toContain("10.7.");
  expect(textOf(table, "etc", "firewall.nft")).toContain(
    "add element inet tirada technician_port { 8472 }\nadd element inet tirada casino4 { 10.7.0.0/24, 10.7.9.4 }\n",
  );
  // Given again it changes nothing.
  const before = snapshot(table);
  const again = await join1(table, casino.write(from), certificate);
  expect([again.stderr, again.status]).toEqual(["", 0]);
  expect(again.stdout).toContain("All of it was written already.");
  expect(snapshot(table)).toEqual(before);
}

async function staysWithItsCasino({ table, other }: Bench): Promise<void> {
  const foreign = await other.here.issue(LOG, { as: "unit" });
  const moved = await refusal(table, () => join1(table, other.write(), foreign.certificatePath));
  expect(moved).toMatch(/authority\.pem: this table belongs to another casino, casino-1, [0-9a-f]{64}/);
}

async function saysWhatIsNotChecked({ table, casino, other, certificate }: Bench): Promise<void> {
  await casino.relay.stop();
  writeFileSync(join(table.folder, "nftables.conf"), "# Somebody else's.\n");
  const witness = { url: other.witness.url, key: other.witness.vkey, ca: "witness-certificate.pem" };
  const done = await join1(table, casino.write({ witness }), certificate);
  expect([done.stderr, done.status]).toEqual(["", 0]);
  expect(done.stdout).toMatch(/The relay \S+: could not be checked, it does not answer \(ECONNREFUSED\)/);
  expect(done.stdout).toMatch(/The repository of releases \S+: could not be checked/);
  expect(done.stdout).toContain(`does not know this table's key yet; enrol it there: ${table.vkey}`);
  expect(done.stdout).toContain(
    "This machine's firewall is not of the image: let TCP port 8472 in, from 10.7.0.0/24, 10.7.9.4",
  );
}
