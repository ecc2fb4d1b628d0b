import { X509Certificate } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import { MACHINE_DAYS_MAX } from "../../src/orders/certificate.ts";
import { CERTIFICATE_MAX, parseRenewal, RENEWAL_MAX_BYTES } from "../../src/orders/renewal.ts";
import { rfc3339, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { printLine } from "../../firmware/cli/common.ts";
import {
  addressOf,
  nameOf,
  proofOf,
  textOfAnswer,
  withSigner,
  type ProofOptions,
} from "../../firmware/cli/signer.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../../firmware/problem.ts";
import { readTextFile } from "../../firmware/read-file.ts";
import { boxOf } from "../../firmware/relay/doors.ts";
import { BOXES_MAX } from "../../firmware/relay/limits.ts";
import { askHttps, type Answered } from "../../firmware/remote/ask-https.ts";
import { checkRelay } from "../../firmware/remote/letters.ts";
import { passphraseOf, PASSPHRASE, type PassphraseOption } from "../signing/passphrase.ts";
import { AuthorityFolder, lasting } from "./authority.ts";

/** How certificates of units are renewed: fetched at the relay, issued where there is no network, delivered at the relay. */

const REQUEST = ".renewal";
const CERTIFICATE = ".pem";
const LIST_MAX_BYTES = 131_072;
const waitingShape = z.strictObject({ waiting: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(BOXES_MAX) });

interface RelayOptions extends ProofOptions {
  readonly relay: string;
}

const withRelay = (command: Command): Command =>
  withSigner(command)
    .requiredOption("--relay <url>", "https://… of the casino's relay")
    .requiredOption("--authority <file>", "certificate of the casino's authority, PEM");

/** `tirada ca fetch`. */
export function addCaFetch(command: Command): void {
  withRelay(command)
    .requiredOption("--out <folder>", "where the requests are written, one file a unit")
    .action(async (options: RelayOptions & { readonly out: string }) => {
      const ask = relayOf(options);
      const { waiting } = waitingShape.parse(JSON.parse(textOfAnswer(await ask("renewals"), options.relay)));
      orUsageProblem(() => mkdirSync(options.out, { recursive: true }));
      for (const box of waiting) {
        const answered = await ask(`renewals/${box}`);
        // It was delivered meanwhile.
        if ("status" in answered && answered.status === 404) continue;
        const text = textOfAnswer(answered, options.relay);
        const name = parseRenewal(text)?.said.name ?? "unreadable";
        writeIn(options.out, `${fileOf(name, box)}${REQUEST}`, text);
        printLine(`${name} asks for another certificate`);
      }
      printLine(`${waiting.length} in ${options.out}: bring them to the authority, tirada ca renew`);
    });
}

interface RenewOptions extends PassphraseOption {
  readonly authority: string;
  readonly out: string;
  readonly days: number;
}

/** `tirada ca renew`. */
export function addCaRenew(command: Command): void {
  command
    .argument("<folder>", "the requests, as tirada ca fetch wrote them")
    .requiredOption("--authority <folder>", "the folder of the authority")
    .option("--days <number>", `days, at most ${MACHINE_DAYS_MAX}`, Number, MACHINE_DAYS_MAX)
    .requiredOption("--out <folder>", "where the certificates are written")
    .option(...PASSPHRASE)
    .action(async (folder: string, options: RenewOptions) => {
      const lastsMs = lasting(options.days, "days", MACHINE_DAYS_MAX);
      const names = namesIn(folder, REQUEST);
      const texts = names.map((name) =>
        orUsageProblem(() => readTextFile(join(folder, name), RENEWAL_MAX_BYTES)),
      );
      const passphrase = await passphraseOf(options, "passphrase of the authority");
      const at = new AuthorityFolder(options.authority);
      const done = await at.renew(texts, lastsMs, passphrase, systemClock().wall());
      orUsageProblem(() => mkdirSync(options.out, { recursive: true }));
      const refused: string[] = [];
      for (const [at_, one] of done.entries()) {
        const name = names[at_] ?? "";
        if (!one.ok) {
          refused.push(`${name}: ${one.why}`);
          continue;
        }
        const { name: unit } = one.holder;
        writeIn(options.out, `${fileOf(unit, boxOf(unit))}${CERTIFICATE}`, one.certificate.toString());
        printLine(`unit ${unit} until ${rfc3339(wallMs(one.to))}`);
      }
      printLine(`${done.length - refused.length} in ${options.out}: bring them back, tirada ca deliver`);
      endWith("refused", refused);
    });
}

/** `tirada ca deliver`. */
export function addCaDeliver(command: Command): void {
  withRelay(command)
    .argument("<folder>", "the certificates, as tirada ca renew wrote them")
    .action(async (folder: string, options: RelayOptions) => {
      const ask = relayOf(options);
      const refused: string[] = [];
      for (const name of namesIn(folder, CERTIFICATE)) {
        const pem = orUsageProblem(() => readTextFile(join(folder, name), CERTIFICATE_MAX));
        const unit = unitIn(pem);
        if (unit === null) {
          refused.push(`${name}: it is no certificate`);
          continue;
        }
        const answered = await ask(`renewals/${boxOf(unit)}`, pem);
        if ("status" in answered && answered.status !== 200) refused.push(`${name}: ${answered.body.trim()}`);
        else {
          textOfAnswer(answered, options.relay);
          printLine(`${unit}: waits at ${options.relay}`);
        }
      }
      endWith("not taken", refused);
    });
}

const relayOf = (options: RelayOptions): ((path: string, body?: string) => Promise<Answered>) => {
  const [base, proof] = [addressOf(options.relay), proofOf(options)];
  return (path, body) =>
    askHttps(
      { ...proof, checkServerIdentity: checkRelay },
      {
        ...{ url: new URL(path, base), method: body === undefined ? "GET" : "POST", most: LIST_MAX_BYTES },
        ...(body === undefined ? {} : { body }),
      },
    );
};

/** Ends with status 6 where something was refused, and names it. */
function endWith(what: string, refused: readonly string[]): void {
  if (refused.length > 0) throw new Problem(EXIT.notValid, `${what}: ${refused.join("; ")}`);
}

function namesIn(folder: string, end: string): readonly string[] {
  const names = orUsageProblem(() => readdirSync(folder)).filter((name) => name.endsWith(end));
  if (names.length > BOXES_MAX)
    throw usageProblem(
      `${folder} has ${names.length} files ${end}, at most ${BOXES_MAX}: do them in two folders`,
    );
  return names.toSorted();
}

/** A name of a log as a file's; the box keeps two of them apart. */
const fileOf = (name: string, box: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}.-]/gu, "_").replace(/^\.+/, "")}-${box.slice(0, 8)}`;

function unitIn(pem: string): string | null {
  try {
    return nameOf(new X509Certificate(pem));
  } catch {
    return null;
  }
}

function writeIn(folder: string, name: string, text: string): void {
  orUsageProblem(() => writeFileSync(join(folder, name), text));
}
