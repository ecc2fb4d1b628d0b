import type { Game } from "../cloth.ts";
import { cheminDeFerGame, puntoYBancaGame, twoClothsGame } from "./baccarat.ts";
import { rowsGame } from "./treinta-y-cuarenta.ts";
import { BLACK_JACK, twentyOneGame } from "./twenty-one.ts";
import { POKERS } from "./poker-games.ts";
import { WAR_GAME } from "./war.ts";

/** Every game that this table can play, by the name of its rulebook. */
const GAMES: Readonly<Record<string, () => Game>> = {
  ...POKERS,
  "cl/punto-y-banca": () => openPuntoYBanca("Chile III.2.5, ll. 1764–1823"),
  "cl/baccarat": () => openPuntoYBanca("Chile III.2.5, ll. 1764–1823", true),
  "cl/midi-punto-y-banca": () => coveredPuntoYBanca("Chile III.2.5, ll. 1576–1578, 1766–1768, 1798–1823"),
  "cl/mini-punto-y-banca": () => coveredPuntoYBanca("Chile III.2.5, ll. 1576–1578, 1766–1768, 1798–1823"),
  "es-cb/punto-y-banca": () => coveredPuntoYBanca("Cantabria A.10.VI, ll. 2095–2173"),
  "es-cb/midi-punto-y-banca": () => coveredPuntoYBanca("Cantabria A.10.VI, ll. 2095–2173"),
  "es-cb/mini-punto-y-banca": () => coveredPuntoYBanca("Cantabria A.10.VI, ll. 2095–2173"),
  "es-pv/punto-y-banca": () => coveredPuntoYBanca("País Vasco, ll. 1594–1638"),
  "es-as/chemin-de-fer": () => cheminDeFerGame("Asturias Anexo I A, ll. 127–174"),
  "es-cb/chemin-de-fer": () => cheminDeFerGame("Cantabria A.11.VI, ll. 2525–2576"),
  "es-pv/chemin-de-fer": () => cheminDeFerGame("País Vasco, ll. 1882–1910"),
  "es-as/bacarra-a-dos-panos": () => twoClothsGame("Asturias Anexo II, ll. 771–791, 852–887"),
  "es-cb/bacarra-a-dos-panos": () => twoClothsGame("Cantabria A.12, ll. 3101–3118, 3175–3190"),
  "es-pv/bacarra-a-dos-panos": () => twoClothsGame("País Vasco, ll. 2246–2286"),
  "cl/treinta-y-cuarenta": () => rowsGame("Chile III.5.4, ll. 3726–3739, 3806", true),
  "es-cb/treinta-y-cuarenta": () => rowsGame("Cantabria A.6.V, ll. 1235–1264", false),
  "es-pv/treinta-y-cuarenta": () => rowsGame("País Vasco, ll. 1078–1130", false),
  "cl/war": () => WAR_GAME,
  "cl/black-jack": () => twentyOneGame({ ...BLACK_JACK, source: "Chile III.1.5.1, ll. 896–1046" }),
  "cl/black-jack-perfect-pairs": () =>
    twentyOneGame({ ...BLACK_JACK, source: "Chile III.1.5.1, ll. 896–1053", perfectPairs: true }),
  "cl/challenge-21": () =>
    twentyOneGame({ ...BLACK_JACK, source: "Chile III.1.5.2, ll. 1087–1254", bankHands: 3 }),
  "cl/canal-21": () =>
    twentyOneGame({
      ...BLACK_JACK,
      source: "Chile III.1.5.3, ll. 1326–1496",
      doubleOn: null,
      drawsSoftSeventeen: true,
      surrenderIsWide: true,
      insuredAgainst: "ace-or-ten",
      resplitsAces: true,
      completesAgainstBlackJacks: true,
      tieBreak: true,
    }),
  "es-cb/black-jack": () =>
    twentyOneGame({
      ...BLACK_JACK,
      source: "Cantabria A.4.V, ll. 777–976",
      resplitsAces: true,
      doubleOn: null,
      surrender: "early",
      hasShortcuts: false,
    }),
  "es-pv/black-jack": () =>
    twentyOneGame({
      ...BLACK_JACK,
      source: "País Vasco, ll. 770–866",
      resplitsAces: true,
      surrender: null,
      hasShortcuts: false,
      doubledAceIsOpen: true,
    }),
};

const openPuntoYBanca = (source: string, fiveIsFree = false): Game =>
  puntoYBancaGame({ source, isCovered: false, fiveIsFree });
const coveredPuntoYBanca = (source: string): Game =>
  puntoYBancaGame({ source, isCovered: true, fiveIsFree: false });

/** The simulator's own reading of a game; null: it has none of this one. */
export function gameOf(rulebook: string): Game | null {
  return GAMES[rulebook]?.() ?? null;
}

export const KNOWN_GAMES: readonly string[] = Object.keys(GAMES).sort();
