import { expect, test } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S, wallMs } from "../../../src/time/instant.ts";
import { Visits, VISITORS_MAX } from "./visits.ts";

const NOW = Date.UTC(2026, 10, 30, 2);
const visit = (order: string, minutes = 30) => ({ order, until: wallMs(NOW + minutes * 60_000) });

test("where nobody has to be let in everybody may look, by no order", () => {
  expect(new Visits("open", fakeClock(0, wallMs(NOW))).mayLook("Ana")).toEqual({ order: null });
});

test("whom an order lets in may look until its end, and nobody else", () => {
  const clock = fakeClock(0, wallMs(NOW));
  const visits = new Visits("order", clock);
  expect(visits.mayLook("Ana")).toBeNull();
  visits.letIn("Ana", "Ana", visit("aa"));
  expect([visits.mayLook("Ana"), visits.mayLook("Ben")]).toEqual([{ order: "aa" }, null]);
  visits.letIn("Ana", "Ben", visit("bb", 10));
  clock.advance(9 * 60 * US_PER_S);
  expect(visits.mayLook("Ana")).toEqual({ order: "bb" });
  clock.advance(60 * US_PER_S);
  expect(visits.mayLook("Ana")).toBeNull();
});

test("where somebody else has to, one's own order lets one in as little as none", () => {
  const visits = new Visits("second", fakeClock(0, wallMs(NOW)));
  visits.letIn("Ana", "Ana", visit("aa"));
  expect(visits.mayLook("Ana")).toBeNull();
  visits.letIn("Ana", "Ben", visit("bb"));
  expect(visits.mayLook("Ana")).toEqual({ order: "bb" });
});

test("a thousand visitors are as many as there is room for, the newest ones", () => {
  const visits = new Visits("order", fakeClock(0, wallMs(NOW)));
  for (let n = 0; n < 1_000; n++) visits.letIn(`visitor ${n}`, "Ben", visit(`${n}`));
  const inside = Array.from({ length: 1_000 }, (_, n) => visits.mayLook(`visitor ${n}`) !== null);
  expect([inside.filter(Boolean).length, inside.lastIndexOf(false)]).toEqual([
    VISITORS_MAX,
    999 - VISITORS_MAX,
  ]);
});
