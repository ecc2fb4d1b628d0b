import { parentPort, workerData } from "node:worker_threads";
import { rfc3339, US_PER_S } from "../../src/time/instant.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { listenError } from "../display/error.ts";
import { examineTable } from "../doctor/examine.ts";
import { errorText } from "../problem.ts";
import { loadFamilyOf } from "../setup/load-families.ts";
import "../setup/families.ts";
import { readCredentials, type Credentials } from "./credentials.ts";
import { Letters, type LettersParts } from "./letters.ts";
import { readRevocationList } from "../../src/orders/revocation-list.ts";
import type { RevocationList } from "../../src/orders/certificate.ts";
import { OrderIntake } from "./order-intake.ts";
import type { FarCounters, FromThread, Question, RemoteSettings, ToThread } from "./messages.ts";
import { RefusalBudget } from "./refusal-budget.ts";
import type { MutualServer } from "./mutual-server.ts";
import { createFarServer } from "./server.ts";
import { tlsOptions } from "./tls.ts";

/** How long the main thread may take to answer, and how many questions may wait for it. An order may wait for the updater. */
export const ANSWER_US = 40 * US_PER_S;
export const WAITING_LIMIT = 64;
/** How often certificate, key and list are read again from their files. */
export const FILES_EVERY_US = 60 * US_PER_S;

/** Questions to the main thread, each with a limit in time. */
class MainThread {
  readonly #waiting = new Map<number, { readonly settle: (data: unknown) => void; readonly timer: Timer }>();
  readonly #post: (message: FromThread) => void;
  readonly #clock: Clock;
  #lastId = 0;

  constructor(post: (message: FromThread) => void, clock: Clock) {
    this.#post = post;
    this.#clock = clock;
  }

  ask(question: Question): Promise<unknown> {
    if (this.#waiting.size >= WAITING_LIMIT) return Promise.resolve(null);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const settle = (data: unknown): void => {
        timer.cancel();
        this.#waiting.delete(id);
        resolve(data);
      };
      const timer = this.#clock.after(ANSWER_US, "answer of the main thread", () => settle(null));
      this.#waiting.set(id, { settle, timer });
      this.#post({ type: "ask", id, question });
    });
  }

  /** The same, where the answer is a text. */
  async askText(question: Question): Promise<string | null> {
    const answer = await this.ask(question);
    return typeof answer === "string" ? answer : null;
  }

  handleAnswer(id: number, data: unknown): void {
    this.#waiting.get(id)?.settle(data);
  }
}

async function run(port: NonNullable<typeof parentPort>, settings: RemoteSettings): Promise<void> {
  const clock = systemClock();
  const post = (message: FromThread): void => port.postMessage(message);
  const { config, remote, log } = settings;
  let credentials = await readCredentials(remote);
  const counters = newCounters();
  const main = new MainThread(post, clock);
  const budget = new RefusalBudget(clock, (orders) => post({ type: "refused", orders }));
  await loadFamilyOf(config);
  const diagnose = (): Promise<unknown> => examineTable(config, rfc3339(clock.wall()));
  const intake = new OrderIntake({
    ...{ clock, table: log, counters, budget, diagnose },
    authority: () => credentials.authority,
    carryOut: (accepted) => main.askText({ what: "order", accepted }),
    refuse: (refused) => main.askText({ what: "refusal", refused }),
  });
  const letters = lettersOf(settings, {
    ...{ clock, credentials: () => credentials },
    take: (text) => intake.take(text),
    useList: async (pem) => {
      const list = await newerList(pem, credentials);
      if (list !== null) use({ ...credentials, crl: pem, authority: { ...credentials.authority, list } });
    },
    onNotice: (line) => post({ type: "notice", line }),
  });
  const app =
    remote.server === undefined
      ? null
      : await createFarServer({
          ...{ clock, counters, diagnose },
          credentials: () => credentials,
          ask: (question) => main.ask(question),
          takeOrder: (text) => intake.take(text),
          onNotice: (line) => post({ type: "notice", line: `remote: ${line}` }),
        });
  const use = (newer: Credentials): void => {
    credentials = newer;
    app?.server.setSecureContext(tlsOptions(newer));
  };
  const files = followFiles(settings, clock, post, (read) => {
    // A list that came by the relay may be newer than the file.
    const { list } = credentials.authority;
    const isOlder = sameAuthority(read, credentials) && read.authority.list.number < list.number;
    use(isOlder ? { ...read, crl: credentials.crl, authority: { ...read.authority, list } } : read);
  });
  port.on("message", (message: ToThread) => {
    if (message.type === "answer") main.handleAnswer(message.id, message.data);
    else if (message.type === "state") {
      intake.update(message);
      post({ type: "state-taken" });
    } else {
      files.cancel();
      letters?.stop();
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
  ...{ requests: 0, connectionsRefused: 0, requestsRefused: 0 },
  ...{ ordersAccepted: 0, ordersRefused: 0 },
});

/** Null: no relay is asked. */
const lettersOf = (
  { remote, log }: RemoteSettings,
  parts: Omit<LettersParts, "url" | "everySeconds" | "log">,
): Letters | null => (remote.relay === undefined ? null : new Letters({ ...remote.relay, log, ...parts }));

const sameAuthority = (one: Credentials, other: Credentials): boolean =>
  one.authority.certificate.fingerprint256 === other.authority.certificate.fingerprint256;

/** A list of our authority that is newer than ours; null: it is none, whoever brought it. */
async function newerList(pem: string, { authority, crl }: Credentials): Promise<RevocationList | null> {
  if (pem === crl) return null;
  const list = await readRevocationList(pem, authority.certificate);
  return list !== null && list.number > authority.list.number ? list : null;
}

/** Certificates and lists are exchanged while the table plays: whoever puts a new file there need not stop it. */
function followFiles(
  { remote }: RemoteSettings,
  clock: Clock,
  post: (message: FromThread) => void,
  use: (credentials: Credentials) => void,
): Timer {
  let before = "";
  return clock.every(FILES_EVERY_US, "certificates", () => {
    readCredentials(remote).then(
      (read) => {
        const now = `${read.cert}${read.key}${read.ca}${read.crl}`;
        if (now !== before) use(read);
        before = now;
      },
      (error: unknown) =>
        post({ type: "notice", line: `remote: ${errorText(error)}; the files of before count` }),
    );
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
