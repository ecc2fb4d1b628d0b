import { X509Certificate } from "node:crypto";
import { InvalidArgumentError, type Command } from "commander";
import { ANSWER_MAX_BYTES, readAnswer, type OrderAnswer } from "../../src/orders/answer.ts";
import {
  formatOrder,
  needsTwo,
  ORDER_ACTIONS,
  ORDER_MAX_BYTES,
  orderOf,
  tablesOf,
  type OrderAction,
  type OrderText,
} from "../../src/orders/order.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { readTextFile } from "../read-file.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../problem.ts";
import { askHttps, type Answered } from "../remote/ask-https.ts";
import { printLine } from "./common.ts";
import {
  addressOf,
  lineBy,
  nameOf,
  proofOf,
  readOrder,
  signatureOf,
  signedOrder,
  signerOf,
  withSigner,
  writeSigned,
  type ProofOptions,
  type SignerOptions,
} from "./signer.ts";

const MINUTES_MAX = 1_440;
const MINUTE_MS = 60_000;
/** How often an answer is looked for at a relay. */
const LOOK_US = 2 * US_PER_S;

interface MakeOptions extends SignerOptions {
  readonly table: string;
  readonly out: string;
  readonly minutes: number;
  readonly release?: number;
  readonly withoutReturn?: string;
  readonly off?: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly configuration?: string;
  readonly newLog?: boolean;
}

interface SendOptions extends ProofOptions {
  readonly to?: string;
  readonly relay?: string;
  readonly wait: number;
  readonly vkey?: string;
  readonly out?: string;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError("a whole number");
  return Number(text);
}

/** `tirada order make`. */
export function addOrderMake(command: Command): void {
  withSigner(command)
    .argument("<action>", ORDER_ACTIONS.join(", "))
    .requiredOption("--table <log>", "name of the table's log")
    .requiredOption("--out <file>", "where the order is written")
    .option("--minutes <number>", `so long it counts, at most ${MINUTES_MAX}`, wholeNumber, 60)
    .option("--release <number>", "install: the number of the release", wholeNumber)
    .option(
      "--without-return <sha512>",
      "install: a release after which there is no way back, with the SHA-512 of an export of the table; needs a second person",
    )
    .option("--off", "hold: the table is held no more")
    .option("--from <seq>", "export: the first record", wholeNumber)
    .option("--to <seq>", "export: the last record", wholeNumber)
    .option("--configuration <file>", "configure: the new configuration")
    .option("--new-log", "configure: it has another log; needs a second person")
    .action((action: string, options: MakeOptions) => makeOrder(action, options));
}

function makeOrder(action: string, options: MakeOptions): void {
  const { minutes, table, out } = options;
  if (minutes < 1 || minutes > MINUTES_MAX) throw usageProblem(`--minutes: from 1 to ${MINUTES_MAX}`);
  const signer = signerOf(options);
  const now = systemClock().wall();
  const said = lineBy(
    // Whoever signs twice in one millisecond has the second one refused.
    { table, action, arguments: argumentsOf(action, options), now, lastsMs: minutes * MINUTE_MS, number: now },
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
  ...{ check: "it has no options", rollback: "it has no options", "self-test": "it has no options" },
  ...{ "restart-screens": "it has no options", diagnose: "it has no options", hold: "it has --off alone" },
  install: "name --release NUMBER; --without-return takes the SHA-512 of the export (sha512sum)",
  export: "name --from and --to",
  configure: "name --configuration FILE",
};

function argumentsOf(action: string, options: MakeOptions): Record<string, unknown> {
  const { release, withoutReturn = null, off = false, from, to, configuration, newLog = false } = options;
  if (action === "install") return { release, export: withoutReturn };
  if (action === "hold") return { on: !off };
  if (action === "export") return { from, to };
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
    .action((path: string, options: SignerOptions) => {
      const { line, signatures, said } = readOrder(path);
      if (signatures.length > 1) throw usageProblem(`${path}: two people have signed it already`);
      const signer = signerOf(options);
      if (nameOf(signer.certificate) === said.person)
        throw usageProblem(`${path}: ${said.person} has signed it already`);
      for (const one of linesOf(said)) printLine(one);
      writeSigned(path, formatOrder(line, [...signatures, signatureOf(line, signer)]), "w");
      printLine(`signed by ${nameOf(signer.certificate)}`);
    });
}

/** `tirada order show`. */
export function addOrderShow(command: Command): void {
  command.argument("<order>", "an order").action((path: string) => {
    const { said, signatures, digest } = readOrder(path);
    printLine(`order ${digest}`);
    for (const line of linesOf(said)) printLine(line);
    for (const { certificate } of signatures)
      printLine(`signed by ${nameOf(new X509Certificate(certificate))}`);
    printLine("whether these signatures count, the table judges");
  });
}

/** `tirada order send`. */
export function addOrderSend(command: Command): void {
  withSigner(command)
    .argument("<order>", "an order")
    .option("--to <url>", "https://… of the table's unit")
    .option(
      "--relay <url>",
      "https://… of the casino's relay, instead of --to: the table fetches the order there",
    )
    .option("--wait <seconds>", "with --relay: how long an answer is waited for", wholeNumber, 180)
    .requiredOption("--authority <file>", "certificate of the casino's authority, PEM")
    .option("--vkey <vkey>", "the table's verification key, as it was enrolled: the answer is checked")
    .option("--out <file>", "keeps the answer")
    .action((path: string, options: SendOptions) => sendOrder(path, options));
}

async function sendOrder(path: string, options: SendOptions): Promise<void> {
  const order = readOrder(path);
  const body = orUsageProblem(() => readTextFile(path, ORDER_MAX_BYTES));
  const { to, relay } = options;
  if ((to === undefined) === (relay === undefined))
    throw usageProblem("name either --to, the table's unit, or --relay");
  const text =
    relay === undefined ? await giveTo(to ?? "", body, options) : await leaveAt(relay, order, body, options);
  if (options.out !== undefined) writeSigned(options.out, text, "wx");
  printAnswer(text, order.digest, options.vkey);
}

async function giveTo(to: string, body: string, options: SendOptions): Promise<string> {
  const url = new URL("orders", addressOf(to));
  const answered = await askHttps(proofOf(options), { url, method: "POST", body, most: ANSWER_MAX_BYTES });
  return textOf(answered, to);
}

/** Leaves an order at the relay, and looks for the answer until it is there. */
async function leaveAt(
  relay: string,
  { said, digest }: OrderText,
  body: string,
  options: SendOptions,
): Promise<string> {
  const clock = systemClock();
  const [base, proof] = [addressOf(relay), proofOf(options)];
  const [table = "", ...others] = tablesOf(said);
  if (others.length > 0) throw usageProblem("it is for many tables: the command is tirada fleet");
  const box = sha256Hex(utf8(table));
  const ask = (path: string, method: "GET" | "POST", text?: string): Promise<Answered> =>
    askHttps(proof, {
      ...{ url: new URL(path, base), method, most: ANSWER_MAX_BYTES },
      ...(text === undefined ? {} : { body: text }),
    });
  textOf(await ask(`letters/${box}`, "POST", body), relay);
  printLine(`waits at ${relay}`);
  const until = clock.wall() + options.wait * 1_000;
  for (;;) {
    const answered = await ask(`answers/${box}/${digest}`, "GET");
    if ("status" in answered && answered.status === 200) return answered.body;
    if (clock.wall() >= until)
      throw new Problem(
        EXIT.device,
        `no answer within ${options.wait} s; the order waits at ${relay} while it counts: send it again to look`,
      );
    await clock.sleep(LOOK_US);
  }
}

/** Prints an answer. Throws a Problem when it is not what the table signed, or says that it was not done. */
function printAnswer(text: string, digest: string, vkey: string | undefined): void {
  const verifier = vkey === undefined ? null : orUsageProblem(() => parseVkey(vkey));
  const answer =
    verifier === null
      ? (JSON.parse(text.split("\n", 1).join("")) as OrderAnswer)
      : readAnswer(text, verifier, digest);
  if (typeof answer === "string") throw new Problem(EXIT.notValid, `the answer counts for nothing: ${answer}`);
  const checked =
    verifier === null ? "not checked: give the table's key with --vkey" : `signed by ${verifier.name}`;
  printLine(`${answer.outcome} at ${answer.at} (${checked})`);
  if (answer.result !== null) printLine(JSON.stringify(answer.result));
  if (answer.outcome !== "done")
    throw new Problem(EXIT.notValid, `${answer.outcome}: ${answer.why ?? "no reason given"}`);
}

function textOf(answered: Answered, to: string): string {
  if ("silent" in answered) throw new Problem(EXIT.device, `${to} gave no answer (${answered.silent})`);
  const { status, body } = answered;
  if (status === 200) return body;
  throw new Problem(status === 403 ? EXIT.notValid : EXIT.device, `${to}: ${body.trim().slice(0, 200)}`);
}

const linesOf = (said: OrderText["said"]): readonly string[] => [
  `${said.action} ${JSON.stringify(said.arguments)}`,
  `table ${tablesOf(said).join("\ntable ")}`,
  `from ${said.notBefore} to ${said.notAfter}, number ${said.number}, by ${said.person}`,
];
