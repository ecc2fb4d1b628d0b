import { expect, it } from "vitest";
import { ss2 } from "../../../../test/support/replayed.ts";
import { ROLES } from "../../../people/roles.ts";
import { LANGUAGES } from "../../../text/language.ts";
import { applyRecord, type Durable } from "./durable.ts";
import type { RecordBody } from "../record.ts";
import { rolesOfTask } from "../people/task-roles.ts";
import { viewOf } from "../view/view-of.ts";
import { WHEEL_FAMILY } from "../../wheel/family.ts";
import { EMPTY_WHEEL_TABLE } from "../../wheel/durable-wheel.ts";

const [FIRST, SECOND] = ["ab".repeat(32), "cd".repeat(32)];
const { rules } = ss2("cl/ruleta-francesa");
const SETUP = { pack: rules.pack, houseRules: [], family: WHEEL_FAMILY };
const fold = (from: Durable, ...bodies: RecordBody[]): Durable =>
  bodies.reduce(
    (durable, body) => applyRecord(durable, body, "2026-01-01T00:00:00.000Z", WHEEL_FAMILY.reducer),
    from,
  );
const order = (what: string, of: string): RecordBody => ({ kind: "order", detail: { what, order: of } });
const accept = (what: string): RecordBody => ({
  kind: "key",
  round: 0,
  key: { key: "acknowledge", what },
  by: { role: "jefe-de-mesa", name: "Eva" },
});
const idOf = ({ tasks }: Durable): string => tasks.map(({ id }) => id).join();

it("a configuration from afar waits for the jefe de mesa alone, and counts for nothing before", () => {
  const waits = fold(EMPTY_WHEEL_TABLE, order("configuration-waits", FIRST));
  expect(waits.ordered).toEqual({ order: FIRST, confirmed: false });
  expect(waits.tasks.map((task) => ROLES.filter((role) => rolesOfTask(task, SETUP).includes(role)))).toEqual([
    ["jefe-de-mesa"],
  ]);
  const accepted = fold(waits, accept(idOf(waits)));
  expect([accepted.ordered, accepted.tasks]).toEqual([{ order: FIRST, confirmed: true }, []]);
  expect(fold(accepted, order("configuration-confirmed", FIRST))).toEqual(EMPTY_WHEEL_TABLE);
  expect(fold(waits, order("configuration-expired", FIRST))).toEqual(EMPTY_WHEEL_TABLE);
});

it("says on the tablet what it changes", () => {
  const detail = { what: "configuration-waits", order: FIRST, changes: "display.port: 8470 → 8480" };
  const durable = fold(EMPTY_WHEEL_TABLE, { kind: "order", detail });
  const { tasks } = viewOf(durable, 1, null, {
    ...SETUP,
    table: "Mesa 1",
    log: "tirada.example/table",
    rulebook: "cl/ruleta-francesa@2023-03",
    languages: LANGUAGES,
    test: false,
  });
  expect(tasks.map(({ text }) => text.es.split(" — ")[1])).toEqual(["display.port: 8470 → 8480"]);
});

it("whoever accepts one has not accepted the one that took its place", () => {
  const first = fold(EMPTY_WHEEL_TABLE, order("configuration-waits", FIRST));
  const second = fold(first, order("configuration-waits", SECOND));
  expect(second.tasks).toHaveLength(1);
  expect(fold(second, accept(idOf(first))).ordered).toEqual({ order: SECOND, confirmed: false });
  expect(fold(second, accept(idOf(second))).ordered).toEqual({ order: SECOND, confirmed: true });
  // What came of the first takes nothing from the second.
  expect(fold(second, order("configuration-expired", FIRST))).toEqual(second);
});
