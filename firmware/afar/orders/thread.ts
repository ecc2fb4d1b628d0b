import { parentPort, workerData } from "node:worker_threads";
import { rfc3339, US_PER_S } from "../../../src/time/instant.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { zoneOfTable } from "../../../src/rules/zones.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { listenError } from "../../net/error.ts";
import { examineTable } from "../../care/doctor/examine.ts";
import { errorText } from "../../problem.ts";
import { orWithout, Questions } from "../../threads/questions.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import "../../table/setup/families.ts";
import type { Credentials } from "./credentials.ts";
import { OwnCredentials, sharePair } from "./own-credentials.ts";
import { BundleDelivery } from "./bundle-delivery.ts";
import { openInside } from "./far-inside.ts";
import { BundleMaker } from "./bundle-maker.ts";
import { Renewal } from "./renewal.ts";
import { BundleSpool } from "./bundle-spool.ts";
import { askRelay, Letters, type LettersParts } from "./letters.ts";
import type { SentBundle } from "../../../src/orders/sent-bundle.ts";
import { OrderIntake } from "./order-intake.ts";
import type { FarCounters, FromThread, Question, RemoteSettings, ToThread } from "./messages.ts";
import { ReadingLog } from "./reading-log.ts";
import { Visits } from "./visits.ts";
import { RefusalBudget } from "./refusal-budget.ts";
import type { MutualServer } from "./mutual-server.ts";
import { createFarServer } from "./server.ts";
import { tlsOptions } from "./tls.ts";

/** How long the main thread may take to answer, and how many questions may wait for it. An order may wait for the updater. */
export const ANSWER_US = 40 * US_PER_S;
export const WAITING_LIMIT = 64;

/** Questions to the main thread; null: it gave no answer in time, or too many wait. */
class MainThread {
  readonly #questions: Questions<unknown>;
  readonly #post: (message: FromThread) => void;

  constructor(post: (message: FromThread) => void, clock: Clock) {
    this.#post = post;
    this.#questions = new Questions({
      most: WAITING_LIMIT,
      time: { us: ANSWER_US, clock, name: "answer of the main thread" },
    });
  }

  ask(question: Question): Promise<unknown> {
    const asked = this.#questions.ask((id) => this.#post({ type: "ask", id, question }));
    return orWithout(asked, () => null);
  }

  /** The same, where the answer is a text. */
  async askText(question: Question): Promise<string | null> {
    const answer = await this.ask(question);
    return typeof answer === "string" ? answer : null;
  }

  handleAnswer(id: number, data: unknown): void {
    this.#questions.answer(id, data);
  }
}

async function run(port: NonNullable<typeof parentPort>, settings: RemoteSettings): Promise<void> {
  const clock = systemClock();
  const post = (message: FromThread): void => port.postMessage(message);
  const { config, remote, log } = settings;
  const notice = (line: string): void => post({ type: "notice", line });
  const own = await OwnCredentials.begin(settings, clock, notice);
  const credentials = (): Credentials => own.now;
  const counters = newCounters();
  const main = new MainThread(post, clock);
  const budget = new RefusalBudget(clock, (orders) => post({ type: "refused", orders }));
  const visits = new Visits(remote.visits ?? "open", clock);
  const readings = new ReadingLog(clock, (event) => post({ type: "reading", event }));
  await loadFamilyOf(config);
  const diagnose = (): Promise<unknown> => examineTable(config, rfc3339(clock.wall()));
  const { spool, maker, delivery, ...bundles } = bundlesOf(settings, clock, credentials, notice);
  const intake = new OrderIntake({
    clock,
    table: log,
    counters,
    budget,
    diagnose,
    letIn: (...visit) => visits.letIn(...visit),
    ...bundles,
    authority: () => own.now.authority,
    carryOut: (accepted) => main.askText({ what: "order", accepted }),
    refuse: (refused) => main.askText({ what: "refusal", refused }),
  });
  const renewal = renewalOf(settings, clock, own, main, notice);
  const letters = lettersOf(settings, {
    clock,
    credentials,
    onNotice: notice,
    onAsked: (trouble) => post({ type: "relay-asked", trouble }),
    onLooked: () => void Promise.all([delivery?.deliver(), renewal?.look()]),
    take: (text) => intake.take(text),
    useList: (pem) => own.useList(pem),
  });
  const ask = (question: Question): Promise<unknown> => main.ask(question);
  const inside = remote.server === undefined ? null : openInside(config.storage.folder, ask, clock);
  const parts = { clock, counters, diagnose, credentials, readings, visits, zone: zoneOfTable(config) };
  const app =
    inside === null
      ? null
      : await createFarServer({
          ...parts,
          ...inside,
          ask,
          takeOrder: (text) => intake.take(text),
          bundlePart: (order, part) => spool.part(order, part),
          onNotice: (line) => notice(`remote: ${line}`),
        });
  sharePair(config, own.now, notice);
  own.onChange((newer) => {
    app?.server.setSecureContext(tlsOptions(newer));
    sharePair(config, newer, notice);
  });
  port.on("message", (message: ToThread) => {
    if (message.type === "answer") main.handleAnswer(message.id, message.data);
    else if (message.type === "state") {
      intake.update(message);
      post({ type: "state-taken" });
    } else {
      for (const one of [own, letters, readings]) one?.stop();
      for (const one of [maker, inside]) one?.close();
      budget.flush();
      void Promise.resolve(app?.close()).then(() => port.close());
    }
  });
  post({ type: "ready", port: app === null ? null : await listenOn(app, settings) });
}

async function listenOn(app: MutualServer, { remote, port }: RemoteSettings): Promise<number> {
  const { host = "127.0.0.1", port: asked = 0 } = remote.server ?? {};
  try {
    await app.listen({ host, port: port ?? asked });
  } catch (error) {
    throw new Error(listenError(error, host, port ?? asked).message.replace(/^display: /, ""), {
      cause: error,
    });
  }
  const address = app.server.address();
  return address !== null && typeof address === "object" ? address.port : asked;
}

const newCounters = (): FarCounters => ({
  requests: 0,
  connectionsRefused: 0,
  requestsRefused: 0,
  ordersAccepted: 0,
  ordersRefused: 0,
});

/** Null: no relay is asked. */
const lettersOf = (
  { remote, log }: RemoteSettings,
  parts: Omit<LettersParts, "url" | "everySeconds" | "log">,
): Letters | null => (remote.relay === undefined ? null : new Letters({ ...remote.relay, log, ...parts }));

/** Bundles that are ordered: where they are made, where they wait, and who brings them to the relay (null: there is none). */
function bundlesOf(
  { config, remote: { relay } }: RemoteSettings,
  clock: Clock,
  credentials: () => Credentials,
  onNotice: (line: string) => void,
) {
  const spool = new BundleSpool(config.storage.folder);
  spool.tidy(clock.wall());
  const maker = new BundleMaker(config, clock, spool);
  const delivery =
    relay === undefined
      ? null
      : new BundleDelivery({
          spool,
          ask: (path, body) => askRelay(relay.url, credentials(), path, body),
          onNotice,
        });
  return {
    spool,
    maker,
    delivery,
    makeBundle: (order: string, recipient: string) => maker.make(order, recipient),
    endBundle: (order: string, bundle: SentBundle | null) =>
      bundle === null ? spool.remove(order) : spool.release({ order, bundle }),
  };
}

/** Has the unit's certificate renewed; null: there is no relay to leave a request at. */
function renewalOf(
  { config, log, remote: { relay } }: RemoteSettings,
  clock: Clock,
  own: OwnCredentials,
  main: MainThread,
  onNotice: (line: string) => void,
): Renewal | null {
  if (relay === undefined) return null;
  return new Renewal({
    storage: config.storage.folder,
    log,
    clock,
    onNotice,
    credentials: () => own.now,
    ask: (request) => askRelay(relay.url, own.now, "renewal", request),
    record: async (renewed) => (await main.ask({ what: "renewed", renewed })) === true,
    use: () => own.readAgain(),
  });
}

if (parentPort !== null) {
  const port = parentPort;
  run(port, workerData as RemoteSettings).catch((error: unknown) => {
    port.postMessage({
      type: "failed",
      message: errorText(error).split("\n", 1).join(""),
    } satisfies FromThread);
    port.close();
    // What listens or waits would keep a failed thread alive.
    process.exit(1);
  });
}
