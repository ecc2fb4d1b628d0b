import { fillText } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import type { DiceWin } from "../rules/dice-game.ts";

const WINS = textsOf("wins");

/** What a bet of a dice game wins on, in words. */
export function winText(win: DiceWin): Text {
  switch (win.on) {
    case "total":
      return fillText(WINS[win.notTriple === undefined ? "total" : "total-no-triple"], {
        totals: win.totals.join(" "),
      });
    case "chosen-total":
      return fillText(WINS["chosen-total"], { from: win.from, to: win.to });
    case "equal":
      return textOf(`wins.equal.${win.face}-${win.dice === 2 ? "two" : "three"}`);
    case "shows":
    case "pair":
      return WINS[win.on];
    default:
      return crapsText(win);
  }
}

type CrapsWin = Extract<DiceWin, { on: "line" | "come" | "odds" | "number" | "hard" | "standing" }>;

function crapsText(win: CrapsWin): Text {
  switch (win.on) {
    case "line":
    case "come":
    case "odds":
      return fillText(WINS.side[win.side], { series: WINS.series[win.on] });
    case "number":
      return fillText(WINS[win.side === "right" ? "before-seven" : "after-seven"], {
        numbers: win.numbers.join(" "),
      });
    case "hard":
      return fillText(WINS.hard[win.only ?? "any"], { total: win.total, half: win.total / 2 });
    case "standing":
      return fillText(WINS["before-seven"], { numbers: win.totals.join(" ") });
  }
}
