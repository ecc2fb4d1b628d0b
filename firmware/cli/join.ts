import type { Command } from "commander";
import { problemWords } from "../../src/rules/problem-words.ts";
import type { Language } from "../../src/text/language.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { askCasino } from "../afar/join/ask-casino.ts";
import { readCasino, type Casino } from "../afar/join/answers.ts";
import { isThroughSudo } from "../afar/join/caller.ts";
import { joinCasino, requestCertificate, type JoinOptions } from "../afar/join/join.ts";
import { undoJoin } from "../afar/join/undo-join.ts";
import { Asking, Back } from "../care/first-setup/asking.ts";
import { actAsTableUser, hasUpdater } from "../care/first-setup/table-user.ts";
import { usageProblem } from "../problem.ts";
import { keptAct } from "../afar/join/kept-act.ts";
import { readConfig } from "../unit/configuration/read-config.ts";
import { LANGUAGE_OPTION, type OptionsOf, printLine } from "./common.ts";
import { USUAL_CONFIG } from "./table-config.ts";
import { openTerminal } from "./terminal.ts";

/** `--services`, `--firewall`. */
export const SERVICES_OPTION = [
  "--services <folder>",
  "where the service manager's own files are",
  "/etc/systemd/system",
] as const;
export const FIREWALL_OPTION = [
  "--firewall <file>",
  "the rules of the machine's firewall",
  "/etc/nftables.conf",
] as const;
const USUAL = { services: SERVICES_OPTION[2], firewall: FIREWALL_OPTION[2] };

/** `tirada join`. */
export function addJoin(command: Command): void {
  declareJoin(command).action(join);
}

const declareJoin = (command: Command) =>
  command
    .option("--config <file>", "the table's configuration, which it changes", USUAL_CONFIG)
    .option("--from <file>", "takes what the casino gives from its file (casino.yaml) instead of asking")
    .option("--request", "makes the unit's key and its request for a certificate, and nothing else")
    .option("--certificate <file>", "the unit's certificate, as the authority gave it")
    .option(...LANGUAGE_OPTION)
    .option(...SERVICES_OPTION)
    .option(...FIREWALL_OPTION)
    .option("--user <name>", "run as root: the user that the unit runs as (tirada, where there is one)")
    .option("--undo", "puts back what the table had before; what somebody wrote since stays");

type JoinCommand = OptionsOf<typeof declareJoin>;

async function join({ undo, ...given }: JoinCommand): Promise<void> {
  const { config, from, certificate, request, lang, user, ...at } = given;
  requireUsualPlaces(given);
  actAsTableUser(user ?? null);
  if (undo === true) {
    if (from !== undefined || certificate !== undefined || request === true)
      throw usageProblem(problemWords("undo-alone", { others: "--from, --certificate, --request" }));
    const asked = { configPath: config, ...at, language: lang, say: printLine };
    return keptAct("undo-join", config, systemClock(), () => undoJoin(asked));
  }
  const options = joinOptionsOf(given);
  if (request === true)
    return keptAct("join-request", config, options.clock, () => requestCertificate(options));
  // Before anything is asked: what was typed is not lost by a configuration that is not there.
  await readConfig(config);
  const brought =
    from === undefined ? await askAtTerminal(lang, certificate) : { casino: readCasino(from), certificate };
  await joinKept(brought, options);
}

/** Joining, as the options say where and how. */
export const joinOptionsOf = ({
  config,
  lang,
  services,
  firewall,
}: Pick<JoinCommand, "config" | "lang" | "services" | "firewall">): JoinOptions => ({
  configPath: config,
  language: lang,
  clock: systemClock(),
  say: printLine,
  services,
  firewall,
  hasUpdater: hasUpdater(),
});

/** What joining changes as root is a record of the table. */
export const joinKept = ({ casino, certificate }: Brought, options: JoinOptions): Promise<void> =>
  keptAct("join", options.configPath, options.clock, () => joinCasino(casino, certificate ?? null, options));

export interface Brought {
  readonly casino: Casino;
  /** Undefined: the certificate is in its place. */
  readonly certificate: string | undefined;
}

/** What is written and counted as root lies at places that nobody names through `sudo`. */
export function requireUsualPlaces({
  config,
  services,
  firewall,
  user,
}: Pick<JoinCommand, "config" | "services" | "firewall" | "user">): void {
  const isUsual = config === USUAL_CONFIG && services === USUAL.services && firewall === USUAL.firewall;
  if (isThroughSudo() && (!isUsual || user !== undefined)) throw usageProblem(problemWords("root-alone"));
}

/** By questions, but for what was given. Rejects with {@link Back} where somebody goes back. */
export async function askBrought(asking: Asking, certificate: string | undefined): Promise<Brought> {
  const casino = await askCasino(asking);
  const path = certificate ?? (await asking.put("join-certificate"));
  return { casino, certificate: path === "" ? undefined : path };
}

/** Asks at the terminal what the casino gives; whoever goes back begins again. */
async function askAtTerminal(language: Language, certificate: string | undefined): Promise<Brought> {
  const terminal = openTerminal();
  try {
    for (;;)
      try {
        return await askBrought(new Asking(terminal, language), certificate);
      } catch (error) {
        if (!(error instanceof Back)) throw error;
      }
  } finally {
    terminal.leave();
  }
}
