import type { Text } from "../text/language.ts";
import type { WheelDoubt } from "./wheel/observation.ts";

/** Why a round is undecided, or its number only reported, as people at the table read it. */

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** What tirada's own sensors saw, or could not see. */
const DOUBTS: Readonly<Record<WheelDoubt, Text>> = {
  "rim-crossed": text(
    "algo cruzó el aro con la bola en juego y no se sabe si quedó dentro",
    "zerbaitek ertza gurutzatu du bola jokoan zela eta ez dakigu barruan geratu den",
    "algo cruzou o aro coa bóla en xogo e non se sabe se quedou dentro",
    "something crossed the rim while the ball ran, and nobody knows whether it stayed inside",
  ),
  "two-balls": text(
    "se vieron dos bolas en la rueda",
    "bi bola ikusi dira gurpilean",
    "víronse dúas bólas na roda",
    "two balls were seen in the wheel",
  ),
  "ball-stuck-or-gone": text(
    "la bola no está en ninguna casilla y nadie la vio salir: suspendida o fuera",
    "bola ez dago inongo laukitxotan eta ez da ikusi irteten: zintzilik edo kanpoan",
    "a bóla non está en ningunha casa e ninguén a viu saír: suspendida ou fóra",
    "the ball is in no pocket and was not seen to leave: suspended, or gone",
  ),
  "ball-lifted": text(
    "se levantó la bola antes de poder leer su casilla",
    "bola altxatu da bere laukitxoa irakurri ahal izan baino lehen",
    "levantouse a bóla antes de poder ler a súa casa",
    "the ball was lifted before its pocket could be read",
  ),
  "launch-not-seen": text(
    "hay una bola en una casilla y no se vio su lanzamiento",
    "bola bat dago laukitxo batean eta ez da haren jaurtiketa ikusi",
    "hai unha bóla nunha casa e non se viu o seu lanzamento",
    "there is a ball in a pocket, and its launch was not seen",
  ),
  "sensor-blind": text(
    "un sensor de la rueda no ve",
    "gurpileko sentsore batek ez du ikusten",
    "un sensor da roda non ve",
    "a sensor of the wheel is blind",
  ),
  "sensor-stuck": text(
    "un sensor de la rueda quedó fijo: sucio, tapado o averiado",
    "gurpileko sentsore bat finko geratu da: zikin, estalita edo matxuratuta",
    "un sensor da roda quedou fixo: sucio, tapado ou avariado",
    "a sensor of the wheel is stuck: dirty, covered or broken",
  ),
  "rotor-not-read": text(
    "las marcas del rotor no concuerdan: no se sabe qué casilla pasa",
    "errotorearen markak ez datoz bat: ez dakigu zein laukitxo pasatzen den",
    "as marcas do rotor non concordan: non se sabe que casa pasa",
    "the rotor's marks do not agree: which pocket passes is not known",
  ),
  "rotor-disturbed": text(
    "algo perturbó el rotor y no se sabe si fue antes de que la bola reposara",
    "zerbaitek errotorea asaldatu du, eta ez dakigu bola gelditu baino lehen izan den",
    "algo perturbou o rotor e non se sabe se foi antes de que a bóla repousase",
    "something disturbed the rotor, and it is not known whether that was before the ball came to rest",
  ),
  "sensors-differ": text(
    "los sensores de la rueda no están de acuerdo entre sí",
    "gurpileko sentsoreak ez datoz bat elkarrekin",
    "os sensores da roda non están de acordo entre si",
    "the wheel's sensors do not agree with each other",
  ),
  "levels-differ": text(
    "la placa de sensores se contradijo: falta parte de lo que pasó",
    "sentsore-plakak bere burua ukatu du: gertatutakoaren zati bat falta da",
    "a placa de sensores contradíxose: falta parte do que pasou",
    "the sensor board contradicted itself: part of what happened is missing",
  ),
  "disc-disturbed": text(
    "el disco cambió de marcha como no lo hace un disco libre: una mano o una avería",
    "diskoaren martxa aldatu da disko askeak egiten ez duen bezala: esku bat edo matxura bat",
    "o disco cambiou de marcha como non o fai un disco libre: unha man ou unha avaría",
    "the disc changed its pace as no free disc does: a hand or a fault",
  ),
  "cover-on": text(
    "la tapa de la rueda estaba puesta",
    "gurpilaren estalkia jarrita zegoen",
    "a tapa da roda estaba posta",
    "the wheel's cover was on",
  ),
  tamper: text(
    "la caja de los sensores estaba abierta",
    "sentsoreen kutxa irekita zegoen",
    "a caixa dos sensores estaba aberta",
    "the sensors' housing was open",
  ),
  "clock-doubt": text(
    "no se sabe con exactitud cuándo ocurrió lo que vieron los sensores",
    "ez dakigu zehatz noiz gertatu den sentsoreek ikusi dutena",
    "non se sabe con exactitude cando ocorreu o que viron os sensores",
    "it is not known exactly when the sensors saw what they saw",
  ),
  "not-calibrated": text(
    "la rueda no está calibrada con sus sensores",
    "gurpila ez dago bere sentsoreekin kalibratuta",
    "a roda non está calibrada cos seus sensores",
    "the wheel is not calibrated with its sensors",
  ),
};

/** What a wheel said, what its line lost, what a rule could not judge. */
const DEVICE: Readonly<Record<string, Text>> = {
  "joined-late": text(
    "tirada no la ha seguido desde el principio",
    "tiradak ez du jaurtialdia hasieratik jarraitu",
    "tirada non a seguiu desde o principio",
    "the spin was not watched from its start",
  ),
  "port-gone": text(
    "se perdió el cable de la rueda durante la tirada",
    "gurpilaren kablea galdu da jaurtialdian",
    "perdeuse o cable da roda durante a tirada",
    "the wheel's cable was lost during the spin",
  ),
  "device-silent": text(
    "la rueda calló durante la tirada",
    "gurpila isildu egin da jaurtialdian",
    "a roda calou durante a tirada",
    "the wheel fell silent during the spin",
  ),
  "device-garbled": text(
    "la línea de la rueda llegó dañada durante la tirada",
    "gurpilaren lerroa hondatuta iritsi da jaurtialdian",
    "a liña da roda chegou danada durante a tirada",
    "the wheel's line came damaged during the spin",
  ),
  "wheel-pockets": text(
    "la rueda no tiene las casillas de este reglamento",
    "gurpilak ez ditu araudi honetako laukitxoak",
    "a roda non ten as casas deste regulamento",
    "the wheel does not have this rulebook's pockets",
  ),
  restart: text(
    "la placa de sensores se reinició durante la tirada",
    "sentsore-plaka berrabiarazi egin da jaurtialdian",
    "a placa de sensores reiniciouse durante a tirada",
    "the sensor board restarted during the spin",
  ),
  "single-witness": text(
    "la rueda lo dijo una sola vez",
    "gurpilak behin bakarrik esan du",
    "a roda díxoo unha soa vez",
    "the wheel said it only once",
  ),
  "no-number": text(
    "la rueda no dio ningún número",
    "gurpilak ez du zenbakirik eman",
    "a roda non deu ningún número",
    "the wheel gave no number",
  ),
  "ball-not-seen": text(
    "la rueda no ve la bola: fuera del cilindro, suspendida o sensor ciego",
    "gurpilak ez du bola ikusten: zilindrotik kanpo, zintzilik edo sentsore itsua",
    "a roda non ve a bóla: fóra do cilindro, suspendida ou sensor cego",
    "the wheel does not see the ball: out of the cylinder, suspended, or a blind sensor",
  ),
  "ball-left-cylinder": text(
    "la bola salió de la rueda",
    "bola gurpiletik kanpora irten da",
    "a bóla saíu da roda",
    "the ball left the wheel",
  ),
  "ball-suspended": text(
    "la bola se detuvo sin caer en su sitio",
    "bola gelditu egin da bere lekura erori gabe",
    "a bóla detívose sen caer no seu sitio",
    "the ball stopped without falling into its place",
  ),
  "pointer-between-cells": text(
    "la rueda se detuvo entre dos casillas",
    "gurpila bi laukitxoren artean gelditu da",
    "a roda detívose entre dúas celas",
    "the wheel stopped between two cells",
  ),
  "rule-not-judged": text(
    "una regla no se pudo juzgar en esta tirada",
    "arau bat ezin izan da epaitu jaurtialdi honetan",
    "unha regra non se puido xulgar nesta tirada",
    "a rule could not be judged in this spin",
  ),
  "left-to-a-person": text(
    "el reglamento lo deja a la decisión de una persona",
    "araudiak pertsona baten erabakiaren esku uzten du",
    "o regulamento déixao á decisión dunha persoa",
    "the rulebook leaves it to a person's decision",
  ),
  "bare-number-differs": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "two-bare-numbers": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "state-5-lines-differ": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "number-changed": text(
    "la rueda cambió el número después de darlo",
    "gurpilak zenbakia aldatu du eman ondoren",
    "a roda cambiou o número despois de dalo",
    "the wheel changed the number after it was given",
  ),
  "ball-direction": text(
    "la rueda se contradijo sobre el sentido de la bola",
    "gurpilak bere burua ukatu du bolaren noranzkoaz",
    "a roda contradíxose sobre o sentido da bóla",
    "the wheel contradicted itself on the ball's direction",
  ),
  "old-number-differs": text(
    "la rueda alternó dos números anteriores: puede haber otra rueda en la misma línea",
    "gurpilak aurreko bi zenbaki txandakatu ditu: baliteke lerro berean beste gurpil bat egotea",
    "a roda alternou dous números anteriores: pode haber outra roda na mesma liña",
    "the wheel showed two previous numbers by turns: another wheel may be on the same line",
  ),
  "rotor-direction-differs": text(
    "la rueda se contradijo sobre el sentido del rotor",
    "gurpilak bere burua ukatu du errotorearen noranzkoaz",
    "a roda contradíxose sobre o sentido do rotor",
    "the wheel contradicted itself on the rotor's direction",
  ),
  "words-differ": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "game-repeated": text(
    "la rueda dio dos resultados para el mismo juego",
    "gurpilak bi emaitza eman ditu joko berarentzat",
    "a roda deu dous resultados para o mesmo xogo",
    "the wheel gave two results for one game",
  ),
  "result-out-of-order": text(
    "la rueda dio un número fuera de orden",
    "gurpilak zenbaki bat ordenaz kanpo eman du",
    "a roda deu un número fóra de orde",
    "the wheel gave a number out of order",
  ),
  "result-too-early": text(
    "la rueda dio un número antes de que la bola pudiera caer",
    "gurpilak zenbakia eman du bola erori ahal izan baino lehen",
    "a roda deu un número antes de que a bóla puidese caer",
    "the wheel gave a number before the ball could have fallen",
  ),
  "launch-failed": text(
    "la rueda avisó de lanzamiento fallido con la bola ya en la pista",
    "gurpilak jaurtiketa hutsa jakinarazi du bola pistan zegoela",
    "a roda avisou de lanzamento errado coa bóla xa na pista",
    "the wheel reported a failed launch with the ball on the track",
  ),
  "component-fault": text(
    "la rueda avisó de avería mientras la bola giraba",
    "gurpilak matxura jakinarazi du bola biraka zebilela",
    "a roda avisou de avaría mentres a bóla xiraba",
    "the wheel reported a fault while the ball ran",
  ),
  "not-watched": text(
    "tirada no la ha seguido entera",
    "tiradak ez du osorik jarraitu",
    "tirada non a seguiu enteira",
    "the spin was not watched whole",
  ),
  "state-jump": text(
    "la rueda saltó de un estado a otro que no le sigue",
    "gurpila jarraitzen ez dion egoera batera igaro da",
    "a roda saltou dun estado a outro que non o segue",
    "the wheel jumped between states that do not follow each other",
  ),
};

/** Reason codes of undecided rounds and of numbers that are only reported. */
export const BECAUSE: Readonly<Record<string, Text>> = { ...DEVICE, ...DOUBTS };
