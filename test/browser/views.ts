import type { DeviceView, SeriesItem, TableView, TaskView, VerdictView } from "../../src/table/view.ts";
import type { Text } from "../../src/text/language.ts";

/** Views as the table would send them, in the words of the Chilean catalogue's roulette. */
const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

const LOG = "mesa-4/2026-11";
const QR =
  "https://tirada.example/v#mesa-4/2026-11/1287/160cce3b6d0f4c0b9a3d5d7f1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e";

function certificate(seq: number): VerdictView["certificate"] {
  const hash = `160cce3b6d0f4c0b9a3d5d7f1b2c3d4e5f60718293a4b5c6d7e8f90a1b${seq.toString(16).padStart(6, "0")}`;
  return { seq, hash, short: "160c ce3b", qr: QR, at: "2026-11-21T21:04:17.250Z" };
}

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
export const colourOf = (pocket: string): "red" | "black" | "zero" =>
  pocket === "0" || pocket === "00" ? "zero" : RED.has(Number(pocket)) ? "red" : "black";

const number = (round: number, pocket: string, certified = true): SeriesItem => ({
  round,
  kind: "result",
  pocket,
  colour: colourOf(pocket),
  certified,
});
const other = (round: number, kind: "void" | "undecided" | "aborted"): SeriesItem => ({
  round,
  kind,
  pocket: null,
  colour: null,
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
  number(111, "00"),
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
    cite: "II.1.6, l. 315",
  },
  {
    rule: "ball-left-cylinder",
    text: text(
      "La bola saltó fuera del cilindro.",
      "Bolak zilindrotik kanpora egin du salto.",
      "A bóla saltou fóra do cilindro.",
      "The ball jumped out of the cylinder.",
    ),
    cite: "II.1.6, l. 316",
  },
  {
    rule: "ball-same-direction-as-rotor",
    text: text(
      "La bola giró en el mismo sentido que la rueda.",
      "Bolak gurpilaren noranzko berean egin du bira.",
      "A bóla virou no mesmo sentido ca a roda.",
      "The ball ran in the same direction as the wheel.",
    ),
    cite: "II.1.6, l. 318",
  },
  {
    rule: "rotor-stopped",
    text: text(
      "El disco dejó de girar.",
      "Diskoa gelditu egin da.",
      "O disco deixou de virar.",
      "The disc stopped turning.",
    ),
    cite: "II.1.6, l. 321",
  },
];

const STEPS: Extract<VerdictView, { kind: "void" }>["then"] = [
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

export const DEVICE_OK: DeviceView = { health: "ok", faults: [] };

/** A table with bets open; every other view is this one with something changed. */
export const BETTING: TableView = {
  v: 1,
  seq: 1280,
  table: "Mesa 4",
  log: LOG,
  game: text("Ruleta francesa", "Erruleta frantsesa", "Ruleta francesa", "French roulette"),
  rulebook: "cl/ruleta-francesa@2023-03",
  law: "Catálogo de Juegos, SCJ, marzo de 2023",
  languages: ["es", "eu", "gl", "en"],
  open: true,
  phase: "betting",
  round: 128,
  announcement: {
    say: text("Hagan juego", "Egin jokoa", "Fagan xogo", "Place your bets"),
    by: "croupier",
  },
  verdict: null,
  series: SERIES,
  device: DEVICE_OK,
  tasks: [],
  voidReasons: VOID_REASONS,
  test: false,
};

export const BALL_IN_PLAY: TableView = { ...BETTING, seq: 1281, phase: "ball-in-play", announcement: null };
export const NO_MORE_BETS: TableView = {
  ...BETTING,
  seq: 1282,
  phase: "no-more-bets",
  announcement: { say: text("No va más", "Besterik ez", "Non vai máis", "No more bets"), by: "croupier" },
};
export const CLOSED: TableView = {
  ...BETTING,
  seq: 1290,
  open: false,
  phase: "closed",
  announcement: null,
  series: [],
};
export const WAITING: TableView = {
  ...BETTING,
  seq: 1279,
  phase: "waiting",
  announcement: null,
  device: { health: "waiting", faults: [] },
};

const suerte = (id: string, group: string, name: Text) => ({ id, group, name });
const SUERTES = {
  red: suerte("rojo", "colour", text("Rojo", "Gorria", "Vermello", "Red")),
  black: suerte("negro", "colour", text("Negro", "Beltza", "Negro", "Black")),
  odd: suerte("impar", "parity", text("Impar", "Bakoitia", "Impar", "Odd")),
  even: suerte("par", "parity", text("Par", "Bikoitia", "Par", "Even")),
  low: suerte("falta", "half", text("Falta", "Txikia", "Falta", "Low")),
  high: suerte("pasa", "half", text("Pasa", "Handia", "Pasa", "High")),
  column: suerte("columna", "column", text("2.ª columna", "2. zutabea", "2.ª columna", "2nd column")),
  dozen: suerte("docena", "dozen", text("2.ª docena", "2. dozena", "2.ª ducia", "2nd dozen")),
};

/** A result of round 128. */
export function result(
  pocket: string,
  change: Partial<Extract<VerdictView, { kind: "result" }>> = {},
): TableView {
  const colour = colourOf(pocket);
  const seq = 1287;
  const plain =
    colour === "zero"
      ? []
      : [
          colour === "red" ? SUERTES.red : SUERTES.black,
          Number(pocket) % 2 === 0 ? SUERTES.even : SUERTES.odd,
          Number(pocket) <= 18 ? SUERTES.low : SUERTES.high,
          SUERTES.column,
          SUERTES.dozen,
        ];
  const verdict: VerdictView = {
    kind: "result",
    round: 128,
    pocket,
    colour,
    suertes: plain,
    zeroRule:
      colour === "zero"
        ? text(
            "Las suertes sencillas quedan en prisión o pierden la mitad, a elección del jugador.",
            "Zorte bakunak preso geratzen dira edo erdia galtzen dute, jokalariak aukeratuta.",
            "As sortes sinxelas quedan en prisión ou perden a metade, a elección do xogador.",
            "Even-money bets stay in prison or lose half, as the player chooses.",
          )
        : null,
    certified: true,
    because: [],
    deviations: [],
    certificate: certificate(seq),
    ...change,
  };
  return {
    ...BETTING,
    seq,
    phase: "result",
    announcement: null,
    verdict,
    series: [number(128, pocket, verdict.certified), ...SERIES.slice(0, 19)],
  };
}

export const NOT_CERTIFIED = result("23", {
  certified: false,
  because: [
    text(
      "La unidad se encendió con la bola ya en juego y no vio el lanzamiento.",
      "Unitatea bola jokoan zela piztu zen, eta ez zuen jaurtiketa ikusi.",
      "A unidade acendeuse coa bóla xa en xogo e non viu o lanzamento.",
      "The unit was switched on with the ball already running and did not see the launch.",
    ),
  ],
});

export const WITH_DEVIATION = result("17", {
  deviations: [
    {
      rule: "rotor-direction-not-alternated",
      text: text(
        "El cilindro giró en el mismo sentido que la vez anterior.",
        "Zilindroak aurrekoan bezalako noranzkoan egin du bira.",
        "O cilindro virou no mesmo sentido ca a vez anterior.",
        "The cylinder turned the same way as the time before.",
      ),
      cite: "II.1.4, l. 266",
    },
  ],
});

const confirmVoid: TaskView = {
  id: "ball-same-direction-as-rotor",
  kind: "confirm-void",
  for: "jefe-de-mesa",
  round: 128,
  text: VOID_REASONS[2]!.text,
  cite: "II.1.6, l. 318",
  mayBeCalled: [],
};

/** A void with its six steps, not yet confirmed. */
export const VOID: TableView = {
  ...BETTING,
  seq: 1288,
  phase: "void",
  announcement: {
    say: text("Tirada nula", "Jaurtialdi baliogabea", "Tirada nula", "Void spin"),
    by: "jefe-de-mesa",
  },
  verdict: {
    kind: "void",
    round: 128,
    say: text("Tirada nula", "Jaurtialdi baliogabea", "Tirada nula", "Void spin"),
    by: "jefe-de-mesa",
    reasons: [VOID_REASONS[2]!],
    then: STEPS,
    confirmed: false,
    certificate: certificate(1288),
  },
  series: [other(128, "void"), ...SERIES.slice(0, 19)],
  tasks: [confirmVoid],
};

export const VOID_CONFIRMED: TableView = {
  ...VOID,
  seq: 1289,
  verdict: { ...(VOID.verdict as Extract<VerdictView, { kind: "void" }>), confirmed: true },
  tasks: [],
};

export const UNDECIDED: TableView = {
  ...BETTING,
  seq: 1288,
  phase: "undecided",
  announcement: null,
  verdict: {
    kind: "undecided",
    round: 128,
    because: [
      text(
        "El dispositivo dio dos números distintos para la misma tirada: 17 y 25.",
        "Gailuak bi zenbaki desberdin eman ditu jaurtialdi berean: 17 eta 25.",
        "O dispositivo deu dous números distintos para a mesma tirada: 17 e 25.",
        "The device gave two different numbers for the same spin: 17 and 25.",
      ),
    ],
    then: [
      {
        step: "stop",
        who: "croupier",
        text: text(
          "No paga ni retira apuestas.",
          "Ez du apusturik ordaintzen ez kentzen.",
          "Non paga nin retira apostas.",
          "Pays and removes no bets.",
        ),
      },
      {
        step: "decide",
        who: "jefe-de-mesa",
        text: text(
          "Mira la bola en la casilla y decide.",
          "Laukitxoko bola begiratu eta erabaki egiten du.",
          "Mira a bóla na casa e decide.",
          "Looks at the ball in its pocket and decides.",
        ),
      },
    ],
    certificate: certificate(1288),
  },
  series: [other(128, "undecided"), ...SERIES.slice(0, 19)],
  tasks: [
    {
      id: "undecided:128",
      kind: "decide",
      for: "jefe-de-mesa",
      round: 128,
      text: text(
        "Dos números distintos para la misma tirada: 17 y 25.",
        "Bi zenbaki desberdin jaurtialdi berean: 17 eta 25.",
        "Dous números distintos para a mesma tirada: 17 e 25.",
        "Two different numbers for the same spin: 17 and 25.",
      ),
      cite: null,
      mayBeCalled: ["foreign-object-in-cylinder", "rotor-stopped"],
    },
  ],
};

export const ABORTED: TableView = {
  ...BETTING,
  seq: 1288,
  phase: "aborted",
  announcement: null,
  verdict: {
    kind: "aborted",
    round: 128,
    cause: text(
      "La unidad se reinició mientras la bola estaba en juego.",
      "Unitatea berrabiarazi egin zen bola jokoan zegoela.",
      "A unidade reiniciouse mentres a bóla estaba en xogo.",
      "The unit restarted while the ball was running.",
    ),
    certificate: certificate(1288),
  },
  series: [other(128, "aborted"), ...SERIES.slice(0, 19)],
  tasks: [
    {
      id: "aborted:128",
      kind: "acknowledge",
      for: "croupier",
      round: 128,
      text: text(
        "Tirada 128 interrumpida: compruebe la mesa.",
        "128. jaurtialdia etenda: egiaztatu mahaia.",
        "Tirada 128 interrompida: comprobe a mesa.",
        "Spin 128 aborted: check the table.",
      ),
      cite: null,
      mayBeCalled: [],
    },
  ],
};

const GONE: DeviceView = {
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

/** The port went away while a number stood, and while the ball ran. */
export const PORT_GONE: TableView = { ...result("32"), seq: 1291, device: GONE };
export const PORT_GONE_IN_PLAY: TableView = { ...BALL_IN_PLAY, seq: 1291, device: GONE };
export const SILENT: TableView = { ...result("32"), seq: 1292, device: { health: "silent", faults: [] } };
export const TEST_MODE: TableView = { ...result("8"), test: true };

/** Everything as long as a rulebook can make it. */
const lengthen = (what: Text, times: number): Text =>
  text(
    `${what.es} `.repeat(times).trim(),
    `${what.eu} `.repeat(times).trim(),
    `${what.gl} `.repeat(times).trim(),
    `${what.en} `.repeat(times).trim(),
  );
export const LONG_VOID: TableView = {
  ...VOID,
  game: text(
    "Ruleta americana de doble cero",
    "Zero bikoitzeko erruleta amerikarra",
    "Ruleta americana de dobre cero",
    "Double-zero American roulette",
  ),
  verdict: {
    ...(VOID.verdict as Extract<VerdictView, { kind: "void" }>),
    reasons: VOID_REASONS.slice(0, 3).map((reason) => ({ ...reason, text: lengthen(reason.text, 2) })),
    then: STEPS.map((step) => ({ ...step, text: lengthen(step.text, 2) })),
  },
};
export const LONG_RESULT: TableView = {
  ...NOT_CERTIFIED,
  verdict: {
    ...(NOT_CERTIFIED.verdict as Extract<VerdictView, { kind: "result" }>),
    because: [1, 2, 3].map(
      () => (NOT_CERTIFIED.verdict as Extract<VerdictView, { kind: "result" }>).because[0]!,
    ),
    deviations: (WITH_DEVIATION.verdict as Extract<VerdictView, { kind: "result" }>).deviations,
  },
};
