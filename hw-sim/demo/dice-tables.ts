import { packIds } from "../../firmware/rules/library.ts";

/** Rulebooks of dice, sorted: every one of them can be demonstrated. Named here, so that no pack is read to find a name. */
const DICE_GAMES: readonly string[] = [
  "cl/chuck-a-luck",
  "cl/corona-y-ancla",
  "cl/craps",
  "cl/mini-craps",
  "es-cb/banca-francesa",
  "es-cb/craps",
  "es-cb/sic-bo",
  "es-pv/craps",
];

/** Whose reading of a game is shown when only the game is named: Cantabria's, else Chile's. */
const FIRST = ["es-cb", "cl"] as const;

/** Rulebooks of dice that are installed. */
export function diceRulebooks(): readonly string[] {
  const installed = new Set(packIds());
  return DICE_GAMES.filter((rulebook) => installed.has(rulebook));
}

/** The rulebook behind a table's name, `craps` or `cl/craps`; null: there is none. */
export function diceRulebook(name: string): string | null {
  const known = diceRulebooks();
  if (name.includes("/")) return known.includes(name) ? name : null;
  return FIRST.map((place) => `${place}/${name}`).find((rulebook) => known.includes(rulebook)) ?? null;
}

/** Every name of a dice table: first each game, then each rulebook that its game's name alone does not lead to. */
export function diceTableNames(): readonly string[] {
  const known = diceRulebooks();
  const gameIn = (rulebook: string): string => rulebook.split("/")[1] ?? rulebook;
  const games = [...new Set(known.map(gameIn))].sort();
  return [...games, ...known.filter((rulebook) => diceRulebook(gameIn(rulebook)) !== rulebook)];
}
