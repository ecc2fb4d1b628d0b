import { describe, expect, it } from "vitest";
import { idealRules } from "../../../../test/support/ideal-rules.ts";
import { die, PlayedDice } from "../../../../test/support/played-dice.ts";
import type { Key } from "../../../people/keys.ts";
import type { Role } from "../../../people/roles.ts";
import { monoUs } from "../../../time/instant.ts";
import type { TableRules } from "../context.ts";
import { PlayedTable } from "../../wheel/played.test-help.ts";
import { PlayedDeal } from "../../shoe/played-deal.test-help.ts";
import { tableStep, type Table, type TableStep } from "../table.ts";

/** A verdict that still stands on the table may be judged anew for as long as one after which it went on (Chile, l. 164: 30 minutes). */

const JEFE = "jefe-de-mesa";
const MINUTES_30 = 30 * 60_000_000;
type Standing = { readonly table: Table; readonly rules: TableRules };

/** What somebody says so many µs behind the end of its time. */
function said({ table, rules }: Standing, key: Key, us: number, role: Role = JEFE): TableStep {
  const endedAt = table.past?.rounds[0]?.endedAt ?? 0;
  return tableStep(
    table,
    { i: "key", key, by: { role, name: "Ana" } },
    monoUs(endedAt + MINUTES_30 + us),
    "",
    rules,
  );
}

const wheel = (): Standing =>
  new PlayedTable(idealRules("cl/ruleta-americana"))
    .open()
    .betting()
    .launch()
    .noMoreBets()
    .result({ pocket: "17" });

function craps(): Standing {
  const played = new PlayedDice("cl/craps").open();
  played.press({ key: "no-more-bets" });
  return played.roll(["3", "4"].map((face) => die(face as "3", { half: "far", wall: true, rolled: true })));
}

const cards = (): Standing =>
  new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().cards("9h Kd Ks 6c");

describe.each([
  ["a wheel", wheel, "other-irregular-play"],
  ["craps", craps, "other-irregular-play"],
  ["cards", cards, "card-lost-in-discard-slot"],
] as const)("the result of %s that stands", (_name, standing, rule) => {
  it.each([{ key: "contest", round: 1 } as const, { key: "void", round: 1, rule } as const])(
    "takes the key $key to the microsecond",
    (key) => {
      expect([-1, 0, 1].map((us) => said(standing(), key, us).refusal)).toEqual([null, null, "too-late"]);
    },
  );
});

it("a rule that leaves it to somebody contests it as long, and is decided whenever he does", () => {
  const key = { key: "declare", round: 1, rule: "hand-in-path" } as const;
  const standing = craps();
  expect([0, 1].map((us) => said(standing, key, us, "croupier").refusal)).toEqual([null, "too-late"]);
  const asked = { ...standing, table: said(standing, key, 0, "croupier").table };
  expect(said(asked, { key: "void", round: 1, rule: "other-irregular-play" }, MINUTES_30).refusal).toBeNull();
});
