import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { askSocket, linesOf } from "../../net/control.ts";
import { OBSTACLE_WORDS, type RestartObstacle } from "../../net/update-questions.ts";
import { REASON } from "../../../src/orders/order.ts";
import { tableLines } from "../../../src/text/table-lines.ts";
import type { UpdaterRequest, UpdateSource } from "../../delivery/updater/requests.ts";
import type { Plan } from "../../delivery/updater/plan.ts";
import type { BasePlan } from "../../delivery/updater/base-plan.ts";
import type { BaseStatus } from "../../delivery/updater/base.ts";
import type { UpdaterStatus } from "../../delivery/updater/updater.ts";
import { type OptionsOf, printFound, printLine } from "../common.ts";
import { knownPerson, usualConfig } from "../table-config.ts";

/** An updater of an earlier release says nothing of a base. */
type Status = UpdaterStatus & { readonly base?: BaseStatus };

const SOCKET = ["--socket <path>", "socket of the updater", "/run/tirada-updater/updater.sock"] as const;
/** A user of a directory that this machine does not reach has no name here. */
function loginHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "?"}`;
  }
}
const PERSON = [
  "--person <name>",
  "who wants it, for the record: one of the table's people; left out: who is logged in here",
] as const;
const CONFIG = [
  "--config <file>",
  "with --person: the configuration that has this person; /etc/tirada/table.yaml where it is there",
] as const;

const REASON_OPTION = [
  "--reason <words>",
  "why, in a line of at most 200 letters, for the record",
  (text: string): string => {
    if (REASON.test(text)) return text;
    throw usageProblem("--reason is one line of 1 to 200 letters");
  },
] as const;
/** What a request has of it. */
const reasonOf = ({ reason }: { readonly reason?: string | undefined }): { readonly reason?: string } =>
  reason === undefined ? {} : { reason };

const FROM = ["--from <folder>", "a folder with the repositories, instead of the configured address"] as const;
const STICK = ["--stick <folder>", "the same on a stick, of at most 7 days ago"] as const;
const JSON_OPTION = ["--json", "the answer as one JSON object"] as const;

const withSource = (command: Command) =>
  command
    .option(...SOCKET)
    .option(...FROM)
    .option(...STICK);
const withInstaller = (command: Command) =>
  withSource(command)
    .option(...PERSON)
    .option(...REASON_OPTION)
    .option(...CONFIG);
type Installer = OptionsOf<typeof withInstaller>;

/** Who wants it. A name that nobody at the table has would say nothing in a record. */
async function whoAsks({
  person,
  config = usualConfig(),
}: Pick<Installer, "person" | "config">): Promise<string> {
  if (person === undefined) return loginHere();
  if (config !== undefined) return knownPerson(person, config);
  throw usageProblem(
    "--person is one of the table's people: name its configuration with --config, or leave --person out",
  );
}

/** `tirada update status`. */
export function addUpdateStatus(command: Command): void {
  command
    .option(...SOCKET)
    .option(...JSON_OPTION)
    .action(async (options) => {
      const status = (await ask(options, { do: "status" })) as Status;
      printFound(options, status, () => statusLines(status));
    });
}

/** `tirada update check`. */
export function addUpdateCheck(command: Command): void {
  withSource(command)
    .option(...JSON_OPTION)
    .action(async (options) => {
      const checked = (await ask(options, { do: "check", source: sourceOf(options) })) as Checked;
      const { release, files, notes, base } = checked;
      const what =
        release === null ? "the repositories name no release for this table" : `release ${release} is named`;
      const bases = base == null ? [] : [`base ${base.number} is named: ${base.version} for ${base.kind}`];
      printFound(options, checked, () => [...notes, what, ...files.map((file) => `  ${file}`), ...bases]);
    });
}

interface Checked {
  readonly release: number | null;
  readonly files: readonly string[];
  readonly notes: readonly string[];
  readonly base?: { readonly number: number; readonly version: string; readonly kind: string } | null;
}

/** `tirada update install`. */
export function addUpdateInstall(command: Command): void {
  withInstaller(command)
    .option(...JSON_OPTION)
    .action(async (options) => {
      const asked = {
        do: "install",
        source: sourceOf(options),
        by: await whoAsks(options),
        order: null,
        ...reasonOf(options),
        release: null,
        proof: null,
        wait: true,
      } as const;
      const plan = (await ask(options, asked)) as Plan | null;
      printFound(options, plan, () => [
        plan === null
          ? "the release that the repositories name is confirmed already"
          : `release ${plan.to.version} (${plan.to.rel.slice(0, 16)}) is here and announced; the table is switched when it says yes`,
      ]);
    });
}

/** `tirada update base`. */
export function addUpdateBase(command: Command): void {
  withInstaller(command)
    .option("--again", "try one once more from which this machine has gone back")
    .option(...JSON_OPTION)
    .action(async (options) => {
      const plan = (await ask(options, {
        do: "base",
        source: sourceOf(options),
        by: await whoAsks(options),
        order: null,
        ...reasonOf(options),
        base: null,
        again: options.again === true,
        wait: true,
      })) as BasePlan | null;
      printFound(options, plan, () => [
        plan === null
          ? "the base system that the repositories name runs already"
          : `base ${plan.to.number}, ${plan.to.version}, is here and announced; it is written, and the machine starts with it, when the table says yes`,
      ]);
    });
}

/** `tirada update rollback`. */
export function addUpdateRollback(command: Command): void {
  command
    .option(...SOCKET)
    .option(...PERSON)
    .option(...REASON_OPTION)
    .option(...CONFIG)
    .option(...JSON_OPTION)
    .action(async (options) => {
      const plan = (await ask(options, {
        do: "rollback",
        by: await whoAsks(options),
        order: null,
        ...reasonOf(options),
        from: null,
      })) as Plan | null;
      printFound(options, plan, () => [
        plan === null
          ? "what waited is withdrawn, or what was on trial is gone back from: tirada update status"
          : `release ${plan.to.version} is put on trial again as soon as the table says yes`,
      ]);
    });
}

/** `tirada update hold`. */
export function addUpdateHold(command: Command): void {
  command
    .option("--off", "let updates come again")
    .option(...SOCKET)
    .option(...PERSON)
    .option(...REASON_OPTION)
    .option(...CONFIG)
    .action(async (options) => {
      const isHeld = options.off !== true;
      await ask(options, { do: "hold", isHeld, by: await whoAsks(options), order: null, ...reasonOf(options) });
      printLine(isHeld ? "updates are held: nothing is switched" : "updates come again");
    });
}

/** What the updater's service does not see, whoever may read it (ProtectHome= and PrivateTmp= of its unit). */
export const UNSEEN = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];

/** Throws a Problem for a folder that the updater of this machine cannot see: it would say that there is none. */
function requireSeen(folder: string, socket: string): void {
  if (socket !== SOCKET[2]) return;
  if (UNSEEN.some((place) => folder === place || folder.startsWith(`${place}/`)))
    throw usageProblem(
      `the updater's service does not see ${folder}: it reads neither ${UNSEEN.join(", ")}; put it on a stick below /media or /mnt, or into /srv`,
    );
}

function sourceOf({ from, stick, socket }: OptionsOf<typeof withSource>): UpdateSource {
  if (from !== undefined && stick !== undefined) throw usageProblem("name either --from or --stick");
  const folder = from ?? stick;
  if (folder !== undefined) requireSeen(resolve(folder), socket);
  return { folder: folder === undefined ? null : resolve(folder), isStick: stick !== undefined };
}

async function ask({ socket }: Pick<Installer, "socket">, asked: UpdaterRequest): Promise<unknown> {
  const answer = await askSocket(socket, asked);
  if (answer === null)
    throw new Problem(
      EXIT.release,
      `no updater answers on ${socket}: systemctl status tirada-updater; its socket is for root, its user and its group`,
    );
  return JSON.parse(linesOf(answer)[0] ?? "null") as unknown;
}

const BASE_STAGES = {
  waiting: "waits for the table",
  writing: "is being written",
  written: "is written, and waits for the table",
  trying: "is started",
} as const;

const STAGES = {
  waiting: "waits for the table",
  switching: "is being switched to",
  trying: "is on trial",
} as const;

type Row = readonly [what: string, says: string];

const obstacleRows = (obstacles: readonly RestartObstacle[]): readonly Row[] =>
  obstacles.map((one) => ["not yet", `${OBSTACLE_WORDS[one].en} (${one})`]);

function baseRows({ runs, number, plan, obstacles }: BaseStatus): readonly Row[] {
  if (runs === null) return [["base", "none of ours that says so in /run/tirada-base/state"]];
  const { version, kind, slot, isTrial } = runs;
  const which = `${version}${number === null ? "" : `, number ${number}`}, for ${kind}`;
  const next: Row | null =
    plan === null
      ? null
      : ["next base", `${plan.to.version}, number ${plan.to.number}, ${BASE_STAGES[plan.stage]}; ${plan.by}`];
  return [
    ["base", `${which}; place ${slot}, ${isTrial ? "on trial" : "kept"}`],
    ...(next === null ? [] : [next]),
    ...obstacleRows(obstacles),
  ];
}

function statusLines({ current, confirmed, former, plan, obstacles, table, base }: Status): readonly string[] {
  const name = (one: UpdaterStatus["current"]): string =>
    one === null ? "none" : `${one.version} (${one.rel.slice(0, 16)})`;
  const up = table === null ? "does not answer" : `up ${table.upSeconds} s`;
  const until = table?.announced?.until;
  const rows: readonly Row[] = [
    ["current", name(current)],
    ["confirmed", name(confirmed)],
    ["former", name(former)],
    ["update", plan === null ? "none" : `${name(plan.to)} ${STAGES[plan.stage]}; ${plan.by}`],
    ["table", `${up}${table?.isHeld === true ? ", updates held" : ""}`],
    ...(until === undefined ? [] : [["notice", `until ${until}`] as const]),
    ...obstacleRows(obstacles),
    ...(base === undefined ? [] : baseRows(base)),
  ];
  return tableLines(rows);
}
