import { fault, type FaultText } from "../../fault-text.ts";

const CALL = ["Llame al técnico", "Deitu teknikariari", "Chame o técnico", "Call the technician"] as const;

/** Faults of shakers, cages, cup switches and second sources. */
export const THROWER_FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "dice-device-setup": fault(
    [
      "Un aparato de los dados no es el de esta mesa",
      "Dadoen gailu bat ez da mahai honetakoa",
      "Un aparello dos dados non é o desta mesa",
      "A device of the dice is not this table's",
    ],
    [
      "Compruebe qué aparato está conectado y su número en la configuración",
      "Egiaztatu zein gailu dagoen konektatuta eta haren zenbakia konfigurazioan",
      "Comprobe que aparello está conectado e o seu número na configuración",
      "Check which device is connected and its number in the configuration",
    ],
  ),
  "dice-device-restarted": fault(
    [
      "Un aparato de los dados se ha reiniciado",
      "Dadoen gailu bat berrabiarazi da",
      "Un aparello dos dados reiniciouse",
      "A device of the dice has restarted",
    ],
    [
      "Si se repite, revise su alimentación",
      "Berriro gertatzen bada, begiratu elikadura",
      "Se se repite, revise a súa alimentación",
      "If it happens again, check its power",
    ],
  ),
  "shaker-error": fault(
    ["El agitador ha fallado", "Astingailuak huts egin du", "O axitador fallou", "The shaker failed"],
    [
      "Repita la agitación; si vuelve a fallar, llame al técnico",
      "Errepikatu astinketa; berriro huts egiten badu, deitu teknikariari",
      "Repita a axitación; se volve fallar, chame o técnico",
      "Shake again; if it fails again, call the technician",
    ],
  ),
  "shaker-sensor": fault(
    [
      "El sensor de movimiento del agitador no funciona",
      "Astingailuaren mugimendu-sentsoreak ez du funtzionatzen",
      "O sensor de movemento do axitador non funciona",
      "The shaker's motion sensor does not work",
    ],
    CALL,
  ),
  "shaker-stuck": fault(
    [
      "El agitador no termina",
      "Astingailuak ez du amaitzen",
      "O axitador non remata",
      "The shaker does not come to an end",
    ],
    [
      "Apáguelo y enciéndalo; si sigue igual, llame al técnico",
      "Itzali eta piztu; berdin jarraitzen badu, deitu teknikariari",
      "Apágueo e acéndao; se segue igual, chame o técnico",
      "Switch it off and on; if it stays so, call the technician",
    ],
  ),
  "cage-encoder": fault(
    [
      "El contador de vueltas de la jaula cuenta mal",
      "Kaiolaren bira-kontagailuak gaizki zenbatzen du",
      "O contador de voltas da gaiola conta mal",
      "The cage's turn counter miscounts",
    ],
    [
      "Revise el codificador y su cable",
      "Begiratu kodegailua eta haren kablea",
      "Revise o codificador e o seu cable",
      "Check the encoder and its cable",
    ],
  ),
  "cup-switch": fault(
    [
      "Un sensor del vaso está atascado",
      "Edalontziaren sentsore bat trabatuta dago",
      "Un sensor do vaso está atascado",
      "A sensor of the cup is stuck",
    ],
    [
      "Ponga el vaso en su sitio; si sigue igual, llame al técnico",
      "Jarri edalontzia bere lekuan; berdin jarraitzen badu, deitu teknikariari",
      "Poña o vaso no seu sitio; se segue igual, chame o técnico",
      "Put the cup in its place; if it stays so, call the technician",
    ],
  ),
  "horn-blocked": fault(
    ["El cuerno está obstruido", "Adarra trabatuta dago", "O corno está obstruído", "The horn is blocked"],
    [
      "Mire si queda un dado en el cuerno",
      "Begiratu adarrean dadorik geratu den",
      "Mire se queda un dado no corno",
      "See whether a die is left in the horn",
    ],
  ),
  "cup-count": fault(
    [
      "La cuenta de dados del vaso no cuadra",
      "Edalontziko dadoen kontua ez dator bat",
      "A conta de dados do vaso non cadra",
      "The count of the dice in the cup does not add up",
    ],
    [
      "Cuente los dados; si se repite, llame al técnico",
      "Zenbatu dadoak; berriro gertatzen bada, deitu teknikariari",
      "Conte os dados; se se repite, chame o técnico",
      "Count the dice; if it happens again, call the technician",
    ],
  ),
  "witness-silent": fault(
    [
      "La segunda cámara no responde",
      "Bigarren kamerak ez du erantzuten",
      "A segunda cámara non responde",
      "The second camera does not answer",
    ],
    [
      "Compruebe que está encendida y conectada",
      "Egiaztatu piztuta eta konektatuta dagoela",
      "Comprobe que está acesa e conectada",
      "Check that it is on and connected",
    ],
  ),
  "witness-blind": fault(
    [
      "La segunda cámara no ve",
      "Bigarren kamerak ez du ikusten",
      "A segunda cámara non ve",
      "The second camera does not see",
    ],
    CALL,
  ),
  "witness-nonsense": fault(
    [
      "La segunda cámara da una lectura imposible",
      "Bigarren kamerak ezinezko irakurketa eman du",
      "A segunda cámara dá unha lectura imposible",
      "The second camera gave an impossible reading",
    ],
    [
      "No se cuenta con ella; si se repite, llame al técnico",
      "Ez da kontuan hartzen; berriro gertatzen bada, deitu teknikariari",
      "Non se conta con ela; se se repite, chame o técnico",
      "It is not counted; if it happens again, call the technician",
    ],
  ),
};
