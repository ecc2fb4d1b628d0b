/**
 * Every word of the bench page, which is there for technicians and only in test mode.
 * Order: Spanish, Basque, Galician, English.
 */
import type { Language, Text } from "../../../firmware/display/web/i18n.ts";

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

export const BENCH_WORDS: Record<string, Text> = {
  bench: text("Banco de pruebas", "Proba-bankua", "Banco de probas", "Bench"),
  truth: text("Real", "Benetakoa", "Real", "True"),
  sensed: text("Según los sensores", "Sentsoreen arabera", "Segundo os sensores", "As sensed"),
  wheelAlt: text(
    "La rueda vista desde arriba",
    "Gurpila goitik ikusita",
    "A roda vista desde arriba",
    "The wheel seen from above",
  ),
  scopeAlt: text(
    "Osciloscopio de los canales. Espacio: congelar; flechas: cursor; M: marca; 1, 2, 3: ventana",
    "Kanalen osziloskopioa. Zuriunea: izoztu; geziak: kurtsorea; M: marka; 1, 2, 3: leihoa",
    "Osciloscopio das canles. Espazo: conxelar; frechas: cursor; M: marca; 1, 2, 3: xanela",
    "Oscilloscope of the channels. Space: freeze; arrows: cursor; M: mark; 1, 2, 3: window",
  ),
  freeze: text("Congelar", "Izoztu", "Conxelar", "Freeze"),
  go: text("Seguir", "Jarraitu", "Seguir", "Run"),
  cursor: text("Cursor", "Kurtsorea", "Cursor", "Cursor"),
  noMark: text("clic: marca para Δt", "klik: Δt-rako marka", "clic: marca para Δt", "click: mark for Δt"),
  faults: text("Inyectar una avería", "Akats bat sartu", "Inxectar unha avaría", "Inject a fault"),
  noFaults: text(
    "La rueda es real: aquí solo se mira.",
    "Gurpila benetakoa da: hemen begiratu bakarrik egiten da.",
    "A roda é real: aquí só se mira.",
    "The wheel is a real one: this page only looks.",
  ),
  cable: text("Cable y placa", "Kablea eta plaka", "Cable e placa", "Cable and board"),
  unplug: text("Desenchufar", "Deskonektatu", "Desenchufar", "Unplug"),
  unplugAbout: text(
    "La placa pierde la corriente y la unidad el puerto",
    "Plakak korrontea galtzen du eta unitateak ataka",
    "A placa perde a corrente e a unidade o porto",
    "The board loses its power and the unit its port",
  ),
  replug: text("Enchufar", "Konektatu", "Enchufar", "Plug in"),
  replugAbout: text(
    "La placa arranca de nuevo",
    "Plaka berriro abiatzen da",
    "A placa arrinca de novo",
    "The board starts again",
  ),
  resetBoard: text("Reiniciar la placa", "Plaka berrabiarazi", "Reiniciar a placa", "Reset the board"),
  resetAbout: text(
    "Su reloj y su cuenta de líneas empiezan de cero",
    "Bere erlojua eta lerro-kontua zerotik hasten dira",
    "O seu reloxo e a súa conta de liñas empezan de cero",
    "Its clock and its count of lines begin anew",
  ),
  injected: text(
    "Última avería inyectada",
    "Sartutako azken akatsa",
    "Última avaría inxectada",
    "Last injected",
  ),
  nothingInjected: text("Todavía ninguna", "Oraindik bat ere ez", "Aínda ningunha", "None yet"),
  waits: text(
    "espera a la próxima tirada",
    "hurrengo jaurtialdiaren zain",
    "agarda pola próxima tirada",
    "waits for the next spin",
  ),
  runs: text("en curso", "martxan", "en curso", "under way"),
  after: text("después de ocurrir", "gertatu eta gero", "despois de ocorrer", "after it happened"),
  order: text("orden", "agindua", "orde", "order"),
  seen: text("Observaciones", "Behaketak", "Observacións", "Observations"),
  figures: text("Placa y tirada", "Plaka eta jaurtialdia", "Placa e tirada", "Board and spin"),
  standing: text("averías", "matxurak", "avarías", "faults"),
  board: text("placa", "plaka", "placa", "board"),
  line: text("línea", "linea", "liña", "line"),
  bufferDepth: text("búfer, máximo", "bufferra, gehienez", "búfer, máximo", "buffer, deepest"),
  lost: text("flancos perdidos", "galdutako ertzak", "flancos perdidos", "edges lost"),
  debounced: text("pulsos cortos", "pultsu laburrak", "pulsos curtos", "short pulses"),
  missed: text("líneas que faltan", "falta diren lerroak", "liñas que faltan", "lines missing"),
  damagedUp: text("líneas dañadas", "lerro hondatuak", "liñas danadas", "damaged lines"),
  resets: text("reinicios", "berrabiarazteak", "reinicios", "resets"),
  doubt: text("duda del reloj", "erlojuaren zalantza", "dúbida do reloxo", "clock doubt"),
  rate: text("deriva del reloj", "erlojuaren noraeza", "deriva do reloxo", "clock drift"),
  turns: text("vueltas del disco", "diskoaren birak", "voltas do disco", "turns of the disc"),
  rotor: text("rotor", "errotorea", "rotor", "rotor"),
  lap: text("vuelta de la bola", "bolaren bira", "volta da bóla", "ball's lap"),
  laps: text("vueltas", "birak", "voltas", "laps"),
  drop: text("caída prevista", "aurreikusitako erorketa", "caída prevista", "predicted drop"),
  noMoreBets: text("no va más", "besterik ez", "non vai máis", "no more bets"),
  late: text("retraso del simulador", "simulatzailearen atzerapena", "atraso do simulador", "simulator late"),
  in: text("en", "hemendik", "en", "in"),
  ago: text("hace", "duela", "hai", "ago"),
  linkGone: text(
    "Sin cable entre la placa y la unidad",
    "Plakaren eta unitatearen arteko kablerik ez",
    "Sen cable entre a placa e a unidade",
    "No cable between board and unit",
  ),
  disconnected: text(
    "Sin conexión con la unidad",
    "Unitatearekin konexiorik ez",
    "Sen conexión coa unidade",
    "Not connected to the unit",
  ),
  simulated: text("rueda simulada", "gurpil simulatua", "roda simulada", "simulated wheel"),
  real: text("rueda real", "benetako gurpila", "roda real", "real wheel"),
  certified: text("certificado", "ziurtatua", "certificado", "certified"),
  notCertified: text("no certificado", "ziurtatu gabea", "non certificado", "not certified"),
  language: text("Idioma", "Hizkuntza", "Idioma", "Language"),
};

/** Groups of faults, in the order in which they are shown. */
export const FAULT_GROUPS: Record<string, Text> = {
  launch: text("Lanzamiento", "Jaurtiketa", "Lanzamento", "Launch"),
  ball: text("Bola", "Bola", "Bóla", "Ball"),
  rotor: text("Rotor", "Errotorea", "Rotor", "Rotor"),
  people: text("Manos y objetos", "Eskuak eta objektuak", "Mans e obxectos", "Hands and objects"),
  sensors: text("Sensores", "Sentsoreak", "Sensores", "Sensors"),
  line: text("Cable y placa", "Kablea eta plaka", "Cable e placa", "Cable and board"),
  other: text("Otras", "Besteak", "Outras", "Other"),
};

/** Why an order was refused. */
export const REFUSED: Record<string, Text> = {
  malformed: text("orden no entendida", "ulertu gabeko agindua", "orde non entendida", "order not understood"),
  busy: text(
    "otra orden en curso",
    "beste agindu bat martxan",
    "outra orde en curso",
    "another order is under way",
  ),
  "not-simulated": text("la rueda es real", "gurpila benetakoa da", "a roda é real", "the wheel is a real one"),
  "unknown-fault": text("avería desconocida", "akats ezezaguna", "avaría descoñecida", "unknown fault"),
  failed: text("no se pudo hacer", "ezin izan da egin", "non se puido facer", "it could not be done"),
};

export function benchWord(key: string, language: Language) {
  const found = BENCH_WORDS[key];
  if (found === undefined) throw new Error(`there is no word "${key}"`);
  return found[language];
}
