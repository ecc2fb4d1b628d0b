import type { Text } from "../text/language.ts";
import type { AnnouncedPhase, Basis } from "../rules/pack.ts";

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

/** When something is called. */
export const PHASE_NAMES: Readonly<Record<AnnouncedPhase, Text>> = {
  betting: text("apuestas abiertas", "apustuak irekita", "apostas abertas", "bets open"),
  "last-bets": text("últimas apuestas", "azken apustuak", "últimas apostas", "last bets"),
  "no-more-bets": text("apuestas cerradas", "apustuak itxita", "apostas pechadas", "bets closed"),
  void: text("anulación", "baliogabetzea", "anulación", "void"),
  "last-three-spins": text("tres últimas", "azken hirurak", "tres últimas", "last three spins"),
  "last-game": text("última partida", "azken partida", "última partida", "last game"),
  closed: text("cierre", "itxiera", "peche", "closing"),
  "last-round": text("última jugada", "azken jokaldia", "última xogada", "last round"),
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
  suerte: text("Suerte", "Zoria", "Sorte", "Bet"),
  winsOn: text("Gana con", "Honekin irabazten du", "Gaña con", "Wins on"),
  pays: text("Paga", "Ordaintzen du", "Paga", "Pays"),
  push: text("se devuelve", "itzultzen da", "devólvese", "returned"),
  basis: text("Fundamento", "Oinarria", "Fundamento", "Basis"),
  section: text("Apartado", "Atala", "Apartado", "Section"),
  ring: text("Orden de la rueda", "Gurpilaren ordena", "Orde da roda", "Order of the wheel"),
  pocket: text("Número", "Zenbakia", "Número", "Number"),
  whatFollows: text("Qué ocurre", "Zer gertatzen den", "Que ocorre", "What follows"),
  phase: text("Momento", "Unea", "Momento", "Moment"),
  total: text("Suma", "Batura", "Suma", "Total"),
  comeOut: text("tiro de salida", "irteerako jaurtialdia", "tiro de saída", "come-out"),
  withPoint: text("con punto", "puntuarekin", "con punto", "with a point"),
  thePoint: text("el punto", "puntua", "o punto", "the point"),
  point: text("es el punto", "puntua da", "é o punto", "is the point"),
  wins: text("gana", "irabazten du", "gaña", "wins"),
  loses: text("pierde", "galtzen du", "perde", "loses"),
  barred: text(
    "a la contra, ni gana ni pierde",
    "kontrakoak ez du irabazten ez galtzen",
    "en contra, nin gaña nin perde",
    "against the dice, neither wins nor loses",
  ),
  ranking: text(
    "Jugadas, de mayor a menor",
    "Jokaldiak, handienetik txikienera",
    "Xogadas, de maior a menor",
    "Hands, highest first",
  ),
  hand: text("Jugada", "Jokaldia", "Xogada", "Hand"),
  ranks: text("Desde", "Hemendik", "Desde", "From"),
  puntoPoints: text("Puntos del punto", "Puntuaren puntuak", "Puntos do punto", "Points of the punto"),
  bancaPoints: text(
    "Puntos de la banca / tercera carta del punto",
    "Bankaren puntuak / puntuaren hirugarren karta",
    "Puntos da banca / terceira carta do punto",
    "Points of the banca / third card of the punto",
  ),
  soft: text(
    "La banca, con 17 con un as como once",
    "Bankak, 17rekin batekoa hamaika dela",
    "A banca, con 17 cun ás como once",
    "The bank, with 17 with an ace as eleven",
  ),
  draws: text("pide carta", "karta eskatzen du", "pide carta", "draws"),
  stands: text("se planta", "gelditzen da", "plántase", "stands"),
  said: text("Voz", "Deia", "Voz", "Call"),
  by: text("Quién", "Nork", "Quen", "By"),
  least: text("Jugada mínima", "Gutxieneko jokaldia", "Xogada mínima", "Least hand"),
  remarks: text("Observaciones", "Oharrak", "Observacións", "Remarks"),
  cells: text(
    "T pide carta, P se planta, O puede elegir, U el texto no lo decide; columna P: el punto se plantó.",
    "T karta eskatu, P geratu, O aukeran, U testuak ez du erabakitzen; P zutabea: puntua geratu zen.",
    "T pide carta, P plántase, O pode elixir, U o texto non o decide; columna P: o punto plantouse.",
    "T draws, P stands, O may choose, U the text does not decide; column P: the punto stood.",
  ),
} as const satisfies Record<string, Text>;
