/** What the technician's page calls counters, levels and parts of the unit. Order: Spanish, Basque, Galician, English. */
import type { Text } from "../../../src/text/language.ts";
import { text } from "./wheel-words.ts";

/** Every counter of the unit and of its screens. */
export const COUNTERS: Readonly<Record<string, Text>> = {
  bytesIn: text("bytes recibidos", "jasotako byteak", "bytes recibidos", "bytes received"),
  bytesOut: text("bytes enviados", "bidalitako byteak", "bytes enviados", "bytes sent"),
  connections: text("conexiones del puerto", "atakaren konexioak", "conexións do porto", "port connections"),
  portLosses: text("pérdidas del puerto", "atakaren galerak", "perdas do porto", "port losses"),
  clockSteps: text("saltos del reloj", "erlojuaren jauziak", "saltos do reloxo", "clock steps"),
  keysRefused: text("teclas rechazadas", "ukatutako teklak", "teclas rexeitadas", "keys refused"),
  records: text("registros", "erregistroak", "rexistros", "records"),
  screensConnected: text(
    "pantallas conectadas",
    "konektatutako pantailak",
    "pantallas conectadas",
    "screens connected",
  ),
  screensDropped: text("pantallas perdidas", "galdutako pantailak", "pantallas perdidas", "screens dropped"),
  screensRefused: text(
    "pantallas rechazadas",
    "ukatutako pantailak",
    "pantallas rexeitadas",
    "screens refused",
  ),
  viewsShown: text("imágenes mostradas", "erakutsitako irudiak", "imaxes mostradas", "views shown"),
  viewsMerged: text(
    "imágenes saltadas por pantallas lentas",
    "pantaila motelek jauzitako irudiak",
    "imaxes saltadas por pantallas lentas",
    "views skipped for slow screens",
  ),
  viewsRefusedAsOld: text(
    "imágenes rechazadas por antiguas",
    "zaharregi izateagatik ukatutako irudiak",
    "imaxes rexeitadas por antigas",
    "views refused as old",
  ),
  messagesIgnored: text(
    "mensajes no atendidos",
    "kontuan hartu gabeko mezuak",
    "mensaxes non atendidas",
    "messages ignored",
  ),
  messagesMalformed: text(
    "mensajes ilegibles",
    "mezu irakurtezinak",
    "mensaxes ilexibles",
    "messages malformed",
  ),
  signInsRefused: text("PIN rechazados", "ukatutako PINak", "PIN rexeitados", "sign-ins refused"),
  presses: text("teclas pulsadas", "sakatutako teklak", "teclas premidas", "keys pressed"),
  pressesRefused: text(
    "teclas pulsadas y rechazadas",
    "sakatu eta ukatutako teklak",
    "teclas premidas e rexeitadas",
    "key presses refused",
  ),
};

/** What the unit says of itself. */
export const UNIT_PARTS: Readonly<Record<string, Text>> = {
  release: text("versión", "bertsioa", "versión", "release"),
  device: text("dispositivo", "gailua", "dispositivo", "device"),
  log: text("registro", "erregistroa", "rexistro", "log"),
  mode: text("modo", "modua", "modo", "mode"),
  vkey: text("clave de verificación", "egiaztapen-gakoa", "clave de verificación", "verification key"),
  coverage: text(
    "huella de la cobertura",
    "estalduraren hatz-marka",
    "pegada da cobertura",
    "digest of the coverage",
  ),
};

/** How far a rule can be judged on this table. */
export const LEVELS: Readonly<Record<string, Text>> = {
  judged: text("se juzga", "epaitzen da", "xúlgase", "judged"),
  bounded: text("se acota", "mugatzen da", "acóutase", "bounded"),
  attested: text("la declara una persona", "pertsona batek adierazten du", "declárao unha persoa", "attested"),
  "not-observable": text("no se puede observar", "ezin da behatu", "non se pode observar", "not observable"),
};
