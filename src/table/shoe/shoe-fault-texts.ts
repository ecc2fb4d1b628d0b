import { fault, type FaultText } from "../fault-text.ts";

/** Faults of a tirada shoe (docs/devices/tirada-shoe.md). None of them names a card's face. */
export const SHOE_FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "shoe-setup": fault(
    [
      "El sabot no es el de esta mesa",
      "Sabota ez da mahai honetakoa",
      "O sabot non é o desta mesa",
      "The shoe is not this table's",
    ],
    [
      "No se certifica: compruebe el sabot y sus barajas",
      "Ez da ziurtatzen: egiaztatu sabota eta kartak",
      "Non se certifica: comprobe o sabot e as barallas",
      "Nothing is certified: check the shoe and its decks",
    ],
  ),
  "shoe-motor": fault(
    [
      "Motor del sabot averiado",
      "Sabotaren motorra matxuratuta",
      "Motor do sabot avariado",
      "A motor of the shoe is failing",
    ],
    [
      "Retire la carta atascada; si sigue, avise al técnico",
      "Kendu trabatutako karta; jarraitzen badu, abisatu teknikariari",
      "Retire a carta atascada; se segue, avise o técnico",
      "Take out the jammed card; if it goes on, call the technician",
    ],
  ),
  "shoe-self-test": fault(
    [
      "El sabot no pasa su autoprueba",
      "Sabotak ez du bere proba gainditzen",
      "O sabot non pasa a súa autoproba",
      "The shoe fails its self-test",
    ],
    [
      "Limpie los sensores; si sigue, cambie el sabot",
      "Garbitu sentsoreak; jarraitzen badu, aldatu sabota",
      "Limpe os sensores; se segue, cambie o sabot",
      "Clean the sensors; if it goes on, change the shoe",
    ],
  ),
  "shoe-restarted": fault(
    ["El sabot se reinició", "Sabota berrabiarazi egin da", "O sabot reiniciouse", "The shoe restarted"],
    [
      "Si se repite, revise su alimentación y su cable",
      "Errepikatzen bada, begiratu elikadura eta kablea",
      "Se se repite, revise a súa alimentación e o cable",
      "If it recurs, check its power and cable",
    ],
  ),
  "shoe-exit-forced": fault(
    [
      "Salió una carta con el sabot bloqueado",
      "Karta bat atera da sabota blokeatuta zegoela",
      "Saíu unha carta co sabot bloqueado",
      "A card left the locked shoe",
    ],
    [
      "Pare la partida: decide el jefe de mesa",
      "Gelditu jokoa: mahaiburuak erabakitzen du",
      "Pare a partida: decide o xefe de mesa",
      "Stop the game: the table head decides",
    ],
  ),
  "shoe-opened": fault(
    [
      "El sabot se abrió entre manos",
      "Sabota esku artean ireki da",
      "O sabot abriuse entre mans",
      "The shoe was opened between rounds",
    ],
    [
      "Cuente y baraje las cartas, cargue el sabot de nuevo y pulse «sabot nuevo»",
      "Zenbatu eta nahasi kartak, kargatu sabota berriro eta sakatu «sabot berria»",
      "Conte e baralle as cartas, cargue o sabot de novo e prema «sabot novo»",
      "Count and shuffle the cards, load the shoe anew and press new shoe",
    ],
  ),
  "shoe-refused": fault(
    [
      "El sabot no cumplió una orden",
      "Sabotak ez du agindu bat bete",
      "O sabot non cumpriu unha orde",
      "The shoe did not carry out a command",
    ],
    [
      "Repita la orden; si sigue, revise el cable",
      "Errepikatu agindua; jarraitzen badu, begiratu kablea",
      "Repita a orde; se segue, revise o cable",
      "Give the command again; if it goes on, check the cable",
    ],
  ),
  "messages-lost": fault(
    [
      "Se perdieron mensajes del sabot",
      "Sabotaren mezuak galdu dira",
      "Perdéronse mensaxes do sabot",
      "Messages of the shoe were lost",
    ],
    [
      "Cuente las cartas; si se repite, avise al técnico",
      "Zenbatu kartak; errepikatzen bada, abisatu teknikariari",
      "Conte as cartas; se se repite, avise o técnico",
      "Count the cards; if it recurs, call the technician",
    ],
  ),
  "round-recording-full": fault(
    [
      "La ronda duró demasiado para grabarla",
      "Txandak gehiegi iraun du grabatzeko",
      "A rolda durou demasiado para gravala",
      "The round was too long to be recorded",
    ],
    [
      "La ronda queda anulada por la unidad: decide el jefe de mesa; recoja las cartas",
      "Unitateak txanda utzi du: mahaiburuak erabakitzen du; bildu kartak",
      "A unidade deixou a rolda: decide o xefe de mesa; recolla as cartas",
      "The unit gave the round up: the table head decides; collect the cards",
    ],
  ),
};
