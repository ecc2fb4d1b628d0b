/** What only the control page says. Order: Spanish, Basque, Galician, English. */
import type { Text, Language } from "../../../src/text/language.ts";
import type { TableView } from "../../../src/table/view.ts";
import { text } from "./wheel-words.ts";

/** `i18n.ts` holds them with all the others. */
export const CONTROL_WORDS = {
  announces: text("Anuncia", "Iragartzen du", "Anuncia", "Announced by"),
  moreBelow: text("Hay más abajo", "Behean gehiago dago", "Hai máis abaixo", "There is more below"),
  noted: text("Anotado", "Idatzita", "Anotado", "Noted"),
  offRunning: text(
    "hay una tirada en curso",
    "jaurtialdi bat martxan dago",
    "hai unha tirada en curso",
    "a spin is running",
  ),
  unreadLine: text(
    "Carta no leída: no reparta",
    "Irakurri gabeko karta: ez banatu",
    "Carta non lida: non reparta",
    "Unread card: do not deal",
  ),
  cardNamed: text(
    "ya ha dicho la carta: falta una segunda persona",
    "jadanik esan du karta: bigarren pertsona bat falta da",
    "xa dixo a carta: falta unha segunda persoa",
    "has named the card: a second person is still needed",
  ),
  namesDiffer: text(
    "No coinciden: no vale ninguna",
    "Ez datoz bat: ez du batek ere balio",
    "Non coinciden: non vale ningunha",
    "They differ: neither counts",
  ),
  cardsDiffer: text(
    "han dicho cartas distintas. Mírenla otra vez y díganla los dos de nuevo.",
    "karta desberdinak esan dituzte. Begiratu berriro eta esan biek berriz.",
    "dixeron cartas distintas. Mírena outra vez e díganna os dous de novo.",
    "named different cards. Look at it again, and both name it anew.",
  ),
  diceDiffer: text(
    "han dicho dados distintos. Mírenlos otra vez y díganlos los dos de nuevo.",
    "dado desberdinak esan dituzte. Begiratu berriro eta esan biek berriz.",
    "dixeron dados distintos. Mírenos outra vez e díganos os dous de novo.",
    "named different dice. Look at them again, and both name them anew.",
  ),
  and: text("y", "eta", "e", "and"),
  resolve: text("Resolver…", "Ebatzi…", "Resolver…", "Resolve…"),
  howResolved: text("¿Qué se decidió?", "Zer erabaki da?", "Que se decidiu?", "What was decided?"),
  stands: text("Vale lo anunciado", "Iragarritakoak balio du", "Vale o anunciado", "What was announced stands"),
  resolveVoid: text("Es nula", "Baliogabea da", "É nula", "It is void"),
  resolveVoidMeans: text(
    "sin un motivo de la norma",
    "arauaren arrazoirik gabe",
    "sen un motivo da norma",
    "without a reason of the law",
  ),
  byReason: text(
    "Es nula por un motivo de la norma…",
    "Baliogabea da, arauaren arrazoi batengatik…",
    "É nula por un motivo da norma…",
    "It is void for a reason of the law…",
  ),
  otherwise: text(
    "Se resolvió de otro modo",
    "Beste era batera ebatzi da",
    "Resolveuse doutro xeito",
    "Dealt with otherwise",
  ),
  otherwiseMeans: text(
    "por ejemplo, se devolvieron las apuestas",
    "adibidez, apustuak itzuli dira",
    "por exemplo, devolvéronse as apostas",
    "for instance, the bets were given back",
  ),
  whatAnnounced: text("¿Qué se anunció?", "Zer iragarri da?", "Que se anunciou?", "What was announced?"),
  sureResolve: text(
    "¿Dejar constancia de esta decisión?",
    "Erabaki hau jasota utzi?",
    "Deixar constancia desta decisión?",
    "Put this decision on record?",
  ),
  resolveMeans: text(
    "Queda firmado con su nombre. Nunca sale certificado.",
    "Zure izenarekin sinatuta geratzen da. Ez da inoiz ziurtatzen.",
    "Queda asinado co seu nome. Nunca sae certificado.",
    "It is signed with your name. It is never certified.",
  ),
  resolvedAs: text("Resuelto", "Ebatzita", "Resolto", "Resolved"),
  openDecisions: text(
    "Quedan decisiones abiertas",
    "Erabakiak zain daude",
    "Quedan decisións abertas",
    "Decisions are still open",
  ),
  openDecisionsMeans: text(
    "Se pueden resolver también con la mesa cerrada.",
    "Mahaia itxita ere ebatz daitezke.",
    "Pódense resolver tamén coa mesa pechada.",
    "They can be resolved while the table is closed, too.",
  ),
  insideDeck: text("en la baraja", "sortan", "na baralla", "in the deck"),
  sureNewDeck: text("¿Baraja nueva?", "Sorta berria?", "Baralla nova?", "New deck?"),
} satisfies Readonly<Record<string, Text>>;

/** What a round is called where the law has a word of its own for it, by the first word of its void. */
const ROUNDS: Readonly<Record<string, Text>> = {
  pase: text("Pase", "Pasea", "Pase", "Round"),
  mano: text("Mano", "Eskua", "Man", "Hand"),
  bola: text("Bola", "Bola", "Bóla", "Spin"),
  lanzamiento: text("Lanzamiento", "Jaurtiketa", "Lanzamento", "Throw"),
  jugada: text("Jugada", "Jokaldia", "Xogada", "Round"),
  tirada: text("Tirada", "Jaurtialdia", "Tirada", "Spin"),
};

/** The law's own word for a round, so that a *pase anulado* stands over the number of a *pase*; null: the page's word. */
export function roundName(view: TableView | null, language: Language): string | null {
  const [first = ""] = (view?.voidName?.es ?? "").toLowerCase().split(" ");
  return ROUNDS[first]?.[language] ?? null;
}
