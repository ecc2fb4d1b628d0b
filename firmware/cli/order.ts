import { createPrivateKey, sign, X509Certificate, type KeyObject } from "node:crypto";
import { InvalidArgumentError, type Command } from "commander";
import { ANSWER_MAX_BYTES, readAnswer, type OrderAnswer } from "../../src/orders/answer.ts";
import {
  formatOrder,
  lineOfOrder,
  needsTwo,
  ORDER_ACTIONS,
  ORDER_MAX_BYTES,
  orderOf,
  parseOrder,
  type OrderAction,
  type OrderSignature,
  type OrderText,
} from "../../src/orders/order.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { rfc3339, US_PER_S, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { readRegularFile, readTextFile } from "../read-file.ts";
import { errorText, EXIT, orUsageProblem, Problem, usageProblem } from "../problem.ts";
import { writeFileSync } from "../disk/disk.ts";
import { askHttps, type Answered, type Proof } from "../remote/ask-https.ts";
import { printLine } from "./common.ts";

const PEM_MAX_BYTES = 65_536;
const MINUTES_MAX = 1_440;
const MINUTE_MS = 60_000;
/** How often an answer is looked for at a relay. */
const LOOK_US = 2 * US_PER_S;

interface SignerOptions {
  readonly key: string;
  readonly certificate: string;
  readonly passphraseFile?: string;
}

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

interface SendOptions extends SignerOptions {
  readonly to?: string;
  readonly relay?: string;
  readonly wait: number;
  readonly authority: string;
  readonly vkey?: string;
  readonly out?: string;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError("a whole number");
  return Number(text);
}

function withSigner(command: Command): Command {
  return command
    .requiredOption("--key <file>", "the person's key, PEM")
    .requiredOption("--certificate <file>", "the person's certificate, PEM")
    .option("--passphrase-file <file>", "a file whose first line is the passphrase of the key");
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
  const { key, certificate } = signerOf(options);
  const now = systemClock().wall();
  const said = {
    ...({ v: 1, kind: "order", table, action, arguments: argumentsOf(action, options) } as const),
    notBefore: rfc3339(now),
    notAfter: rfc3339(wallMs(now + minutes * MINUTE_MS)),
    // Whoever signs twice in one millisecond has the second one refused.
    number: now,
    person: nameOf(certificate),
    certificate: sha256Hex(certificate.raw),
  };
  const order = orderOf(said);
  if (order === "unknown-action") throw usageProblem(`"${action}" is no action: ${ORDER_ACTIONS.join(", ")}`);
  if (order === "arguments-wrong") throw usageProblem(`${action}: ${MISSING[action as OrderAction]}`);
  const line = lineOfOrder(said);
  const signature = signatureOf(line, key, certificate);
  writeOrder(out, formatOrder(line, [signature]), "wx");
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
      const { key, certificate } = signerOf(options);
      if (nameOf(certificate) === said.person)
        throw usageProblem(`${path}: ${said.person} has signed it already`);
      for (const one of linesOf(said)) printLine(one);
      writeOrder(path, formatOrder(line, [...signatures, signatureOf(line, key, certificate)]), "w");
      printLine(`signed by ${nameOf(certificate)}`);
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
  if (options.out !== undefined) writeOrder(options.out, text, "wx");
  printAnswer(text, order.digest, options.vkey);
}

function addressOf(url: string): string {
  if (URL.canParse(url) && url.startsWith("https:")) return url.endsWith("/") ? url : `${url}/`;
  throw usageProblem(`${url}: must look like https://table-07.casino.example:8472/`);
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
  const box = sha256Hex(utf8(said.table));
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

function readOrder(path: string): OrderText {
  const parsed = parseOrder(orUsageProblem(() => readTextFile(path, ORDER_MAX_BYTES)));
  if (parsed === null) throw usageProblem(`${path}: it is no order`);
  return parsed;
}

function writeOrder(path: string, text: string, flag: "w" | "wx"): void {
  try {
    writeFileSync(path, text, { flag, mode: 0o600 });
  } catch (error) {
    throw usageProblem(`cannot write ${path}: ${errorText(error)}; name a new file`, error);
  }
}

const linesOf = (said: OrderText["said"]): readonly string[] => [
  `${said.action} ${JSON.stringify(said.arguments)}`,
  `table ${said.table}`,
  `from ${said.notBefore} to ${said.notAfter}, number ${said.number}, by ${said.person}`,
];

function signerOf(options: SignerOptions): { readonly key: KeyObject; readonly certificate: X509Certificate } {
  const { key, cert, passphrase } = proofFiles(options);
  try {
    const certificate = new X509Certificate(cert);
    const opened = createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
    if (certificate.checkPrivateKey(opened)) return { key: opened, certificate };
  } catch (error) {
    throw usageProblem(
      `${options.key} or ${options.certificate} cannot be read: is the passphrase right?`,
      error,
    );
  }
  throw usageProblem(`${options.key} is not the key of ${options.certificate}`);
}

const proofOf = (options: SendOptions): Proof => ({
  ...proofFiles(options),
  ca: orUsageProblem(() => readTextFile(options.authority, PEM_MAX_BYTES)),
});

function proofFiles(options: SignerOptions): Omit<Proof, "ca"> {
  const read = (path: string): string =>
    orUsageProblem(() => readRegularFile(path, PEM_MAX_BYTES)).toString("utf8");
  const { passphraseFile } = options;
  const [passphrase = ""] = passphraseFile === undefined ? [] : read(passphraseFile).split(/\r?\n/, 1);
  return {
    cert: read(options.certificate),
    key: read(options.key),
    ...(passphraseFile === undefined ? {} : { passphrase }),
  };
}

const nameOf = (certificate: X509Certificate): string => {
  const { CN: name } = certificate.toLegacyObject().subject as Readonly<Record<string, unknown>>;
  return typeof name === "string" ? name : "";
};

const signatureOf = (line: string, key: KeyObject, { raw }: X509Certificate): OrderSignature => ({
  certificate: raw,
  signature: sign("sha256", utf8(line), { key, dsaEncoding: "ieee-p1363" }),
});
