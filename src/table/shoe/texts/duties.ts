import type { Move } from "../../../people/moves.ts";
import type { Text } from "../../../text/language.ts";
import type { Duty } from "../plays/play.ts";
import { handName } from "./hands.ts";
import { filled, text } from "./words.ts";

/** The croupier's next duty, in the words of the table. `{}` is the hand. */
const DUTIES: Readonly<Record<Duty["code"], readonly [whose: Text, nobody: Text]>> = {
  deal: [
    text("carta para {}", "karta: {}", "carta para {}", "card to {}"),
    text("repartir", "banatu", "repartir", "deal"),
  ],
  "third-card": [
    text("carta para {}", "karta: {}", "carta para {}", "card to {}"),
    text("tercera carta", "hirugarren karta", "terceira carta", "third card"),
  ],
  choice: [
    text("{}: ¿carta o se planta?", "{}: karta edo gelditu?", "{}: carta ou planta?", "{}: card or stand?"),
    text("¿carta o se planta?", "karta edo gelditu?", "carta ou planta?", "card or stand?"),
  ],
  turn: [
    text("descubrir {}", "{} agerian jarri", "descubrir {}", "turn up {}"),
    text("descubrir las cartas", "kartak agerian jarri", "descubrir as cartas", "turn the cards up"),
  ],
  say: [
    text("{}: ¿qué hace?", "{}: zer egiten du?", "{}: que fai?", "{}: what does it do?"),
    text("los jugadores deciden", "jokalariek erabakitzen dute", "os xogadores deciden", "the players decide"),
  ],
  exchange: [
    text(
      "{}: ¿cuántas cartas cambia?",
      "{}: zenbat karta aldatu?",
      "{}: cantas cartas cambia?",
      "{}: which cards to change?",
    ),
    text("descartes", "baztertzeak", "descartes", "exchanges"),
  ],
  replace: [
    text("cartas nuevas para {}", "karta berriak: {}", "cartas novas para {}", "new cards to {}"),
    text("cartas nuevas", "karta berriak", "cartas novas", "new cards"),
  ],
  set: [
    text(
      "{}: separar dos y cinco cartas",
      "{}: bi eta bost karta bereizi",
      "{}: separar dúas e cinco cartas",
      "{}: set two cards and five",
    ),
    text("separar las manos", "eskuak bereizi", "separar as mans", "set the hands"),
  ],
  "first-seat": [
    text("primera mano: {}", "lehen eskua: {}", "primeira man: {}", "first hand: {}"),
    text(
      "indicar la primera mano",
      "lehen eskua adierazi",
      "indicar a primeira man",
      "say which seat is first",
    ),
  ],
  "war-card": [
    text("carta de guerra para {}", "gerrako karta: {}", "carta de guerra para {}", "war card to {}"),
    text("guerra", "gerra", "guerra", "war"),
  ],
  burn: [
    text("quemar una carta", "karta bat erre", "queimar unha carta", "burn a card"),
    text("quemar una carta", "karta bat erre", "queimar unha carta", "burn a card"),
  ],
  "bank-draws": [
    text("carta para {}", "karta: {}", "carta para {}", "card to {}"),
    text("carta para la banca", "karta bankarentzat", "carta para a banca", "card to the bank"),
  ],
  "choose-burnt": [
    text(
      "{}: ¿qué carta pegada se quema?",
      "{}: zein karta itsatsi erretzen da?",
      "{}: que carta pegada se queima?",
      "{}: which stuck card is burnt?",
    ),
    text(
      "¿qué carta pegada se quema?",
      "zein karta itsatsi erretzen da?",
      "que carta pegada se queima?",
      "which stuck card is burnt?",
    ),
  ],
  "early-card": [
    text(
      "carta antes de cerrar las apuestas: ¿quemada?",
      "karta apustuak itxi aurretik: errea?",
      "carta antes de pechar as apostas: queimada?",
      "card before bets were closed: burnt?",
    ),
    text(
      "carta antes de cerrar las apuestas: ¿quemada?",
      "karta apustuak itxi aurretik: errea?",
      "carta antes de pechar as apostas: queimada?",
      "card before bets were closed: burnt?",
    ),
  ],
  shuffle: [
    text("barajar y cortar", "nahasi eta moztu", "barallar e cortar", "shuffle and cut"),
    text("barajar y cortar", "nahasi eta moztu", "barallar e cortar", "shuffle and cut"),
  ],
  settle: [
    text("resultado", "emaitza", "resultado", "result"),
    text("resultado", "emaitza", "resultado", "result"),
  ],
};

export function dutyText({ code, hand }: Duty): Text {
  const [whose, nobody] = DUTIES[code];
  return hand === null ? nobody : filled(whose, handName(hand));
}

const MOVES: Readonly<Record<Move, Text>> = {
  card: text("carta", "karta", "carta", "card"),
  stand: text("se planta", "gelditu", "planta", "stand"),
  "lay-down": text("abate", "agertu", "abate", "lay down"),
  double: text("dobla", "bikoiztu", "dobra", "double"),
  split: text("separa", "banandu", "separa", "split"),
  surrender: text("se retira", "erretiratu", "retírase", "surrender"),
  insurance: text("seguro", "asegurua", "seguro", "insurance"),
  bet: text("apuesta", "apustu", "aposta", "bet"),
  check: text("pasa", "pasa", "pasa", "check"),
  fold: text("abandona", "utzi", "abandona", "fold"),
  exchange: text("cambia cartas", "kartak aldatu", "cambia cartas", "change cards"),
  set: text("mano baja", "esku baxua", "man baixa", "low hand"),
  war: text("guerra", "gerra", "guerra", "war"),
  first: text("primera mano", "lehen eskua", "primeira man", "first hand"),
  bank: text("tiene la banca", "banka du", "ten a banca", "has the bank"),
  "bets-equal": text("apuestas igualadas", "apustuak berdinduta", "apostas igualadas", "bets are equal"),
  burn: text("quemar una carta", "karta bat erre", "queimar unha carta", "burn a card"),
  "even-money": text("cobra a la par", "parean kobratu", "cobra á par", "takes even money"),
  "tie-bet": text("cobra el Tie", "Tie-a kobratu", "cobra o Tie", "is paid on Tie"),
};

export const moveText = (move: Move): Text => MOVES[move];

/** Keys beside the moves. `{}` is the hand. */
export const KEY_TEXTS = {
  collect: text("recoger", "jaso", "recoller", "collect"),
  "new-shoe": text("sabot nuevo", "sabot berria", "sabot novo", "new shoe"),
  "new-deck": text("baraja nueva", "sorta berria", "baralla nova", "new deck"),
  "no-more-bets": text("no va más", "ez dago gehiago", "non vai máis", "no more bets"),
  seats: text("plazas en juego", "jokoan dauden plazak", "prazas en xogo", "seats in play"),
  turn: text("descubrir {}", "{} agerian jarri", "descubrir {}", "turn up {}"),
  "card-is": text(
    "decir la carta no leída",
    "irakurri gabeko karta esan",
    "dicir a carta non lida",
    "name the unread card",
  ),
} as const satisfies Record<string, Text>;
