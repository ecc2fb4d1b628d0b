import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino } from "../support/casino.ts";
import { temporaryFolder } from "../support/folder.ts";
import { freePortHere } from "../support/free-port.ts";
import { startProcess } from "../support/table-process.ts";

/** The floor's alarms told on to Debian's rsyslog over TLS and to its snmptrapd, as a house has them. */

const clock = systemClock();
const children: ChildProcess[] = [];
afterAll(() => children.forEach((one) => one.kill("SIGKILL")));

const ARC = "1.3.6.1.4.1.64512.7";
const notification = (status: string): string =>
  JSON.stringify({
    version: "4",
    alerts: [
      {
        status,
        labels: { alertname: "TableSilent", severity: "critical", log: "casino.example/r1" },
        annotations: { summary: "Mesa «7»\nsilent", do: "-Look at its screens." },
        startsAt: "2026-11-29T20:00:00.000Z",
        endsAt: "2026-11-29T20:05:00.000Z",
      },
    ],
  });

/** Waits until a file has a text. */
async function has(path: string, text: string): Promise<string> {
  for (let looks = 0; looks < 300; looks++) {
    const found = tryRead(path);
    if (found.includes(text)) return found;
    await clock.sleep(100_000);
  }
  throw new Error(`${path} has no ${text}: ${tryRead(path)}`);
}
function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

it(
  "an alarm and its end are in the house's syslog and with its SNMP manager; what is not taken is brought again",
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const here = await casino("casino-1", join(folder, "casino"));
    const server = await here.issue("syslog.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
    const own = await here.issue("floor.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
    const syslogPort = await freePortHere();
    const log = join(folder, "syslog");
    writeFileSync(
      join(folder, "rsyslog.conf"),
      `global(workDirectory="${folder}" defaultNetstreamDriverCAFile="${here.authority.certificatePath}"
  defaultNetstreamDriverCertFile="${server.certificatePath}" defaultNetstreamDriverKeyFile="${server.keyPath}")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="x509/certvalid")
input(type="imtcp" address="127.0.0.1" port="${syslogPort}")
template(name="whole" type="string" string="%pri% %timestamp:::date-rfc3339% %app-name% %msgid% %msg%\\n")
*.* action(type="omfile" file="${log}" template="whole")
`,
    );
    children.push(
      spawn("rsyslogd", ["-n", "-f", join(folder, "rsyslog.conf"), "-i", join(folder, "rsyslog.pid")], {
        stdio: "ignore",
      }),
    );

    // SNMPv3 with authentication and encryption, and an inform: the manager says that it took it.
    const trapPort = await freePortHere();
    const traps = join(folder, "traps");
    const [manager, settings] = ["manager", "settings"].map((name) => join(folder, name));
    for (const one of [manager!, settings!]) mkdirSync(one);
    writeFileSync(
      join(manager!, "snmptrapd.conf"),
      `createUser floor SHA-256 "authentication-words" AES "encryption-words"
authUser log floor priv
`,
    );
    writeFileSync(
      join(settings!, "snmp.conf"),
      `defVersion 3
defSecurityName floor
defSecurityLevel authPriv
defAuthType SHA-256
defPrivType AES
defAuthPassphrase authentication-words
defPrivPassphrase encryption-words
`,
    );
    children.push(
      spawn(
        "snmptrapd",
        [
          "-f",
          "-C",
          "-c",
          join(manager!, "snmptrapd.conf"),
          "-On",
          "-m",
          "",
          "-Lf",
          traps,
          `udp:127.0.0.1:${trapPort}`,
        ],
        { stdio: "ignore", env: { ...process.env, SNMP_PERSISTENT_DIR: manager!, SNMPCONFPATH: manager! } },
      ),
    );
    await has(traps, "NET-SNMP");

    const config = join(folder, "alarms.yaml");
    writeFileSync(
      config,
      JSON.stringify({
        port: 0,
        syslog: {
          host: "127.0.0.1",
          port: syslogPort,
          authority: here.authority.certificatePath,
          certificate: own.certificatePath,
          key: own.keyPath,
        },
        snmp: { host: "127.0.0.1", port: trapPort, settings, arc: ARC },
      }),
    );
    const ways = startProcess(["floor", "alarms", "--config", config]);
    children.push(ways.child);
    const url = await ways.line("alarms ");
    const post = async (way: string, body: string): Promise<number> =>
      (await fetch(`${url}${way}`, { method: "POST", body })).status;

    await expect.poll(() => post("syslog", notification("firing")), { timeout: 20_000 }).toBe(200);
    expect(await post("syslog", notification("resolved"))).toBe(200);
    const said = await has(log, "over TableSilent");
    expect(said).toMatch(
      /^130 2026-11-29T20:00:00.*tirada-floor TableSilent .*alarm TableSilent of casino\.example\/r1 \(critical\): Mesa «7» silent -Look at its screens\./,
    );
    expect(said).toMatch(/\n133 .*over TableSilent of casino\.example\/r1/);

    expect(await post("snmp", notification("firing"))).toBe(200);
    expect(await post("snmp", notification("resolved"))).toBe(200);
    const trapped = await has(traps, `.${ARC}.0.2`);
    expect(trapped).toContain(`.${ARC}.0.1`);
    for (const value of [
      "TableSilent",
      "casino.example/r1",
      "-Look at its screens.",
      "2026-11-29T20:05:00.000Z",
    ])
      expect(trapped).toContain(value);

    // Whoever has another passphrase is not heard: it is told on once more.
    writeFileSync(
      join(settings!, "snmp.conf"),
      readFileSync(join(settings!, "snmp.conf"), "utf8").replace("encryption-words", "other-words-here"),
    );
    expect(await post("snmp", notification("firing"))).toBe(503);
    expect(await post("syslog", "{}")).toBe(400);
    expect(await post("mail", notification("firing"))).toBe(404);
    expect(execFileSync("ss", ["-Hltn", `sport = :${new URL(url).port}`], { encoding: "utf8" })).not.toMatch(
      /0\.0\.0\.0:\d+ .*\*|\[::\]/,
    );
    ways.child.kill("SIGTERM");
    expect((await ways.ended).status).toBe(0);
  },
);
