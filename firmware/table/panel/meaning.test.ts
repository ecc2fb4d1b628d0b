import { expect, test } from "vitest";
import { ss2 } from "../../../test/support/replayed.ts";
import { type Durable, type Task } from "../../../src/table/kernel/durable/durable.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { viewOf } from "../../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { meaningOf, PANEL_REFUSALS } from "./start.ts";
import { EMPTY_WHEEL_TABLE } from "../../../src/table/wheel/durable-wheel.ts";

const { pack, rulebook } = ss2("cl/ruleta-francesa");

function view(change: Partial<Durable>): TableView {
  const durable: Durable = { ...EMPTY_WHEEL_TABLE, open: true, phase: "ball-in-play", round: 7, ...change };
  const names = { table: "Mesa 7", log: "tirada.test/table", rulebook, languages: ["es"] as const };
  return viewOf(durable, 1, null, { pack, houseRules: [], ...names, test: false });
}
const task = (kind: Task["kind"], about: string, id: string): Task => ({
  id,
  kind,
  round: 6,
  about,
  mayBeCalled: [],
});

test("open and close follow the table; no va más is one key", () => {
  expect(meaningOf("open-close", "croupier", view({}))).toEqual({ key: { key: "close-table" } });
  expect(meaningOf("open-close", "croupier", view({ open: false }))).toEqual({ key: { key: "open-table" } });
  expect(meaningOf("no-more-bets", "croupier", view({}))).toEqual({ key: { key: "no-more-bets" } });
});

test("acknowledge takes the oldest task that this key position may take", () => {
  const tasks = [
    task("confirm-void", "x", "a"),
    task("decide", "y", "b"),
    task("acknowledge", "z", "c"),
    task("acknowledge", "z", "d"),
  ];
  expect(meaningOf("acknowledge", "croupier", view({ tasks }))).toEqual({
    key: { key: "acknowledge", what: "c" },
  });
  expect(meaningOf("acknowledge", "jefe-de-mesa", view({ tasks }))).toEqual({
    key: { key: "acknowledge", what: "c" },
  });
  expect(meaningOf("acknowledge", "croupier", view({}))).toHaveProperty("refused");
});

test("an undecided round ends in a word, which a button has not: it is refused, and what stands behind it is taken", () => {
  const tasks = [task("decide", "device-silent", "a"), task("acknowledge", "z", "b")];
  const series = [{ round: 6, kind: "undecided", pocket: null, certified: false }] as const;
  expect(meaningOf("acknowledge", "jefe-de-mesa", view({ tasks, series }))).toEqual({
    key: { key: "acknowledge", what: "b" },
  });
  expect(meaningOf("acknowledge", "jefe-de-mesa", view({ tasks: tasks.slice(0, 1), series }))).toHaveProperty(
    "refused.en",
    expect.stringContaining("stands or is void"),
  );
});

test("tirada nula calls the proposed void; without one it needs a reason that only one can be", () => {
  const proposed = view({ tasks: [task("confirm-void", "ball-out", "confirm-void/6")] });
  expect(meaningOf("void", "jefe-de-mesa", proposed)).toEqual({
    key: { key: "confirm-void", round: 6, rule: "ball-out" },
  });
  const plain = view({});
  expect(plain.voidReasons.length).toBeGreaterThan(1);
  expect(meaningOf("void", "jefe-de-mesa", plain)).toHaveProperty(
    "refused.en",
    expect.stringContaining("control page"),
  );
  for (const text of Object.values(PANEL_REFUSALS))
    for (const language of LANGUAGES) expect(text[language].length).toBeGreaterThan(10);
  const [only] = plain.voidReasons;
  const one = { ...plain, voidReasons: plain.voidReasons.slice(0, 1) };
  expect(meaningOf("void", "jefe-de-mesa", one)).toEqual({ key: { key: "void", round: 7, rule: only?.rule } });
  expect(meaningOf("void", "jefe-de-mesa", { ...plain, voidReasons: [] })).toHaveProperty("refused");
});
