import type { Text } from "../../../text/language.ts";
import { EYE_FAULT_TEXTS } from "./fault-texts.ts";
import { SEEN } from "./seen.ts";

/** Why a throw is undecided, only reported or given up, as people at a dice table read it. */

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

const DEVICES: Readonly<Record<string, Text>> = {
  "port-gone": text(
    "se perdió el cable de la cámara durante el lanzamiento",
    "kameraren kablea galdu da jaurtialdian",
    "perdeuse o cable da cámara durante o lanzamento",
    "the camera's cable was lost during the throw",
  ),
  "device-silent": text(
    "la cámara calló durante el lanzamiento",
    "kamera isildu egin da jaurtialdian",
    "a cámara calou durante o lanzamento",
    "the camera fell silent during the throw",
  ),
  "device-garbled": text(
    "la línea de la cámara llegó dañada durante el lanzamiento",
    "kameraren lerroa hondatuta iritsi da jaurtialdian",
    "a liña da cámara chegou danada durante o lanzamento",
    "the camera's line came damaged during the throw",
  ),
  "frames-lost": text(
    "se perdieron imágenes de la cámara durante el lanzamiento",
    "kameraren irudiak galdu dira jaurtialdian",
    "perdéronse imaxes da cámara durante o lanzamento",
    "pictures of the camera were lost during the throw",
  ),
  overflow: text(
    "llegaron más mensajes de la cámara de los que la unidad puede guardar",
    "kameratik unitateak gorde ditzakeen baino mezu gehiago iritsi dira",
    "chegaron máis mensaxes da cámara das que a unidade pode gardar",
    "more messages came from the camera than the unit can keep",
  ),
  restart: text(
    "la cámara o la unidad se reinició durante el lanzamiento",
    "kamera edo unitatea berrabiarazi egin da jaurtialdian",
    "a cámara ou a unidade reiniciouse durante o lanzamento",
    "the camera or the unit restarted during the throw",
  ),
  "arena-not-seen": text(
    "la cámara dejó de ver la arena durante el lanzamiento",
    "kamerak harea ikusteari utzi dio jaurtialdian",
    "a cámara deixou de ver a area durante o lanzamento",
    "the camera did not see the arena during the throw",
  ),
};

const THROWER: Readonly<Record<string, Text>> = {
  "thrower-not-done": text(
    "el agitador o la jaula no comunicó que había terminado",
    "astingailuak edo kaiolak ez du amaitu duela adierazi",
    "o axitador ou a gaiola non comunicou que rematara",
    "the shaker or the cage did not say that it was done",
  ),
  "thrower-not-seen": text(
    "los dados se movieron sin que el agitador, la jaula o el cubilete lo comunicara",
    "dadoak mugitu dira, astingailuak, kaiolak edo kubileteak adierazi gabe",
    "os dados movéronse sen que o axitador, a gaiola ou o cubilete o comunicase",
    "the dice moved and neither shaker, cage nor cup said so",
  ),
  "thrower-port-gone": text(
    "se perdió el cable del agitador, la jaula o el cubilete",
    "astingailuaren, kaiolaren edo kubiletearen kablea galdu da",
    "perdeuse o cable do axitador, da gaiola ou do cubilete",
    "the cable of shaker, cage or cup was lost",
  ),
  "thrower-device-silent": text(
    "el agitador, la jaula o el cubilete calló",
    "astingailua, kaiola edo kubiletea isildu egin da",
    "o axitador, a gaiola ou o cubilete calou",
    "the shaker, cage or cup fell silent",
  ),
  "thrower-device-garbled": text(
    "la línea del agitador, la jaula o el cubilete llegó dañada",
    "astingailuaren, kaiolaren edo kubiletearen lerroa hondatuta iritsi da",
    "a liña do axitador, da gaiola ou do cubilete chegou danada",
    "the line of shaker, cage or cup came damaged",
  ),
  "thrower-overflow": text(
    "llegaron demasiados mensajes del agitador, la jaula o el cubilete",
    "astingailuaren, kaiolaren edo kubiletearen mezu gehiegi iritsi dira",
    "chegaron demasiadas mensaxes do axitador, da gaiola ou do cubilete",
    "too many messages came from shaker, cage or cup",
  ),
  "thrower-restart": text(
    "el agitador, la jaula o el cubilete se reinició",
    "astingailua, kaiola edo kubiletea berrabiarazi egin da",
    "o axitador, a gaiola ou o cubilete reiniciouse",
    "the shaker, cage or cup restarted",
  ),
  "shake-short": text(
    "los dados se agitaron menos de lo mandado",
    "dadoak agindu baino gutxiago astindu dira",
    "os dados axitáronse menos do mandado",
    "the dice were shaken for less time than ordered",
  ),
  "shake-failed": text(
    "el agitador falló o no llegó a agitar",
    "astingailuak huts egin du edo ez du astindu",
    "o axitador fallou ou non chegou a axitar",
    "the shaker failed, or never shook",
  ),
  "dome-open": text(
    "la cúpula estaba abierta",
    "kupula irekita zegoen",
    "a cúpula estaba aberta",
    "the dome was open",
  ),
};

const READING: Readonly<Record<string, Text>> = {
  "roll-not-seen": text(
    "no se vio rodar los dados: pudieron ser colocados",
    "ez da ikusi dadoak biratzen: baliteke norbaitek jarri izana",
    "non se viron rodar os dados: puideron ser colocados",
    "the dice were not seen to roll: they may have been laid there",
  ),
  "rest-missed": text(
    "falta una lectura de la cámara",
    "kameraren irakurketa bat falta da",
    "falta unha lectura da cámara",
    "a reading of the camera is missing",
  ),
  "rest-twice": text(
    "los dados reposaron dos veces en un mismo lanzamiento",
    "dadoak bi aldiz gelditu dira jaurtialdi berean",
    "os dados repousaron dúas veces nun mesmo lanzamento",
    "the dice came to rest twice in one throw",
  ),
  "no-rest": text(
    "los dados no llegaron a reposar a la vista",
    "dadoak ez dira bistan gelditu",
    "os dados non chegaron a repousar á vista",
    "the dice did not come to rest in sight",
  ),
  "dice-gone": text(
    "los dados salieron de la arena antes de poder leerlos",
    "dadoak hareatik atera dira irakurri ahal izan aurretik",
    "os dados saíron da area antes de poder lelos",
    "the dice left the arena before they could be read",
  ),
  "dice-not-read": text(
    "las dos lecturas no dan una cara segura de cada dado",
    "bi irakurketek ez dute dado bakoitzaren aurpegi segururik ematen",
    "as dúas lecturas non dan unha cara segura de cada dado",
    "the two readings give no certain face of every die",
  ),
  "dice-too-few": text("faltan dados", "dadoak falta dira", "faltan dados", "dice are missing"),
  "dice-too-many": text(
    "hay dados de más",
    "dado gehiegi daude",
    "hai dados de máis",
    "there are too many dice",
  ),
  "dice-outside-arena": text(
    "un dado no está en la arena",
    "dado bat ez dago harean",
    "un dado non está na area",
    "a die is not in the arena",
  ),
  "series-unknown": text(
    "no se sabe en qué punto está la serie: falta decidir un lanzamiento anterior",
    "ez dakigu seriea zein puntutan dagoen: aurreko jaurtialdi bat erabaki gabe dago",
    "non se sabe en que punto está a serie: falta decidir un lanzamento anterior",
    "where the series stands is not known: an earlier throw is still to be decided",
  ),
  "witness-differs": text(
    "la segunda lectura independiente ve otras caras",
    "bigarren irakurketa independenteak beste aurpegi batzuk ikusi ditu",
    "a segunda lectura independente ve outras caras",
    "the second source sees other faces",
  ),
  "witness-silent": text(
    "la segunda lectura independiente no contestó",
    "bigarren irakurketa independenteak ez du erantzun",
    "a segunda lectura independente non contestou",
    "the second source gave no answer",
  ),
  "named-by-people": text(
    "dos personas nombraron los dados; no los leyó la máquina",
    "bi pertsonak izendatu dituzte dadoak; makinak ez ditu irakurri",
    "dúas persoas nomearon os dados; non os leu a máquina",
    "two people named the dice; the machine did not read them",
  ),
  "rule-not-judged": text(
    "una regla no se pudo juzgar en este lanzamiento",
    "arau bat ezin izan da epaitu jaurtialdi honetan",
    "unha regra non se puido xulgar neste lanzamento",
    "a rule could not be judged in this throw",
  ),
};

/** A fault of the eye by which no face is believed is reason enough. */
const EYE_FAULTS = Object.entries(EYE_FAULT_TEXTS).map(([code, fault]) => [code, fault.text] as const);

export const DICE_BECAUSE: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(EYE_FAULTS),
  ...DEVICES,
  ...THROWER,
  ...READING,
  ...Object.fromEntries(Object.entries(SEEN).map(([code, said]) => [`dice-${code}`, said])),
};
