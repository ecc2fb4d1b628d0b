import { codeFrom, formatEnrolment, printOf } from "../../../src/floor/enrolment.ts";
import { HEARTBEAT_MS, type Heartbeat } from "../../../src/floor/heartbeat.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { rfc3339, US_PER_MS, US_PER_S, wallMs } from "../../../src/time/instant.ts";
import { systemSecrets } from "../../../src/time/secret.ts";
import type { Timer } from "../../../src/time/clock.ts";
import { DiskPace } from "../../files/disk-gauge.ts";
import { errorText } from "../../problem.ts";
import type { FloorState } from "../../screens/server/messages.ts";
import { logOf } from "../../table/config/config.ts";
import type { BuiltRecord } from "../../table/pipeline/pipeline.ts";
import { SupervisedThread } from "../../threads/supervised-thread.ts";
import type { FloorParts, ServedFloor, StartFloor } from "../../unit/floor-parts.ts";
import { FloorWatch } from "./floor-watch.ts";
import { heartbeatOf, taskName } from "./heartbeat-of.ts";
import type { FloorSettings, FromThread, ToThread } from "./messages.ts";
import type { News, PublishState } from "./publisher.ts";

/** Heartbeats that the thread may leave untaken before it counts as stuck and is ended. */
export const UNTAKEN_HEARTBEATS = 6;
/** Old generation of the thread's memory. */
export const FLOOR_MEGABYTES = 96;
const READY_US = 60 * US_PER_S;
/** How often it is seen whether something has become a fault. */
const WATCH_US = 60 * US_PER_S;

/** Publishes the table's records to its floor: a thread of its own, started again when it ends; the table plays meanwhile. */
export const startFloor: StartFloor = (parts) => new FloorSide(parts);

class FloorSide implements ServedFloor {
  readonly #parts: FloorParts;
  readonly #thread: SupervisedThread<ToThread, FromThread>;
  readonly #watch: FloorWatch;
  readonly #watching: Timer;
  /** One-time: another one at each start. */
  readonly #code = codeFrom(systemSecrets());
  readonly #start = systemSecrets().slice(0, 16);
  readonly #pace = new DiskPace();
  readonly #tasksSince = new Map<string, number>();
  #count = 0;
  #news: News;
  #newestAt = 0;
  #last: Heartbeat["last"] = null;
  #rounds: Heartbeat["rounds"] = { certified: 0, reported: 0, void: 0, undecided: 0, aborted: 0 };
  #published: PublishState | null = null;
  #stopped: string | null = null;
  #told = "";

  constructor(parts: FloorParts) {
    const { config, clock, unit, onNotice } = parts;
    const { floor, remote } = config;
    if (floor === undefined || remote === undefined) throw new TypeError("the configuration names no floor");
    this.#parts = parts;
    this.#watch = new FloorWatch(unit.shown.durable.faults);
    this.#news = { records: unit.shown.seq + 1, checkpoint: 0, cosigned: 0 };
    this.#newestAt = clock.wall();
    this.#last = lastVerdict(unit.shown);
    this.#thread = new SupervisedThread<ToThread, FromThread>({
      url: new URL("./thread.ts", import.meta.url),
      name: "floor",
      megabytes: FLOOR_MEGABYTES,
      clock,
      data: (): FloorSettings => ({ config, remote, collectors: floor.collectors, log: logOf(config) }),
      readyUs: READY_US,
      first: () => ({ type: "news", news: this.#news }),
      beat: {
        everyUs: HEARTBEAT_MS * US_PER_MS,
        most: UNTAKEN_HEARTBEATS,
        message: () => ({ type: "heartbeat", facts: this.#heartbeat() }),
      },
      last: { type: "close" },
      onMessage: (message, reply) => this.#handle(message, reply),
      onEnd: (why, nextUs) => {
        onNotice(`floor: ${why}; next start in ${nextUs / US_PER_S} s`);
        this.#stopped = why.slice(0, 200);
        this.#look();
      },
    });
    this.#thread.start();
    this.#watching = clock.every(WATCH_US, "floor", () => this.#look());
  }

  get state(): FloorState {
    const { journal, config } = this.#parts;
    const { next = null, trouble = null, answeredAt = null } = this.#published ?? {};
    const joins = trouble?.kind === "not-enrolled";
    return {
      collector: this.#published?.collector ?? config.floor?.collectors[0] ?? "",
      has: next,
      behind: Math.max(0, this.#news.records - (next ?? 0)),
      answered: answeredAt === null ? null : rfc3339(wallMs(answeredAt)),
      trouble: trouble?.kind ?? null,
      why: trouble?.why ?? null,
      since: trouble === null ? null : rfc3339(wallMs(trouble.since)),
      joining: joins ? { code: this.#code, print: printOf(parseVkey(journal.vkey)) } : null,
    };
  }

  handleRecord({ seq, at, body, durable }: BuiltRecord): void {
    this.#newestAt = Date.parse(at);
    this.#countRound(body, seq, durable.round);
    this.#tell({ ...this.#news, records: seq + 1 });
  }

  handleCheckpoint(size: number): void {
    const { records, checkpoint, cosigned: before } = this.#news;
    const cosigned = Math.min(size, this.#parts.witness()?.size ?? 0);
    if ((size > checkpoint || cosigned > before) && size <= records)
      this.#tell({ records, checkpoint: size, cosigned });
  }

  async stop(): Promise<void> {
    this.#watching.cancel();
    await this.#thread.close();
  }

  #tell(news: News): void {
    this.#news = news;
    if (this.#thread.isReady) this.#thread.post({ type: "news", news });
  }

  #countRound(body: BuiltRecord["body"], seq: number, round: number): void {
    const { kind } = body;
    if (kind !== "result" && kind !== "void" && kind !== "undecided" && kind !== "aborted") return;
    const counted = kind !== "result" ? kind : body.certainty.level === "certified" ? "certified" : "reported";
    this.#rounds = { ...this.#rounds, [counted]: this.#rounds[counted] + 1 };
    this.#last = { seq, round, kind, at: this.#newestAt };
  }

  /** Tasks that wait, as the screens show them, with when each was seen first. */
  #followTasks(shown: TableView): void {
    const waiting = new Set(shown.tasks.map(taskName));
    for (const name of this.#tasksSince.keys()) if (!waiting.has(name)) this.#tasksSince.delete(name);
    for (const name of waiting)
      if (!this.#tasksSince.has(name)) this.#tasksSince.set(name, this.#parts.clock.wall());
  }

  #heartbeat(): ReturnType<typeof heartbeatOf> {
    const { clock, health, view, journal, config } = this.#parts;
    this.#count++;
    const shown = view();
    this.#followTasks(shown);
    const own = health();
    const { disk } = journal.looked;
    const days = disk === null ? null : this.#pace.look(disk.free, clock.now());
    const second = own.second?.disk ?? null;
    return heartbeatOf(own, shown, {
      start: this.#start,
      count: this.#count,
      at: clock.wall(),
      phaseSince: this.#newestAt,
      last: this.#last,
      rounds: this.#rounds,
      records: this.#news.records,
      tasksSince: this.#tasksSince,
      disks: [
        ...(disk === null
          ? []
          : [
              {
                folder: config.storage.folder.slice(0, 120),
                usedPm: disk.usedPm,
                days: days === Infinity ? null : days,
              },
            ]),
        ...(second === null
          ? []
          : [{ folder: (own.second?.folder ?? "").slice(0, 120), usedPm: second.usedPm, days: null }]),
      ],
    });
  }

  #handle(message: FromThread, reply: (message: ToThread) => void): void {
    switch (message.type) {
      case "failed":
        this.#thread.noteFailure(message.message);
        return;
      case "ready":
        this.#thread.noteReady();
        this.#stopped = null;
        this.#watch.recall(message.awayUs);
        reply({ type: "news", news: this.#news });
        reply({ type: "heartbeat", facts: this.#heartbeat() });
        this.#look();
        return;
      case "taken":
        this.#thread.noteTaken();
        return;
      case "state":
        this.#published = message.state;
        this.#look();
        return;
      case "prove":
        this.#prove(message.holder).then(
          (text) => reply({ type: "proof", id: message.id, text }),
          (error: unknown) => {
            this.#parts.onNotice(`floor: ${errorText(error)}`);
            reply({ type: "proof", id: message.id, text: null });
          },
        );
        return;
      case "notice":
        this.#parts.onNotice(message.line.replace(/^remote: /, "floor: "));
    }
  }

  async #prove(holder: string): Promise<string> {
    const { journal, config } = this.#parts;
    const code = this.#code;
    return formatEnrolment({
      log: logOf(config),
      holder,
      code,
      ...(await journal.signEnrolment({ holder, code })),
    });
  }

  /** Follows what has changed: faults, a line for the technician, and the pages. */
  #look(): void {
    const { unit, clock, onNotice, onChange } = this.#parts;
    for (const entry of this.#watch.look(this.#published, this.#stopped, clock.now())) void unit.feed(entry);
    const { trouble, why, collector, joining } = this.state;
    const told =
      trouble === null ? (this.#published?.answeredAt == null ? "" : "well") : `${trouble} ${why ?? ""}`;
    if (told === this.#told) return;
    this.#told = told;
    if (trouble === null) onNotice(`floor: ${collector} takes the records`);
    else if (joining === null) onNotice(`floor: ${collector}: ${trouble}, ${why ?? ""}`);
    else
      onNotice(
        `floor: ${collector}: two people have to confirm the table: code ${joining.code}, print ${joining.print}`,
      );
    onChange();
  }
}

function lastVerdict({ durable, certificate }: FloorParts["unit"]["shown"]): Heartbeat["last"] {
  const { verdict } = durable;
  if (verdict === null || certificate === null) return null;
  return { seq: certificate.seq, round: verdict.round, kind: verdict.kind, at: Date.parse(certificate.at) };
}
