/** What the pages say of card tables. Order: Spanish, Basque, Galician, English. */
import type { Text } from "../../../src/text/language.ts";
import { text } from "./wheel-words.ts";
import type { Shape } from "./icons.ts";

/** No ball runs there, and there is a round (jugada) and no spin. */
export const PHASES_CARDS: Readonly<Record<string, Text>> = {
  void: text("Jugada nula", "Jokaldi baliogabea", "Xogada nula", "Void round"),
  aborted: text("Jugada interrumpida", "Jokaldi etena", "Xogada interrompida", "Round aborted"),
};

/** Words of all tables that read otherwise at a card table. */
export const WORDS_CARDS: Readonly<Record<string, Text>> = {
  spin: text("Jugada", "Jokaldia", "Xogada", "Round"),
  series: text("Últimos resultados", "Azken emaitzak", "Últimos resultados", "Last results"),
  seriesPast: text("Jugadas anteriores", "Aurreko jokaldiak", "Xogadas anteriores", "Earlier rounds"),
  noSeries: text("Todavía sin resultados", "Oraindik emaitzarik ez", "Aínda sen resultados", "No results yet"),
  noNumber: text(
    "Esta jugada no tiene resultado.",
    "Jokaldi honek ez du emaitzarik.",
    "Esta xogada non ten resultado.",
    "This round has no result.",
  ),
  withheld: text(
    "El resultado no se muestra mientras dure la avería.",
    "Emaitza ez da erakusten matxurak dirauen bitartean.",
    "O resultado non se mostra mentres dure a avaría.",
    "The result is not shown while the trouble lasts.",
  ),
  disconnectedMeans: text(
    "Esta pantalla no recibe datos de la mesa y no muestra cartas ni resultado. Vale lo que se anuncie en la mesa.",
    "Pantaila honek ez du mahaiko daturik jasotzen eta ez du ez kartarik ez emaitzarik erakusten. Mahaian iragartzen dena da baliozkoa.",
    "Esta pantalla non recibe datos da mesa e non mostra cartas nin resultado. Vale o que se anuncie na mesa.",
    "This screen receives no data from the table and shows no cards and no result. What is announced at the table stands.",
  ),
  sureVoid: text(
    "¿Declarar nula esta jugada?",
    "Jokaldi hau baliogabetzat jo?",
    "Declarar nula esta xogada?",
    "Call this void?",
  ),
  roundChanged: text(
    "La mesa ha cambiado de jugada: empiece de nuevo.",
    "Mahaia beste jokaldi batean dago: hasi berriro.",
    "A mesa cambiou de xogada: comece de novo.",
    "The table moved on to another round: start again.",
  ),
};

/** Words that only card tables need; `i18n.ts` holds them with all the others. */
export const CARD_WORDS = {
  inside: text("en el sabot", "sabotean", "no sabot", "in the shoe"),
  onTable: text("en la mesa", "mahaian", "na mesa", "on the table"),
  burnt: text("quemadas", "erretakoak", "queimadas", "burnt"),
  discard: text("descarte", "baztertuak", "descarte", "discard"),
  removed: text("retiradas", "kenduak", "retiradas", "removed"),
  loaded: text("cargadas", "kargatuak", "cargadas", "loaded"),
  shoe: text("Sabot", "Sabota", "Sabot", "Shoe"),
  cutCard: text("Carta de corte", "Ebaketa-karta", "Carta de corte", "Cut card"),
  nextVoid: text(
    "La próxima jugada queda anulada",
    "Hurrengo jokaldia baliogabetuta geratzen da",
    "A próxima xogada queda anulada",
    "The next round is annulled",
  ),
  firstDice: text(
    "Dados de la primera mano",
    "Lehen eskuko dadoak",
    "Dados da primeira man",
    "Dice of the first hand",
  ),
  firstHand: text("Primera mano", "Lehen eskua", "Primeira man", "First hand"),
  firstCount: text("cuenta", "kontaketa", "conta", "count"),
  duty: text("Ahora", "Orain", "Agora", "Now"),
  tie: text("Empate", "Berdinketa", "Empate", "Tie"),
  bankOpens: text("La banca abre", "Bankak irekitzen du", "A banca abre", "The bank qualifies"),
  bankNotOpens: text(
    "La banca no abre",
    "Bankak ez du irekitzen",
    "A banca non abre",
    "The bank does not qualify",
  ),
  stateFolded: text("Abandona", "Utzi du", "Abandona", "Folded"),
  stateSurrendered: text("Se retira", "Erretiratu da", "Retírase", "Surrendered"),
  stateOut: text("Fuera de la jugada", "Jokalditik kanpo", "Fóra da xogada", "Out of the round"),
  noCards: text("sin cartas", "kartarik gabe", "sen cartas", "no cards"),
  cardDown: text("carta tapada", "karta estalia", "carta tapada", "card face down"),
  cardUnread: text("carta no leída", "irakurri gabeko karta", "carta non lida", "unread card"),
  cardManual: text(
    "dicha por dos personas",
    "bi pertsonak esana",
    "dita por dúas persoas",
    "named by two people",
  ),
  unreadMeans: text(
    "Carta no leída: la dicen el croupier y una segunda persona",
    "Irakurri gabeko karta: croupierrak eta beste pertsona batek esan behar dute",
    "Carta non lida: dina o crupier e unha segunda persoa",
    "Unread card: the croupier and a second person name it",
  ),
  happened: text(
    "Incidencia de esta jugada",
    "Jokaldi honetako gertakaria",
    "Incidencia desta xogada",
    "Incident of this round",
  ),
  verdictCorrected: text(
    "Se corrige y la jugada sigue",
    "Zuzendu egiten da eta jokaldiak jarraitzen du",
    "Corríxese e a xogada segue",
    "Put right, the round goes on",
  ),
  verdictStands: text("La jugada vale", "Jokaldiak balio du", "A xogada vale", "The round stands"),
  verdictDeviation: text(
    "Queda registrado; la jugada vale",
    "Erregistratuta geratzen da; jokaldiak balio du",
    "Queda rexistrado; a xogada vale",
    "Recorded; the round stands",
  ),
  verdictPerson: text(
    "Decide una persona",
    "Pertsona batek erabakitzen du",
    "Decide unha persoa",
    "A person decides",
  ),
  verdictVoidHand: text("Esta mano es nula", "Esku hau baliogabea da", "Esta man é nula", "This hand is void"),
  verdictVoidCloth: text(
    "Este paño es nulo",
    "Oihal hau baliogabea da",
    "Este pano é nulo",
    "This cloth is void",
  ),
  verdictVoidNext: text(
    "La próxima jugada se anula",
    "Hurrengo jokaldia baliogabetzen da",
    "A próxima xogada anúlase",
    "The next round is annulled",
  ),
  warnings: text("Avisos del aparato", "Gailuaren abisuak", "Avisos do aparello", "Warnings of the device"),
  warningSeen: text("Visto y arreglado", "Ikusita eta konponduta", "Visto e arranxado", "Seen and put right"),
  whoseTurn: text("Teclas de la jugada", "Jokaldiaren teklak", "Teclas da xogada", "Keys of the round"),
  noKeysNow: text(
    "Reparta: no hay nada que pulsar",
    "Banatu: ez dago ezer sakatzeko",
    "Reparta: non hai nada que premer",
    "Deal: there is nothing to press",
  ),
  chooseHand: text("¿De qué mano?", "Zein eskurena?", "De que man?", "Which hand?"),
  chooseCards: text("Elija las cartas", "Aukeratu kartak", "Escolla as cartas", "Choose the cards"),
  chooseSeats: text("Plazas que juegan", "Jokatzen duten plazak", "Prazas que xogan", "Seats that play"),
  chooseFace: text("¿Qué carta es?", "Zer karta da?", "Que carta é?", "Which card is it?"),
  faceMeans: text(
    "Vale cuando dos personas dicen la misma carta: primero el croupier, después otra con su PIN. Nunca queda certificada.",
    "Bi pertsonak karta bera esaten dutenean balio du: lehenik croupierrak, gero beste batek bere PINarekin. Ez da inoiz ziurtatzen.",
    "Vale cando dúas persoas din a mesma carta: primeiro o crupier, despois outra co seu PIN. Nunca queda certificada.",
    "It counts once two people name the same card: first the croupier, then another with a PIN of their own. It is never certified.",
  ),
  allSeats: text("Todas", "Denak", "Todas", "All"),
  send: text("Enviar", "Bidali", "Enviar", "Send"),
  joker: text("comodín", "jokerra", "comodín", "joker"),
  sureNewShoe: text("¿Sabot nuevo?", "Sabot berria?", "Sabot novo?", "New shoe?"),
  newShoeMeans: text(
    "Las barajas de esta mesa están completas, cargadas, mezcladas y cortadas.",
    "Mahai honetako sortak osorik, kargatuta, nahastuta eta ebakita daude.",
    "As barallas desta mesa están completas, cargadas, mesturadas e cortadas.",
    "The decks of this table are complete, loaded, shuffled and cut.",
  ),
  giveUp: text(
    "Recoger sin resultado",
    "Jaso emaitzarik gabe",
    "Recoller sen resultado",
    "Collect without result",
  ),
  sureGiveUp: text(
    "¿Recoger las cartas sin resultado?",
    "Kartak emaitzarik gabe jaso?",
    "Recoller as cartas sen resultado?",
    "Collect the cards without a result?",
  ),
  giveUpMeans: text(
    "La jugada queda pendiente de decisión.",
    "Jokaldia erabakitzeke geratzen da.",
    "A xogada queda pendente de decisión.",
    "The round is left undecided.",
  ),
  offClosed: text("la mesa está cerrada", "mahaia itxita dago", "a mesa está pechada", "the table is closed"),
  offNoRound: text("no hay jugada", "ez dago jokaldirik", "non hai xogada", "there is no round"),
  offNoReason: text(
    "la norma no da ningún motivo",
    "araudiak ez du arrazoirik ematen",
    "a norma non dá ningún motivo",
    "this law knows no reason",
  ),
  offNothingYours: text(
    "ninguna corresponde a su función",
    "bat ere ez dagokio zure zereginari",
    "ningunha corresponde á súa función",
    "none is for your role",
  ),
} satisfies Readonly<Record<string, Text>>;

export const SUIT_NAMES: Readonly<Record<string, Text>> = {
  c: text("tréboles", "hirusta", "trevos", "clubs"),
  d: text("diamantes", "diamante", "diamantes", "diamonds"),
  h: text("corazones", "bihotz", "corazóns", "hearts"),
  s: text("picas", "pika", "picas", "spades"),
};

const RANK_NAMES: Readonly<Record<string, Text>> = {
  A: text("as", "bateko", "ás", "ace"),
  J: text("jota", "jota", "jota", "jack"),
  Q: text("reina", "erregina", "raíña", "queen"),
  K: text("rey", "errege", "rei", "king"),
};

/**
 * A card by its name, for whoever cannot see it.
 * @param face `10h`, `joker`
 */
export function faceText(face: string): Text {
  if (face === "joker") return CARD_WORDS.joker;
  const rank = face.slice(0, -1);
  const suit = SUIT_NAMES[face.slice(-1)];
  if (suit === undefined) throw new Error(`there is no card "${face}"`);
  const name = RANK_NAMES[rank] ?? text(rank, rank, rank, rank);
  return text(
    `${name.es} de ${suit.es}`,
    `${suit.eu} ${name.eu}`,
    `${name.gl} de ${suit.gl}`,
    `${name.en} of ${suit.en}`,
  );
}

/** What becomes of an incident. */
export const INCIDENT_VERDICTS: Readonly<Record<string, string>> = {
  corrected: "verdictCorrected",
  stands: "verdictStands",
  deviation: "verdictDeviation",
  "person-decides": "verdictPerson",
  "void-hand": "verdictVoidHand",
  "void-cloth": "verdictVoidCloth",
  "void-next": "verdictVoidNext",
};

/** What a hand is that plays no more. */
export const HAND_STATES: Readonly<Record<string, string>> = {
  folded: "stateFolded",
  surrendered: "stateSurrendered",
  out: "stateOut",
};

/**
 * The sign of an outcome in the series: a letter, and an outline that says the same without colour. Null where every place
 * has an outcome of its own.
 */
export function beadOf({ of }: { of: string }): { letter: Text; shape: Shape } | null {
  if (of === "round") return { letter: text("E", "E", "E", "T"), shape: "tie" };
  if (of === "punto") return { letter: text("P", "P", "P", "P"), shape: "punto" };
  if (of === "banca" || of === "bank") return { letter: text("B", "B", "B", "B"), shape: "banca" };
  if (of === "row-black") return { letter: text("N", "B", "N", "B"), shape: "black" };
  if (of === "row-red") return { letter: text("R", "G", "V", "R"), shape: "red" };
  return null;
}
