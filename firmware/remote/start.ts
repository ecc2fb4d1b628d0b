import { Worker } from "node:worker_threads";
import type { Entry } from "../../src/recording/entry.ts";
import type { Timer } from "../../src/time/clock.ts";
import { rfc3339, US_PER_S } from "../../src/time/instant.ts";
import { logOf } from "../config/config.ts";
import { errorText } from "../problem.ts";
import type { RelayState, RemoteParts, StartRemote } from "../unit/remote-parts.ts";
import type { FromThread, Question, RemoteConfig, RemoteSettings, ToThread } from "./messages.ts";
import { OrderDesk } from "./order-desk.ts";
import { updaterAt } from "./updater.ts";

/** How often the thread is told what orders are judged by. */
export const STATE_EVERY_US = US_PER_S;
/** States that it may leave untaken before it counts as stuck and is ended. */
export const UNTAKEN_STATES = 10;
export const FIRST_RESTART_US = US_PER_S;
export const LONGEST_RESTART_US = 30 * US_PER_S;
/** Old generation of the thread's memory. */
export const FAR_MEGABYTES = 128;
const CLOSE_US = 3 * US_PER_S;
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
  readonly #remote: RemoteConfig;
  readonly #desk: OrderDesk;
  #worker: Worker | null = null;
  #port: number | null = null;
  #untaken = 0;
  #restartUs = FIRST_RESTART_US;
  #restart: Timer | null = null;
  #state: Timer | null = null;
  #earliest = 0;
  #hasFault: boolean;
  #isClosed = false;
  #relay: RelayState | null;

  constructor(parts: RemoteParts, remote: RemoteConfig) {
    this.#parts = parts;
    this.#remote = remote;
    this.#desk = new OrderDesk(parts, updaterAt(remote.updater));
    this.#relay = remote.relay === undefined ? null : { url: remote.relay.url, answered: null, trouble: null };
    this.#hasFault = parts.unit.shown.durable.faults.some(
      ({ device, code }) => device === FAULT.device && code === FAULT.code,
    );
  }

  async start(): Promise<void> {
    const { clock, journal } = this.#parts;
    const recent = await journal.recent(RECENT);
    const times = recent.map(({ fields }) => Date.parse(String(fields["at"]))).filter(Number.isFinite);
    // The newest of all but this start's own: a clock that was set back may have made those.
    this.#earliest = Math.max(0, ...times);
    this.#state = clock.every(STATE_EVERY_US, "state for orders", () => this.#tellState());
    this.#begin();
  }

  /** What is known of the relay; null: none is asked. */
  get relay(): RelayState | null {
    return this.#relay;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#isClosed = true;
    this.#restart?.cancel();
    this.#state?.cancel();
    if (worker === null) return;
    const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    this.#send({ type: "close" });
    const limit = this.#parts.clock.after(CLOSE_US, "end of the far side", () => void worker.terminate());
    await gone;
    limit.cancel();
  }

  #begin(): void {
    const { config } = this.#parts;
    const settings: RemoteSettings = { config, remote: this.#remote, log: logOf(config), port: this.#port };
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      workerData: settings,
      name: "remote",
      resourceLimits: { maxOldGenerationSizeMb: FAR_MEGABYTES },
    });
    let why = "";
    this.#worker = worker;
    this.#untaken = 0;
    worker.on("message", (message: FromThread) => {
      if (message.type === "failed") why = message.message;
      else this.#handle(message);
    });
    worker.on("error", (error) => (why = errorText(error).split("\n", 1).join("")));
    worker.on("exit", (status) => this.#ended(why === "" ? `exit status ${status}` : why));
    this.#tellState();
  }

  #ended(why: string): void {
    this.#worker = null;
    if (this.#isClosed) return;
    const { clock, onNotice } = this.#parts;
    onNotice(`remote: ${why}; next start in ${this.#restartUs / US_PER_S} s`);
    this.#setFault(true, why);
    this.#restart = clock.after(this.#restartUs, "restart of the far side", () => this.#begin());
    this.#restartUs = Math.min(2 * this.#restartUs, LONGEST_RESTART_US);
  }

  #setFault(stands: boolean, why: string): void {
    if (stands === this.#hasFault) return;
    this.#hasFault = stands;
    const { unit, clock } = this.#parts;
    const entry: Entry = { k: "fault", t: clock.now(), ...FAULT, detail: { why: why.slice(0, 200) }, stands };
    void unit.feed(entry);
  }

  #handle(message: Exclude<FromThread, { type: "failed" }>): void {
    switch (message.type) {
      case "ready":
        this.#port = message.port;
        this.#restartUs = FIRST_RESTART_US;
        this.#setFault(false, "");
        if (message.port !== null) this.#parts.onNotice(`remote: https on port ${message.port}`);
        return;
      case "state-taken":
        this.#untaken = 0;
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
          (data) => this.#send({ type: "answer", id, data }),
          (error: unknown) => {
            this.#parts.onNotice(`remote: ${errorText(error)}`);
            this.#send({ type: "answer", id, data: null });
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
      case "order":
        return this.#desk.carryOut(question.accepted);
      case "renewed":
        return this.#desk.recordRenewed(question.renewed);
      case "refusal":
        return this.#desk.signRefusal(question.refused);
    }
  }

  #tellState(): void {
    if (this.#worker === null) return;
    this.#untaken++;
    if (this.#untaken > UNTAKEN_STATES) {
      void this.#worker.terminate();
      return;
    }
    this.#send({ type: "state", numbers: this.#desk.numbers, earliest: this.#earliest });
  }

  #send(message: ToThread): void {
    this.#worker?.postMessage(message);
  }
}
