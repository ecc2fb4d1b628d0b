/** What the pages say of dice tables. Order: Spanish, Basque, Galician, English. */
import { isDieFace, type DieFace } from "../../../src/dice/faces.ts";
import type { CrapsCall } from "../../../src/dice/outcome-types.ts";
import type { Text } from "../../../src/text/language.ts";
import { text } from "./wheel-words.ts";

/** No ball runs there: dice are thrown. */
export const PHASES_DICE: Readonly<Record<string, Text>> = {
  void: text("Tirada nula", "Jaurtialdi baliogabea", "Tirada nula", "Void throw"),
  aborted: text("Tirada interrumpida", "Jaurtialdi etena", "Tirada interrompida", "Throw aborted"),
};

/** Words of all tables that read otherwise at a dice table. */
export const WORDS_DICE: Readonly<Record<string, Text>> = {
  spin: text("Tirada", "Jaurtialdia", "Tirada", "Throw"),
  series: text("Últimas tiradas", "Azken jaurtialdiak", "Últimas tiradas", "Last throws"),
  seriesPast: text("Tiradas anteriores", "Aurreko jaurtialdiak", "Tiradas anteriores", "Earlier throws"),
  noSeries: text("Todavía sin tiradas", "Oraindik jaurtialdirik ez", "Aínda sen tiradas", "No throws yet"),
  noNumber: text(
    "Esta tirada no tiene resultado.",
    "Jaurtialdi honek ez du emaitzarik.",
    "Esta tirada non ten resultado.",
    "This throw has no result.",
  ),
  withheld: text(
    "Los dados no se muestran mientras dure la avería.",
    "Dadoak ez dira erakusten matxurak dirauen bitartean.",
    "Os dados non se mostran mentres dure a avaría.",
    "The dice are not shown while the trouble lasts.",
  ),
  disconnectedMeans: text(
    "Esta pantalla no recibe datos de la mesa y no muestra dados ni resultado. Vale lo que se anuncie en la mesa.",
    "Pantaila honek ez du mahaiko daturik jasotzen eta ez du ez dadorik ez emaitzarik erakusten. Mahaian iragartzen dena da baliozkoa.",
    "Esta pantalla non recibe datos da mesa e non mostra dados nin resultado. Vale o que se anuncie na mesa.",
    "This screen receives no data from the table and shows no dice and no result. What is announced at the table stands.",
  ),
  happened: text(
    "Incidencia de esta tirada",
    "Jaurtialdi honetako gertakaria",
    "Incidencia desta tirada",
    "Incident of this throw",
  ),
  verdictStands: text("La tirada vale", "Jaurtialdiak balio du", "A tirada vale", "The throw stands"),
  verdictDeviation: text(
    "Queda registrado; la tirada vale",
    "Erregistratuta geratzen da; jaurtialdiak balio du",
    "Queda rexistrado; a tirada vale",
    "Recorded; the throw stands",
  ),
  confirmed: text("Confirmada", "Berretsita", "Confirmada", "Confirmed"),
  unconfirmed: text("Falta confirmarla", "Berresteke dago", "Falta confirmala", "Awaiting confirmation"),
  sureVoid: text(
    "¿Declarar nula esta tirada?",
    "Jaurtialdi hau baliogabetzat jo?",
    "Declarar nula esta tirada?",
    "Call this throw void?",
  ),
  roundChanged: text(
    "La mesa ha cambiado de tirada: empiece de nuevo.",
    "Mahaia beste jaurtialdi batean dago: hasi berriro.",
    "A mesa cambiou de tirada: comece de novo.",
    "The table moved on to another throw: start again.",
  ),
  offNoRound: text("no hay tirada", "ez dago jaurtialdirik", "non hai tirada", "there is no throw"),
  noKeysNow: text(
    "Espere a los dados: no hay nada que pulsar",
    "Itxaron dadoei: ez dago ezer sakatzeko",
    "Agarde polos dados: non hai nada que premer",
    "Wait for the dice: there is nothing to press",
  ),
};

/** Words that only dice tables need; `i18n.ts` holds them with all the others. */
export const DICE_WORDS = {
  total: text("Total", "Guztira", "Total", "Total"),
  triple: text("Triple", "Hirukoitza", "Triplo", "Triple"),
  double: text("Doble", "Bikoitza", "Dobre", "Double"),
  wins: text("Ganan", "Irabazleak", "Gañan", "Winning"),
  pushes: text("Empatan", "Berdinketa", "Empatan", "Push"),
  noWinner: text("Ninguna suerte gana", "Ez du zorterik irabazi", "Ningunha sorte gaña", "No bet wins"),
  moreWin: text("más ganan", "gehiagok irabazi dute", "máis gañan", "more win"),
  noLosers: text("Tirada válida", "Jaurtialdi baliozkoa", "Tirada válida", "Valid throw"),
  noLosersMeans: text(
    "Las apuestas ganadoras se pagan. Ninguna apuesta pierde.",
    "Apustu irabazleak ordaintzen dira. Ez da apusturik galtzen.",
    "As apostas gañadoras páganse. Ningunha aposta perde.",
    "Winning bets are paid. No bet loses.",
  ),
  diceManual: text(
    "Dados dichos por dos personas",
    "Bi pertsonak esandako dadoak",
    "Dados ditos por dúas persoas",
    "Dice named by two people",
  ),
  dataUnreadable: text(
    "Datos de la mesa ilegibles",
    "Mahaiko datuak ezin dira irakurri",
    "Datos da mesa ilexibles",
    "Table data unreadable",
  ),
  dataUnreadableMeans: text(
    "Lo recibido se contradice y esta pantalla no muestra ningún resultado. Vale lo que se anuncie en la mesa; avise al técnico.",
    "Jasotakoa kontraesankorra da eta pantaila honek ez du emaitzarik erakusten. Mahaian iragartzen dena da baliozkoa; abisatu teknikariari.",
    "O recibido contradise e esta pantalla non mostra ningún resultado. Vale o que se anuncie na mesa; avise o técnico.",
    "What was received contradicts itself and this screen shows no result. What is announced at the table stands; call the technician.",
  ),
  unreadMark: text("Ilegible", "Irakurtezina", "Ilexible", "Unreadable"),
  point: text("Punto", "Puntua", "Punto", "Point"),
  noPoint: text("Sin punto", "Punturik gabe", "Sen punto", "No point"),
  puckUnknown: text("Punto desconocido", "Puntu ezezaguna", "Punto descoñecido", "Point unknown"),
  shooter: text("Tirador", "Jaurtitzailea", "Tirador", "Shooter"),
  seat: text("plaza", "lekua", "praza", "place"),
  duties: text("Obligación", "Betebeharra", "Obriga", "Duty"),
  chooseFaces: text(
    "¿Qué muestran los dados?",
    "Zer erakusten dute dadoek?",
    "Que mostran os dados?",
    "What do the dice show?",
  ),
  facesMean: text(
    "Diga las caras que se ven arriba. Vale cuando dos personas dicen las mismas, cada una con su PIN; una es el jefe de mesa. Nunca queda certificado.",
    "Esan goian ikusten diren aurpegiak. Bi pertsonak berberak esaten dituztenean balio du, bakoitzak bere PINarekin; bat mahaiburua da. Ez da inoiz ziurtatzen.",
    "Diga as caras que se ven arriba. Vale cando dúas persoas din as mesmas, cada unha co seu PIN; unha é o xefe de mesa. Nunca queda certificado.",
    "Name the faces on top. It counts once two people name the same, each with a PIN of their own; one is the table head. It is never certified.",
  ),
  die: text("Dado", "Dadoa", "Dado", "Die"),
  named: text(
    "ya ha dicho los dados: falta una segunda persona",
    "jadanik esan ditu dadoak: bigarren pertsona bat falta da",
    "xa dixo os dados: falta unha segunda persoa",
    "has named the dice: a second person is still needed",
  ),
  chooseSeat: text(
    "¿En qué plaza está el tirador?",
    "Zein lekutan dago jaurtitzailea?",
    "En que praza está o tirador?",
    "At which place is the shooter?",
  ),
  choosePoint: text(
    "¿Dónde está el punto?",
    "Non dago puntua?",
    "Onde está o punto?",
    "Where does the point stand?",
  ),
  pointMeans: text(
    "Solo cuando la unidad no puede saberlo. Queda registrado con su nombre.",
    "Unitateak jakin ezin duenean soilik. Zure izenarekin erregistratuta geratzen da.",
    "Só cando a unidade non pode sabelo. Queda rexistrado co seu nome.",
    "Only when the unit cannot know it. It is recorded with your name.",
  ),
  sureDice: text("¿Cambiar los dados?", "Dadoak aldatu?", "Cambiar os dados?", "Change the dice?"),
  sureDiceMeans: text(
    "Los dados de la mesa ya se han retirado y los nuevos se han comprobado.",
    "Mahaiko dadoak kendu dira eta berriak egiaztatu dira.",
    "Os dados da mesa xa se retiraron e os novos comprobáronse.",
    "The dice in play have been taken away and the new ones checked.",
  ),
  sureThrower: text(
    "¿Lanza otra persona desde ahora?",
    "Hemendik aurrera beste pertsona batek jaurtitzen du?",
    "Lanza outra persoa desde agora?",
    "Does somebody else throw from now on?",
  ),
} satisfies Readonly<Record<string, Text>>;

/** The faces of corona y ancla in the catalogue's words, and those of numbers. */
export const FACE_NAMES: Readonly<Record<DieFace, Text>> = {
  1: text("uno", "bateko", "un", "one"),
  2: text("dos", "biko", "dous", "two"),
  3: text("tres", "hiruko", "tres", "three"),
  4: text("cuatro", "lauko", "catro", "four"),
  5: text("cinco", "bosteko", "cinco", "five"),
  6: text("seis", "seiko", "seis", "six"),
  crown: text("corona", "koroa", "coroa", "crown"),
  anchor: text("ancla", "aingura", "áncora", "anchor"),
  heart: text("corazón", "bihotza", "corazón", "heart"),
  diamond: text("rombo", "erronboa", "rombo", "diamond"),
  club: text("trébol", "hirustea", "trevo", "club"),
  spade: text("pique", "pika", "pica", "spade"),
};

/** A face by its name. Throws for what is no face of any die. */
export function faceName(face: string): Text {
  if (!isDieFace(face)) throw new Error(`there is no face "${face}"`);
  return FACE_NAMES[face];
}

/** What a throw of craps is called, for the series. */
export const CRAPS_CALLS: Readonly<Record<CrapsCall, Text>> = {
  natural: text("natural", "naturala", "natural", "natural"),
  craps: text("craps", "craps", "craps", "craps"),
  "point-set": text("punto", "puntua", "punto", "point"),
  "point-made": text("punto ganado", "puntua eginda", "punto gañado", "point made"),
  "seven-out": text("siete fuera", "zazpia, kanpora", "sete fóra", "seven out"),
  "goes-on": text("sigue", "jarraitzen du", "segue", "goes on"),
};
