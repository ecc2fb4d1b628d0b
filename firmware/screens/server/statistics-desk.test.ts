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

  it("counts the newest records of 400,000 rounds and holds no more, and one round more costs one record", async () => {
    const asked: number[] = [];
    let newest = 400_000;
    const desk = new StatisticsDesk(
      { pack: loadPack("cl/ruleta-americana").pack, zone: "America/Santiago" },
      (from, count) => {
        asked.push(count);
        return Promise.resolve(
          Array.from({ length: count }, (_, step) => spin(from + step, String((from + step) % 37))),
        );
      },
      () => newest,
    );
    const first = await desk.tell("300", NOW);
    expect(first).toMatchObject({ seq: newest, since: at(newest - RECORDS_COUNTED + 1) });
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(RECORDS_COUNTED);
    const { statistics } = first as Extract<typeof first, object>;
    // Three hundred in their order: 37 numbers eight times, and four of them once more.
    expect(
      statistics.kind === "wheel" && statistics.numbers.map(({ count }) => count).toSorted((a, b) => b - a),
    ).toEqual([...Array<number>(4).fill(9), ...Array<number>(33).fill(8)]);
    asked.length = 0;
    newest += 1;
    await desk.tell("300", NOW);
    expect(asked).toEqual([1]);
  });

  it("counts nothing that was judged by the rules of another game", async () => {
    const journal = new Journal(0);
    const of = (seq: number, rulebook: string, body: object): string =>
      JSON.stringify({ ...(JSON.parse(spin(seq)) as object), rulebook, ...body });
    journal.lines = [
      of(0, "cl/punto-y-banca@2010-02", {
        result: { results: [{ of: "banca", is: "wins" }], cards: [], values: [] },
      }),
      of(1, "cl/sic-bo@2010-02", { result: { faces: ["1", "2", "3"], total: 6 } }),
      of(2, "cl/ruleta-americana-doble-cero@2010-02", { result: { pocket: "00" } }),
      of(3, "cl/punto-y-banca@2010-02", { kind: "void" }),
      of(4, "cl/ruleta-americana@2023-03", {}),
      of(5, "cl/ruleta-americana@2010-02", {}),
    ];
    const told = await journal.desk.tell("20", NOW);
    expect(told).toMatchObject({ statistics: { counted: 2, void: 0, last: [{ round: 6 }, { round: 5 }] } });
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
