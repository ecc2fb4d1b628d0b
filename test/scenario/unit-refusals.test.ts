import { describe, expect, it } from "vitest";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { monoUs } from "../../src/time/instant.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cardEntries, diceEntries, wheelEntries, type PlayedEntries } from "../support/played-entries.ts";
import { unitHere } from "../support/unit-here.ts";

/** What the unit itself holds against results, at a table of each family: a full disk, a time of day that nothing vouches for. */

const PLAYED: Readonly<Record<string, PlayedEntries>> = {
  wheel: wheelEntries(250),
  cards: cardEntries(2, "refusals"),
  dice: await diceEntries(3, "refusals"),
};

interface Ended {
  /** How each round ended: `certified`, or `undecided` with its reasons, …; rounds that a device spoilt are left out. */
  readonly ends: readonly string[];
  readonly faults: readonly string[];
}

/** Plays it all, with this fault of the unit standing from the start. */
async function play(
  { setup, entries }: PlayedEntries,
  fault: "storage-full" | "storage-short" | null,
  pack: Partial<Pack> = {},
): Promise<Ended> {
  const changed = { ...setup, pack: { ...setup.pack, ...pack } } as TableSetup;
  const here = await unitHere(temporaryFolder(), changed);
  if (fault !== null)
    await here.unit.feed({
      k: "fault",
      t: monoUs(0),
      device: "unit",
      code: fault,
      detail: { percent: 98 },
      stands: true,
    });
  for (const entry of entries) await here.unit.feed(entry);
  const { store } = here.storage;
  const bodies: RecordBody[] = [];
  for (let from = 0; from < store.head.seq; from += 500)
    bodies.push(...store.records(from, 500).map(({ fields }) => fields as unknown as RecordBody));
  here.kill();
  return {
    ends: bodies.flatMap((body) => {
      if (body.kind === "result") return [[body.certainty.level, ...body.certainty.because].join(" ")];
      return body.kind === "undecided" ? [`undecided ${body.because.join(" ")}`] : [];
    }),
    faults: bodies.flatMap((body) => (body.kind === "fault" && body.device === "unit" ? [body.code] : [])),
  };
}

describe.each(Object.entries(PLAYED))("at a table of %s", (_, played) => {
  it("rounds are certified when nothing is amiss, and while the disk is only short", async () => {
    for (const fault of [null, "storage-short"] as const) {
      const { ends } = await play(played, fault);
      expect(ends).toContain("certified");
    }
  });

  it("none has a result while the disk is full", async () => {
    const { ends } = await play(played, "storage-full");
    expect(ends.length).toBeGreaterThan(0);
    for (const end of ends) expect(end).toMatch(/^undecided/);
    expect(ends).toContain("undecided storage-full");
  });

  it("a rulebook may want results left to a person, or only reported, while nothing vouches for the time of day", async () => {
    const stop = await play(played, null, { untrustedClock: "stop" });
    expect(stop.faults).toEqual(["clock-untrusted"]);
    expect(stop.ends).toContain("undecided clock-untrusted");
    expect(stop.ends.join()).not.toMatch(/certified|reported/);
    const mark = await play(played, null, { untrustedClock: "mark" });
    expect(mark.faults).toEqual(["clock-unvouched"]);
    expect(mark.ends).toContain("reported clock-unvouched");
    expect(mark.ends).not.toContain("certified");
    const certify = await play(played, null, { untrustedClock: "certify" });
    expect(certify.faults).toEqual([]);
    expect(certify.ends).toContain("certified");
  });
});
