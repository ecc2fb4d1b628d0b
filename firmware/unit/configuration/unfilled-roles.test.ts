import { expect, test } from "vitest";
import { DECKS, ShoeHarness } from "../../../test/support/shoe-harness.ts";
import { screensOf } from "../../../test/support/shoe-scenario.ts";
import { configHere } from "../../../test/support/unit-here.ts";
import type { Role } from "../../../src/people/roles.ts";
import { viewOf } from "../../../src/table/kernel/view/view-of.ts";
import { tableSetup } from "../../table/setup/table-setup.ts";
import { viewSetup } from "../control/presenter.ts";
import { unfilledNotices } from "./unfilled-roles.ts";

/** In the Basque Country an inspector decides what the law leaves open at the cards. */
const setup = tableSetup("es-pv/punto-y-banca", "tirada-shoe", [], { decks: DECKS.slice(0, 6), mode: null });

const configOf = (...roles: readonly Role[]) => ({
  ...configHere("/none"),
  people: roles.map((role) => ({ name: role, role, pin: "" })),
});
const shown = (...roles: readonly Role[]): readonly Role[] | undefined => {
  const { durable } = new ShoeHarness(setup, { decks: 6 }).pipeline;
  return viewOf(durable, 1, null, viewSetup(configOf(...roles), setup)).unfilledRoles;
};

test("a table where nobody is of a role that its law needs says so at the start and on its screen", () => {
  expect(unfilledNotices(setup, configOf("croupier", "jefe-de-mesa"))).toEqual([
    "people: nobody is inspector: what the rulebook leaves to that role cannot be decided at this table; name one and start again",
  ]);
  expect(shown("croupier", "jefe-de-mesa")).toEqual(["inspector"]);
});

test("and nothing where there is somebody of each", () => {
  expect(unfilledNotices(setup, configOf("croupier", "jefe-de-mesa", "inspector"))).toEqual([]);
  expect(shown("croupier", "jefe-de-mesa", "inspector")).toBeUndefined();
});

test("who turns the key of a table panel is somebody", () => {
  const panel = { path: "/dev/none", baud: 57_600 } as const;
  expect(unfilledNotices(setup, { ...configOf("inspector"), panel })).toEqual([]);
});

test("acknowledging takes nobody's decision away from him", () => {
  const harness = new ShoeHarness(setup, { decks: 6 }).ready().key({ key: "no-more-bets" });
  harness.happens({ e: "face-up", where: "exit", on: true }).card("9h").run(300);
  const task = harness.pipeline.durable.tasks.find(({ kind }) => kind === "decide");
  expect(task).toBeDefined();
  const { round } = harness.pipeline.durable;
  harness.key({ key: "acknowledge", what: task?.id ?? "" }, "jefe-de-mesa");
  harness.key({ key: "resolve", round, outcome: "stands", announced: "banca" }, "jefe-de-mesa");
  expect(harness.pipeline.durable.tasks).toContainEqual(task);
  expect(screensOf(harness)).toContain('"for":"inspector"');
});
