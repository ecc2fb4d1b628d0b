import { type DieFace, facesOf } from "../dice/faces.ts";
import { throwOutcome } from "./throw-outcome.ts";
import type { CrapsState } from "../dice/outcome-types.ts";
import { type Fault, factsOf } from "./condition.ts";
import type { DiceGame, DiceSuerte, DiceWin } from "./dice-game.ts";
import { repeatedWordFaults, duplicateFaults, reportCardKeys } from "./listed.ts";
import type { DicePack, Rule } from "./pack.ts";
import type { Path } from "./yaml.ts";
import { diceGameSchema } from "./dice-schema.ts";
import type { RuleFamily } from "./families.ts";
import { DICE_FACTS } from "./vocabulary/dice.ts";

type ReportProblem = (path: Path, message: string) => unknown;

/** What the parts of a game of dice say of each other that cannot be. */
export function diceFaults({ dice: game }: DicePack): readonly Fault[] {
  const faults: Fault[] = [];
  const report: ReportProblem = (path, message) => faults.push({ path: ["dice", ...path], message });
  throwFaults(game, report);
  setFaults(game, report);
  phaseFaults(game, report);
  for (const { path, message } of duplicateFaults(game.suertes, "suertes", "suerte", (one) => one.id))
    report(path, message);
  for (const [index, suerte] of game.suertes.entries()) {
    winFaults(game, suerte.win, ["suertes", index, "win"], report);
    payFaults(game, suerte, ["suertes", index, "pays"], report);
  }
  // Throws of a game that is wrong in itself are not worked out.
  if (faults.length === 0) categoryFaults(game, report);
  return faults;
}

/** What a rule about a throw may not say. */
export function diceRuleFaults({ dice: game }: DicePack, rule: Rule, path: Path): readonly Fault[] {
  const faults: Fault[] = [];
  const report = (key: string, message: string): unknown => faults.push({ path: [...path, key], message });
  if (rule.verdict === "void" && rule.scope !== "throw")
    report("scope", "a void rule annuls the throw: scope must be throw");
  else if (!["throw", "bet", "session"].includes(rule.scope))
    report("scope", `"${rule.scope}" is no scope of dice: throw, bet, session`);
  reportCardKeys(rule, report);
  for (const fact of factsOf(rule.when)) {
    const needed = NEEDED[fact];
    if (needed !== undefined && !needed.has(game)) report("when", `"${fact}" is asked, and ${needed.lacks}`);
  }
  return faults;
}

/** Facts that some games cannot have: a rule that asks for them would never be answered. */
const NEEDED: Readonly<
  Record<string, { readonly has: (game: DiceGame) => boolean; readonly lacks: string } | undefined>
> = {
  shake: { has: (game) => game.thrownFrom === "shaker", lacks: "no shaker throws these dice" },
  "cage-turns": { has: (game) => game.thrownFrom === "cage", lacks: "no cage throws these dice" },
  "dice-in-cup": { has: fromCup, lacks: "no cup throws these dice" },
  "die-retained": { has: fromCup, lacks: "no cup throws these dice" },
  "wall-contacts": { has: (game) => game.thrownFrom === "hand", lacks: "nobody throws these dice by hand" },
  "dice-in-far-half": { has: (game) => game.thrownFrom === "hand", lacks: "nobody throws these dice by hand" },
  "set-rotation-late": {
    has: (game) => game.set.rotateMinutes !== undefined,
    lacks: "set.rotateMinutes does not say when",
  },
  "thrower-relief-late": {
    has: (game) => game.thrower.reliefMinutes !== undefined,
    lacks: "thrower.reliefMinutes does not say when",
  },
  "throw-before-call": { has: (game) => game.betsClose !== "announcement", lacks: "no call closes the bets" },
};

function fromCup({ thrownFrom }: DiceGame): boolean {
  return thrownFrom === "cup" || thrownFrom === "horn";
}

function throwFaults({ thrownFrom, thrower, betsClose, faces, result }: DiceGame, report: ReportProblem): void {
  if (thrower.who === "shooter" && thrownFrom !== "hand")
    report(["thrower", "who"], `a shooter throws by hand, not from a ${thrownFrom}`);
  if (thrower.who === "shooter" && thrower.reliefMinutes !== undefined)
    report(["thrower", "reliefMinutes"], "only a croupier is relieved");
  if (betsClose === "shake" && thrownFrom === "hand")
    report(["betsClose"], "a throw by hand is not shaken: call or announcement");
  for (const { path, message } of repeatedWordFaults(result.announce, ["result", "announce"], "part"))
    report(path, message);
  if (faces === "symbols" && result.announce.includes("total"))
    report(["result", "announce"], "symbols have no total");
}

function setFaults({ set, dice, craps }: DiceGame, report: ReportProblem): void {
  for (const { path, message } of repeatedWordFaults(
    set.counts.map(String),
    ["set", "counts"],
    "number of dice",
  ))
    report(path, message);
  for (const [index, count] of set.counts.entries()) {
    if (count < dice) report(["set", "counts", index], `a set of ${count} dice is too small to throw ${dice}`);
  }
  if (set.rotateMinutes !== undefined && set.sets < 2)
    report(["set", "rotateMinutes"], "one set alone cannot take turns");
  if (set.change === "not-in-series" && craps === null) report(["set", "change"], "only craps has series");
}

/** A come-out says of each total exactly once what it does. */
function phaseFaults(game: DiceGame, report: ReportProblem): void {
  const { craps } = game;
  if (craps === null) return;
  if (game.dice !== 2 || game.faces === "symbols")
    report(["craps"], "craps is thrown with two dice that bear numbers");
  const { win, lose, point } = craps.comeOut;
  const all = [...win, ...lose, ...point];
  for (const total of totalsOf(game)) {
    const times = all.filter((one) => one === total).length;
    if (times !== 1) report(["craps", "comeOut"], `${total} stands there ${times} times: each total once`);
  }
  for (const total of new Set(all)) {
    if (!totalsOf(game).includes(total)) report(["craps", "comeOut"], `two dice cannot throw ${total}`);
  }
  for (const [index, total] of craps.pointLoses.entries()) {
    if (!win.includes(total) && !lose.includes(total))
      report(["craps", "pointLoses", index], `${total} is a point, or no total at all`);
  }
  for (const [index, total] of craps.barred.entries()) {
    if (!lose.includes(total))
      report(["craps", "barred", index], `${total} does not lose on the come-out: nothing is barred on it`);
  }
  for (const [key, list] of Object.entries({ pointLoses: craps.pointLoses, barred: craps.barred }))
    for (const { path, message } of repeatedWordFaults(list.map(String), ["craps", key], "total"))
      report(path, message);
}

function winFaults(game: DiceGame, win: DiceWin, path: Path, report: ReportProblem): void {
  const possible = totalsOf(game);
  const check = (key: string, total: number): void => {
    if (!possible.includes(total)) report([...path, key], `${game.dice} ${game.faces} cannot throw ${total}`);
  };
  if (OF_CRAPS.includes(win.on) && game.craps === null)
    report([...path, "on"], `"${win.on}" is a bet of craps`);
  switch (win.on) {
    case "total":
    case "standing":
    case "number": {
      const [key, list] = win.on === "number" ? ["numbers", win.numbers] : ["totals", win.totals];
      for (const total of list) check(key, total);
      for (const fault of repeatedWordFaults(list.map(String), [...path, key], "total"))
        report(fault.path, fault.message);
      const stays = win.on !== "total";
      for (const total of stays ? list : [])
        if (game.craps?.pointLoses.includes(total) === true)
          report([...path, key], `${total} cannot win and lose`);
      if (win.on === "total" && win.notTriple === true && game.dice !== 3)
        report([...path, "notTriple"], "two dice show no triple");
      return;
    }
    case "chosen-total":
      check("from", win.from);
      check("to", win.to);
      if (win.from >= win.to) report([...path, "to"], "the larger total comes before the smaller");
      return;
    case "equal":
      if (win.dice > game.dice) report([...path, "dice"], `${game.dice} dice are thrown`);
      return;
    case "hard":
      if (win.total % 2 !== 0 || win.total < 4 || win.total > 10)
        report([...path, "total"], `${win.total} is not made both as a double and without one`);
      return;
    default:
  }
}

const OF_CRAPS: readonly DiceWin["on"][] = ["line", "come", "odds", "number", "hard", "standing"];

/** What a pay differs by must be something that can be made, and all that can be made must be there. */
function payFaults(game: DiceGame, { win, pays }: DiceSuerte, path: Path, report: ReportProblem): void {
  if (pays === undefined || typeof pays === "string") return;
  const made = madeBy(game, win).map(String);
  if (made.length < 2) report(path, `"${win.on}" pays one and the same`);
  for (const key of Object.keys(pays))
    if (!made.includes(key)) report([...path, key], `nothing makes "${key}" here`);
  for (const key of made) if (pays[key] === undefined) report(path, `what "${key}" pays is missing`);
}

function madeBy(game: DiceGame, win: DiceWin): readonly number[] {
  switch (win.on) {
    case "total":
    case "standing":
      return win.totals;
    case "chosen-total":
      return totalsOf(game).filter((total) => total >= win.from && total <= win.to);
    case "number":
      return win.numbers;
    case "odds":
      return game.craps?.comeOut.point ?? [];
    case "shows":
      return game.dice === 2 ? [1, 2] : [1, 2, 3];
    default:
      return [];
  }
}

/** No throw belongs to two categories, and what is said of a throw of none is said of some throw. */
function categoryFaults(game: DiceGame, report: ReportProblem): void {
  const categories = game.suertes.filter((one) => one.group === "category");
  for (const [index, suerte] of game.suertes.entries()) {
    if (suerte.group === "category" && suerte.win.on !== "total" && suerte.win.on !== "equal")
      report(
        ["suertes", index, "group"],
        `"${suerte.win.on}" names no throw: a category is of totals or equal dice`,
      );
  }
  if (game.result.announce.includes("category") !== categories.length > 0)
    report(["result", "announce"], "categories are announced where there are some, and only there");
  const state: CrapsState | null = game.craps === null ? null : { phase: "come-out" };
  const several = new Map<string, readonly DieFace[]>();
  let none = 0;
  for (const faces of throwsOf(game)) {
    const won = throwOutcome(game, faces, state).suertes.filter(
      ({ suerte, is }) => is === "wins" && categories.some(({ id }) => id === suerte),
    );
    if (won.length === 0) none += 1;
    const names = won.map(({ suerte }) => suerte).join(" and ");
    if (won.length > 1 && !several.has(names)) several.set(names, faces);
  }
  for (const [names, faces] of several) report(["suertes"], `${faces.join(" ")} is both ${names}`);
  if (game.noCategory !== null && (none === 0 || categories.length === 0))
    report(["noCategory"], "every throw belongs to a category, or the game has none");
}

/** Every total of the dice of this game; none of symbols. */
function totalsOf({ dice, faces }: DiceGame): readonly number[] {
  return faces === "symbols" ? [] : Array.from({ length: dice * 5 + 1 }, (_, index) => dice + index);
}

function throwsOf({ dice, faces }: DiceGame): readonly (readonly DieFace[])[] {
  let all: readonly (readonly DieFace[])[] = [[]];
  for (let die = 0; die < dice; die += 1)
    all = all.flatMap((some) => facesOf(faces).map((face) => [...some, face]));
  return all;
}

/** Rulebooks of games of dice. */
export const DICE_RULES: RuleFamily = {
  voided: "throw",
  facts: DICE_FACTS,
  shape: { dice: diceGameSchema },
  faults: (pack: DicePack) => diceFaults(pack),
  ruleFaults: (pack: DicePack, rule: Rule, path: Path) => diceRuleFaults(pack, rule, path),
};
