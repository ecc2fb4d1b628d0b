/**
 * Every word that the pages say themselves. What the law says comes with the view, in the rulebook's own words.
 * Order: Spanish, Basque, Galician, English.
 */

import type { TableView } from "../../../src/table/view.ts";
import { ROLE_NAMES } from "../../../src/people/roles.ts";
import type { Phase } from "../../../src/table/phase.ts";
import type { DeviceView } from "../../../src/table/view.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import { CONTROL_WORDS } from "./control-words.ts";
import { CARD_WORDS, PHASES_CARDS, WORDS_CARDS } from "./card-words.ts";
import { DICE_WORDS, PHASES_DICE, WORDS_DICE } from "./dice-words.ts";
import { PLAYER_WORDS } from "./player-words.ts";
import { PHASES_DISC, text, WORDS_DISC } from "./wheel-words.ts";

/** The language's own name, for the switch. */
export const LANGUAGE_NAMES = { es: "Español", eu: "Euskara", gl: "Galego", en: "English" };

export { ROLE_NAMES as ROLES };
const ROLES_BY_NAME: Readonly<Record<string, Text>> = ROLE_NAMES;
/** A role in words, or its own name where it has none. */
export const roleName = (role: string, language: Language): string => ROLES_BY_NAME[role]?.[language] ?? role;

export type { Language, Text };

export const COLOURS = {
  red: text("Rojo", "Gorria", "Vermello", "Red"),
  black: text("Negro", "Beltza", "Negro", "Black"),
  zero: text("Cero", "Zeroa", "Cero", "Zero"),
  "double-zero": text("Doble cero", "Zero bikoitza", "Dobre cero", "Double zero"),
  other: text("Ni rojo ni negro", "Ez gorria ez beltza", "Nin vermello nin negro", "Neither red nor black"),
} satisfies Readonly<Record<string, Text>>;

/** The call of a phase where the view brings none. */
export const PHASES: Readonly<Record<Phase, Text>> = {
  closed: text("Mesa cerrada", "Mahaia itxita", "Mesa pechada", "Table closed"),
  waiting: text("Mesa abierta", "Mahaia irekita", "Mesa aberta", "Table open"),
  preparing: text("Preparando el sabot", "Sabota prestatzen", "Preparando o sabot", "Preparing the shoe"),
  betting: text("Hagan juego", "Egin jokoa", "Fagan xogo", "Place your bets"),
  "ball-in-play": text("Bola en juego", "Bola jokoan", "Bóla en xogo", "Ball in play"),
  dealing: text("Se reparte", "Banatzen", "Repártese", "Dealing"),
  throwing: text("Dados en juego", "Dadoak jokoan", "Dados en xogo", "Dice rolling"),
  "no-more-bets": text("No va más", "Besterik ez", "Non vai máis", "No more bets"),
  result: text("Resultado", "Emaitza", "Resultado", "Result"),
  void: text("Tirada nula", "Jaurtialdi baliogabea", "Tirada nula", "Void spin"),
  undecided: text("Pendiente de decisión", "Erabakitzeke", "Pendente de decisión", "Undecided"),
  aborted: text("Tirada interrumpida", "Jaurtialdi etena", "Tirada interrompida", "Spin aborted"),
};

/** What is played: the kind of the table's wheel, `cards` or `dice`. */
export const kindOf = (view: TableView | null | undefined): string | undefined =>
  view?.cards ? "cards" : view?.dice ? "dice" : (view?.wheel ?? undefined);

/** Where a kind of table has words of its own. */
const OWN: Readonly<
  Record<string, { phases: Readonly<Record<string, Text>>; words: Readonly<Record<string, Text>> }>
> = {
  disc: { phases: PHASES_DISC, words: WORDS_DISC },
  cards: { phases: PHASES_CARDS, words: WORDS_CARDS },
  dice: { phases: PHASES_DICE, words: WORDS_DICE },
};

/** The call of a phase on this kind of table (`kindOf`). */
export function phaseText(phase: Phase, kind: string | undefined): Text {
  return OWN[kind ?? ""]?.phases[phase] ?? PHASES[phase];
}

export const HEALTH: Readonly<Record<Exclude<DeviceView["health"], "ok">, Text>> = {
  waiting: text(
    "Esperando al dispositivo",
    "Gailuaren zain",
    "Agardando polo dispositivo",
    "Waiting for the device",
  ),
  "port-gone": text(
    "Dispositivo desenchufado",
    "Gailua deskonektatuta",
    "Dispositivo desenchufado",
    "Device unplugged",
  ),
  silent: text(
    "El dispositivo no responde",
    "Gailuak ez du erantzuten",
    "O dispositivo non responde",
    "The device is silent",
  ),
  garbled: text(
    "Datos del dispositivo ilegibles",
    "Gailuaren datuak ezin dira irakurri",
    "Datos do dispositivo ilexibles",
    "Device data unreadable",
  ),
  fault: text("Avería del dispositivo", "Gailuaren matxura", "Avaría do dispositivo", "Device fault"),
};

const WORDS: Readonly<Record<string, Text>> = {
  spin: text("Tirada", "Jaurtialdia", "Tirada", "Spin"),
  tableOpen: text("Mesa abierta", "Mahaia irekita", "Mesa aberta", "Table open"),
  tableClosed: text("Mesa cerrada", "Mahaia itxita", "Mesa pechada", "Table closed"),
  betsOpen: text("Se admiten apuestas", "Apustuak onartzen dira", "Admítense apostas", "Bets are accepted"),
  betsShut: text(
    "No se admiten apuestas",
    "Ez da apusturik onartzen",
    "Non se admiten apostas",
    "No bets are accepted",
  ),
  betsNotYet: text(
    "Todavía no se admiten apuestas",
    "Oraindik ez da apusturik onartzen",
    "Aínda non se admiten apostas",
    "Bets are not accepted yet",
  ),
  series: text("Últimos números", "Azken zenbakiak", "Últimos números", "Last numbers"),
  seriesPast: text("Tiradas anteriores", "Aurreko jaurtialdiak", "Tiradas anteriores", "Earlier spins"),
  noSeries: text("Todavía sin números", "Oraindik zenbakirik ez", "Aínda sen números", "No numbers yet"),
  certified: text("Certificado", "Ziurtatua", "Certificado", "Certified"),
  notCertified: text("No certificado", "Ziurtatu gabea", "Non certificado", "Not certified"),
  voided: text("Nula", "Baliogabea", "Nula", "Void"),
  undecidedMark: text("Sin decidir", "Erabakitzeke", "Sen decidir", "Undecided"),
  abortedMark: text("Interrumpida", "Etena", "Interrompida", "Aborted"),
  why: text("Motivo", "Arrazoia", "Motivo", "Reason"),
  whyNotCertified: text("Por qué no", "Zergatik ez", "Por que non", "Why not"),
  record: text("Registro firmado", "Erregistro sinatua", "Rexistro asinado", "Signed record"),
  deviation: text(
    "Incidencia registrada",
    "Gorabehera erregistratua",
    "Incidencia rexistrada",
    "Recorded deviation",
  ),
  calledBy: text("Lo anuncia", "Iragarlea", "Anúnciao", "Called by"),
  whatNow: text("Qué se hace ahora", "Zer egin behar da orain", "Que se fai agora", "What happens now"),
  confirmed: text(
    "Confirmada por el jefe de mesa",
    "Mahaiburuak berretsia",
    "Confirmada polo xefe de mesa",
    "Confirmed by the table head",
  ),
  unconfirmed: text(
    "Falta la confirmación del jefe de mesa",
    "Mahaiburuaren berrespena falta da",
    "Falta a confirmación do xefe de mesa",
    "Awaiting the table head's confirmation",
  ),
  noNumber: text(
    "Esta tirada no tiene número.",
    "Jaurtialdi honek ez du zenbakirik.",
    "Esta tirada non ten número.",
    "This spin has no number.",
  ),
  test: text("Modo de prueba", "Proba modua", "Modo de proba", "Test mode"),
  testMeans: text(
    "nada de lo que se ve cuenta",
    "ikusten den ezerk ez du balio",
    "nada do que se ve conta",
    "nothing shown counts",
  ),
  disconnected: text("Desconectado", "Deskonektatuta", "Desconectado", "Disconnected"),
  disconnectedMeans: text(
    "Esta pantalla no recibe datos de la mesa y no muestra ningún número. Vale lo que anuncie el croupier.",
    "Pantaila honek ez du mahaiko daturik jasotzen eta ez du zenbakirik erakusten. Croupierrak iragartzen duena da baliozkoa.",
    "Esta pantalla non recibe datos da mesa e non mostra ningún número. Vale o que anuncie o crupier.",
    "This screen receives no data from the table and shows no number. What the croupier announces stands.",
  ),
  nextCall: text("A continuación", "Ondoren", "A continuación", "Next"),
  connecting: text("Conectando…", "Konektatzen…", "Conectando…", "Connecting…"),
  withheld: text(
    "El número no se muestra mientras dure la avería.",
    "Zenbakia ez da erakusten matxurak dirauen bitartean.",
    "O número non se mostra mentres dure a avaría.",
    "The number is not shown while the trouble lasts.",
  ),
  doThis: text("Qué hacer", "Zer egin", "Que facer", "What to do"),
  deviceOk: text("Dispositivo en orden", "Gailua ondo dabil", "Dispositivo en orde", "Device in order"),

  signIn: text("Identificarse", "Identifikatu", "Identificarse", "Sign in"),
  signOut: text("Salir", "Irten", "Saír", "Sign out"),
  whoAreYou: text("¿Quién es usted?", "Nor zara?", "Quen é vostede?", "Who are you?"),
  yourPin: text("Su PIN", "Zure PINa", "O seu PIN", "Your PIN"),
  wipe: text("Borrar", "Ezabatu", "Borrar", "Clear"),
  enter: text("Entrar", "Sartu", "Entrar", "Enter"),
  back: text("Volver", "Itzuli", "Volver", "Back"),
  nobodyKnown: text(
    "No hay nadie dado de alta: avise al técnico.",
    "Ez dago inor alta emanda: abisatu teknikariari.",
    "Non hai ninguén dado de alta: avise o técnico.",
    "Nobody is registered: call the technician.",
  ),
  tasks: text("Pendiente", "Egiteke", "Pendente", "To do"),
  noTasks: text("Nada pendiente", "Ez dago ezer egiteke", "Nada pendente", "Nothing to do"),
  confirmVoid: text("Confirmar nula", "Berretsi baliogabetasuna", "Confirmar nula", "Confirm void"),
  acknowledge: text("Visto", "Ikusita", "Visto", "Seen"),
  decide: text("Decidir", "Erabaki", "Decidir", "Decide"),
  callVoid: text("Declarar nula", "Baliogabetzat jo", "Declarar nula", "Call void"),
  onlyFor: text("Corresponde a", "Nori dagokio", "Correspóndelle a", "For the"),
  keys: text("Teclas", "Teklak", "Teclas", "Keys"),
  chooseReason: text("Elija el motivo", "Aukeratu arrazoia", "Escolla o motivo", "Choose the reason"),
  incident: text("Incidencia…", "Gertakaria…", "Incidencia…", "Incident…"),
  chooseIncident: text(
    "Elija la incidencia",
    "Aukeratu gertakaria",
    "Escolla a incidencia",
    "Choose the incident",
  ),
  sureIncident: text(
    "¿Anotar esta incidencia?",
    "Gertakari hau idatziz jaso?",
    "Anotar esta incidencia?",
    "Record this incident?",
  ),
  sureVoid: text(
    "¿Declarar nula esta tirada?",
    "Jaurtialdi hau baliogabetzat jo?",
    "Declarar nula esta tirada?",
    "Call this spin void?",
  ),
  roundChanged: text(
    "La mesa ha cambiado de tirada: empiece de nuevo.",
    "Mahaia beste jaurtialdi batean dago: hasi berriro.",
    "A mesa cambiou de tirada: comece de novo.",
    "The table moved on to another spin: start again.",
  ),
  openTable: text("Abrir mesa", "Ireki mahaia", "Abrir mesa", "Open table"),
  closeTable: text("Cerrar mesa", "Itxi mahaia", "Pechar mesa", "Close table"),
  sureClose: text("¿Cerrar la mesa?", "Mahaia itxi?", "Pechar a mesa?", "Close the table?"),
  sureLastCall: text(
    "¿Anunciar lo siguiente?",
    "Honako hau iragarri?",
    "Anunciar o seguinte?",
    "Announce the following?",
  ),
  yes: text("Sí", "Bai", "Si", "Yes"),
  done: text("Hecho", "Eginda", "Feito", "Done"),
  refused: text("Rechazado", "Ukatuta", "Rexeitado", "Refused"),
  onPanel: text("En el panel", "Panelean", "No panel", "On the panel"),
  sending: text("Enviando…", "Bidaltzen…", "Enviando…", "Sending…"),
  lost: text(
    "Se perdió la conexión antes de la respuesta: compruebe en la pantalla si la orden se ha cumplido.",
    "Konexioa galdu da erantzuna iritsi baino lehen: egiaztatu pantailan agindua bete den.",
    "Perdeuse a conexión antes da resposta: comprobe na pantalla se a orde se cumpriu.",
    "The connection was lost before the answer: check on the screen whether the order was carried out.",
  ),
  technician: text("Técnico", "Teknikaria", "Técnico", "Technician"),
  coverage: text(
    "Cobertura de las reglas",
    "Arauen estaldura",
    "Cobertura das regras",
    "Coverage of the rules",
  ),
  noRules: text(
    "Este reglamento no nombra ninguna causa que anule: no hay nada que observar.",
    "Araudi honek ez du baliogabetzen duen arrazoirik aipatzen: ez dago ezer behatzeko.",
    "Este regulamento non nomea ningunha causa que anule: non hai nada que observar.",
    "This rulebook names no cause that annuls: there is nothing to observe.",
  ),
  rule: text("Regla", "Araua", "Regra", "Rule"),
  level: text("Grado", "Maila", "Grao", "Level"),
  note: text("Nota", "Oharra", "Nota", "Note"),
  cite: text("Fuente", "Iturria", "Fonte", "Source"),
  inferred: text("interpretación", "interpretazioa", "interpretación", "an interpretation"),
  faults: text("Averías", "Matxurak", "Avarías", "Faults"),
  noFaults: text("Sin averías", "Matxurarik ez", "Sen avarías", "No faults"),
  counters: text("Contadores", "Kontagailuak", "Contadores", "Counters"),
  unit: text("Unidad", "Unitatea", "Unidade", "Unit"),
  ...CONTROL_WORDS,
  ...CARD_WORDS,
  ...DICE_WORDS,
  ...PLAYER_WORDS,
};

export { WORDS };

/**
 * One of the page's own words.
 * @param kind what is played (`kindOf`)
 */
export function word(key: string, language: Language, kind?: string) {
  const found = OWN[kind ?? ""]?.words[key] ?? WORDS[key];
  if (found === undefined) throw new Error(`there is no word "${key}"`);
  return found[language];
}

/** A text as a sentence of its own: with a capital at its start. */
export function sentence(what: Text, language: Language) {
  // Spanish opens a question with a sign of its own.
  return what[language].replace(/\p{L}/u, (letter, at: number, all: string) =>
    /^[¿¡«“]*$/.test(all.slice(0, at)) ? letter.toLocaleUpperCase(language) : letter,
  );
}
