import type { Text } from "../../../text/language.ts";

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** Words of the readers and of the eye, as `dice-` codes. */
export const SEEN: Readonly<Record<string, Text>> = {
  touching: text(
    "dos dados se tocan",
    "bi dado elkar ukitzen ari dira",
    "dous dados tócanse",
    "two dice touch",
  ),
  stacked: text(
    "un dado está sobre otro",
    "dado bat bestearen gainean dago",
    "un dado está sobre outro",
    "a die is on another",
  ),
  cocked: text("un dado está inclinado", "dado bat okertuta dago", "un dado está inclinado", "a die leans"),
  "on-object": text(
    "un dado está sobre un objeto o apoyado en él",
    "dado bat objektu baten gainean edo kontra dago",
    "un dado está sobre un obxecto ou apoiado nel",
    "a die is on something, or leans on it",
  ),
  rim: text(
    "un dado está en el borde",
    "dado bat ertzean dago",
    "un dado está no bordo",
    "a die is at the rim",
  ),
  outside: text(
    "un dado está fuera de la arena",
    "dado bat hareatik kanpo dago",
    "un dado está fóra da area",
    "a die is outside the arena",
  ),
  hidden: text(
    "un dado está tapado en parte",
    "dado bat partez estalita dago",
    "un dado está tapado en parte",
    "a die is partly hidden",
  ),
  damaged: text(
    "un dado parece dañado",
    "dado bat hondatuta dirudi",
    "un dado parece danado",
    "a die looks damaged",
  ),
  foreign: text(
    "un dado no es de esta mesa",
    "dado bat ez da mahai honetakoa",
    "un dado non é desta mesa",
    "a die is not one of this table's",
  ),
  glare: text(
    "un reflejo tapa una cara",
    "islada batek aurpegi bat estaltzen du",
    "un reflexo tapa unha cara",
    "a reflection covers a face",
  ),
  transparent: text(
    "se transparenta la cara de abajo de un dado",
    "dado baten beheko aurpegia gardentzen da",
    "transparenta a cara de abaixo dun dado",
    "the bottom face of a die shines through",
  ),
  disagree: text(
    "las dos formas de leer no coinciden",
    "bi irakurketa-moduak ez datoz bat",
    "as dúas formas de ler non coinciden",
    "the two readers do not agree",
  ),
  "one-reader": text(
    "solo una forma de leer ve un dado",
    "irakurketa-modu batek bakarrik ikusi du dado bat",
    "só unha forma de ler ve un dado",
    "one reader alone sees a die",
  ),
  weak: text(
    "un dado no se ve con seguridad o no reposa plano",
    "dado bat ez da segurtasunez ikusten, edo ez dago lau etzanda",
    "un dado non se ve con seguridade ou non repousa plano",
    "a die is not seen with certainty, or does not lie flat",
  ),
  "no-dice": text("no se ve ningún dado", "ez da dadorik ikusten", "non se ve ningún dado", "no die is seen"),
  "too-many": text(
    "se ven demasiados dados",
    "dado gehiegi ikusten dira",
    "vense demasiados dados",
    "too many dice are seen",
  ),
  "mixed-sizes": text(
    "los dados no parecen de un mismo tamaño",
    "dadoek ez dute tamaina bera",
    "os dados non parecen dun mesmo tamaño",
    "the dice do not seem to be of one size",
  ),
  light: text(
    "la luz no es la calibrada",
    "argia ez da kalibratutakoa",
    "a luz non é a calibrada",
    "the light is not as calibrated",
  ),
  hand: text(
    "hay una mano en la arena",
    "esku bat dago harean",
    "hai unha man na area",
    "a hand is in the arena",
  ),
  "foreign-object": text(
    "hay un objeto extraño en la arena",
    "objektu arrotz bat dago harean",
    "hai un obxecto estraño na area",
    "a foreign object is in the arena",
  ),
};
