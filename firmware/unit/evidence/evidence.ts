import { EPOCH_RECORDS, logOf, modeOf } from "../../table/config/config.ts";
import { RECORDING_FORMAT, type SegmentHead } from "../../../src/recording/entry.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import { durableOf } from "../../../src/table/every-family/durable-format.ts";
import type { Phase } from "../../../src/table/kernel/phase.ts";
import type { Table } from "../../../src/table/kernel/table.ts";
import { certificateView } from "../../../src/table/kernel/view/certificate-view.ts";
import type { CertificateView } from "../../../src/table/kernel/view/view.ts";
import { wallMs, type MonoUs } from "../../../src/time/instant.ts";
import { flatOptions } from "../../table/setup/families.ts";
import type { Journal, OpenEpoch } from "../../journal/thread/client.ts";
import { Pipeline, type BuiltRecord, type FeedResult } from "../../table/pipeline/pipeline.ts";
import type { UnitParts } from "../parts.ts";
import { awaitsSecond } from "./second-watch.ts";

/** What may be shown: the table after the newest durable record, and the certificate of the verdict in it. */
export interface Shown {
  readonly seq: number;
  readonly durable: Durable;
  readonly certificate: CertificateView | null;
}

const MEGABYTE = 1024 * 1024;
/** A card table's segments are rotated between rounds only, and must stay replayable with one round more. */
export const CARD_SEGMENT_MAX = 32 * MEGABYTE;
/** Phases in which a result is due. */
const IN_PLAY: readonly Phase[] = ["ball-in-play", "dealing", "throwing", "no-more-bets"];
/** How far back the certificate of a standing verdict is looked for after a restart. */
const RECENT = 500;

/** The way of records and recordings to the disk: strictly in order, and nothing is shown before it is durable. */
export class Evidence {
  readonly #parts: UnitParts;
  readonly #journal: Journal;
  readonly #pipeline: Pipeline;
  readonly #boot: string;
  #segmentNumber: number;
  #shown: Shown;
  /** The same after the newest record that is durable in the first copy, and the records of which nobody was told yet. */
  #newest: Shown;
  readonly #held: { readonly record: BuiltRecord; readonly sig: string }[] = [];
  /** Card tables: bytes recorded under the present seal. */
  #sealed = 0;

  private constructor(parts: UnitParts, pipeline: Pipeline, boot: string, segmentNumber: number, shown: Shown) {
    this.#parts = parts;
    this.#journal = parts.journal;
    this.#pipeline = pipeline;
    this.#boot = boot;
    this.#segmentNumber = segmentNumber;
    this.#shown = shown;
    this.#newest = shown;
  }

  /**
   * Takes the table up where the journal's last record left it, in a new recording segment. At a card table it begins
   * sealed with `seal`, and the entry that says so must be the first.
   */
  static async begin(
    parts: UnitParts,
    seal: string | null,
  ): Promise<{ evidence: Evidence; pipeline: Pipeline }> {
    const { journal, setup, clock } = parts;
    const snapshot = journal.snapshot();
    const fresh = setup.devices.newTable();
    const durable = snapshot === null ? fresh.durable : durableOf(JSON.parse(snapshot.body));
    const table: Table = { ...fresh, durable };
    const { seq, prev } = journal.head();
    const number = 1 + (await newestNumber(journal));
    const boot = `b${seq}-${clock.wall().toString(36)}`;
    const state = { table, session: setup.devices.initial(), lastT: clock.now() };
    const labels = { t: state.lastT, wall: wallMs(clock.wall()), trust: "unsynced" } as const;
    const epoch = nextEpoch(parts, seq) ?? journal.epoch;
    const chain = { seq, prev };
    const head = headOf(parts, { boot, number, labels, state, chain, epoch: epoch.number, previous: null });
    const pipeline = new Pipeline(setup, head);
    await journal.recordingOpen(pipeline.segment.name, pipeline.segment.headLine, { seal, epoch });
    const shown = { seq: Math.max(0, seq - 1), durable, certificate: await lastCertificate(journal, durable) };
    return { evidence: new Evidence(parts, pipeline, boot, number, shown), pipeline };
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Card tables: bytes of the recording since the last seal. */
  get sealed(): number {
    return this.#sealed;
  }

  /**
   * Appends what was fed and commits its records. Resolves when all of them are durable. `seal`: it was the entry with
   * this key.
   */
  async store(fed: FeedResult, at: MonoUs, seal: string | null = null): Promise<void> {
    this.#journal.recordingAppend(fed.recording, at, seal);
    this.#sealed = (seal === null ? this.#sealed : 0) + Buffer.byteLength(fed.recording);
    const commits = fed.records.map((record) => this.#commit(record));
    const { keepsSecrets } = this.#parts.setup.rules.family;
    const rotated = keepsSecrets ? null : this.#rotateWhenDue(null);
    await Promise.all([...commits, rotated]);
  }

  /**
   * Card tables, directly before the entry `seal` with this key: the one place where a segment may end. The head of the
   * next one holds the table's whole state, so it is the first thing under the new seal.
   */
  rotateBefore(seal: string): Promise<void> {
    return this.#rotateWhenDue(seal);
  }

  /** An epoch ends where nobody waits for a number: at a table of cards that is wherever a segment may end. */
  #isEpochDue(): boolean {
    const { keepsSecrets } = this.#parts.setup.rules.family;
    return keepsSecrets || !IN_PLAY.includes(this.#pipeline.durable.phase);
  }

  get #segmentMax(): number {
    const { config, setup } = this.#parts;
    const bytes = config.storage.segmentMegabytes * MEGABYTE;
    return setup.rules.family.keepsSecrets ? Math.min(bytes, CARD_SEGMENT_MAX) : bytes;
  }

  async #commit(record: BuiltRecord): Promise<void> {
    const { line, hash, snapshot } = record;
    const { sig, inBoth } = await this.#journal.commit({ line, hash, snapshot });
    const { durable, seq } = record;
    const isVerdict = ["result", "void", "undecided", "aborted"].includes(record.body.kind);
    const certificate = isVerdict
      ? certificateView({ line, hash, sig, seq, at: record.at })
      : this.#newest.certificate;
    this.#newest = { seq, durable, certificate: durable.verdict === null ? null : certificate };
    this.#held.push({ record, sig });
    // Where both copies must have what is shown, it waits for the record which says that one is lost and nothing is certified.
    if (!inBoth && this.#stopsWhenLost && !awaitsSecond(durable.faults)) return;
    this.#shown = this.#newest;
    for (const held of this.#held.splice(0)) this.#parts.events.onRecord(held.record, held.sig);
  }

  get #stopsWhenLost(): boolean {
    return this.#parts.config.storage.second?.whenLost === "stop";
  }

  /** A full segment is closed, and so is one in which an epoch ends; the next begins with the table's whole state. */
  async #rotateWhenDue(seal: string | null): Promise<void> {
    const { segment } = this.#pipeline;
    const next = this.#isEpochDue() ? nextEpoch(this.#parts, this.#pipeline.chain.seq) : null;
    if (segment.bytes < this.#segmentMax && next === null) return;
    const epoch = next ?? this.#journal.epoch;
    this.#segmentNumber++;
    const { clock: labels, state, chain } = this.#pipeline;
    const head = headOf(this.#parts, {
      boot: this.#boot,
      number: this.#segmentNumber,
      labels,
      state,
      chain: { seq: chain.seq, prev: chain.prev },
      epoch: epoch.number,
      previous: { segment: segment.name, sha256: segment.sha256 },
    });
    const headLine = this.#pipeline.rotate(head);
    await this.#journal.recordingOpen(head.segment, headLine, { seal, epoch });
  }
}

/**
 * The epoch that follows, once the open one has its records; null: it goes on. While the epoch before waits for its closing record,
 * no other begins.
 */
function nextEpoch({ journal, config }: UnitParts, seq: number): OpenEpoch | null {
  const { number, from } = journal.epoch;
  const due = seq - from >= (config.storage.epochRecords ?? EPOCH_RECORDS.default);
  return due && !journal.isClosing ? { number: number + 1, from: seq } : null;
}

/** No two segments of a log have one name, although one was taken away: the newest record still names it. */
async function newestNumber(journal: Journal): Promise<number> {
  const segments = await journal.segments();
  const [last] = await journal.recent(1);
  const src = last?.fields["src"] as { readonly segment?: unknown } | undefined;
  const names = [segments.at(-1)?.segment, src?.segment].filter((name) => typeof name === "string");
  return Math.max(0, ...names.map((name) => Number(/\d+$/.exec(name)?.[0] ?? 0)));
}

/** What differs from segment to segment. */
type HeadParts = Pick<SegmentHead, "boot" | "chain" | "epoch" | "previous"> & {
  readonly number: number;
  readonly state: Pipeline["state"];
  readonly labels: Pipeline["clock"];
};

function headOf(
  parts: UnitParts,
  { boot, number, state, labels, chain, epoch, previous }: HeadParts,
): SegmentHead {
  const { config, setup, release } = parts;
  return {
    k: "head",
    v: RECORDING_FORMAT,
    segment: `${setup.port}-${String(number).padStart(6, "0")}`,
    log: logOf(config),
    mode: modeOf(config),
    epoch,
    boot,
    rel: release,
    rulebook: setup.rulebook,
    device: setup.devices.device,
    options: flatOptions(setup),
    houseRules: setup.coverage.houseRules,
    ...(setup.rules.lateMinutes === undefined ? {} : { lateMinutes: setup.rules.lateMinutes }),
    ...(setup.rules.betsSeconds === undefined ? {} : { betsSeconds: setup.rules.betsSeconds }),
    ...labels,
    previous,
    state,
    chain,
  };
}

/** After a restart the verdict that stands still has its certificate in the journal. */
async function lastCertificate(journal: Journal, durable: Durable): Promise<CertificateView | null> {
  const { verdict } = durable;
  if (verdict === null) return null;
  const recent = await journal.recent(RECENT);
  const found = recent.findLast(
    ({ fields }) => fields["kind"] === verdict.kind && fields["round"] === verdict.round,
  );
  if (found === undefined) return null;
  const { line, hash, sig, seq, fields } = found;
  return certificateView({ line, hash, sig, seq, at: String(fields["at"]) });
}
