import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { EXIT, Problem, usageProblem } from "../problem.ts";
import { askSocket, linesOf } from "../net/control.ts";
import { OBSTACLE_WORDS } from "../net/update-questions.ts";
import type { UpdaterRequest, UpdateSource } from "../delivery/updater/requests.ts";
import type { Plan } from "../delivery/updater/plan.ts";
import type { BasePlan } from "../delivery/updater/base-plan.ts";
import type { BaseStatus } from "../delivery/updater/base.ts";
import type { UpdaterStatus } from "../delivery/updater/updater.ts";
import { printLine } from "./common.ts";
import { knownPerson } from "./known-person.ts";
import { usualConfig } from "./usual-config.ts";

interface UpdateOptions {
  readonly socket: string;
  readonly person?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly stick?: string;
  readonly off?: boolean;
  readonly again?: boolean;
}

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

/** Who wants it. A name that nobody at the table has would say nothing in a record. */
async function whoAsks({ person, config = usualConfig() }: UpdateOptions): Promise<string> {
  if (person === undefined) return loginHere();
  if (config !== undefined) return knownPerson(person, config);
  throw usageProblem(
    "--person is one of the table's people: name its configuration with --config, or leave --person out",
  );
}
const FROM = ["--from <folder>", "a folder with the repositories, instead of the configured address"] as const;
const STICK = ["--stick <folder>", "the same on a stick, of at most 7 days ago"] as const;
const JSON_OPTION = ["--json", "the answer as one JSON object"] as const;

/** `tirada update status`. */
export function addUpdateStatus(command: Command): void {
  command
    .option(...SOCKET)
    .option(...JSON_OPTION)
    .action(async (options: UpdateOptions) => {
      const status = (await ask(options, { do: "status" })) as Status;
      print(options, status, statusLines(status));
    });
}

/** `tirada update check`. */
export function addUpdateCheck(command: Command): void {
  command
    .option(...SOCKET)
    .option(...FROM)
    .option(...STICK)
    .option(...JSON_OPTION)
    .action(async (options: UpdateOptions) => {
      const checked = (await ask(options, { do: "check", source: sourceOf(options) })) as Checked;
      const { release, files, notes, base } = checked;
      const what =
        release === null ? "the repositories name no release for this table" : `release ${release} is named`;
      const bases = base == null ? [] : [`base ${base.number} is named: ${base.version} for ${base.kind}`];
      print(options, checked, [...notes, what, ...files.map((file) => `  ${file}`), ...bases]);
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
  command
    .option(...SOCKET)
    .option(...FROM)
    .option(...STICK)
    .option(...PERSON)
    .option(...CONFIG)
    .option(...JSON_OPTION)
    .action(async (options: UpdateOptions) => {
      const asked = {
        do: "install",
        source: sourceOf(options),
        by: await whoAsks(options),
        order: null,
        release: null,
        proof: null,
        wait: true,
      } as const;
      const plan = (await ask(options, asked)) as Plan | null;
      const lines =
        plan === null
          ? ["the release that the repositories name is confirmed already"]
          : [
              `release ${plan.to.version} (${plan.to.rel.slice(0, 16)}) is here and announced; the table is switched when it says yes`,
            ];
      print(options, plan, lines);
    });
}

/** `tirada update base`. */
export function addUpdateBase(command: Command): void {
  command
    .option(...SOCKET)
    .option(...FROM)
    .option(...STICK)
    .option(...PERSON)
    .option(...CONFIG)
    .option("--again", "try one once more from which this machine has gone back")
    .option(...JSON_OPTION)
    .action(async (options: UpdateOptions) => {
      const plan = (await ask(options, {
        do: "base",
        source: sourceOf(options),
        by: await whoAsks(options),
        order: null,
        base: null,
        again: options.again === true,
        wait: true,
      })) as BasePlan | null;
      const lines =
        plan === null
          ? ["the base system that the repositories name runs already"]
          : [
              `base ${plan.to.number}, ${plan.to.version}, is here and announced; it is written, and the machine starts with it, when the table says yes`,
            ];
      print(options, plan, lines);
    });
}

/** `tirada update rollback`. */
export function addUpdateRollback(command: Command): void {
  command
    .option(...SOCKET)
    .option(...PERSON)
    .option(...CONFIG)
    .option(...JSON_OPTION)
    .action(async (options: UpdateOptions) => {
      const plan = (await ask(options, {
        do: "rollback",
        by: await whoAsks(options),
        order: null,
        from: null,
      })) as Plan | null;
      const lines =
        plan === null
          ? ["what waited is withdrawn, or what was on trial is gone back from: tirada update status"]
          : [`release ${plan.to.version} is put on trial again as soon as the table says yes`];
      print(options, plan, lines);
    });
}

/** `tirada update hold`. */
export function addUpdateHold(command: Command): void {
  command
    .option("--off", "let updates come again")
    .option(...SOCKET)
    .option(...PERSON)
    .option(...CONFIG)
    .action(async (options: UpdateOptions) => {
      const isHeld = options.off !== true;
      await ask(options, { do: "hold", isHeld, by: await whoAsks(options), order: null });
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

function sourceOf({ from, stick, socket }: UpdateOptions): UpdateSource {
  if (from !== undefined && stick !== undefined) throw usageProblem("name either --from or --stick");
  const folder = from ?? stick;
  if (folder !== undefined) requireSeen(resolve(folder), socket);
  return { folder: folder === undefined ? null : resolve(folder), isStick: stick !== undefined };
}

async function ask({ socket }: UpdateOptions, asked: UpdaterRequest): Promise<unknown> {
  const answer = await askSocket(socket, asked);
  if (answer === null)
    throw new Problem(
      EXIT.release,
      `no updater answers on ${socket}: systemctl status tirada-updater; its socket is for root, its user and its group`,
    );
  return JSON.parse(linesOf(answer)[0] ?? "null") as unknown;
}

function print({ json }: UpdateOptions, answer: unknown, lines: readonly string[]): void {
  if (json === true) printLine(JSON.stringify(answer));
  else for (const line of lines) printLine(line);
}

const BASE_STAGES = {
  waiting: "waits for the table",
  writing: "is being written",
  written: "is written, and waits for the table",
  trying: "is started",
} as const;

function baseLines({ runs, number, plan, obstacles }: BaseStatus): readonly string[] {
  if (runs === null) return ["base       none of ours that says so in /run/tirada-base/state"];
  const { version, kind, slot, isTrial } = runs;
  const which = `${version}${number === null ? "" : `, number ${number}`}, for ${kind}`;
  return [
    `base       ${which}; place ${slot}, ${isTrial ? "on trial" : "kept"}`,
    ...(plan === null
      ? []
      : [`next base  ${plan.to.version}, number ${plan.to.number}, ${BASE_STAGES[plan.stage]}; ${plan.by}`]),
    ...obstacles.map((one) => `not yet    ${OBSTACLE_WORDS[one].en} (${one})`),
  ];
}

function statusLines(status: Status): readonly string[] {
  const { current, confirmed, former, plan, obstacles, table } = status;
  const name = (one: UpdaterStatus["current"]): string =>
    one === null ? "none" : `${one.version} (${one.rel.slice(0, 16)})`;
  const stages = {
    waiting: "waits for the table",
    switching: "is being switched to",
    trying: "is on trial",
  } as const;
  return [
    `current    ${name(current)}`,
    `confirmed  ${name(confirmed)}`,
    `former     ${name(former)}`,
    `update     ${plan === null ? "none" : `${name(plan.to)} ${stages[plan.stage]}; ${plan.by}`}`,
    `table      ${table === null ? "does not answer" : `up ${table.upSeconds} s${table.isHeld ? ", updates held" : ""}`}`,
    ...(table?.announced == null ? [] : [`notice     until ${table.announced.until}`]),
    ...obstacles.map((one) => `not yet    ${OBSTACLE_WORDS[one].en} (${one})`),
    ...(status.base === undefined ? [] : baseLines(status.base)),
  ];
}
