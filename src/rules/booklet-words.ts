import type { Text } from "../text/language.ts";
import type { Basis } from "./pack.ts";

/** Words of the lawyer's booklet. */
const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

export const BASIS_NAMES: Readonly<Record<Basis, Text>> = {
  text: text("consta en el texto", "testuan dago", "consta no texto", "stated in the text"),
  derived: text(
    "se deduce del texto",
    "testutik ondorioztatzen da",
    "dedúcese do texto",
    "follows from the text",
  ),
  inferred: text(
    "interpretación: el texto calla",
    "interpretazioa: testuak ez du esaten",
    "interpretación: o texto cala",
    "a reading: the text is silent",
  ),
  external: text("no está en el texto", "ez dago testuan", "non está no texto", "not in the text"),
};

export const BOOKLET_WORDS = {
  edition: text("Reglamento y edición", "Araudia eta edizioa", "Regulamento e edición", "Rulebook and edition"),
  inForce: text("En vigor", "Indarrean", "En vigor", "In force"),
  device: text("Dispositivo", "Gailua", "Dispositivo", "Device"),
  noDevice: text("sin indicar", "zehaztu gabe", "sen indicar", "none named"),
  houseRules: text("Reglas de la casa", "Etxeko arauak", "Regras da casa", "House rules"),
  houseRule: text("regla de la casa", "etxeko araua", "regra da casa", "house rule"),
  none: text("ninguna", "bat ere ez", "ningunha", "none"),
  coverage: text("Qué ve la máquina", "Makinak zer ikusten duen", "Que ve a máquina", "What the machine sees"),
  rules: text("Reglas", "Arauak", "Regras", "Rules"),
  noRules: text(
    "Este reglamento no nombra ninguna.",
    "Araudi honek ez du bat ere aipatzen.",
    "Este regulamento non nomea ningunha.",
    "This rulebook names none.",
  ),
  condition: text("Condición", "Baldintza", "Condición", "Condition"),
  declares: text("La declara", "Nork aitortzen duen", "Declároa", "Declared by"),
  calls: text("Voces", "Deiak", "Voces", "Calls"),
  tables: text("Tablas", "Taulak", "Táboas", "Tables"),
  least: text("Jugada mínima", "Gutxieneko jokaldia", "Xogada mínima", "Least hand"),
  remarks: text("Observaciones", "Oharrak", "Observacións", "Remarks"),
  cells: text(
    "T pide carta, P se planta, O puede elegir, U el texto no lo decide; columna P: el punto se plantó.",
    "T karta eskatu, P geratu, O aukeran, U testuak ez du erabakitzen; P zutabea: puntua geratu zen.",
    "T pide carta, P plántase, O pode elixir, U o texto non o decide; columna P: o punto plantouse.",
    "T draws, P stands, O may choose, U the text does not decide; column P: the punto stood.",
  ),
} as const satisfies Record<string, Text>;
