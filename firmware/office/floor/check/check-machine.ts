import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { z } from "zod";
import type { Clock } from "../../../../src/time/clock.ts";
import { diskUse } from "../../../files/disk-gauge.ts";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { errorText } from "../../../problem.ts";
import { checked, type Checked } from "./checks.ts";
import { namesOf } from "./check-store.ts";
import type { FloorCheckConfig } from "./config.ts";

/** From so much in use on a disk is short, and full, per mille. */
export const DISK_SHORT_PM = 800;
export const DISK_FULL_PM = 950;
/** A backup is made each day; one that is older was missed, h. */
export const BACKUP_HOURS = 30;
const PROGRAM_MS = 20_000;
const RULES_LIMIT = 1_048_576;
const HOUR_MS = 3_600_000;

/** Looks at disks, clock, backups and alarms, as this machine sees them. */
export async function checkMachine(config: FloorCheckConfig, clock: Clock): Promise<readonly Checked[]> {
  const { folders = [], backup, prometheus } = config;
  return [
    ...folders.map(checkDisk),
    ...checkClock(),
    ...(existsSync(PATRONI) ? judgePatroni(readTextFile(PATRONI, PATRONI_LIMIT)) : []),
    ...(backup === undefined ? [] : [checkBackup(backup.stanza, clock)]),
    ...(prometheus === undefined ? [] : await checkAlarms(prometheus)),
  ];
}

function checkDisk(folder: string): Checked {
  try {
    const use = diskUse(folder);
    if (use === null) return checked("disk-unseen", { folder, why: "it has no blocks of its own" });
    const values = { folder, percent: Math.round(use.usedPm / 10) };
    if (use.usedPm >= DISK_FULL_PM) return checked("disk-full", values);
    return checked(use.usedPm >= DISK_SHORT_PM ? "disk-short" : "disk-well", values);
  } catch (error) {
    return checked("disk-unseen", { folder, why: errorText(error) });
  }
}

/** Nothing is said of a clock that is set: the look at the database says how far it is off. */
function checkClock(): readonly Checked[] {
  const said = spawnSync("timedatectl", ["show", "--property=NTPSynchronized", "--value"], {
    encoding: "utf8",
    timeout: PROGRAM_MS,
  });
  const word = said.status === 0 ? said.stdout.trim() : "";
  if (word === "yes") return [];
  return [checked(word === "no" ? "clock-unset" : "clock-unseen")];
}

/** Patroni's own file, as `tirada floor init` lays it. */
const PATRONI = "/etc/patroni/config.yml";
const PATRONI_LIMIT = 65_536;

/** Nothing is said where Patroni takes the lead only where nobody has it. */
export const judgePatroni = (text: string): readonly Checked[] =>
  /^etcd3:/m.test(text) ? [checked("lead-unsafe", { file: PATRONI })] : [];

const backupShape = z.array(
  z.object({
    status: z.object({ code: z.int(), message: z.string() }),
    backup: z.array(z.object({ timestamp: z.object({ stop: z.number() }) })).default([]),
  }),
);

function checkBackup(stanza: string, clock: Clock): Checked {
  const said = spawnSync(
    "pgbackrest",
    [`--stanza=${stanza}`, "--output=json", "--log-level-console=off", "info"],
    {
      encoding: "utf8",
      timeout: PROGRAM_MS,
    },
  );
  if (said.status !== 0)
    return checked("backup-unseen", {
      why: (said.error?.message ?? said.stderr.trim()).split("\n", 1).join("") || `status ${said.status}`,
    });
  return judgeBackup(said.stdout, clock.wall());
}

/** What pgBackRest says of its backups, held against how often they are made. */
export function judgeBackup(json: string, now: number): Checked {
  let told: z.infer<typeof backupShape>;
  try {
    told = backupShape.parse(JSON.parse(json));
  } catch (error) {
    return checked("backup-unseen", { why: errorText(error).split("\n", 1).join("") });
  }
  const [stanza] = told;
  const newest = Math.max(...(stanza?.backup ?? []).map(({ timestamp }) => timestamp.stop));
  if (stanza === undefined || !Number.isFinite(newest))
    return checked("backup-none", { why: stanza?.status.message ?? "no stanza" });
  const hours = Math.max(0, Math.round((now - newest * 1_000) / HOUR_MS));
  return checked(hours > BACKUP_HOURS ? "backup-old" : "backup-well", { hours });
}

const rulesShape = z.object({
  data: z.object({ groups: z.array(z.object({ rules: z.array(z.object({ name: z.string() })) })) }),
});
const targetsShape = z.object({
  data: z.object({
    activeTargets: z.array(z.object({ health: z.string(), lastError: z.string(), scrapeUrl: z.string() })),
  }),
});
const ownRulesShape = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string().optional() })) })),
});

/** Whether Prometheus has every rule of the file, and reads all that it is to read. */
async function checkAlarms({
  url,
  rules,
}: NonNullable<FloorCheckConfig["prometheus"]>): Promise<readonly Checked[]> {
  try {
    const { data: own } = readYamlAs(readTextFile(rules, RULES_LIMIT), rules, ownRulesShape);
    const wanted = own.groups.flatMap((group) => group.rules.flatMap(({ alert }) => alert ?? []));
    const loaded = rulesShape.parse(await ask(url, "api/v1/rules"));
    const names = new Set(loaded.data.groups.flatMap((group) => group.rules.map(({ name }) => name)));
    const missing = wanted.filter((name) => !names.has(name)).map((name) => ({ name }));
    const { activeTargets } = targetsShape.parse(await ask(url, "api/v1/targets?state=active")).data;
    const down = activeTargets.filter(({ health }) => health !== "up");
    return [
      missing.length > 0
        ? checked("alarms-missing", { names: namesOf(missing) })
        : checked("alarms-well", { count: wanted.length }),
      down.length > 0
        ? checked("targets-down", {
            names: namesOf(down.map(({ scrapeUrl }) => ({ name: scrapeUrl }))),
            why: down[0]?.lastError || "it has not asked yet",
          })
        : checked("targets-well", { count: activeTargets.length }),
    ];
  } catch (error) {
    return [checked("alarms-silent", { why: errorText(error).split("\n", 1).join("") })];
  }
}

async function ask(url: string, path: string): Promise<unknown> {
  const answer = await fetch(new URL(path, url), { signal: AbortSignal.timeout(PROGRAM_MS) });
  return answer.json();
}
