import { existsSync, mkdirSync } from "node:fs";
import type { Command } from "commander";
import {
  DAY_MS,
  FAR_ROLES,
  HOUR_MS,
  MACHINE_DAYS_MAX,
  MACHINES,
  PERSON_HOURS_MAX,
  type Machine,
} from "../../../src/orders/certificate.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { oneOf, printLine, wholeNumber } from "../../cli/common.ts";
import {
  CERTIFICATES,
  endRenewals,
  readRenewals,
  REQUESTS,
  writeRenewal,
} from "../../cli/office/renewal-files.ts";
import { createDurably } from "../../files/durable.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { passphraseOf, PASSPHRASE, type PassphraseOption } from "../signing/passphrase.ts";
import { AuthorityFolder, type IssuedCertificate, type Wanted } from "./authority.ts";

const AUTHORITY = ["--authority <folder>", "the folder of the authority"] as const;
const OUT = ["--out <file>", "where the certificate is written"] as const;
const DAYS = [
  "--days <number>",
  `days, at most ${MACHINE_DAYS_MAX}`,
  wholeNumber("--days", 1, MACHINE_DAYS_MAX),
  MACHINE_DAYS_MAX,
] as const;
const SHOWN_DIGITS = 8;

/** `tirada ca init`. */
export function addCaInit(command: Command): void {
  command
    .argument("<name>", "whose authority it is, e.g. casino-1")
    .requiredOption(...AUTHORITY)
    .option(...PASSPHRASE)
    .action(async (name, options) => {
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
    .option("--as <what>", `what it is: ${MACHINES.join(" or ")}`, oneOf(MACHINES), "unit" as Machine)
    .option("--host <name...>", "names and addresses under which it serves")
    .option(...DAYS)
    .requiredOption(...OUT)
    .option(...PASSPHRASE)
    .action(async (request, options) => {
      const { name, as, host: hosts = [], days } = options;
      await issue(request, options, { name, as, hosts, lastsMs: days * DAY_MS });
    });
}

/** `tirada ca person`. */
export function addCaPerson(command: Command): void {
  command
    .argument("<request>", "the person's request (PKCS#10) with a key of their own")
    .requiredOption(...AUTHORITY)
    .requiredOption("--name <name>", "the person's name, as records have it")
    .requiredOption("--role <role>", FAR_ROLES.join(", "), oneOf(FAR_ROLES))
    .option(
      "--hours <number>",
      `hours, at most ${PERSON_HOURS_MAX}`,
      wholeNumber("--hours", 1, PERSON_HOURS_MAX),
      PERSON_HOURS_MAX,
    )
    .requiredOption(...OUT)
    .option(...PASSPHRASE)
    .action(async (request, options) => {
      const { name, role: as, hours } = options;
      await issue(request, options, { name, as, hosts: [], lastsMs: hours * HOUR_MS });
    });
}

interface IssueOptions extends PassphraseOption {
  readonly authority: string;
  readonly out: string;
}

async function issue(request: string, options: IssueOptions, wanted: Wanted): Promise<void> {
  if (existsSync(options.out)) throw usageProblem(`${options.out} is there already: name another file`);
  const passphrase = await passphraseOf(options, "passphrase of the authority");
  const now = systemClock().wall();
  const pem = await new AuthorityFolder(options.authority).issue(request, wanted, passphrase, now);
  orUsageProblem(() => createDurably(options.out, Buffer.from(pem), 0o644));
  printLine(`${wanted.as} ${wanted.name} until ${instant(now + wanted.lastsMs)}: ${options.out}`);
}

/** `tirada ca renew`. */
export function addCaRenew(command: Command): void {
  command
    .argument("<folder>", "the requests, as tirada ca fetch wrote them")
    .requiredOption(...AUTHORITY)
    .option(...DAYS)
    .requiredOption("--out <folder>", "where the certificates are written")
    .option(...PASSPHRASE)
    .action(async (folder, options) => {
      const requests = readRenewals(folder, REQUESTS);
      const texts = requests.map(({ text }) => text);
      const passphrase = await passphraseOf(options, "passphrase of the authority");
      const at = new AuthorityFolder(options.authority);
      const done = await at.renew(texts, options.days * DAY_MS, passphrase, systemClock().wall());
      orUsageProblem(() => mkdirSync(options.out, { recursive: true }));
      const refused: string[] = [];
      for (const [number, one] of done.entries()) {
        const name = requests[number]?.name ?? "";
        if (!one.ok) {
          refused.push(`${name}: ${one.why}`);
          continue;
        }
        const { name: unit } = one.holder;
        writeRenewal(options.out, CERTIFICATES, { unit, text: one.certificate.toString() });
        printLine(`unit ${unit} until ${instant(one.to)}`);
      }
      printLine(`${done.length - refused.length} in ${options.out}: bring them back, tirada ca deliver`);
      endRenewals("refused", refused);
    });
}

/** `tirada ca revoke`. */
export function addCaRevoke(command: Command): void {
  command
    .argument("[number...]", "first digits of certificates' numbers; none: the list is signed anew as it is")
    .requiredOption(...AUTHORITY)
    .option(...PASSPHRASE)
    .action(async (numbers, options) => {
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
    .action(({ authority, all = false }) => {
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
