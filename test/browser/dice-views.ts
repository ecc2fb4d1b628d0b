import type { DiceResultView } from "../../src/table/dice/view-types.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { DiceTable, evening } from "./dice-table.ts";
import { LANDSCAPE, PORTRAIT } from "./harness.ts";
import { HD } from "./screens.ts";

/** Moments of dice tables as the screens get them, each from its records. */

const SIC_BO = "es-cb/sic-bo";
const BANCA = "es-cb/banca-francesa";
const CORONA = "cl/corona-y-ancla";
const CHUCK = "cl/chuck-a-luck";
const CRAPS = "es-cb/craps";

const thrown = (rulebook: string): DiceTable => evening(rulebook).phase("throwing");
/** Coming out at a table with a shooter. */
const craps = (): DiceTable => comeOut(evening(CRAPS)).shooter(5).phase("no-more-bets").phase("throwing");
/** Until no point stands. */
function comeOut(table: DiceTable): DiceTable {
  for (let at = 0; at < 9 && table.point !== null; at++) table.phase("throwing").result("3 4").betting();
  return table;
}
const onSix = (): DiceTable => craps().result("4 2").betting().phase("no-more-bets").phase("throwing");

export const SCENES = {
  waiting: () => new DiceTable(SIC_BO),
  betting: () => evening(SIC_BO),
  "betting-craps": () => craps().result("5 5").betting(),
  "no-more-bets": () => evening(CHUCK).phase("no-more-bets"),
  throwing: () => thrown(SIC_BO),
  "throwing-craps": () => onSix(),
  "throwing-banca": () => thrown(BANCA),
  "sic-bo": () => thrown(SIC_BO).result("6 1 4"),
  "sic-bo-double": () => thrown(SIC_BO).result("4 2 4"),
  "sic-bo-triple": () => thrown(SIC_BO).result("5 5 5"),
  "sic-bo-reported": () => thrown(SIC_BO).result("3 1 2", ["witness-silent"]),
  manual: () => thrown(SIC_BO).undecide("dice-disagree").result("2 6 3", ["named-by-people"], { manual: true }),
  "banca-ases": () => thrown(BANCA).result("1 1 1"),
  "banca-pequeno": () => thrown(BANCA).result("1 4 1"),
  "banca-grande": () => thrown(BANCA).result("5 4 6"),
  "banca-announced": () => thrown(BANCA).result("1 4 1").announced(),
  "banca-none": () => thrown(BANCA).result("2 4 3"),
  "banca-no-losers": () => thrown(BANCA).result("5 5 4").incident("dice-touched-before-announcement", "stands"),
  "banca-deviation": () => thrown(BANCA).result("6 4 5", [], { deviations: ["thrower-relief-late"] }),
  "corona-three": () => thrown(CORONA).result("heart crown anchor"),
  "corona-double": () => thrown(CORONA).result("spade diamond spade"),
  "corona-triple": () => thrown(CORONA).result("club club club"),
  "chuck-low": () => thrown(CHUCK).result("2 3 3"),
  "chuck-none": () => thrown(CHUCK).result("6 2 2"),
  "craps-natural": () => craps().result("5 2"),
  "craps-craps": () => craps().result("6 6"),
  "craps-point-set": () => craps().result("2 4"),
  "craps-goes-on": () => onSix().result("6 5"),
  "craps-point-made": () => onSix().result("3 3"),
  "craps-seven-out": () => onSix().result("1 6"),
  void: () => thrown(BANCA).annul("die-off-table"),
  "void-craps": () => onSix().annul("die-off-table"),
  undecided: () => thrown(SIC_BO).undecide("dice-disagree"),
  "undecided-named": () => {
    const table = thrown(CORONA).undecide("dice-cocked");
    return table.key({ key: "dice-are", round: table.round, faces: ["heart", "spade", "spade"] });
  },
  "undecided-craps": () => onSix().undecide("dice-hand"),
  "left-to-a-person": () => thrown(BANCA).undecide("left-to-a-person", "dice-touching"),
  aborted: () => thrown(SIC_BO).abort("restart"),
  duty: () => thrown(BANCA).annul("die-off-table").betting(),
  closed: () => new DiceTable(SIC_BO).phase("closed"),
} as const satisfies Record<string, () => DiceTable>;

export type Scene = keyof typeof SCENES;
export const sceneView = (scene: Scene, change: Partial<TableView> = {}): TableView =>
  SCENES[scene]().view(change);

/** Displays of every size that dice are looked at on. */
export const DICE_SIZES = { landscape: LANDSCAPE, hd: HD, portrait: PORTRAIT };

/** The verdict of a scene with something of it changed, as a broken unit might send it. */
export function broken(name: Scene, change: Partial<Record<keyof DiceResultView, unknown>>): TableView {
  const view = sceneView(name);
  return { ...view, verdict: { ...view.verdict, ...change } as unknown as TableView["verdict"] };
}
