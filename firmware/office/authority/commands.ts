import { existsSync } from "node:fs";
import { InvalidArgumentError, type Command } from "commander";
import {
  FAR_ROLES,
  MACHINE_DAYS_MAX,
  MACHINES,
  PERSON_HOURS_MAX,
  type FarRole,
  type Machine,
} from "../../../src/orders/certificate.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { printLine } from "../../cli/common.ts";
import { createDurably } from "../../files/durable.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { passphraseOf, PASSPHRASE, type PassphraseOption } from "../signing/passphrase.ts";
import { AuthorityFolder, lasting, type IssuedCertificate, type Wanted } from "./authority.ts";

const AUTHORITY = ["--authority <folder>", "the folder of the authority"] as const;
const OUT = ["--out <file>", "where the certificate is written"] as const;
const SHOWN_DIGITS = 8;

const oneWord =
  <const Words extends readonly string[]>(words: Words) =>
  (text: string): Words[number] => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`known: ${words.join(", ")}`);
    return found;
  };

interface Options extends PassphraseOption {
  readonly authority: string;
}

interface IssueOptions extends Options {
  readonly name: string;
  readonly out: string;
}

/** `tirada ca init`. */
export function addCaInit(command: Command): void {
  command
    .argument("<name>", "whose authority it is, e.g. casino-1")
    .requiredOption(...AUTHORITY)
    .option(...PASSPHRASE)
    .action(async (name: string, options: Options) => {
      const at = new AuthorityFolder(options.authority);
      await at.create(
        name,
        await passphraseOf(options, "new passphrase of the authority"),
        systemClock().wall(),
      );
      printLine(`give  ${at.certificatePath}`);
      printLine(`give  ${at.listPath}`);
    });
}

/** `tirada ca unit`. */
export function addCaUnit(command: Command): void {
  command
    .argument("<request>", "the machine's request (PKCS#10) with its own key")
    .requiredOption(...AUTHORITY)
    .requiredOption("--name <name>", "name of the table's log, or of the relay")
    .option("--as <what>", `what it is: ${MACHINES.join(" or ")}`, oneWord(MACHINES), "unit" as Machine)
    .option("--host <name...>", "names and addresses under which it serves")
    .option("--days <number>", `days, at most ${MACHINE_DAYS_MAX}`, Number, MACHINE_DAYS_MAX)
    .requiredOption(...OUT)
    .option(...PASSPHRASE)
    .action(
      async (
        request: string,
        options: IssueOptions & {
          readonly as: Machine;
          readonly host?: readonly string[];
          readonly days: number;
        },
      ) => {
        const { name, as, host: hosts = [], days } = options;
        await issue(request, options, { name, as, hosts, lastsMs: lasting(days, "days", MACHINE_DAYS_MAX) });
      },
    );
}

/** `tirada ca person`. */
export function addCaPerson(command: Command): void {
  command
    .argument("<request>", "the person's request (PKCS#10) with a key of their own")
    .requiredOption(...AUTHORITY)
    .requiredOption("--name <name>", "the person's name, as records have it")
    .requiredOption("--role <role>", FAR_ROLES.join(", "), oneWord(FAR_ROLES))
    .option("--hours <number>", `hours, at most ${PERSON_HOURS_MAX}`, Number, PERSON_HOURS_MAX)
    .requiredOption(...OUT)
    .option(...PASSPHRASE)
    .action(
      async (request: string, options: IssueOptions & { readonly role: FarRole; readonly hours: number }) => {
        const { name, role: as, hours } = options;
        await issue(request, options, {
          name,
          as,
          hosts: [],
          lastsMs: lasting(hours, "hours", PERSON_HOURS_MAX),
        });
      },
    );
}

async function issue(request: string, options: IssueOptions, wanted: Wanted): Promise<void> {
  if (existsSync(options.out)) throw usageProblem(`${options.out} is there already: name another file`);
  const passphrase = await passphraseOf(options, "passphrase of the authority");
  const now = systemClock().wall();
  const pem = await new AuthorityFolder(options.authority).issue(request, wanted, passphrase, now);
  orUsageProblem(() => createDurably(options.out, Buffer.from(pem), 0o644));
  printLine(`${wanted.as} ${wanted.name} until ${instant(now + wanted.lastsMs)}: ${options.out}`);
}

/** `tirada ca revoke`. */
export function addCaRevoke(command: Command): void {
  command
    .argument("[number...]", "first digits of certificates' numbers; none: the list is signed anew as it is")
    .requiredOption(...AUTHORITY)
    .option(...PASSPHRASE)
    .action(async (numbers: readonly string[], options: Options) => {
      const at = new AuthorityFolder(options.authority);
      const passphrase = await passphraseOf(options, "passphrase of the authority");
      for (const one of await at.revoke(numbers, passphrase, systemClock().wall()))
        printLine(`revoked ${lineOf(one)}`);
      printLine(`give  ${at.listPath}`);
    });
}

/** `tirada ca list`. */
export function addCaList(command: Command): void {
  command
    .requiredOption(...AUTHORITY)
    .option("--all", "those too that have ended")
    .action(({ authority, all = false }: { readonly authority: string; readonly all?: boolean }) => {
      const now = systemClock().wall();
      for (const one of new AuthorityFolder(authority).list()) if (all || one.to > now) printLine(lineOf(one));
    });
}

const instant = (ms: number): string => rfc3339(wallMs(ms));

const lineOf = ({ serial, name, as, to, revoked }: IssuedCertificate): string =>
  [
    serial.slice(0, SHOWN_DIGITS),
    `${as} ${name}`,
    `until ${instant(to)}`,
    ...(revoked === null ? [] : [`revoked ${instant(revoked)}`]),
  ].join("  ");
