/** What bowls and upright wheels are called, apart from the words of all wheels. Order: Spanish, Basque, Galician, English. */
import type { Text } from "../../../src/text/language.ts";

export const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

const PUSH = text("Empate", "Berdinketa", "Empate", "Push");
/** What becomes of the stake then. */
export const PUSH_MEANS = text(
  "La apuesta se devuelve, sin premio.",
  "Apustua itzultzen da, saririk gabe.",
  "A aposta devólvese, sen premio.",
  "The stake comes back, without gain.",
);

/**
 * What a disc's cell pays.
 * @param pays `45:1` or `push`
 */
export function paysText(pays: string): Text {
  if (pays === "push") return PUSH;
  const [n = ""] = pays.split(":");
  return text(`Paga ${n} a 1`, `${n}:1 ordaintzen du`, `Paga ${n} a 1`, `Pays ${n} to 1`);
}

/** Which of the holes or cells it is. */
export function cellText({ at, of }: { at: number; of: number }, wheel: string): Text {
  return wheel === "bowl"
    ? text(`Hoyo ${at} de ${of}`, `${of} zuloetatik ${at}.a`, `Burato ${at} de ${of}`, `Hole ${at} of ${of}`)
    : text(
        `Casilla ${at} de ${of}`,
        `${of} laukitxoetatik ${at}.a`,
        `Cela ${at} de ${of}`,
        `Cell ${at} of ${of}`,
      );
}

/** Where no ball runs and no number comes. */
export const PHASES_DISC: Readonly<Record<string, Text>> = {
  "ball-in-play": text("Rueda en marcha", "Gurpila biraka", "Roda en marcha", "Wheel turning"),
};

/** The same on an upright wheel, which gives results and no numbers. */
export const WORDS_DISC: Readonly<Record<string, Text>> = {
  series: text("Últimos resultados", "Azken emaitzak", "Últimos resultados", "Last results"),
  noSeries: text("Todavía sin resultados", "Oraindik emaitzarik ez", "Aínda sen resultados", "No results yet"),
  noNumber: text(
    "Esta tirada no tiene resultado.",
    "Jaurtialdi honek ez du emaitzarik.",
    "Esta tirada non ten resultado.",
    "This spin has no result.",
  ),
  withheld: text(
    "El resultado no se muestra mientras dure la avería.",
    "Emaitza ez da erakusten matxurak dirauen bitartean.",
    "O resultado non se mostra mentres dure a avaría.",
    "The result is not shown while the trouble lasts.",
  ),
  disconnectedMeans: text(
    "Esta pantalla no recibe datos de la mesa y no muestra ningún resultado. Vale lo que se anuncie en la mesa.",
    "Pantaila honek ez du mahaiko daturik jasotzen eta ez du emaitzarik erakusten. Mahaian iragartzen dena da baliozkoa.",
    "Esta pantalla non recibe datos da mesa e non mostra ningún resultado. Vale o que se anuncie na mesa.",
    "This screen receives no data from the table and shows no result. What is announced at the table stands.",
  ),
};
