import { fault, type FaultText } from "../../fault-text.ts";

/** Faults that every device can have, in the words of a dice table. */
export const DICE_LINK_TEXTS: Readonly<Record<string, FaultText>> = {
  "port-gone": fault(
    [
      "Sin conexión con la cámara u otro aparato de los dados",
      "Kamerarekin edo dadoen beste gailu batekin konexiorik ez",
      "Sen conexión coa cámara ou outro aparello dos dados",
      "No connection to the camera or another device of the dice",
    ],
    [
      "Revise el cable y la alimentación",
      "Begiratu kablea eta elikadura",
      "Revise o cable e a alimentación",
      "Check cable and power",
    ],
  ),
  "device-silent": fault(
    [
      "La cámara u otro aparato de los dados no habla",
      "Kamerak edo dadoen beste gailu batek ez du hitz egiten",
      "A cámara ou outro aparello dos dados non fala",
      "The camera or another device of the dice is silent",
    ],
    [
      "Compruebe que está encendido y conectado",
      "Egiaztatu piztuta eta konektatuta dagoela",
      "Comprobe que está aceso e conectado",
      "Check that it is on and connected",
    ],
  ),
  "device-garbled": fault(
    [
      "La línea de la cámara u otro aparato llega dañada",
      "Kameraren edo beste gailu baten lerroa hondatuta iristen da",
      "A liña da cámara ou outro aparello chega danada",
      "The line of the camera or another device comes damaged",
    ],
    [
      "Revise el cable y la velocidad del puerto",
      "Begiratu kablea eta atakaren abiadura",
      "Revise o cable e a velocidade do porto",
      "Check the cable and the port's speed",
    ],
  ),
  "number-changed": fault(
    [
      "La segunda lectura contradijo un resultado ya dado",
      "Bigarren irakurketak emandako emaitza bat ezeztatu du",
      "A segunda lectura contradixo un resultado xa dado",
      "The second source contradicted a result that was given",
    ],
    [
      "El jefe de mesa decide; conserve las imágenes",
      "Mahaiburuak erabakitzen du; gorde irudiak",
      "O xefe de mesa decide; conserve as imaxes",
      "The table head decides; keep the pictures",
    ],
  ),
};

const LENS: readonly [string, string, string, string] = [
  "Llame al técnico: no se certifica ningún lanzamiento hasta que se calibre de nuevo",
  "Deitu teknikariari: ez da jaurtialdirik ziurtatzen berriro kalibratu arte",
  "Chame o técnico: non se certifica ningún lanzamento ata que se calibre de novo",
  "Call the technician: no throw is certified until it is calibrated anew",
];

/** Faults that the eye itself finds. */
export const EYE_FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "eye-calibration": fault(
    [
      "La cámara de los dados no está calibrada",
      "Dadoen kamera ez dago kalibratuta",
      "A cámara dos dados non está calibrada",
      "The dice camera is not calibrated",
    ],
    LENS,
  ),
  "eye-moved": fault(
    [
      "La cámara de los dados se ha movido",
      "Dadoen kamera mugitu egin da",
      "A cámara dos dados moveuse",
      "The dice camera has moved",
    ],
    LENS,
  ),
  "eye-light": fault(
    [
      "La luz sobre los dados no es la calibrada",
      "Dadoen gaineko argia ez da kalibratutakoa",
      "A luz sobre os dados non é a calibrada",
      "The light over the dice is not as calibrated",
    ],
    [
      "Compruebe las lámparas y que nada dé sombra ni reflejo",
      "Egiaztatu lanparak eta ezerk ez duela itzalik edo islarik egiten",
      "Comprobe as lámpadas e que nada dea sombra nin reflexo",
      "Check the lamps, and that nothing throws a shadow or a reflection",
    ],
  ),
  "eye-blocked": fault(
    [
      "Algo tapa la cámara de los dados",
      "Zerbaitek dadoen kamera estaltzen du",
      "Algo tapa a cámara dos dados",
      "Something blocks the dice camera",
    ],
    [
      "Retire lo que tapa la cámara y limpie el cristal",
      "Kendu kamera estaltzen duena eta garbitu kristala",
      "Retire o que tapa a cámara e limpe o cristal",
      "Take away what blocks it and clean the glass",
    ],
  ),
  "eye-camera-frozen": fault(
    [
      "La cámara de los dados repite la misma imagen",
      "Dadoen kamerak irudi bera errepikatzen du",
      "A cámara dos dados repite a mesma imaxe",
      "The dice camera repeats one picture",
    ],
    [
      "Desconecte y conecte la cámara; si sigue, llame al técnico",
      "Deskonektatu eta konektatu kamera; jarraitzen badu, deitu teknikariari",
      "Desconecte e conecte a cámara; se segue, chame o técnico",
      "Unplug and plug in the camera; if it stays so, call the technician",
    ],
  ),
  "eye-camera-gone": fault(
    [
      "No hay imagen de la cámara de los dados",
      "Ez dago dadoen kameraren irudirik",
      "Non hai imaxe da cámara dos dados",
      "No picture from the dice camera",
    ],
    [
      "Revise el cable de la cámara",
      "Begiratu kameraren kablea",
      "Revise o cable da cámara",
      "Check the camera's cable",
    ],
  ),
  "eye-overload": fault(
    [
      "La unidad no da abasto con las imágenes de la cámara",
      "Unitateak ezin ditu kameraren irudi guztiak jaso",
      "A unidade non dá abasto coas imaxes da cámara",
      "The unit cannot keep up with the camera's pictures",
    ],
    ["Avise al técnico", "Abisatu teknikariari", "Avise o técnico", "Call the technician"],
  ),
  "eye-pictures": fault(
    [
      "No se pudo guardar la imagen de un lanzamiento",
      "Ezin izan da jaurtialdi baten irudia gorde",
      "Non se puido gardar a imaxe dun lanzamento",
      "The picture of a throw could not be kept",
    ],
    [
      "Revise el disco de la unidad",
      "Begiratu unitatearen diskoa",
      "Revise o disco da unidade",
      "Check the unit's disk",
    ],
  ),
  "eye-frames-damaged": fault(
    [
      "Las imágenes de la cámara llegan dañadas",
      "Kameraren irudiak hondatuta iristen dira",
      "As imaxes da cámara chegan danadas",
      "The camera's pictures come damaged",
    ],
    [
      "Revise el cable de la cámara y el formato configurado",
      "Begiratu kameraren kablea eta konfiguratutako formatua",
      "Revise o cable da cámara e o formato configurado",
      "Check the camera's cable and the configured format",
    ],
  ),
  "eye-foreign-object": fault(
    [
      "Hay un objeto extraño en la arena",
      "Objektu arrotz bat dago harean",
      "Hai un obxecto estraño na area",
      "A foreign object lies in the arena",
    ],
    [
      "Retire el objeto antes del próximo lanzamiento",
      "Kendu objektua hurrengo jaurtialdia baino lehen",
      "Retire o obxecto antes do próximo lanzamento",
      "Take the object away before the next throw",
    ],
  ),
  "eye-slow-camera": fault(
    [
      "La cámara da menos imágenes de las pedidas",
      "Kamerak eskatutakoak baino irudi gutxiago ematen ditu",
      "A cámara dá menos imaxes das pedidas",
      "The camera gives fewer pictures than were asked for",
    ],
    [
      "Compruebe la luz y la exposición; llame al técnico",
      "Egiaztatu argia eta esposizioa; deitu teknikariari",
      "Comprobe a luz e a exposición; chame o técnico",
      "Check light and exposure; call the technician",
    ],
  ),
  "eye-reader": fault(
    [
      "La lectura de los dados se detuvo por un error",
      "Dadoen irakurketa gelditu egin da errore batengatik",
      "A lectura dos dados detívose por un erro",
      "The reading of the dice stopped with an error",
    ],
    [
      "Reinicie la unidad y avise al técnico",
      "Berrabiarazi unitatea eta abisatu teknikariari",
      "Reinicie a unidade e avise o técnico",
      "Restart the unit and call the technician",
    ],
  ),
  "eye-setup": fault(
    [
      "La cámara de los dados no es la de esta mesa, o no sabe lo que la mesa necesita",
      "Dadoen kamera ez da mahai honetakoa, edo ez daki mahaiak behar duena",
      "A cámara dos dados non é a desta mesa, ou non sabe o que a mesa precisa",
      "The eye is not this table's, or does not know what the table needs",
    ],
    [
      "Compare calibración y configuración de la mesa",
      "Alderatu mahaiaren kalibrazioa eta konfigurazioa",
      "Compare calibración e configuración da mesa",
      "Compare the table's calibration and configuration",
    ],
  ),
  "eye-stopped": fault(
    [
      "La cámara de los dados habla y no mira",
      "Dadoen kamerak hitz egiten du eta ez du begiratzen",
      "A cámara dos dados fala e non mira",
      "The eye speaks and looks at nothing",
    ],
    [
      "Desconecte y conecte la cámara; si sigue, llame al técnico",
      "Deskonektatu eta konektatu kamera; jarraitzen badu, deitu teknikariari",
      "Desconecte e conecte a cámara; se segue, chame o técnico",
      "Unplug and plug in the camera; if it stays so, call the technician",
    ],
  ),
  "eye-restarted": fault(
    [
      "La cámara de los dados se reinició",
      "Dadoen kamera berrabiarazi egin da",
      "A cámara dos dados reiniciouse",
      "The eye started anew",
    ],
    [
      "Si se repite, revise la alimentación",
      "Errepikatzen bada, begiratu elikadura",
      "Se se repite, revise a alimentación",
      "If it happens again, check the power",
    ],
  ),
  "eye-frames-lost": fault(
    [
      "Se perdieron imágenes de la cámara de los dados",
      "Dadoen kameraren irudiak galdu dira",
      "Perdéronse imaxes da cámara dos dados",
      "Pictures of the dice camera were lost",
    ],
    [
      "Si se repite, avise al técnico",
      "Errepikatzen bada, abisatu teknikariari",
      "Se se repite, avise o técnico",
      "If it happens again, tell the technician",
    ],
  ),
};
