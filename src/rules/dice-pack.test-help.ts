import { parsePack } from "./parse.ts";
import { problemText } from "./yaml.ts";

/** A pack of craps with nothing wrong, small enough to be changed in one place. */
export const GOOD_CRAPS = `pack: tirada-pack/1
jurisdiction: es-cb
game: prueba
family: dice
edition: "2010-02"
inForce: "2010-02-19"
title: &text { es: a, eu: b, gl: c, en: d }
law: { name: a law, published: a day }
voidName: *text
dice:
  faces: pips
  dice: 2
  thrownFrom: hand
  thrower: { who: shooter }
  set: { counts: [6], sets: 1, sideMm: [20, 25], oppositeSum: null, transparent: true, change: not-in-series }
  betsClose: call
  betsOpen: dice-taken-up
  craps:
    comeOut: { win: [7, 11], lose: [2, 3, 12], point: [4, 5, 6, 8, 9, 10] }
    pointLoses: [7]
    barred: [12]
    cite: &cite { section: A.7, lines: [1, 2] }
  suertes:
    - { id: win, group: bet, name: *text, win: { on: line, side: right }, pays: "1:1", basis: text, cite: *cite }
    - { id: field, group: bet, name: *text, win: { on: total, totals: [2, 3] }, pays: { "2": "2:1", "3": "1:1" }, basis: text, cite: *cite }
    - { id: hard, group: bet, name: *text, win: { on: hard, total: 8 }, basis: text, cite: *cite }
    - { id: place, group: bet, name: *text, win: { on: number, numbers: [4, 5], side: right }, basis: text, cite: *cite }
    - { id: big, group: bet, name: *text, win: { on: standing, totals: [6] }, basis: text, cite: *cite }
  noCategory: null
  result: { announce: [total], by: stickman, cite: *cite }
announcements:
  - { phase: betting, by: stickman, say: *text, printed: [], basis: external }
  - { phase: no-more-bets, by: stickman, say: *text, printed: [es], basis: text, cite: *cite }
  - { phase: void, by: stickman, say: *text, printed: [es], basis: text, cite: *cite }
rules:
  - id: off-table
    cite: *cite
    basis: text
    text: *text
    when: { fact: die-off-table, is: true }
    verdict: void
    scope: throw
    announce: { say: *text, by: stickman }
    declaredBy: stickman
    then: []
steps: []
remarks: []
`;

/** A pack of three dice from a shaker, with categories that name most throws. */
export const GOOD_SHAKER = GOOD_CRAPS.replace("dice: 2\n", "dice: 3\n")
  .replace("thrownFrom: hand", "thrownFrom: shaker")
  .replace("who: shooter", "who: croupier")
  .replace("change: not-in-series", "change: free")
  .replace("betsClose: call", "betsClose: shake")
  .replace(/ {2}craps:\n(?: {4}.*\n)+/, "  craps: null\n")
  .replace(
    /suertes:\n(?: {4}.*\n)+/,
    `suertes:
    - { id: low, group: category, name: *text, win: { on: total, totals: [4, 5], notTriple: true }, basis: text, cite: &cite { section: A.8, lines: [1, 2] } }
    - { id: triple, group: category, name: *text, win: { on: equal, dice: 3, face: any }, basis: text, cite: *cite }
    - { id: one, group: bet, name: *text, win: { on: shows }, pays: { "1": "1:1", "2": "2:1", "3": "3:1" }, basis: text, cite: *cite }
    - { id: sum, group: bet, name: *text, win: { on: chosen-total, from: 4, to: 17 }, basis: text, cite: *cite }
`,
  )
  .replace("noCategory: null", "noCategory: { rule: *text, basis: inferred, cite: *cite }")
  .replace("announce: [total]", "announce: [faces, category]");

/** Everything that is wrong with a text, one line for each; none: nothing. */
export function problemsOf(text: string): readonly string[] {
  const read = parsePack(text, "es-cb/prueba.yaml");
  return read.ok ? [] : read.problems.map(problemText);
}
