import type { Command } from "commander";
import { ANSWER_MAX_BYTES, readAnswer, uncheckedAnswer, type OrderAnswer } from "../../../src/orders/answer.ts";
import { ORDER_MAX_BYTES, tablesOf, type OrderText } from "../../../src/orders/order.ts";
import { bundleIn, BUNDLE_PART_BYTES, type SentBundle } from "../../../src/orders/sent-bundle.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { readTextFile } from "../../files/read-file.ts";
import { EXIT, orUsageProblem, Problem, usageProblem } from "../../problem.ts";
import { askHttps, TOO_LARGE, type Answered } from "../../net/ask-https.ts";
import { boxOf } from "../../office/relay/letter-box.ts";
import { fetchBundle } from "../../afar/orders/fetch-bundle.ts";
import { ORDER_ANSWER_MS } from "../../afar/orders/server.ts";
import { type OptionsOf, printLine, wholeNumber } from "../common.ts";
import { addressOf, proofOf, readOrder, withSigner, writeSigned, textOfAnswer } from "./signer.ts";

/** How often an answer or a part of a bundle is looked for at a relay. */
const LOOK_US = 2 * US_PER_S;

const VKEY = [
  "--vkey <vkey>",
  "the table's verification key, as it was enrolled: the answer is checked",
] as const;

const withWay = (command: Command) =>
  withSigner(command)
    .argument("<order>", "an order")
    .option("--to <url>", "https://… of the table's unit")
    .option(
      "--relay <url>",
      "https://… of the casino's relay, instead of --to: the table fetches the order there",
    )
    .option(
      "--wait <seconds>",
      "with --relay: how long an answer, or the next part of a bundle, is waited for",
      wholeNumber("--wait"),
      180,
    )
    .requiredOption("--authority <file>", "certificate of the casino's authority, PEM");

type WayOptions = OptionsOf<typeof withWay>;

/** `tirada order send`. */
export function addOrderSend(command: Command): void {
  declareOrderSend(command).action(sendOrder);
}

const declareOrderSend = (command: Command) =>
  withWay(command)
    .option(...VKEY)
    .option("--out <file>", "keeps the answer")
    .option("--bundle <file>", "of an order for a bundle: fetches it into this file; needs --vkey");

type SendOptions = OptionsOf<typeof declareOrderSend>;

/** `tirada order fetch`. */
export function addOrderFetch(command: Command): void {
  declareOrderFetch(command).action(fetchOrdered);
}

const declareOrderFetch = (command: Command) =>
  withWay(command)
    .requiredOption(...VKEY)
    .option("--answer <file>", "the answer, as order send --out kept it; left out: the relay's copy")
    .requiredOption(
      "--bundle <file>",
      "where the bundle is written; what was fetched before is not fetched again",
    );

type FetchOptions = OptionsOf<typeof declareOrderFetch>;

async function sendOrder(path: string, options: SendOptions): Promise<void> {
  const order = readOrder(path);
  const body = orUsageProblem(() => readTextFile(path, ORDER_MAX_BYTES));
  const way = wayOf(order, options);
  if (options.bundle !== undefined && options.vkey === undefined)
    throw usageProblem("--bundle needs --vkey: the table's answer says what the bundle is");
  const text = await way.give(body);
  if (options.out !== undefined) writeSigned(options.out, text, "wx");
  const answer = printAnswer(text, order.digest, options.vkey);
  const bundle = bundleIn(answer.result);
  if (bundle !== null && options.bundle !== undefined)
    await fetchInto(options.bundle, bundle, way, options.wait);
}

async function fetchOrdered(path: string, options: FetchOptions): Promise<void> {
  const order = readOrder(path);
  const { answer: kept } = options;
  const way = wayOf(order, options);
  const text =
    kept === undefined ? await way.answer() : orUsageProblem(() => readTextFile(kept, ANSWER_MAX_BYTES));
  const bundle = bundleIn(printAnswer(text, order.digest, options.vkey).result);
  if (bundle === null) throw usageProblem(`${path}: its answer names no bundle`);
  await fetchInto(options.bundle, bundle, way, options.wait);
}

/** How an order gets to its table, and what comes of it back. */
interface Way {
  readonly at: string;
  give(body: string): Promise<string>;
  answer(): Promise<string>;
  /** One part of the order's bundle. */
  part(part: number): Promise<Answered>;
  /** Whether a part that is not there may come. */
  readonly mayCome: boolean;
}

function wayOf(order: OrderText, options: WayOptions): Way {
  const { to, relay } = options;
  if ((to === undefined) === (relay === undefined))
    throw usageProblem("name either --to, the table's unit, or --relay");
  return relay === undefined ? unitWay(to ?? "", order, options) : relayWay(relay, order, options);
}

function unitWay(to: string, { digest }: OrderText, options: WayOptions): Way {
  const [base, proof] = [addressOf(to), proofOf(options)];
  return {
    at: to,
    mayCome: false,
    give: async (body) => {
      const asked = { url: new URL("orders", base), body, most: ANSWER_MAX_BYTES } as const;
      return textOfAnswer(await askHttps(proof, { ...asked, withinMs: ORDER_ANSWER_MS }), to);
    },
    answer: () => {
      throw usageProblem("a table keeps no answers: name the one that order send kept, with --answer");
    },
    part: (part) =>
      askHttps(proof, {
        url: new URL(`bundles/${digest}/${part}`, base),
        most: BUNDLE_PART_BYTES,
      }),
  };
}

/** The order is left at the relay, and the answer is looked for until it is there. */
function relayWay(relay: string, { said, digest }: OrderText, options: WayOptions): Way {
  const clock = systemClock();
  const [base, proof] = [addressOf(relay), proofOf(options)];
  const [table = "", ...others] = tablesOf(said);
  if (others.length > 0) throw usageProblem("it is for many tables: the command is tirada fleet");
  const box = boxOf(table);
  const ask = (path: string, body?: string): Promise<Answered> =>
    askHttps(proof, {
      url: new URL(path, base),
      most: path.startsWith("bundles/") ? BUNDLE_PART_BYTES : ANSWER_MAX_BYTES,
      body,
    });
  const answer = async (): Promise<string> => {
    const until = clock.wall() + options.wait * 1_000;
    for (;;) {
      const answered = await ask(`answers/${box}/${digest}`);
      if ("status" in answered && answered.status === 200) return answered.body;
      if (clock.wall() >= until)
        throw new Problem(
          EXIT.device,
          `no answer within ${options.wait} s; the order waits at ${relay} while it counts: send it again to look`,
        );
      await clock.sleep(LOOK_US);
    }
  };
  return {
    at: relay,
    answer,
    mayCome: true,
    part: (part) => ask(`bundles/${box}/${digest}/${part}`),
    give: async (body) => {
      textOfAnswer(await ask(`letters/${box}`, body), relay);
      printLine(`waits at ${relay}`);
      return answer();
    },
  };
}

async function fetchInto(out: string, bundle: SentBundle, way: Way, wait: number): Promise<void> {
  const clock = systemClock();
  await fetchBundle(out, bundle, async (part) => {
    const until = clock.wall() + wait * 1_000;
    for (;;) {
      const answered = await way.part(part);
      if ("status" in answered && answered.status === 200) return answered.bytes;
      const isNotYet = "silent" in answered ? !isTooLarge(answered.silent) : answered.status === 404;
      const where = `part ${part + 1} of ${bundle.parts.length} at ${way.at}`;
      if (!isNotYet || !way.mayCome) throw noPart(where, answered);
      if (clock.wall() >= until)
        throw new Problem(
          EXIT.device,
          `${where}: not there within ${wait} s; fetch it again (tirada order fetch)`,
        );
      await clock.sleep(LOOK_US);
    }
  });
  const { bytes, files, recipient, missing } = bundle;
  printLine(`${out}: ${files} files, ${bytes} bytes, for ${recipient} alone; tirada doctor --open shows them`);
  if (missing.length > 0) printLine(`note: ${missing.length} files are not in it`);
}

/** Whether a part was given up because it had more bytes than any part has. */
const isTooLarge = (silent: string): boolean => silent.startsWith(TOO_LARGE);

function noPart(where: string, answered: Answered): Problem {
  if ("silent" in answered)
    return isTooLarge(answered.silent)
      ? new Problem(EXIT.notValid, `${where}: too large: ${answered.silent}`)
      : new Problem(EXIT.device, `${where}: no answer (${answered.silent})`);
  const { status, body } = answered;
  return new Problem(status === 403 ? EXIT.notValid : EXIT.device, `${where}: ${body.trim().slice(0, 200)}`);
}

/** Prints an answer. Throws a Problem when it is not what the table signed, or says that it was not done. */
function printAnswer(text: string, digest: string, vkey: string | undefined): OrderAnswer {
  const verifier = vkey === undefined ? null : orUsageProblem(() => parseVkey(vkey));
  const answer = verifier === null ? uncheckedAnswer(text) : readAnswer(text, verifier, digest);
  if (typeof answer === "string") throw new Problem(EXIT.notValid, `the answer counts for nothing: ${answer}`);
  const checked =
    verifier === null ? "not checked: give the table's key with --vkey" : `signed by ${verifier.name}`;
  printLine(`${answer.outcome} at ${answer.at} (${checked})`);
  if (answer.result !== null) printLine(JSON.stringify(answer.result));
  if (answer.outcome === "done") return answer;
  throw new Problem(EXIT.notValid, `${answer.outcome}: ${answer.why ?? "no reason given"}`);
}
