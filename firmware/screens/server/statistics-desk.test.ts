import { describe, expect, it, test } from "vitest";
import { loadPack } from "../../table/rules/load.ts";
import { wallMs } from "../../../src/time/instant.ts";
import { RECORDS_ASKED } from "./recall-desk.ts";
import { dayBegan, RECORDS_COUNTED, SPANS_KEPT, StatisticsDesk } from "./statistics-desk.ts";

const NOW = wallMs(Date.UTC(2026, 0, 2, 12));
const at = (seq: number): string => new Date(Date.UTC(2026, 0, 1) + seq * 1_000).toISOString();
const spin = (seq: number, pocket = "7"): string =>
  JSON.stringify({
    seq,
    at: at(seq),
    kind: "result",
    round: seq + 1,
    result: { pocket },
    certainty: { level: "certified" },
  });

/** A journal in memory, and what was asked of it. */
class Journal {
  lines: string[] = [];
  readonly asked: number[] = [];
  isAway = false;
  readonly desk = new StatisticsDesk(
    { pack: loadPack("cl/ruleta-americana").pack, zone: "America/Santiago" },
    (from, count) => {
      this.asked.push(count);
      return Promise.resolve(this.isAway ? null : this.lines.slice(from, from + count));
    },
    () => (this.lines.length === 0 ? null : this.lines.length - 1),
  );

  constructor(records: number) {
    this.lines = Array.from({ length: records }, (_, seq) => spin(seq));
  }

  async counted(span: string): Promise<number | string> {
    const told = await this.desk.tell(span, NOW);
    return typeof told === "string" ? told : told.statistics.counted;
  }
}

describe("the desk of statistics", () => {
  it("reads what is there when the first screen asks, page by page, and then what is new", async () => {
    const journal = new Journal(RECORDS_ASKED + 30);
    expect(await journal.counted("300")).toBe(280);
    expect(journal.asked).toEqual([RECORDS_ASKED, 30]);
    expect(await journal.counted("20")).toBe(20);
    journal.lines.push(spin(journal.lines.length, "8"));
    const told = await journal.desk.tell("20", NOW);
    expect(told).toMatchObject({ seq: 280, since: at(0) });
    const { statistics } = told as Extract<typeof told, object>;
    expect(statistics.kind === "wheel" ? statistics.last.slice(0, 2).map(({ pocket }) => pocket) : []).toEqual([
      "8",
      "7",
    ]);
    expect(journal.asked).toEqual([RECORDS_ASKED, 30, 1]);
  });

  it("two screens that ask at once have it read once", async () => {
    const journal = new Journal(40);
    expect(await Promise.all([journal.counted("20"), journal.counted("100")])).toEqual([20, 40]);
    expect(journal.asked).toEqual([40]);
  });

  it("says that it has none while nothing is shown or the records cannot be read, and has them later", async () => {
    const journal = new Journal(0);
    expect(await journal.counted("20")).toBe("none");
    journal.lines.push(spin(0));
    journal.isAway = true;
    expect(await journal.counted("20")).toBe("none");
    journal.isAway = false;
    expect(await journal.counted("20")).toBe(1);
  });

  it("begins anew with another journal, and with the newest records where there are very many", async () => {
    const journal = new Journal(60);
    expect(await journal.counted("100")).toBe(60);
    journal.lines = journal.lines.slice(0, 5);
    expect(await journal.counted("100")).toBe(5);
    const long = new Journal(RECORDS_COUNTED + 10);
    const told = await long.desk.tell("20", NOW);
    expect(told).toMatchObject({ since: at(10) });
  });

  test.each([
    "",
    "0",
    "-1",
    "20x",
    "99999",
    "week",
    "2026-13-01T10:00Z..",
    "..",
    "2026-01-01..",
    "2026-01-01T10:00Z..2026-01-01T09:00Z",
    "2026-01-01T10:00Z..x..y",
  ])("there is no span %j", async (span) => {
    expect(await new Journal(3).counted(span)).toBe("unknown");
  });

  it("counts a shoe, a day and the time between two instants", async () => {
    const journal = new Journal(30);
    expect(await journal.counted("shoe")).toBe(30);
    expect(await journal.counted("2026-01-01T00:00:10Z..2026-01-01T00:00:20Z")).toBe(10);
    expect(await journal.counted("2026-01-01T00:00:10Z..")).toBe(20);
    expect(await journal.counted("today")).toBe(0);
  });

  it("keeps only a few spans ready, whoever asks for how many", async () => {
    const journal = new Journal(50);
    for (let rounds = 1; rounds <= SPANS_KEPT * 3; rounds++)
      expect(await journal.counted(String(rounds))).toBe(rounds);
  });
});

test.each([
  ["a winter morning before six", "Europe/Madrid", "2027-01-02T04:59:59.999Z", "2027-01-01T05:00:00.000Z"],
  ["six o'clock", "Europe/Madrid", "2027-01-02T05:00:00.000Z", "2027-01-02T05:00:00.000Z"],
  ["the night in which summer begins", "Europe/Madrid", "2027-03-28T03:59:00.000Z", "2027-03-27T05:00:00.000Z"],
  ["the morning after it", "Europe/Madrid", "2027-03-28T04:00:00.000Z", "2027-03-28T04:00:00.000Z"],
  ["the night in which summer ends", "Europe/Madrid", "2027-10-31T04:59:00.000Z", "2027-10-30T04:00:00.000Z"],
  ["the morning after it", "Europe/Madrid", "2027-10-31T05:00:00.000Z", "2027-10-31T05:00:00.000Z"],
  [
    "an evening in Chile, which is tomorrow in UTC",
    "America/Santiago",
    "2027-07-02T01:00:00.000Z",
    "2027-07-01T10:00:00.000Z",
  ],
])("the casino's day begins at six by the clocks where the table stands: %s", (_, zone, now, began) => {
  expect(dayBegan(zone, wallMs(Date.parse(now)))).toBe(began);
});
