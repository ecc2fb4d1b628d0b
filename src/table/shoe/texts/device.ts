import type { Text } from "../../../text/language.ts";
import { fault, type FaultText } from "../../fault-text.ts";
import { WARNINGS } from "./because.ts";
import { text } from "./words.ts";

/** What every device can do to a round, said of a round of cards. */
export const CARD_DEVICE_BECAUSE: Readonly<Record<string, Text>> = {
  "port-gone": text(
    "se perdió el cable del sabot durante la jugada",
    "sabotaren kablea galdu da jokaldian",
    "perdeuse o cable do sabot durante a xogada",
    "the shoe's cable was lost during the round",
  ),
  "device-silent": text(
    "el sabot calló durante la jugada",
    "sabota isildu egin da jokaldian",
    "o sabot calou durante a xogada",
    "the shoe fell silent during the round",
  ),
  "device-garbled": text(
    "la línea del sabot llegó dañada durante la jugada",
    "sabotaren lerroa hondatuta iritsi da jokaldian",
    "a liña do sabot chegou danada durante a xogada",
    "the shoe's line came damaged during the round",
  ),
  restart: text(
    "el sabot o la unidad se reinició durante la jugada",
    "sabota edo unitatea berrabiarazi egin da jokaldian",
    "o sabot ou a unidade reiniciouse durante a xogada",
    "the shoe or the unit restarted during the round",
  ),
  overflow: text(
    "llegaron más mensajes del sabot de los que la unidad puede guardar",
    "sabotetik unitateak gorde ditzakeen baino mezu gehiago iritsi dira",
    "chegaron máis mensaxes do sabot das que a unidade pode gardar",
    "more messages came from the shoe than the unit can keep",
  ),
};

/** Faults that the table itself finds with its cards, and the device's warnings. */
export const CARD_FAULTS: Readonly<Record<string, FaultText>> = {
  "shoe-jam": fault(
    ["Cartas atascadas", "Kartak trabatuta", "Cartas atascadas", "Cards are jammed"],
    [
      "No fuerce la carta: abra, quite el atasco a la vista del jefe de mesa y siga los pasos de la pantalla.",
      "Ez behartu karta: ireki, kendu trabatutakoa mahaiburuaren aurrean eta jarraitu pantailako urratsak.",
      "Non force a carta: abra, quite o atasco á vista do xefe de mesa e siga os pasos da pantalla.",
      "Do not force the card: open, clear the jam before the table head and follow the steps on the screen.",
    ],
  ),
  "count-wrong": fault(
    [
      "El número de cartas no cuadra",
      "Karta kopurua ez dator bat",
      "O número de cartas non cadra",
      "The number of cards is not right",
    ],
    [
      "No se reparte: saque las cartas, cuéntelas y cargue de nuevo.",
      "Ez da banatzen: atera kartak, zenbatu eta kargatu berriro.",
      "Non se reparte: saque as cartas, cónteas e cargue de novo.",
      "Nothing is dealt: take the cards out, count them and load again.",
    ],
  ),
  "card-outside-round": fault(
    [
      "Salió una carta fuera de la jugada",
      "Karta bat jokalditik kanpo atera da",
      "Saíu unha carta fóra da xogada",
      "A card left outside any round",
    ],
    [
      "Guárdela aparte y avise al jefe de mesa.",
      "Gorde bereizita eta abisatu mahaiburuari.",
      "Gárdea á parte e avise o xefe de mesa.",
      "Keep it apart and call the table head.",
    ],
  ),
  ...Object.fromEntries(
    Object.entries(WARNINGS).map(([code, [what, doThis]]) => [`warning-${code}`, { text: what, doThis }]),
  ),
};
