import { expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import type { LineItem, TableLines } from "../../listen/row.ts";
import { LinesDesk, ROWS_KEPT, ROWS_SHOWN } from "./lines-desk.ts";

const clock = systemClock();
const NEWEST = { port: null, before: null, isDamagedOnly: false };

const answer = (items: readonly LineItem[], more: Partial<TableLines> = {}): TableLines => ({
  ports: { wheel: "cammegh-ss2", shoe: "tirada-shoe" },
  secret: { shoe: "sure" },
  items,
  upTo: items.at(-1)?.n ?? 0,
  hasMore: false,
  gone: 0,
  withheld: 0,
  ...more,
});
const heard = (n: number, bytes: string): LineItem => ({
  n,
  port: "wheel",
  entry: { k: "in", t: monoUs(clock.now()), port: "wheel", bytes },
});
const status = (n: number): LineItem => heard(n, `*X;2;013;17;0;${String(100 + (n % 800))};0\r\n`);

it("tells each line with what it says, the newest first, and asks on from where it was", async () => {
  const asked: number[] = [];
  const told = [
    answer([1, 2, 3, 4].map(status), { hasMore: true, upTo: 4 }),
    answer(
      [
        heard(5, "*X;2;013;1;0;251;0\r\n"),
        { n: 6, port: "wheel", entry: { k: "lost", t: monoUs(1), port: "wheel", why: "unplugged" } },
      ],
      { withheld: 2 },
    ),
    answer([]),
  ];
  const desk = new LinesDesk((after) => {
    asked.push(after);
    return Promise.resolve(told.shift() ?? answer([]));
  }, clock);
  const shown = await desk.tell(NEWEST);
  expect(shown).toMatchObject({
    ports: ["wheel", "shoe"],
    port: "wheel",
    device: "cammegh-ss2",
    certainty: "sure",
    damaged: 1,
    withheld: 2,
  });
  expect(shown?.rows.map(({ n, way, bytes, isDamaged }) => [n, way, bytes, isDamaged])).toEqual([
    [6, null, null, false],
    [5, "in", "*X;2;013;1;0;251;0", true],
    [4, "in", "*X;2;013;17;0;104;0", false],
    [3, "in", "*X;2;013;17;0;103;0", false],
    [2, "in", "*X;2;013;17;0;102;0", false],
    [1, "in", "*X;2;013;17;0;101;0", false],
  ]);
  expect(shown?.rows[0]?.says).toBe("lost unplugged");
  expect(shown?.rows[2]?.says).toBe("status: state 2, game 13, lastNumber 17, rpm10 104, direction cw");
  expect(Math.abs((shown?.rows[2]?.at ?? 0) - clock.wall())).toBeLessThan(5_000);
  const damaged = await desk.tell({ ...NEWEST, isDamagedOnly: true });
  expect(damaged?.rows.map(({ n }) => n)).toEqual([5]);
  expect((await desk.tell({ ...NEWEST, before: 3 }))?.rows.map(({ n }) => n)).toEqual([2, 1]);
  expect(asked).toEqual([0, 4, 6, 0]);
});

it("knows another device than the table expects: cables that were exchanged", async () => {
  const line = "*X;3;013;17;0;251;0;0012;04;1;0752F;??\r\n";
  const other = answer(Array.from({ length: 5 }, (_, at) => heard(at + 1, line)));
  expect(await new LinesDesk(() => Promise.resolve(other), clock).tell(NEWEST)).toMatchObject({
    device: "cammegh-mercury-360",
    certainty: "sure",
    expected: "cammegh-ss2",
  });
});

it("of cards shows what the unit gave, and what it heard", async () => {
  const row = {
    t: monoUs(1),
    way: "in",
    bytes: null,
    decoded: { message: "card", says: { card: 4 }, proof: "checksum", isSecret: true },
    isDamaged: false,
  } as const;
  const desk = new LinesDesk(() => Promise.resolve(answer([{ n: 1, port: "shoe", row }])), clock);
  expect(await desk.tell({ ...NEWEST, port: "shoe" })).toMatchObject({
    port: "shoe",
    device: "tirada-shoe",
    certainty: "sure",
    rows: [{ bytes: null, isKept: true, says: "card: card 4" }],
  });
});

it("keeps so many rows and shows so many, whatever comes", async () => {
  let n = 0;
  const busy = (): TableLines =>
    n < 3 * ROWS_KEPT
      ? answer(
          Array.from(
            { length: 2_000 },
            () =>
              ({
                n: ++n,
                port: "wheel",
                entry: { k: "out", t: monoUs(n), port: "wheel", bytes: "*V" },
              }) satisfies LineItem,
          ),
          { hasMore: true },
        )
      : answer([]);
  const desk = new LinesDesk(() => Promise.resolve(busy()), clock);
  for (let looks = 0; looks < 2; looks++) await desk.tell(NEWEST);
  let [count, before] = [0, null as number | null];
  for (let older = true; older;) {
    const shown = await desk.tell({ ...NEWEST, before });
    expect(shown?.rows.length).toBeLessThanOrEqual(ROWS_SHOWN);
    count += shown?.rows.length ?? 0;
    [older, before] = [shown?.older === true, shown?.rows.at(-1)?.n ?? 0];
  }
  expect(count).toBeLessThanOrEqual(ROWS_KEPT);
});

it("says when the unit does not answer", async () => {
  expect(await new LinesDesk(() => Promise.resolve(null), clock).tell(NEWEST)).toBeNull();
});
