import { facesOf } from "../../../src/dice/faces.ts";
import type { Key } from "../../../src/people/keys.ts";
import { ROLES } from "../../../src/people/roles.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { TableRules } from "../../../src/table/kernel/context.ts";
import { tableStep, type Table } from "../../../src/table/kernel/table.ts";
import type { TableView, TaskView } from "../../../src/table/kernel/view/view.ts";
import type { DiceKeyView } from "../../../src/table/dice/view-types.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { CardKeyView, CardsView } from "../../../src/table/shoe/view-types.ts";

/** One key of the screens, in the ways in which a person may answer what it asks: one of them must be taken from somebody. */
export interface OfferedKey {
  readonly name: string;
  readonly ways: readonly Key[];
}

/** Every key that the control page draws now. Voids and incidents are behind a list of their own, which is not the moment's. */
export function offeredKeys(view: TableView, pack: Pack): readonly OfferedKey[] {
  const { open, cards, dice, phase, round } = view;
  const runs =
    dice !== null
      ? phase === "throwing"
      : cards === null
        ? phase === "ball-in-play" || phase === "no-more-bets"
        : (phase === "dealing" || phase === "no-more-bets") && cards.hands.length > 0;
  const ofTable: OfferedKey[] = [];
  const add = (...ways: readonly Key[]): unknown => ofTable.push({ name: nameOf(ways[0]), ways });
  if (!open) add({ key: "open-table" });
  else if (!runs) add({ key: "close-table" });
  if (view.closingCall !== null && phase === "ball-in-play") add({ key: "no-more-bets" });
  if (cards !== null && (phase === "dealing" || phase === "no-more-bets")) add({ key: "collect", round });
  for (const { id } of cards?.warnings ?? []) add({ key: "acknowledge", what: id });
  for (const task of view.tasks) ofTable.push(...ofTask(view, task, pack));
  if (cards?.sheet?.places.some(({ id }) => id === "discard") === true)
    ofTable.push({ name: "put-right", ways: waysOfSheet(cards, round) });
  if ((view.lastSpeaker ?? null) !== null) add({ key: "take-back", round });
  for (const one of cards?.keys ?? []) add(...waysOfCards(one, view.cards));
  for (const one of dice?.keys ?? []) add(...waysOfDice(one, pack));
  return ofTable;
}

const nameOf = (key: Key | undefined): string =>
  key === undefined
    ? ""
    : "move" in key
      ? `move ${key.move}`
      : "outcome" in key
        ? `resolve ${key.outcome}`
        : key.key;

/** As `control/tasks.ts` of the pages draws it. */
function ofTask(view: TableView, task: TaskView, pack: Pack): readonly OfferedKey[] {
  const { round, id, kind } = task;
  if (kind === "confirm-void" && round !== null)
    return [{ name: "confirm-void", ways: [{ key: "confirm-void", round, rule: id }] }];
  const resolve = task.resolve ?? null;
  if (resolve !== null && round !== null)
    return resolve.outcomes.map((outcome) => ({
      name: `resolve ${outcome}`,
      ways: announcedWays(resolve.announced, pack).map((announced) => ({
        key: "resolve",
        round,
        outcome,
        ...(outcome === "stands" && announced !== null ? { announced } : {}),
      })),
    }));
  const isAnswered = view.dice?.keys.some(({ key }) => key.key === "declare" && key.round === round) === true;
  const isResolvedWith = view.tasks.some((other) => other.round === round && (other.resolve ?? null) !== null);
  const inSeries = view.dice?.puck != null && (round === view.round || isResolvedWith);
  const hangs = task.awaitsAnswer === true || (kind === "decide" && (isAnswered || inSeries));
  return hangs ? [] : [{ name: "acknowledge", ways: [{ key: "acknowledge", what: id }] }];
}

function announcedWays(
  announced: NonNullable<TaskView["resolve"]>["announced"],
  pack: Pack,
): readonly (string | null)[] {
  if (announced === null) return [null];
  if (announced !== "faces") return announced.map((one) => one.announced);
  return pack.family === "dice" ? [dicesOf(pack).join(" ")] : [null];
}

function dicesOf(pack: Pack & { readonly family: "dice" }): readonly string[] {
  const [face = "1", other = "2"] = facesOf(pack.dice.faces);
  return Array.from({ length: pack.dice.dice }, (_, at) => (at === 0 ? face : other));
}

/** Cards that left behind the verdict, each to every place that the sheet has for them. */
const waysOfSheet = ({ sheet }: CardsView, round: number): readonly Key[] =>
  (sheet?.cards ?? [])
    .filter(({ hand }) => hand === null)
    .flatMap(({ n }) =>
      (sheet?.places ?? []).map(({ id }): Key => ({ key: "put-right", round, cards: [n], to: id })),
    );

export function waysOfCards({ key, asks, atLeast = 1 }: CardKeyView, cards: CardsView | null): readonly Key[] {
  if (asks === "face" && key.key === "card-is") return [key, { ...key, face: "9h" }];
  if (asks === "seats" && key.key === "seats") {
    const all = Array.from({ length: cards?.places ?? 0 }, (_, at) => at + 1);
    return [
      { ...key, seats: [1, 2] },
      { ...key, seats: all },
    ];
  }
  if (asks === "places" && key.key === "put-right")
    return (cards?.sheet?.places ?? []).map(({ id }) => ({ ...key, to: id }));
  if (asks === "hand" && key.key === "resolve")
    return (cards?.hands ?? [])
      .filter(({ id, state }) => /^(?:seat|cloth)-/.test(id) && state === "in")
      .map(({ id }) => ({ ...key, hand: id }));
  if (asks !== "cards" || key.key !== "move") return [key];
  const held = cards?.hands.find(({ id }) => id === key.who)?.cards.length ?? 0;
  return positions(Math.max(held, 2), atLeast).map((at) => ({ ...key, cards: at }));
}

/** Every choice of so many positions. */
function positions(of: number, count: number, from = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const firsts = Array.from({ length: Math.max(0, of - from) }, (_, at) => from + at);
  return firsts.flatMap((first) => positions(of, count - 1, first + 1).map((rest) => [first, ...rest]));
}

function waysOfDice({ key, asks }: DiceKeyView, pack: Pack): readonly Key[] {
  if (asks === "seat" && key.key === "change-thrower") return [key, { ...key, seat: 1 }];
  if (asks === "point" && key.key === "mark-point") return [key, { ...key, point: 6 }];
  if (asks !== "faces" || key.key !== "dice-are" || pack.family !== "dice") return [key];
  const known = facesOf(pack.dice.faces);
  return [{ ...key, faces: dicesOf(pack).flatMap((one) => known.find((face) => face === one) ?? []) }];
}

/** The offered keys that everybody at the table is refused, with the reasons. The table is not changed. */
export function refusedToAll(
  table: Table,
  rules: TableRules,
  t: number,
  offered: readonly OfferedKey[],
): readonly string[] {
  return offered.flatMap(({ name, ways }) => {
    const reasons = new Set<string>();
    for (const key of ways)
      for (const role of ROLES) {
        // Nobody at all presses two keys: the second name of a card or of dice is another person's.
        const by = { role, name: `${role} asked` };
        const { refusal } = tableStep(table, { i: "key", key, by }, monoUs(t), "at", rules);
        if (refusal === null) return [];
        if (refusal !== "not-your-key") reasons.add(refusal);
      }
    return [`${name}: ${[...reasons].join(" ") || "not-your-key"}`];
  });
}
