import { X509Certificate } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import { parseRenewal } from "../../../src/orders/renewal.ts";
import { orUsageProblem } from "../../problem.ts";
import { boxOf } from "../../office/relay/letter-box.ts";
import { BOXES_MAX } from "../../office/relay/limits.ts";
import { askHttps, type Answered } from "../../net/ask-https.ts";
import { checkRelay } from "../../afar/orders/letters.ts";
import { type OptionsOf, printLine } from "../common.ts";
import { CERTIFICATES, endRenewals, readRenewals, REQUESTS, writeRenewal } from "./renewal-files.ts";
import { addressOf, nameOf, proofOf, textOfAnswer, withSigner } from "./signer.ts";

/** What people carry between the relay and the authority, which has no network: the units' requests, and their next certificates. */

const LIST_MAX_BYTES = 131_072;
const waitingShape = z.strictObject({ waiting: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(BOXES_MAX) });

const withRelay = (command: Command) =>
  withSigner(command)
    .requiredOption("--relay <url>", "https://… of the casino's relay")
    .requiredOption("--authority <file>", "certificate of the casino's authority, PEM");

type RelayOptions = OptionsOf<typeof withRelay>;

/** `tirada ca fetch`. */
export function addCaFetch(command: Command): void {
  withRelay(command)
    .requiredOption("--out <folder>", "where the requests are written, one file a unit")
    .action(async (options) => {
      const ask = relayOf(options);
      const { waiting } = waitingShape.parse(JSON.parse(textOfAnswer(await ask("renewals"), options.relay)));
      orUsageProblem(() => mkdirSync(options.out, { recursive: true }));
      for (const box of waiting) {
        const answered = await ask(`renewals/${box}`);
        // It was delivered meanwhile.
        if ("status" in answered && answered.status === 404) continue;
        const text = textOfAnswer(answered, options.relay);
        const unit = parseRenewal(text)?.said.name ?? "unreadable";
        writeRenewal(options.out, REQUESTS, { unit, text, box });
        printLine(`${unit} asks for another certificate`);
      }
      printLine(`${waiting.length} in ${options.out}: bring them to the authority, tirada ca renew`);
    });
}

/** `tirada ca deliver`. */
export function addCaDeliver(command: Command): void {
  withRelay(command)
    .argument("<folder>", "the certificates, as tirada ca renew wrote them")
    .action(async (folder, options) => {
      const ask = relayOf(options);
      const refused: string[] = [];
      for (const { name, text: pem } of readRenewals(folder, CERTIFICATES)) {
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
      endRenewals("not taken", refused);
    });
}

const relayOf = (options: RelayOptions): ((path: string, body?: string) => Promise<Answered>) => {
  const [base, proof] = [addressOf(options.relay), proofOf(options)];
  return (path, body) =>
    askHttps(
      { ...proof, checkServerIdentity: checkRelay },
      {
        url: new URL(path, base),
        most: LIST_MAX_BYTES,
        body,
      },
    );
};

function unitIn(pem: string): string | null {
  try {
    return nameOf(new X509Certificate(pem));
  } catch {
    return null;
  }
}
