import { expect, it } from "vitest";
import { more, runSeed } from "../../test/support/volume.ts";
import type { Edition } from "../../src/rules/editions.ts";
import { dayOfStart, nearestEdition } from "../../src/rules/law-day.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { dayIn } from "../../src/time/day.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_MS, wallMs } from "../../src/time/instant.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import type { ClockQuality } from "../table/clock/clock-quality.ts";
import type { Config } from "../table/config/config.ts";
import "../table/setup/families.ts";
import { MADE_ON } from "../release.ts";
import { LawWatch, recordTimes, type RecordTimes } from "./law-watch.ts";

/**
 * A table through histories of its clock: no battery, years off, set by hand, vouched for and not, off for a night, over the midnight at which
 * its law changes. What it certifies it certifies under the law of the day on which it truly does, or it certifies nothing.
 */

const ZONE = "America/Santiago";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Midnights there at which a law ends. */
const MIDNIGHTS = [Date.parse("2027-07-01T04:00:00Z"), Date.parse("2028-07-01T04:00:00Z")] as const;
const EDITIONS: readonly Edition[] = [
  { edition: "2023-03", inForce: "2023-03-14", until: "2027-06-30" },
  { edition: "2027-07", inForce: "2027-07-01", until: "2028-06-30" },
  { edition: "2028-07", inForce: "2028-07-01" },
];
const ACTS = 40;

interface KeptRecord {
  readonly at: string;
  readonly clock: string;
}

/** How far a clock is off that nobody vouches for, in ms. */
function offsetFrom(random: RandomSource, trueMs: number): number {
  const far = (random.below(2_000) - 1_000) * DAY_MS;
  return [0, random.below(4_000) - 2_000, far, -trueMs][random.below(4)] ?? 0;
}

/** A table that is started, looked at once a second, and started anew. */
class ClockedTable {
  readonly #random: RandomSource;
  readonly #records: KeptRecord[] = [];
  /** One clock through all lives: what is true. */
  readonly #truth: ReturnType<typeof fakeClock>;
  #offset: number;
  #quality: ClockQuality | null = null;
  #edition = "";
  #faults = new Set<string>();
  #wantsStart = false;
  #watch: LawWatch | null = null;
  readonly done: string[] = [];
  certified = 0;

  constructor(random: RandomSource) {
    this.#random = random;
    const first = Date.parse(`${MADE_ON}T12:00:00Z`);
    const midnight = MIDNIGHTS[random.below(2)] ?? first;
    const isNear = random.below(2) === 0;
    this.#truth = fakeClock(0, isNear ? midnight - random.below(20_000) : first + random.below(900) * DAY_MS);
    this.#offset = offsetFrom(random, this.#truth.wall());
  }

  async start(): Promise<void> {
    this.#watch?.stop();
    const journal = {
      recent: (limit: number) =>
        Promise.resolve(
          this.#records
            .slice(-limit)
            .map((fields, seq) => ({ seq, hash: "", sig: "", line: "", fields: { ...fields } })),
        ),
    };
    const times: RecordTimes = await recordTimes(journal);
    const dayOf = (wall: ReturnType<typeof wallMs>): string => dayIn(ZONE, wall);
    const proof = { wall: this.#wall(), isVouched: false, ...times, made: MADE_ON, dayOf };
    this.#edition = nearestEdition(EDITIONS, dayOfStart(proof))?.edition ?? "";
    this.#faults = new Set();
    this.#wantsStart = false;
    this.#quality = null;
    const clockQuality = (): ClockQuality | null => this.#quality;
    this.#watch = new LawWatch({
      config: { table: { rulebook: "cl/ruleta-francesa" }, test: false } as Config,
      clock: { ...this.#truth, wall: () => this.#wall() },
      unit: {
        setup: { rulebook: `cl/ruleta-francesa@${this.#edition}` },
        shown: { durable: { faults: [] } },
        get clockQuality() {
          return clockQuality();
        },
        feed: (entry: Entry) => {
          this.#take(entry);
          return Promise.resolve();
        },
      },
      times,
      editions: EDITIONS,
      onNotice: () => undefined,
      restartWhenIdle: () => (this.#wantsStart = true),
    });
  }

  /** One thing happens to the clock or the table. Returns what was wrong with it; null: nothing. */
  async act(): Promise<string | null> {
    const chance = this.#random.below(12);
    if (chance < 3) this.#goOn(this.#random.below(2_500));
    else if (chance === 3) this.#goOn(this.#toMidnight());
    else if (chance === 4) this.#setQuality("synced", 0);
    else if (chance === 5) this.#setQuality(this.#random.below(2) === 0 ? "rtc" : "unsynced", this.#offset);
    else if (chance === 6) this.#setQuality("unsynced", offsetFrom(this.#random, this.#truth.wall()));
    else if (chance === 7) await this.#isOff(this.#random.below(2) === 0);
    else if (chance === 8 && this.#wantsStart) await this.start();
    return this.#judge();
  }

  /** It is off for a while; `hasBattery`: its clock goes on meanwhile. */
  async #isOff(hasBattery: boolean): Promise<void> {
    this.#watch?.stop();
    this.#goOn(this.#random.below(3) === 0 ? this.#random.below(400) * DAY_MS : this.#random.below(5_000));
    if (!hasBattery) this.#offset = 0 - this.#truth.wall();
    this.done.push(`off until ${this.#truth.wall()}, battery ${String(hasBattery)}`);
    await this.start();
  }

  /** Until a moment before or behind the next midnight at which a law ends. */
  #toMidnight(): number {
    const next = MIDNIGHTS.find((one) => one > this.#truth.wall()) ?? this.#truth.wall();
    const away = Math.max(0, next - this.#truth.wall() - 1_500) + this.#random.below(3_000);
    return away < 2 * HOUR_MS ? away : this.#random.below(1_000);
  }

  #goOn(ms: number): void {
    this.done.push(`${ms} ms later`);
    this.#truth.advance(ms * US_PER_MS);
  }

  /** What is vouched for is right. */
  #setQuality(quality: ClockQuality, offset: number): void {
    [this.#quality, this.#offset] = [quality, offset];
    this.done.push(`${quality}, ${offset} ms off`);
  }

  #judge(): string | null {
    if (this.#faults.size > 0) return null;
    this.certified++;
    const clock = this.#quality ?? "unsynced";
    this.#records.push({ at: new Date(Math.max(0, this.#wall())).toISOString(), clock });
    const day = dayIn(ZONE, this.#truth.wall());
    const due = EDITIONS.find(({ inForce, until }) => inForce <= day && (until === undefined || day <= until));
    return due?.edition === this.#edition ? null : `certified under ${this.#edition} on ${day}`;
  }

  #take(entry: Entry): void {
    if (entry.k !== "fault") return;
    if (entry.stands) this.#faults.add(entry.code);
    else this.#faults.delete(entry.code);
  }

  #wall(): ReturnType<typeof wallMs> {
    return wallMs(this.#truth.wall() + this.#offset);
  }
}

it("certifies under the law of the true day alone, whatever its clock says", async () => {
  const found: string[] = [];
  let certified = 0;
  for (let n = 0; n < more(200, 1_000) && found.length < 3; n++) {
    const table = new ClockedTable(randomFrom(runSeed(`law/${n}`)));
    await table.start();
    for (let act = 0; act < ACTS; act++) {
      const wrong = await table.act();
      if (wrong === null) continue;
      found.push([`${n}: ${wrong}`, ...table.done.slice(-8)].join("\n  "));
      break;
    }
    certified += table.certified;
  }
  expect(found).toEqual([]);
  // The histories do come to results.
  expect(certified).toBeGreaterThan(more(200, 1_000));
});
