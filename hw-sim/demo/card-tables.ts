import { KNOWN_GAMES } from "../shoe/table/games/game-list.ts";
import { packIds } from "../../firmware/rules/library.ts";

/** Whose reading of a game is shown when only the game is named: Chile's, else Cantabria's. */
const FIRST = ["cl", "es-cb"] as const;

/** Rulebooks whose cards a machine reads and whose table can be simulated, sorted: `cl/punto-y-banca` … */
export function cardRulebooks(): readonly string[] {
  const installed = new Set(packIds());
  return KNOWN_GAMES.filter((rulebook) => installed.has(rulebook));
}

/** The rulebook behind a table's name, `punto-y-banca` or `es-cb/punto-y-banca`; null: there is none. */
export function cardRulebook(name: string): string | null {
  const known = cardRulebooks();
  if (name.includes("/")) return known.includes(name) ? name : null;
  const played = known.filter((rulebook) => gameIn(rulebook) === name);
  const [only = null] = played;
  return FIRST.map((place) => `${place}/${name}`).find((rulebook) => played.includes(rulebook)) ?? only;
}

/** Every name of a card table: first each game, then each rulebook that its game's name alone does not lead to. */
export function cardTableNames(): readonly string[] {
  const known = cardRulebooks();
  const games = [...new Set(known.map(gameIn))].sort();
  return [...games, ...known.filter((rulebook) => cardRulebook(gameIn(rulebook)) !== rulebook)];
}

const gameIn = (rulebook: string): string => rulebook.split("/")[1] ?? rulebook;
