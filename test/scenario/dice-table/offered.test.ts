import { expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { viewOf } from "../../../src/table/kernel/view/view-of.ts";
import { offeredKeys, refusedToAll } from "../../property/monkey/offered.ts";
import { die, PlayedDice } from "../../support/played-dice.ts";

/** A round may wait for two decisions: no key is offered for either that everybody is refused. */

function refused({ durable, table, rules, t }: PlayedDice): readonly string[] {
  const certificate = { seq: 1, hash: "", short: "", qr: "", at: "" };
  const names = { table: "Mesa 1", log: "log", rulebook: "", languages: ["es"], test: false } as const;
  const view = viewOf(durable, 1, certificate, { pack: rules.pack, houseRules: [], ...names });
  const all = refusedToAll(table, rules, monoUs(t), offeredKeys(view, rules.pack));
  // The page always draws this one: somebody says first where the series stands.
  return all.filter((one) => one !== "close-table: series-stands");
}

it("of a throw whose dice were touched, and which is disputed, only the touch is asked by its own keys", () => {
  const played = new PlayedDice("es-cb/banca-francesa").open().roll(["1", "4", "1"]).takeUp();
  expect(played.durable.tasks.map(({ about }) => about)).toEqual(["dice-touched-before-announcement"]);
  played.press({ key: "dispute", round: 1, words: "imagen" }, "jefe-de-mesa");
  expect(refused(played)).toEqual([]);
  played
    .press({ key: "announce", round: 1 })
    .press({ key: "resolve", round: 1, outcome: "upheld" }, "jefe-de-mesa");
  expect(played.durable.tasks).toEqual([]);
});

it("a throw of craps that two rules leave to somebody is decided once, and seen by no key that is refused", () => {
  const far = (face: "1" | "3" | "4") => die(face, { half: "far", wall: true, rolled: true });
  const played = new PlayedDice("cl/craps")
    .open()
    .press({ key: "no-more-bets" })
    .roll([far("3"), far("1")]);
  played.press({ key: "declare", round: 1, rule: "both-hands-or-rubbed" });
  played.press({ key: "declare", round: 1, rule: "die-not-found" });
  played.takeUp().roll([far("4"), far("1")]);
  expect([played.durable.phase, played.durable.round]).toEqual(["undecided", 2]);
  expect(refused(played)).toEqual([]);
});
