import type { DeviceView, SeriesItem, TableView, VerdictView } from "../../src/table/kernel/view/view.ts";
import type { Text } from "../../src/text/language.ts";

/** Pieces of views, in the words of the Chilean catalogue's roulette. */
export const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

export const LOG = "mesa-4/2026-11";
export const QR =
  "https://tirada.example/v#mesa-4/2026-11/1287/160cce3b6d0f4c0b9a3d5d7f1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e";

export function certificate(seq: number): VerdictView["certificate"] {
  const hash = `160cce3b6d0f4c0b9a3d5d7f1b2c3d4e5f60718293a4b5c6d7e8f90a1b${seq.toString(16).padStart(6, "0")}`;
  return { seq, hash, short: "160c ce3b", qr: QR, at: "2026-11-21T21:04:17.250Z" };
}

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
export const colourOf = (pocket: string): "red" | "black" | "zero" =>
  pocket === "0" || pocket === "00" ? "zero" : RED.has(Number(pocket)) ? "red" : "black";

export const number = (round: number, pocket: string, certified = true): SeriesItem => ({
  round,
  kind: "result",
  pocket,
  label: null,
  colour: colourOf(pocket),
  outcome: null,
  called: null,
  dice: null,
  bank: null,
  annulled: null,
  certified,
});
export const other = (round: number, kind: "void" | "undecided" | "aborted"): SeriesItem => ({
  round,
  kind,
  pocket: null,
  label: null,
  colour: null,
  outcome: null,
  called: null,
  dice: null,
  bank: null,
  annulled: null,
  certified: false,
});

export const SERIES: readonly SeriesItem[] = [
  number(127, "32"),
  number(126, "8"),
  other(125, "void"),
  number(124, "0"),
  number(123, "19", false),
  number(122, "26"),
  other(121, "undecided"),
  number(120, "11"),
  number(119, "36"),
  other(118, "aborted"),
  number(117, "7"),
  number(116, "29"),
  number(115, "14"),
  number(114, "2"),
  number(113, "21"),
  number(112, "33"),
  number(111, "6"),
  number(110, "5"),
  number(109, "17"),
  number(108, "30"),
];

export const VOID_REASONS: TableView["voidReasons"] = [
  {
    rule: "foreign-object-in-cylinder",
    text: text(
      "Cayó en el cilindro una ficha u otro objeto extraño mientras giraba la bola.",
      "Fitxa bat edo beste gauza arrotz bat erori da zilindrora bola biraka zebilela.",
      "Caeu no cilindro unha ficha ou outro obxecto estraño mentres viraba a bóla.",
      "A chip or another foreign object fell into the cylinder while the ball was turning.",
    ),
    cite: "II.1.6",
    by: "jefe-de-mesa",
  },
  {
    rule: "ball-left-cylinder",
    text: text(
      "La bola saltó fuera del cilindro.",
      "Bolak zilindrotik kanpora egin du salto.",
      "A bóla saltou fóra do cilindro.",
      "The ball jumped out of the cylinder.",
    ),
    cite: "II.1.6",
    by: "jefe-de-mesa",
  },
  {
    rule: "ball-same-direction-as-rotor",
    text: text(
      "La bola giró en el mismo sentido que la rueda.",
      "Bolak gurpilaren noranzko berean egin du bira.",
      "A bóla virou no mesmo sentido ca a roda.",
      "The ball ran in the same direction as the wheel.",
    ),
    cite: "II.1.6",
    by: "jefe-de-mesa",
  },
  {
    rule: "rotor-stopped",
    text: text(
      "El disco dejó de girar.",
      "Diskoa gelditu egin da.",
      "O disco deixou de virar.",
      "The disc stopped turning.",
    ),
    cite: "II.1.6",
    by: "jefe-de-mesa",
  },
];

export const STEPS: Extract<VerdictView, { kind: "void" }>["then"] = [
  {
    step: "announce",
    who: "jefe-de-mesa",
    text: text(
      "Anuncia tirada nula en voz alta, de inmediato.",
      "Jaurtialdi baliogabea ozen iragartzen du, berehala.",
      "Anuncia tirada nula en voz alta, de inmediato.",
      "Announces the void spin aloud, at once.",
    ),
  },
  {
    step: "pick-up",
    who: "jefe-de-mesa",
    text: text("Recoge la bola.", "Bola jasotzen du.", "Recolle a bóla.", "Picks up the ball."),
  },
  {
    step: "place",
    who: "jefe-de-mesa",
    text: text(
      "Coloca la bola en la casilla del número de la jugada anterior.",
      "Bola aurreko jokaldiko zenbakiaren laukitxoan jartzen du.",
      "Coloca a bóla na casa do número da xogada anterior.",
      "Places the ball in the pocket of the previous play's number.",
    ),
  },
  {
    step: "order",
    who: "jefe-de-mesa",
    text: text(
      "Ordena al croupier lanzar de nuevo.",
      "Croupierrari berriro jaurtitzeko agintzen dio.",
      "Ordénalle ao crupier lanzar de novo.",
      "Tells the croupier to launch again.",
    ),
  },
  {
    step: "turns",
    who: "croupier",
    text: text(
      "Deja dar al menos tres vueltas a la rueda.",
      "Gurpilari gutxienez hiru bira ematen uzten dio.",
      "Deixa dar polo menos tres voltas á roda.",
      "Lets the wheel turn at least three times.",
    ),
  },
  {
    step: "relaunch",
    who: "croupier",
    text: text(
      "Lanza la bola en sentido contrario al de la rueda.",
      "Bola gurpilaren kontrako noranzkoan jaurtitzen du.",
      "Lanza a bóla en sentido contrario ao da roda.",
      "Launches the ball against the wheel.",
    ),
  },
];

const suerte = (id: string, group: string, name: Text) => ({ id, group, name });
const ENGLISH = ["1st", "2nd", "3rd"];
/** The column and the dozen of a number from 1 to 36, as the cloth has them. */
export const columnOf = (pocket: number): ReturnType<typeof suerte> => {
  const column = ((pocket - 1) % 3) + 1;
  const name = text(
    `${column}.ª columna`,
    `${column}. zutabea`,
    `${column}.ª columna`,
    `${ENGLISH[column - 1]!} column`,
  );
  return suerte(`columna-${column}`, "column", name);
};
export const dozenOf = (pocket: number): ReturnType<typeof suerte> => {
  const dozen = Math.floor((pocket - 1) / 12) + 1;
  const name = text(
    `${dozen}.ª docena`,
    `${dozen}. dozena`,
    `${dozen}.ª ducia`,
    `${ENGLISH[dozen - 1]!} dozen`,
  );
  return suerte(`docena-${dozen}`, "dozen", name);
};
export const SUERTES = {
  red: suerte("rojo", "colour", text("Rojo", "Gorria", "Vermello", "Red")),
  black: suerte("negro", "colour", text("Negro", "Beltza", "Negro", "Black")),
  odd: suerte("impar", "parity", text("Impar", "Bakoitia", "Impar", "Odd")),
  even: suerte("par", "parity", text("Par", "Bikoitia", "Par", "Even")),
  low: suerte("falta", "half", text("Falta", "Txikia", "Falta", "Low")),
  high: suerte("pasa", "half", text("Pasa", "Handia", "Pasa", "High")),
};

export const GONE: DeviceView = {
  health: "port-gone",
  faults: [
    {
      code: "port-gone",
      text: text(
        "El cable de la rueda está desenchufado.",
        "Gurpilaren kablea deskonektatuta dago.",
        "O cable da roda está desenchufado.",
        "The wheel's cable is unplugged.",
      ),
      doThis: text(
        "Compruebe el cable entre la rueda y la unidad; si sigue igual, avise al técnico.",
        "Egiaztatu gurpilaren eta unitatearen arteko kablea; hala jarraitzen badu, abisatu teknikariari.",
        "Comprobe o cable entre a roda e a unidade; se segue igual, avise o técnico.",
        "Check the cable between wheel and unit; if that does not help, call the technician.",
      ),
      since: "2026-11-21T21:04:18.000Z",
    },
  ],
};

/** Everything as long as a rulebook can make it. */
export const lengthen = (what: Text, times: number): Text =>
  text(
    `${what.es} `.repeat(times).trim(),
    `${what.eu} `.repeat(times).trim(),
    `${what.gl} `.repeat(times).trim(),
    `${what.en} `.repeat(times).trim(),
  );

export const INCIDENTS: TableView["incidents"] = [
  {
    rule: "bet-after-no-more-bets",
    text: text(
      "Se hace una apuesta después de «no más apuestas».",
      "Apustu bat egiten da «apustu gehiagorik ez» ondoren.",
      "Faise unha aposta despois de «non máis apostas».",
      "A bet is placed after “no more bets”.",
    ),
    cite: "II.1.4",
    by: "croupier",
    asksHand: false,
  },
];

/** The calls that a view brings beside the one of its phase. */
export const CALLS: Pick<TableView, "nextCall" | "closingCall" | "lastCall"> = {
  nextCall: null,
  closingCall: { say: text("No va más", "Besterik ez", "Non vai máis", "No more bets"), by: "croupier" },
  lastCall: {
    say: text("Tres últimas tiradas", "Azken hiru jaurtialdiak", "Tres últimas tiradas", "Last three spins"),
    by: "croupier",
  },
};
