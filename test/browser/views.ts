import type { DeviceView, TableView, TaskView, VerdictView } from "../../src/table/kernel/view/view.ts";
import {
  CALLS,
  certificate,
  colourOf,
  columnOf,
  dozenOf,
  GONE,
  INCIDENTS,
  LOG,
  number,
  other,
  SERIES,
  STEPS,
  SUERTES,
  text,
  VOID_REASONS,
} from "./view-parts.ts";

export { VOID_REASONS };

/** Views as the table would send them. */
export const DEVICE_OK: DeviceView = { health: "ok", faults: [] };

/** A table with bets open; every other view is this one with something changed. */
export const BETTING: TableView = {
  v: 1,
  seq: 1280,
  table: "Mesa 4",
  log: LOG,
  game: text("Ruleta francesa", "Erruleta frantsesa", "Ruleta francesa", "French roulette"),
  wheel: "roulette",
  cards: null,
  dice: null,
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
  call: text("Hagan juego", "Egin jokoa", "Fagan xogo", "Place your bets"),
  stopped: null,
  interrupted: null,
  lastRounds: null,
  ...CALLS,
  verdict: null,
  series: SERIES,
  device: DEVICE_OK,
  tasks: [],
  voidName: text("tirada nula", "jaurtialdi baliogabea", "tirada nula", "void spin"),
  voidReasons: VOID_REASONS,
  incidents: INCIDENTS,
  test: false,
};

export const BALL_IN_PLAY: TableView = {
  ...BETTING,
  seq: 1281,
  phase: "ball-in-play",
  announcement: null,
  call: null,
};
export const NO_MORE_BETS: TableView = {
  ...BETTING,
  seq: 1282,
  phase: "no-more-bets",
  call: text("No va más", "Besterik ez", "Non vai máis", "No more bets"),
  announcement: { say: text("No va más", "Besterik ez", "Non vai máis", "No more bets"), by: "croupier" },
};
export const CLOSED: TableView = {
  ...BETTING,
  seq: 1290,
  open: false,
  phase: "closed",
  announcement: null,
  call: null,
  series: [],
};
export const WAITING: TableView = {
  ...BETTING,
  seq: 1279,
  phase: "waiting",
  announcement: null,
  call: null,
  device: { health: "waiting", faults: [] },
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
          columnOf(Number(pocket)),
          dozenOf(Number(pocket)),
        ];
  const verdict: VerdictView = {
    kind: "result",
    round: 128,
    pocket,
    label: null,
    cell: null,
    colour,
    pays: null,
    suertes: plain,
    specialRule:
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
    call: null,
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
      cite: "II.1.4",
    },
  ],
});

const VOID_SAY = text("Tirada nula", "Jaurtialdi baliogabea", "Tirada nula", "Void spin");
const confirmVoid: TaskView = {
  id: "ball-same-direction-as-rotor",
  kind: "confirm-void",
  for: "jefe-de-mesa",
  round: 128,
  text: VOID_REASONS[2]!.text,
  cite: "II.1.6",
  mayBeCalled: [],
};

/** A void with its six steps, not yet confirmed. */
export const VOID: TableView = {
  ...BETTING,
  seq: 1288,
  phase: "void",
  announcement: { say: VOID_SAY, by: "jefe-de-mesa" },
  call: VOID_SAY,
  verdict: {
    kind: "void",
    round: 128,
    say: VOID_SAY,
    by: "jefe-de-mesa",
    reasons: [VOID_REASONS[2]!],
    then: STEPS,
    confirmed: false,
    annulled: null,
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
  call: null,
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
    rules: [],
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
  call: null,
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

/** The port went away while a number stood, and while the ball ran. */
export const PORT_GONE: TableView = { ...result("32"), seq: 1291, device: GONE, stopped: "device" };
export const PORT_GONE_IN_PLAY: TableView = { ...BALL_IN_PLAY, seq: 1291, device: GONE, stopped: "device" };
export const SILENT: TableView = {
  ...result("32"),
  seq: 1292,
  device: { health: "silent", faults: [] },
  stopped: "device",
};
export const TEST_MODE: TableView = { ...result("8"), test: true };
