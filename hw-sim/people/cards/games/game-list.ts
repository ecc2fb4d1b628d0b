import type { Game } from "../cloth.ts";
import { cheminDeFerGame, puntoYBancaGame, twoClothsGame } from "./baccarat.ts";
import { paiGowGame } from "./pai-gow.ts";
import {
  bankHoldemGame,
  caribbeanGame,
  circleHoldemGame,
  drawPokerGame,
  goPokerGame,
  holdemPlusGame,
  type HouseRules,
  sinDescarteGame,
  sinteticoGame,
  studGame,
  trijokerGame,
} from "./poker-rules.ts";
import { rowsGame } from "./treinta-y-cuarenta.ts";
import { BLACK_JACK, twentyOneGame } from "./twenty-one.ts";
import { WAR_GAME } from "./war.ts";

const SEVEN = ["ddu", "u", "u", "u", "d"];
const FIVE = { cards: 5, bankUp: 4 } as const;
const ENDS: HouseRules = { endsUnqualified: true };

/** Every poker that this table can play, by the name of its rulebook. */
export const POKERS: Readonly<Record<string, () => Game>> = {
  "es-cb/poker-sin-descarte": () =>
    sinDescarteGame("Cantabria A.14.1.VI, ll. 3747–3806, 3827–3894", "es-cb/sin-descarte", {
      bankUp: 4,
      mayBuy: true,
      endsUnqualified: true,
    }),
  "es-ga/poker-sin-descarte": () =>
    sinDescarteGame("Galicia arts. 7–8, ll. 155–211", "es-ga/sin-descarte", {
      bankUp: 0,
      mayBuy: true,
      endsUnqualified: true,
    }),
  "es-pv/poker-sin-descarte": () =>
    sinDescarteGame("País Vasco, ll. 2662–2698", "es-pv/sin-descarte", {
      bankUp: 4,
      mayBuy: false,
      endsUnqualified: true,
    }),
  "es-cb/poker-texas-holdem-bonus": () => bankHoldemGame("Cantabria A.14.5.VI, ll. 4853–4935", "es-cb/holdem"),
  "es-cb/poker-texas-holdem-contrapartida": () =>
    bankHoldemGame("Cantabria A.14.6, ll. 5166–5259", "es-cb/holdem"),
  "es-cb/pai-gow-poker": () => paiGowGame("Cantabria A.14.3.VI, ll. 4327–4440", "es-cb/pai-gow"),
  "es-pv/pai-gow-poker": () => paiGowGame("País Vasco, ll. 3240–3364 (eu)", "es-pv/pai-gow"),
  "es-pv/seven-card-stud": () =>
    studGame("País Vasco, ll. 3114–3138 (es), 3566–3576 (eu)", "es-pv/seven-card-stud", {
      streets: SEVEN,
      setsAside: false,
      hasButton: false,
      mayThrowAway: false,
    }),
  "es-pv/poker-sintetico": () => sinteticoGame("País Vasco, ll. 2958–2974 (es)"),
  "cl/caribbean-poker": () =>
    caribbeanGame("Chile III.3.5.1, ll. 2064–2098", "cl/five-cards", { ...FIVE, ...ENDS }),
  "cl/caribbean-poker-progresivo": () =>
    caribbeanGame("Chile III.3.5.1, ll. 2064–2098", "cl/five-cards", { ...FIVE, endsUnqualified: false }),
  "cl/caribbean-poker-plus": () =>
    caribbeanGame("Chile III.3.5.1, ll. 2064–2098", "cl/five-cards", { ...FIVE, ...ENDS, mayBuy: true }),
  "cl/caribbean-poker-plus-progresivo": () =>
    caribbeanGame("Chile III.3.5.1 and III.6.5, ll. 2064–2098, 3900, 3927", "cl/five-cards", {
      ...FIVE,
      endsUnqualified: false,
      mayBuy: true,
    }),
  "cl/poker-tres-cartas": () =>
    caribbeanGame("Chile III.3.5.3, ll. 2344–2374", "cl/three-cards", { cards: 3, bankUp: null, ...ENDS }),
  "cl/draw-poker": () => drawPokerGame("Chile III.3.5.2, ll. 2188–2250", ENDS),
  "cl/draw-poker-progresivo": () => drawPokerGame("Chile III.3.5.2, ll. 2188–2250", { endsUnqualified: false }),
  "cl/go-poker": () => goPokerGame("Chile III.3.5.4, ll. 2454–2525"),
  "cl/go-poker-progresivo": () => goPokerGame("Chile III.3.5.4, ll. 2454–2525"),
  "cl/texas-holdem-plus": () => holdemPlusGame("Chile III.3.5.7.2, ll. 3063–3083", ENDS),
  "cl/texas-holdem-plus-progresivo": () =>
    holdemPlusGame("Chile III.3.5.7.2, ll. 3063–3083", { endsUnqualified: false }),
  "cl/texas-holdem-bonus": () => bankHoldemGame("Chile III.3.5.7.3, ll. 3163–3237", "cl/five-cards", true),
  "cl/texas-holdem-con-limites": () =>
    circleHoldemGame("Chile III.3.5.7.1, ll. 2910–2964", "cl/circle", 2, "best-of-all"),
  "cl/texas-holdem-sin-limites": () =>
    circleHoldemGame("Chile III.3.5.7.1, ll. 2910–2964", "cl/circle", 2, "best-of-all"),
  "cl/omaha-poker": () =>
    circleHoldemGame("Chile III.3.5.8, ll. 3301–3343", "cl/circle", 4, "two-own-three-board"),
  "cl/stud-poker": () =>
    studGame("Chile III.3.5.5, ll. 2562–2614", "cl/circle", {
      streets: ["du", "u", "u", "u"],
      setsAside: false,
      hasButton: true,
      mayThrowAway: true,
    }),
  "cl/seven-stud-poker": () =>
    studGame("Chile III.3.5.6, ll. 2705–2766", "cl/circle", {
      streets: SEVEN,
      setsAside: true,
      hasButton: false,
      mayThrowAway: true,
      lowestFirst: true,
    }),
  "es-ga/poker-trijoker": () => trijokerGame("Galicia art. 15.2, ll. 319–325", "es-ga/trijoker"),
  "es-cb/poker-trijoker": () => trijokerGame("Cantabria A.14.2.VI, ll. 4065–4120", "es-cb/trijoker"),
};

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
      mostHands: Infinity,
      resplitsAces: true,
      doubleOn: null,
      noDoubleOnAces: true,
      surrender: "early",
      hasShortcuts: false,
    }),
  "es-pv/black-jack": () =>
    twentyOneGame({
      ...BLACK_JACK,
      source: "País Vasco, ll. 770–866",
      mostHands: Infinity,
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
