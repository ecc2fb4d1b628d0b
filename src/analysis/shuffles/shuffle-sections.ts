import { FACES } from "../../cards/card.ts";
import { bandOf } from "../chi-square.ts";
import { SUSPECT } from "../power.ts";
import { section, type Cell, type NoteId, type Section } from "../report.ts";
import { deckFaults } from "./decks-whole.ts";
import type { ShoeOrders, Shuffle } from "./shoe-orders.ts";
import { shuffleTests } from "./shuffle-tests.ts";

/** What is said of the shuffles of a table: their tests, whether decks are whole, and cards that readers fail to read. */
export function shuffleSections(orders: ShoeOrders): readonly Section[] {
  const { finished, reads } = orders;
  if (finished.length === 0) return [];
  const alike = ofNewestKind(finished);
  const tests = shuffleTests(alike);
  const decks = deckFaults(alike, FACES);
  const isSuspect = tests.some(({ p }) => p !== null && p < SUSPECT);
  const isFew = tests.some(({ p }) => p === null);
  const notes: readonly NoteId[] = [
    "finished-shoes-only",
    ...(isSuspect ? (["inspect-shuffler"] as const) : []),
    ...(isFew ? (["too-few-shoes"] as const) : []),
  ];
  return [
    section(
      "shuffles",
      ["test", "samples", "needed", "chi", "freedom", "p", "place"],
      tests.map(({ test, samples, needed, statistic, freedom, p, where }) => [
        test,
        samples,
        needed,
        statistic,
        freedom,
        p,
        p !== null && p < SUSPECT ? where : "",
      ]),
      { notes },
    ),
    section(
      "decks",
      ["card", "test", "shoe"],
      decks.map(({ face, is, isCertain, shoe }) => [face, isCertain ? is : `${is}-perhaps`, shoe]),
      { notes: decks.length === 0 ? ["decks-whole"] : ["count-decks"] },
    ),
    wearSection(reads),
  ];
}

/** Those that are as the newest: of as many decks and cards. What was loaded otherwise before is another thing. */
function ofNewestKind(shuffles: readonly Shuffle[]): readonly Shuffle[] {
  const newest = shuffles.at(-1);
  return shuffles.filter(({ decks, loaded }) => decks === newest?.decks && loaded === newest.loaded);
}

/** Cards that no reader could read, of those that were dealt: worn or marked ones are among them. */
function wearSection(reads: ShoeOrders["reads"]): Section {
  const all = [...reads].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const dealt = all.reduce((sum, [, { dealt: count }]) => sum + count, 0);
  const unread = all.reduce((sum, [, { unread: count }]) => sum + count, 0);
  const rows = all
    .filter(([, { unread: count }]) => count > 0)
    .map(([face, one]): readonly Cell[] => {
      const share = unread / dealt;
      const { high } = bandOf(one.dealt, share, all.length);
      return [face, one.dealt, one.unread, one.dealt * share, one.unread > high ? "×" : ""];
    });
  return section("wear", ["card", "count", "unread", "expected", "outside"], rows);
}
