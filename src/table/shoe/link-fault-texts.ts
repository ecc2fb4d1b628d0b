import { fault, type FaultText } from "../fault-text.ts";

/** Faults that every device can have, in the words of a card table: what is unplugged there is the shoe or its reader. */
export const CARD_LINK_TEXTS: Readonly<Record<string, FaultText>> = {
  "port-gone": fault(
    [
      "Sin cable con el sabot o el lector",
      "Sabotarekin edo irakurgailuarekin kablerik ez",
      "Sen cable co sabot ou o lector",
      "No cable to the shoe or reader",
    ],
    [
      "Revise el cable USB y la alimentación",
      "Begiratu USB kablea eta elikadura",
      "Revise o cable USB e a alimentación",
      "Check the USB cable and the power",
    ],
  ),
  "device-silent": fault(
    [
      "El sabot o el lector no habla",
      "Sabotak edo irakurgailuak ez du hitz egiten",
      "O sabot ou o lector non fala",
      "The shoe or reader is silent",
    ],
    [
      "Compruebe que está encendido y el cable conectado",
      "Egiaztatu piztuta eta kablea konektatuta dagoela",
      "Comprobe que está aceso e o cable conectado",
      "Check that it is on and the cable is plugged in",
    ],
  ),
  "device-garbled": fault(
    [
      "La línea del sabot o del lector no se entiende",
      "Sabotaren edo irakurgailuaren lerroa ez da ulertzen",
      "A liña do sabot ou do lector non se entende",
      "The line of the shoe or reader makes no sense",
    ],
    [
      "Compruebe la velocidad del puerto, el tipo de aparato y el cable",
      "Egiaztatu atakaren abiadura, gailu mota eta kablea",
      "Comprobe a velocidade do porto, o tipo de aparello e o cable",
      "Check the port's speed, the device type and the cable",
    ],
  ),
  "line-noise": fault(
    [
      "Mensajes dañados del sabot o del lector",
      "Sabotaren edo irakurgailuaren mezu hondatuak",
      "Mensaxes danadas do sabot ou do lector",
      "Damaged messages from the shoe or reader",
    ],
    [
      "Revise el cable; si sigue, avise al técnico",
      "Begiratu kablea; jarraitzen badu, abisatu teknikariari",
      "Revise o cable; se segue, avise o técnico",
      "Check the cable; if it goes on, call the technician",
    ],
  ),
};
