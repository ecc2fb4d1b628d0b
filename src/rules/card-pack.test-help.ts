import { expect } from "vitest";
import type { Library } from "./extends.ts";
import { type CardPack, cardPack } from "./pack.ts";
import { parsePack } from "./parse.ts";
import { problemText } from "./yaml.ts";

const TEXT = "{ es: a, eu: a, gl: a, en: a }";

const ORDER =
  "[high-card, pair, two-pair, three-of-a-kind, straight, flush, full-house, four-of-a-kind, straight-flush, royal-flush]";
const RANKING = `{ order: ${ORDER}, cards: 5, pack: 52, joker: false, lowAce: below-lowest, lowAceStraight: lowest, comparedBy: {}, source: Ley }`;

/** A small card game that is right; tests break one line of it. */
export const GOOD = `pack: tirada-pack/1
jurisdiction: cl
game: poker-de-prueba
family: shoe
edition: "2023-03"
inForce: "2023-03-14"
title: ${TEXT}
law: { name: Ley, published: Boletín }
voidName: ${TEXT}
cards:
  reader: shoe
  decks: { counts: [1], pack: 52, jokers: 0, cite: &cite { section: A, lines: [1, 1] } }
  burn: { rule: fixed, cards: 1, cite: *cite }
  cutCard: { behind: { exactly: 7 }, then: finish-round, cite: *cite }
  seats: { most: 7, cite: *cite }
  betsClose: call
  deal:
    - { step: deal, to: [{ hand: seats, cards: 1, up: none }, { hand: bank, cards: 1, up: last }], times: 5, cite: *cite }
    - { step: say, moves: [bet, fold], order: any, cite: *cite }
    - { step: turn, hands: [bank], cite: *cite }
    - { step: turn, hands: [seats], cite: *cite }
  outcome: { kind: bank-poker, from: own, ranking: ${RANKING}, qualifies: { category: high-card, ranks: [A, K], source: Ley }, compareOn: true, cite: *cite }
announcements:
  - { phase: betting, by: croupier, say: ${TEXT}, printed: [], basis: external }
  - { phase: no-more-bets, by: croupier, say: ${TEXT}, printed: [], basis: external }
  - { phase: void, by: croupier, say: ${TEXT}, printed: [], basis: external }
rules:
  - id: jam
    cite: *cite
    basis: text
    text: ${TEXT}
    when: { fact: jam, is: dealing }
    verdict: void
    scope: round
    effect: reshuffle
    announce: { say: ${TEXT}, by: croupier }
    declaredBy: jefe-de-mesa
    then: [shuffle]
  - id: turned
    cite: *cite
    basis: text
    text: ${TEXT}
    when: { fact: card-face-up, is: in-deal }
    verdict: corrected
    scope: card
    effect: burn-card
    declaredBy: croupier
    then: []
  - id: not-dealt
    cite: *cite
    basis: text
    text: ${TEXT}
    when: { declared: croupier }
    verdict: void
    scope: hand
    asks: hand
    announce: { say: ${TEXT}, by: croupier }
    declaredBy: croupier
    then: []
  - id: seen
    cite: *cite
    basis: text
    text: ${TEXT}
    when: { fact: early-card, is: true }
    verdict: stands
    scope: card
    then: []
  - id: strange
    cite: *cite
    basis: text
    text: ${TEXT}
    when: { fact: foreign-card, is: true }
    verdict: person-decides
    scope: round
    declaredBy: jefe-de-mesa
    then: [shuffle]
steps:
  - { id: shuffle, who: croupier, text: ${TEXT}, basis: derived }
remarks: []
`;

/** The good pack with `from` (which must be there once) replaced by `to`. */
export function changed(...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    expect(text.split(from), `"${from}" must occur once`).toHaveLength(2);
    return text.replace(from, to);
  }, GOOD);
}

/** `file:line:column: message` of every problem of a text. */
export function problemsOf(text: string, library?: Library): readonly string[] {
  const read = parsePack(text, "cl/prueba.yaml", library);
  return read.ok ? [] : read.problems.map(problemText);
}

export function packOf(text: string = GOOD, library?: Library): CardPack {
  const read = parsePack(text, "cl/prueba.yaml", library);
  if (!read.ok) throw new Error(read.problems.map(problemText).join("\n"));
  return cardPack(read.pack);
}
