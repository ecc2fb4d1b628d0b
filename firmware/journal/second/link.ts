import { systemClock } from "../../../src/time/system-clock.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { startThread, type Thread } from "../../threads/thread.ts";
import type { DiskUse } from "../../files/disk-gauge.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import type { Storage } from "../store/open-storage.ts";
import { SECOND_END_US, SECOND_RETRY_US, SECOND_SILENT_US } from "./limits.ts";
import type { SecondAtStart } from "./begin-second.ts";
import { CopyCheck } from "./copy-check.ts";
import { epochName } from "./exchange.ts";
import { firstFolder, folderOf, RECORDINGS } from "./folders.ts";
import { addDamaged, damagedNames } from "./marks.ts";
import type { SecondLoss, SecondReply, SecondRequest, SecondState, SecondThreadOptions } from "./messages.ts";
import type { ClosedFile } from "./second-copy.ts";

/** The first copy, as far as the link needs it. */
export interface FirstCopy {
  /** Number of the next record. */
  readonly next: number;
  readonly openEpoch: number;
  /** How many epochs a record closes, and those from a number on. */
  readonly closedCount: number;
  closed(from: number): readonly ClosedFile[];
  /** So many epochs may be pruned, from the first one on. */
  readonly prunable: number;
}

/** The thread as the link sees it. */
export type SecondThread = Thread<SecondRequest, SecondReply>;

export interface LinkOptions extends SecondThreadOptions {
  readonly required: boolean;
  /** Starts the thread; left out: the one that copies. */
  readonly start?: (options: SecondThreadOptions) => SecondThread;
}

const startSecond = (data: SecondThreadOptions): SecondThread =>
  startThread({ url: new URL("./thread.ts", import.meta.url), data, name: "second copy" });

/**
 * Links an open journal with its second copy. Resolves when that has caught up or is lost; at once where it is not required.
 */
export async function linkSecond(
  { store, recorder }: Pick<Storage, "store" | "recorder">,
  { first, second, loss }: SecondAtStart,
  required: boolean,
  clock: Clock,
): Promise<SecondLink> {
  const { vkey } = store.signer.verifier;
  const link = new SecondLink(
    { firstJournal: first.journal, secondFolder: second.folder, vkey, required },
    {
      get next() {
        return store.head.seq;
      },
      get openEpoch() {
        return store.start.epoch;
      },
      get closedCount() {
        return store.epochs.closedCount;
      },
      get prunable() {
        return store.epochs.pruned?.epochs ?? 0;
      },
      closed: (from) =>
        store.epochs.closings.slice(from).map(({ epoch, bytes, sha256 }) => ({ epoch, bytes, sha256 })),
    },
  );
  recorder?.follow({
    noteChanged: (name) => link.noteChanged(`${RECORDINGS}/${name}`),
    noteGone: (name) => link.noteGone(`${RECORDINGS}/${name}`),
  });
  if (required) await openInTime(link, loss, clock);
  else void link.begin(loss);
  return link;
}

/** Resolves when the second copy has caught up, or is lost because it failed or gave no sign of life: nobody else looks yet. */
export async function openInTime(link: SecondLink, loss: SecondState["lost"], clock: Clock): Promise<void> {
  const looking = clock.every(US_PER_S, "opening of the second copy", () => link.look(clock.now()));
  await link.begin(loss);
  looking.cancel();
}

/** What is to be said at once, when the thread has answered. */
class Batch {
  readonly changed = new Set<string>();
  readonly gone = new Set<string>();
  readonly waiting: ((inBoth: boolean) => void)[] = [];
  isNews = false;
}

/**
 * The journal thread's side of the second copy: says what is new, and knows what is durable there. One message is under way at a
 * time; what comes meanwhile is put together, so that a slow second copy has no queue that grows. Nothing here waits.
 */
export class SecondLink {
  readonly #options: LinkOptions;
  readonly #first: FirstCopy;
  #thread: SecondThread | null = null;
  #next = 0;
  #disk: DiskUse | null = null;
  /** The thread reads this epoch of the first copy or a later one, as far as it has answered; null: it reads none. */
  #readFrom: number | null = null;
  /** The open epoch that it was told of last. */
  #epochAtMessage = 0;
  #id = 0;
  /** What waits for its turn, and what the thread has; null: the thread has nothing. */
  #pending = new Batch();
  #underWay: Batch | null = null;
  #closedSent = 0;
  #lost: NonNullable<SecondState["lost"]> | null;
  /** When the thread gave its last sign of life; null: not looked yet. */
  #aliveAt: MonoUs | null = null;
  #isAlive = true;
  /** What is under way was given up: its answer comes too late. */
  #isGivenUp = false;
  #retryAt = 0;
  #isEnding = false;
  readonly #check: CopyCheck;
  /** So many files are damaged in one copy, and wait for the next start. */
  #damaged: number;

  constructor(options: LinkOptions, first: FirstCopy) {
    this.#options = options;
    this.#first = first;
    this.#lost = { why: "catching-up", detail: "it was opened and is not caught up yet" };
    const firstJournal = firstFolder(options.firstJournal);
    this.#damaged = damagedNames(firstJournal.folder).length;
    this.#check = new CopyCheck(
      () => ({
        first: firstJournal,
        second: folderOf(options.secondFolder),
        closed: first.closed(0),
        prunable: first.prunable,
      }),
      (names) => this.noteDamaged(names),
      (why) => this.#lose("worker-died", why),
    );
  }

  /** These are damaged in one copy: the next start puts them right from the other. A disk that takes no note has it found again. */
  noteDamaged(names: readonly string[]): void {
    const { folder } = firstFolder(this.#options.firstJournal);
    try {
      this.#damaged = onDisk("writing", folder, () => addDamaged(folder, names));
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#damaged += names.length;
    }
  }

  /** Opens the second copy and lets it catch up. Resolves when it has, or is lost. `lost`: it is known to be already. */
  async begin(lost: SecondState["lost"]): Promise<void> {
    if (lost !== null) {
      this.#lost = lost;
      return;
    }
    await new Promise<void>((resolve) => this.#open(() => resolve()));
  }

  /** Notes an epoch of the first copy as damaged. */
  noteEpoch(epoch: number): void {
    this.noteDamaged([epochName(firstFolder(this.#options.firstJournal), epoch)]);
  }

  get state(): SecondState {
    const { secondFolder: folder, required } = this.#options;
    const behind = Math.max(0, this.#first.next - this.#next);
    return { folder, required, behind, lost: this.#lost, damaged: this.#damaged, disk: this.#disk };
  }

  /** Whether the thread may have that epoch of the first copy open: it has not answered yet that it went on to a later one. */
  reads(epoch: number): boolean {
    return this.#readFrom !== null && this.#readFrom <= epoch;
  }

  /** A file within the storage folder grew or came. */
  noteChanged(name: string): void {
    this.#pending.changed.add(name);
    this.#pending.gone.delete(name);
  }

  noteGone(name: string): void {
    this.#pending.changed.delete(name);
    this.#pending.gone.add(name);
  }

  /** There is something new: the second copy follows. */
  send(): void {
    this.#pending.isNews = true;
    this.#sendPending();
  }

  /** True once all that was new so far is durable in the second copy; false: it is lost, and only the first has it. */
  confirmed(): Promise<boolean> {
    if (this.#lost !== null) return Promise.resolve(false);
    if (this.#underWay === null && !this.#pending.isNews) return Promise.resolve(true);
    return new Promise((resolve) => {
      const batch = this.#pending.isNews ? this.#pending : this.#underWay;
      (batch ?? this.#pending).waiting.push(resolve);
    });
  }

  /** To be called once a second with the time. */
  look(now: MonoUs): void {
    if (this.#isAlive || this.#underWay === null) this.#aliveAt = now;
    this.#isAlive = false;
    if (this.#underWay !== null && !this.#isGivenUp && now - (this.#aliveAt ?? now) >= SECOND_SILENT_US)
      this.#lose("slow", `${this.#options.secondFolder} gave no answer for ${SECOND_SILENT_US / US_PER_S} s`);
    if (this.#lost === null) this.#check.look(now);
    if (this.#lost === null || this.#lost.why === "catching-up" || this.#underWay !== null) return;
    if (now < this.#retryAt) return;
    this.#retryAt = now + SECOND_RETRY_US;
    this.#open(() => undefined);
  }

  /** Waits, for some seconds, until the second copy has all, and lets go of it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#check.end();
    const last = this.confirmed().then((): SecondRequest => ({ op: "close" }));
    await this.#thread?.end(last, { limitUs: SECOND_END_US, clock: systemClock(), isLeft: true });
  }

  #open(done: () => void): void {
    const { openEpoch, closedCount, prunable } = this.#first;
    const closed = this.#first.closed(0);
    const batch = this.#pending;
    this.#pending = new Batch();
    batch.waiting.push(done);
    this.#underWay = batch;
    this.#closedSent = closedCount;
    // What it lacks may be in any of them.
    this.#readFrom = 0;
    this.#post({ op: "open", id: ++this.#id, openEpoch, closed, prunable });
  }

  #sendPending(): void {
    if (this.#lost !== null || this.#underWay !== null || !this.#pending.isNews) return;
    const batch = this.#pending;
    this.#pending = new Batch();
    this.#underWay = batch;
    const { openEpoch, closedCount, prunable } = this.#first;
    const fresh = this.#first.closed(this.#closedSent);
    this.#closedSent = closedCount;
    const news = { openEpoch, prunable, closed: fresh, changed: [...batch.changed], gone: [...batch.gone] };
    this.#post({ op: "follow", id: ++this.#id, news });
  }

  #post(request: SecondRequest): void {
    this.#epochAtMessage = this.#first.openEpoch;
    this.#thread ??= this.#startThread();
    this.#thread.post(request);
  }

  #startThread(): SecondThread {
    const { firstJournal, secondFolder, vkey, start = startSecond } = this.#options;
    return start({ firstJournal, secondFolder, vkey }).listen({
      onMessage: (reply) => this.#handleReply(reply),
      onEnd: (why) => {
        this.#thread = null;
        if (!this.#isEnding) this.#lose("worker-died", `the thread of the second copy ended: ${why}`);
        this.#underWay = null;
        this.#isGivenUp = false;
        this.#readFrom = null;
      },
    });
  }

  #handleReply(reply: SecondReply): void {
    this.#isAlive = true;
    if (reply.say === "step" || reply.id !== this.#id) return;
    const batch = this.#underWay;
    const isLate = this.#isGivenUp;
    this.#underWay = null;
    this.#isGivenUp = false;
    this.#readFrom = reply.say === "lost" ? null : this.#epochAtMessage;
    // Whoever waits is answered in the order of the records: what was under way before what came meanwhile.
    if (reply.say === "lost") this.#lose(reply.code, reply.message, batch);
    else if (!isLate) {
      this.#next = reply.next;
      this.#disk = reply.disk;
      this.#lost = null;
    }
    for (const resolve of batch?.waiting ?? []) resolve(this.#lost === null);
    this.#sendPending();
  }

  /** Nobody waits for it any more; it is opened anew, and then compared and caught up as at the start. */
  #lose(why: SecondLoss, detail: string, batch = this.#underWay): void {
    this.#lost = { why, detail };
    this.#isGivenUp = this.#underWay !== null;
    const left = [batch, this.#pending].flatMap((batch) => batch?.waiting.splice(0) ?? []);
    this.#pending = new Batch();
    for (const resolve of left) resolve(false);
  }
}
