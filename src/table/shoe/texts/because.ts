import type { Text } from "../../../text/language.ts";
import { POKER_OPEN } from "./poker-open.ts";
import { text } from "./words.ts";

/** Why a round of cards is undecided, or only reported. */
export const CARD_BECAUSE: Readonly<Record<string, Text>> = {
  ...POKER_OPEN,
  "manual-card": text(
    "una carta fue dicha por dos personas, no leída",
    "karta bat bi pertsonak esan dute, ez da irakurri",
    "unha carta foi dita por dúas persoas, non lida",
    "a card was named by two people, not read",
  ),
  "law-silent": text(
    "el reglamento no dice nada de lo ocurrido: decide el inspector",
    "araudiak ez du ezer esaten gertatuaz: ikuskatzaileak erabakitzen du",
    "o regulamento non di nada do ocorrido: decide o inspector",
    "the rules are silent on what happened: the inspector decides",
  ),
  "left-to-a-person": text(
    "el reglamento lo deja a una persona",
    "araudiak pertsona baten esku uzten du",
    "o regulamento déixao a unha persoa",
    "the rules leave it to a person",
  ),
  "hand-not-named": text(
    "no se dijo de qué mano se trata",
    "ez da esan zein eskuz ari den",
    "non se dixo de que man se trata",
    "it was not said which hand it is",
  ),
  "cards-missed": text(
    "salieron cartas que nadie leyó",
    "inork irakurri ez dituen kartak atera dira",
    "saíron cartas que ninguén leu",
    "cards left that nobody read",
  ),
  "dealt-before-named": text(
    "se siguió repartiendo antes de decir la carta no leída",
    "banatzen jarraitu da irakurri gabeko karta esan aurretik",
    "seguiuse repartindo antes de dicir a carta non lida",
    "dealing went on before the unread card was named",
  ),
  "stuck-card-choice": text(
    "salieron cartas pegadas: el jugador elige cuál se quema",
    "kartak itsatsita atera dira: jokalariak aukeratzen du zein erre",
    "saíron cartas pegadas: o xogador elixe cal se queima",
    "cards left stuck together: the player chooses which is burnt",
  ),
  "hand-cannot-be-skipped": text(
    "no se puede saber qué cartas tocan a cada plaza",
    "ezin da jakin zein karta dagozkion plaza bakoitzari",
    "non se pode saber que cartas tocan a cada praza",
    "which cards belong to which seat cannot be known",
  ),
  "held-card-left": text(
    "quedó una carta apartada que nadie tomó",
    "inork hartu ez duen karta bat geratu da alde batera utzita",
    "quedou unha carta apartada que ninguén tomou",
    "a card that had been held back was taken by nobody",
  ),
  "reshuffle-due": text(
    "hay que volver a mezclar antes de repartir",
    "berriro nahastu behar da banatu aurretik",
    "hai que volver mesturar antes de repartir",
    "the shoe must be shuffled before dealing",
  ),
  "machine-removed": text(
    "la máquina está retirada de la mesa",
    "makina mahaitik kenduta dago",
    "a máquina está retirada da mesa",
    "the machine has been taken from the table",
  ),
  "account-broken": text(
    "el sabot tiene una carta que no cuadra con lo cargado",
    "sabotak kargatutakoarekin bat ez datorren karta bat du",
    "o sabot ten unha carta que non cadra co cargado",
    "the shoe has a card that does not fit what was loaded",
  ),
  "burn-unread": text(
    "no se leyó la carta que dice cuántas se queman",
    "ez da irakurri zenbat erre behar diren esaten duen karta",
    "non se leu a carta que di cantas se queiman",
    "the card that says how many are burnt was not read",
  ),
  "lid-opened": text(
    "el sabot se abrió y no se volvió a cargar",
    "sabota ireki da eta ez da berriro kargatu",
    "o sabot abriuse e non se volveu cargar",
    "the shoe was opened and not loaded again",
  ),
  "cycle-incomplete": text(
    "la máquina no terminó de mezclar",
    "makinak ez du nahasten amaitu",
    "a máquina non rematou de mesturar",
    "the machine did not finish its shuffle",
  ),
  "not-sealed": text(
    "la mano se repartió sin clave: las cartas tapadas no se pueden probar",
    "jokaldia gakorik gabe banatu da: estalitako kartak ezin dira frogatu",
    "a man repartiuse sen chave: as cartas tapadas non se poden probar",
    "the round was dealt without a secret: its hidden cards cannot be proven",
  ),
  "seats-unknown": text(
    "no se indicaron las plazas en juego",
    "ez dira jokoan dauden plazak adierazi",
    "non se indicaron as prazas en xogo",
    "the seats in play were not given",
  ),
  "too-few-seats": text(
    "jugaban menos plazas de las que exige el reglamento",
    "araudiak eskatzen duen baino plaza gutxiagok jokatzen zuten",
    "xogaban menos prazas das que esixe o regulamento",
    "fewer places played than the rulebook wants",
  ),
  "cards-behind-the-cut": text(
    "se repartió de detrás de la carta de corte",
    "ebaketa-kartaren atzetik banatu da",
    "repartiuse de detrás da carta de corte",
    "cards from behind the cut card were dealt",
  ),
  "warning-ignored": text(
    "el aparato avisó durante la mano",
    "gailuak abisua eman du jokaldian",
    "o aparello avisou durante a man",
    "the device gave a warning in the round",
  ),
  "round-not-complete": text(
    "se recogieron las cartas antes de terminar",
    "kartak amaitu aurretik jaso dira",
    "recolléronse as cartas antes de rematar",
    "the cards were collected before the end",
  ),
  "no-machine-judgement": text(
    "este juego lo deciden las personas",
    "joko hau pertsonek erabakitzen dute",
    "este xogo decídeno as persoas",
    "people decide this game",
  ),
  "foreign-card": text(
    "salió una carta que no es de las barajas cargadas",
    "kargatutako sortetakoa ez den karta bat atera da",
    "saíu unha carta que non é das barallas cargadas",
    "a card left that is not of the loaded decks",
  ),
  "duplicate-card": text(
    "una carta salió dos veces, o más de las que hay",
    "karta bat bi aldiz atera da, edo dauden baino gehiagotan",
    "unha carta saíu dúas veces, ou máis das que hai",
    "a card left twice, or more often than there are",
  ),
  "count-wrong": text(
    "el número de cartas no cuadra",
    "karta kopurua ez dator bat",
    "o número de cartas non cadra",
    "the number of cards is not right",
  ),
  "law-open": text(
    "el reglamento no resuelve este caso",
    "araudiak ez du kasu hau ebazten",
    "o regulamento non resolve este caso",
    "the rules do not settle this case",
  ),
  "ranks-beyond-text": text(
    "empate hasta donde compara el reglamento",
    "berdinketa araudiak alderatzen duen neurrian",
    "empate ata onde compara o regulamento",
    "equal as far as the rules compare",
  ),
  "low-ace-open": text(
    "el reglamento no dice si el as puede ser la carta más baja",
    "araudiak ez dio batekoa karta baxuena izan daitekeen",
    "o regulamento non di se o as pode ser a carta máis baixa",
    "the rules do not say whether the ace may be low",
  ),
};

/** Warnings of a card device (page of the tirada shoe, code table), and what to do. */
export const WARNINGS: Readonly<Record<string, readonly [what: Text, doThis: Text]>> = {
  "count-wrong": [
    text(
      "el recuento de cartas no cuadra",
      "karten zenbaketa ez dator bat",
      "o reconto de cartas non cadra",
      "the count of the cards is wrong",
    ),
    text(
      "saque las cartas, cuéntelas y cargue de nuevo",
      "atera kartak, zenbatu eta kargatu berriro",
      "saque as cartas, cónteas e cargue de novo",
      "take the cards out, count them and load again",
    ),
  ],
  "identity-wrong": [
    text(
      "falta una carta o hay una ajena, aunque el número cuadre",
      "karta bat falta da edo arrotz bat dago, kopurua ondo egon arren",
      "falta unha carta ou hai unha allea, aínda que o número cadre",
      "a card is missing or foreign, although the number is right",
    ),
    text(
      "revise las barajas carta por carta",
      "aztertu sortak kartaz karta",
      "revise as barallas carta por carta",
      "check the decks card by card",
    ),
  ],
  "incomplete-cycle": [
    text("la mezcla no terminó", "nahasketa ez da amaitu", "a mestura non rematou", "the shuffle did not end"),
    text(
      "mezcle a mano o repita el ciclo",
      "eskuz nahastu edo zikloa errepikatu",
      "mesture a man ou repita o ciclo",
      "shuffle by hand or repeat the cycle",
    ),
  ],
  "sort-mode": [
    text(
      "la máquina está ordenando, no mezclando",
      "makina ordenatzen ari da, ez nahasten",
      "a máquina está ordenando, non mesturando",
      "the machine sorts, it does not shuffle",
    ),
    text(
      "cambie a mezclar y mezcle de nuevo",
      "aldatu nahasketara eta nahastu berriro",
      "cambie a mesturar e mesture de novo",
      "switch to shuffling and shuffle again",
    ),
  ],
  "cards-left-inside": [
    text(
      "quedaron cartas dentro de la máquina",
      "kartak geratu dira makina barruan",
      "quedaron cartas dentro da máquina",
      "cards were left inside the machine",
    ),
    text(
      "ábrala, saque las cartas y cuéntelas",
      "ireki, atera kartak eta zenbatu",
      "ábraa, saque as cartas e cónteas",
      "open it, take the cards out and count them",
    ),
  ],
  "reader-dirty": [
    text("el lector está sucio", "irakurgailua zikina dago", "o lector está sucio", "the reader is dirty"),
    text(
      "limpie la ventana del lector",
      "garbitu irakurgailuaren leihoa",
      "limpe a ventá do lector",
      "clean the reader's window",
    ),
  ],
  "exit-forced": [
    text(
      "se forzó la salida del sabot",
      "saboten irteera behartu da",
      "forzouse a saída do sabot",
      "the exit was forced",
    ),
    text(
      "avise al jefe de mesa y cuente las cartas",
      "abisatu mahaiburuari eta zenbatu kartak",
      "avise o xefe de mesa e conte as cartas",
      "call the table head and count the cards",
    ),
  ],
  tamper: [
    text(
      "se abrió la carcasa del aparato",
      "gailuaren karkasa ireki da",
      "abriuse a carcasa do aparello",
      "the device's housing was opened",
    ),
    text(
      "avise al técnico y al inspector",
      "abisatu teknikariari eta ikuskatzaileari",
      "avise o técnico e o inspector",
      "call the technician and the inspector",
    ),
  ],
  "self-test-failed": [
    text("el autotest falló", "autotestak huts egin du", "o autotest fallou", "the self-test failed"),
    text("avise al técnico", "abisatu teknikariari", "avise o técnico", "call the technician"),
  ],
  "memory-lost": [
    text(
      "el aparato perdió la cuenta de las cartas",
      "gailuak karten kontua galdu du",
      "o aparello perdeu a conta das cartas",
      "the device lost count of the cards",
    ),
    text(
      "saque las cartas, cuéntelas y cargue de nuevo",
      "atera kartak, zenbatu eta kargatu berriro",
      "saque as cartas, cónteas e cargue de novo",
      "take the cards out, count them and load again",
    ),
  ],
};
