import { mkdirSync } from "node:fs";
import type { Command } from "commander";
import { MACHINE_DAYS_MAX } from "../../../src/orders/certificate.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { printLine } from "../../cli/common.ts";
import { CERTIFICATES, endRenewals, readRenewals, REQUESTS, writeRenewal } from "../../cli/renewal-files.ts";
import { orUsageProblem } from "../../problem.ts";
import { passphraseOf, PASSPHRASE, type PassphraseOption } from "../signing/passphrase.ts";
import { AuthorityFolder, lasting } from "./authority.ts";

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
      const requests = readRenewals(folder, REQUESTS);
      const texts = requests.map(({ text }) => text);
      const passphrase = await passphraseOf(options, "passphrase of the authority");
      const at = new AuthorityFolder(options.authority);
      const done = await at.renew(texts, lastsMs, passphrase, systemClock().wall());
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
        printLine(`unit ${unit} until ${rfc3339(wallMs(one.to))}`);
      }
      printLine(`${done.length - refused.length} in ${options.out}: bring them back, tirada ca deliver`);
      endRenewals("refused", refused);
    });
}
