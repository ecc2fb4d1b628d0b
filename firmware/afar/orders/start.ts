import type { Entry } from "../../../src/recording/entry.ts";
import { rfc3339, US_PER_S } from "../../../src/time/instant.ts";
import { logOf } from "../../table/config/config.ts";
import { errorText } from "../../problem.ts";
import { SupervisedThread } from "../../threads/supervised-thread.ts";
import { recallWords } from "../../unit/evidence/recall-words.ts";
import type { RelayState, RemoteParts, StartRemote } from "../../unit/remote-parts.ts";
import type { FromThread, Question, RemoteConfig, RemoteSettings, ToThread } from "./messages.ts";
import { OrderDesk } from "./order-desk.ts";

/** How often the thread is told what orders are judged by. */
export const STATE_EVERY_US = US_PER_S;
/** States that it may leave untaken before it counts as stuck and is ended. */
export const UNTAKEN_STATES = 10;
/** Old generation of the thread's memory. */
export const FAR_MEGABYTES = 128;
/** Newest records whose time the clock may not be before. */
const RECENT = 500;
const FAULT = { device: "unit", code: "remote-stopped" } as const;

/** The far side of a table: a thread of its own, started again when it ends; in the meantime a fault stands, and the table plays. */
export const startRemote: StartRemote = async (parts) => {
  const { remote } = parts.config;
  if (remote === undefined) return { relay: null, stop: () => Promise.resolve() };
  const side = new FarSide(parts, remote);
  await side.start();
  return side;
};

class FarSide {
  readonly #parts: RemoteParts;
  readonly #desk: OrderDesk;
  readonly #thread: SupervisedThread<ToThread, FromThread>;
  #port: number | null = null;
  #earliest = 0;
  #hasFault: boolean;
  #relay: RelayState | null;

  constructor(parts: RemoteParts, remote: RemoteConfig) {
    this.#parts = parts;
    this.#desk = new OrderDesk(parts, parts.actions);
    this.#relay = remote.relay === undefined ? null : { url: remote.relay.url, answered: null, trouble: null };
    this.#hasFault = parts.unit.shown.durable.faults.some(
      ({ device, code }) => device === FAULT.device && code === FAULT.code,
    );
    const { config, clock, onNotice } = parts;
    const state = (): ToThread => ({ type: "state", numbers: this.#desk.numbers, earliest: this.#earliest });
    this.#thread = new SupervisedThread<ToThread, FromThread>({
      url: new URL("./thread.ts", import.meta.url),
      name: "remote",
      megabytes: FAR_MEGABYTES,
      clock,
      data: (): RemoteSettings => ({ config, remote, log: logOf(config), port: this.#port }),
      readyUs: UNTAKEN_STATES * STATE_EVERY_US,
      first: state,
      beat: { everyUs: STATE_EVERY_US, most: UNTAKEN_STATES, message: state },
      last: { type: "close" },
      onMessage: (message, reply) => this.#handle(message, reply),
      onEnd: (why, nextUs) => {
        onNotice(`remote: ${why}; next start in ${nextUs / US_PER_S} s`);
        this.#setFault(true, why);
      },
    });
  }

  async start(): Promise<void> {
    const recent = await this.#parts.journal.recent(RECENT);
    const times = recent.map(({ fields }) => Date.parse(String(fields["at"]))).filter(Number.isFinite);
    // The newest of all but this start's own: a clock that was set back may have made those.
    this.#earliest = Math.max(0, ...times);
    this.#thread.start();
  }

  /** What is known of the relay; null: none is asked. */
  get relay(): RelayState | null {
    return this.#relay;
  }

  stop(): Promise<void> {
    return this.#thread.close();
  }

  #setFault(stands: boolean, why: string): void {
    if (stands === this.#hasFault) return;
    this.#hasFault = stands;
    const { unit, clock } = this.#parts;
    const entry: Entry = { k: "fault", t: clock.now(), ...FAULT, detail: { why: why.slice(0, 200) }, stands };
    void unit.feed(entry);
  }

  #handle(message: FromThread, reply: (message: ToThread) => void): void {
    switch (message.type) {
      case "failed":
        this.#thread.noteFailure(message.message);
        return;
      case "ready":
        this.#port = message.port;
        this.#thread.noteReady();
        this.#setFault(false, "");
        if (message.port !== null) this.#parts.onNotice(`remote: https on port ${message.port}`);
        return;
      case "state-taken":
        this.#thread.noteTaken();
        return;
      case "refused":
        this.#desk.handleRefused(message.orders);
        return;
      case "reading": {
        const { unit, clock } = this.#parts;
        void unit.feed({ k: "event", t: clock.now(), event: "access", detail: { ...message.event } });
        return;
      }
      case "relay-asked":
        this.#handleAsked(message.trouble);
        return;
      case "notice":
        this.#parts.onNotice(message.line);
        return;
      case "ask": {
        const { id, question } = message;
        this.#answer(question).then(
          (data) => reply({ type: "answer", id, data }),
          (error: unknown) => {
            this.#parts.onNotice(`remote: ${errorText(error)}`);
            reply({ type: "answer", id, data: null });
          },
        );
      }
    }
  }

  #handleAsked(trouble: string | null): void {
    if (this.#relay === null) return;
    const answered = trouble === null ? rfc3339(this.#parts.clock.wall()) : this.#relay.answered;
    this.#relay = { ...this.#relay, answered, trouble };
  }

  async #answer(question: Question): Promise<unknown> {
    const { view, technician, journal } = this.#parts;
    switch (question.what) {
      case "view":
        return view();
      case "technician":
        return technician();
      case "records":
        return { records: (await journal.recent(question.count)).map(({ line }) => line) };
      case "lines":
        return (await journal.records(question.from, question.count)).map(({ line }) => line);
      case "words":
        return recallWords(this.#parts.unit.setup);
      case "line-items":
        return this.#parts.unit.readLines({ port: null, after: question.after });
      case "order":
        return this.#desk.carryOut(question.accepted);
      case "renewed":
        return this.#desk.recordRenewed(question.renewed);
      case "refusal":
        return this.#desk.signRefusal(question.refused);
    }
  }
}
