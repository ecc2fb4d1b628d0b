import { X509Certificate } from "node:crypto";
import type { Command } from "commander";
import {
  formatOrder,
  needsTwo,
  ORDER_ACTIONS,
  ORDER_MAX_BYTES,
  orderOf,
  REASON,
  tablesOf,
  type OrderAction,
  type OrderText,
} from "../../../src/orders/order.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { readTextFile } from "../../files/read-file.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { type OptionsOf, printLine, printLines, wholeNumber } from "../common.ts";
import {
  lineBy,
  nameOf,
  readOrder,
  signatureOf,
  signedOrder,
  signerOf,
  withSigner,
  writeSigned,
} from "./signer.ts";

const MINUTES_MAX = 1_440;
const MINUTE_MS = 60_000;

/** `tirada order make`. */
export function addOrderMake(command: Command): void {
  declareOrderMake(command).action(makeOrder);
}

const declareOrderMake = (command: Command) =>
  withSigner(command)
    .argument("<action>", ORDER_ACTIONS.join(", "))
    .requiredOption("--table <log>", "name of the table's log")
    .requiredOption("--out <file>", "where the order is written")
    .option(
      "--minutes <number>",
      `so long it counts, at most ${MINUTES_MAX}`,
      wholeNumber("--minutes", 1, MINUTES_MAX),
      60,
    )
    .option(
      "--reason <words>",
      "why, in a line of at most 200 letters: it stands in the table's records; a table of before 0.10.0 takes no order with it",
      reasonText,
    )
    .option("--who <name>", "visit: who may look at the table from afar until the order's end")
    .option("--release <number>", "install: the number of the release", wholeNumber("--release"))
    .option("--base <number>", "install-base: the number of the base system", wholeNumber("--base"))
    .option(
      "--without-return <sha512>",
      "install: a release after which there is no way back, with the SHA-512 of an export of the table; needs a second person",
    )
    .option("--off", "hold: the table is held no more")
    .option("--recipient <recipient>", "bundle: who alone can read it, age1…")
    .option("--nonce <word>", "verify-release: what the sum of the files begins with, made up anew")
    .option("--from <seq>", "export: the first record", wholeNumber("--from"))
    .option("--to <seq>", "export: the last record", wholeNumber("--to"))
    .option("--configuration <file>", "configure: the new configuration")
    .option("--new-log", "configure: it has another log; needs a second person");

function reasonText(text: string): string {
  if (REASON.test(text)) return text;
  throw usageProblem("--reason is one line of 1 to 200 letters");
}

type MakeOptions = OptionsOf<typeof declareOrderMake>;

function makeOrder(action: string, options: MakeOptions): void {
  const { minutes, table, out, reason } = options;
  const signer = signerOf(options);
  const now = systemClock().wall();
  const said = lineBy(
    // Whoever signs twice in one millisecond has the second one refused.
    {
      table,
      action,
      arguments: argumentsOf(action, options),
      now,
      lastsMs: minutes * MINUTE_MS,
      number: now,
      ...(reason === undefined ? {} : { reason }),
    },
    signer,
  );
  const order = orderOf(said);
  if (order === "unknown-action") throw usageProblem(`"${action}" is no action: ${ORDER_ACTIONS.join(", ")}`);
  if (order === "arguments-wrong") throw usageProblem(`${action}: ${MISSING[action as OrderAction]}`);
  writeSigned(out, signedOrder(said, signer), "wx");
  printLine(`${out}: ${action} at ${table} until ${said.notAfter}, by ${said.person}`);
  if (needsTwo(order)) printLine("a second person must sign it: tirada order sign");
}

/** What an action needs, for whoever left it out. */
const MISSING: Readonly<Record<OrderAction, string>> = {
  check: "it has no options",
  rollback: "it has no options",
  "self-test": "it has no options",
  "restart-screens": "it has no options",
  diagnose: "it has no options",
  hold: "it has --off alone",
  install: "name --release NUMBER; --without-return takes the SHA-512 of the export (sha512sum)",
  "install-base": "name --base NUMBER",
  "verify-release": "name --nonce with 16 to 64 letters and digits that nobody knew before",
  visit: "name --who NAME, whose certificate it is, and --reason WORDS",
  bundle: "name --recipient age1…, as tirada doctor --new-key prints it",
  export: "name --from and --to",
  configure: "name --configuration FILE",
};

function argumentsOf(action: string, options: MakeOptions): Record<string, unknown> {
  const { release, base, withoutReturn = null, off = false, from, to, recipient, nonce } = options;
  const { configuration, newLog = false } = options;
  if (action === "install") return { release, export: withoutReturn };
  if (action === "install-base") return { base };
  if (action === "hold") return { on: !off };
  if (action === "export") return { from, to };
  if (action === "bundle") return { recipient };
  if (action === "verify-release") return { nonce };
  if (action === "visit") return { who: options.who };
  if (action !== "configure") return {};
  const text =
    configuration === undefined
      ? undefined
      : orUsageProblem(() => readTextFile(configuration, ORDER_MAX_BYTES));
  return { configuration: text, newLog };
}

/** `tirada order sign`. */
export function addOrderSign(command: Command): void {
  withSigner(command)
    .argument("<order>", "an order that another person made; the signature is added to it")
    .action((path, options) => {
      const { line, signatures, said } = readOrder(path);
      if (signatures.length > 1) throw usageProblem(`${path}: two people have signed it already`);
      const signer = signerOf(options);
      if (nameOf(signer.certificate) === said.person)
        throw usageProblem(`${path}: ${said.person} has signed it already`);
      printLines(linesOf(said));
      writeSigned(path, formatOrder(line, [...signatures, signatureOf(line, signer)]), "w");
      printLine(`signed by ${nameOf(signer.certificate)}`);
    });
}

/** `tirada order show`. */
export function addOrderShow(command: Command): void {
  command.argument("<order>", "an order").action((path) => {
    const { said, signatures, digest } = readOrder(path);
    printLines([
      `order ${digest}`,
      ...linesOf(said),
      ...signatures.map(({ certificate }) => `signed by ${nameOf(new X509Certificate(certificate))}`),
      "whether these signatures count, the table judges",
    ]);
  });
}

const linesOf = (said: OrderText["said"]): readonly string[] => [
  `${said.action} ${JSON.stringify(said.arguments)}`,
  `table ${tablesOf(said).join("\ntable ")}`,
  `from ${said.notBefore} to ${said.notAfter}, number ${said.number}, by ${said.person}`,
  ...(said.reason === undefined ? [] : [`because ${said.reason}`]),
];
