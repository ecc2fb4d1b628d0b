import type { Text } from "../text/language.ts";
import type { DiceWin } from "../rules/dice-game.ts";

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** What a bet of a dice game wins on, in words. */
export function winText(win: DiceWin): Text {
  switch (win.on) {
    case "total": {
      const totals = win.totals.join(" ");
      return win.notTriple === undefined
        ? text(`suma ${totals}`, `batura ${totals}`, `suma ${totals}`, `total ${totals}`)
        : text(
            `suma ${totals}, no con tres dados iguales`,
            `batura ${totals}, ez hiru dado berdinekin`,
            `suma ${totals}, non con tres dados iguais`,
            `total ${totals}, not with three equal dice`,
          );
    }
    case "chosen-total": {
      const { from, to } = win;
      return text(
        `la suma elegida, de ${from} a ${to}`,
        `aukeratutako batura, ${from} eta ${to} artean`,
        `a suma elixida, de ${from} a ${to}`,
        `the chosen total, ${from} to ${to}`,
      );
    }
    case "equal":
      return equalText(win.dice, win.face);
    case "shows":
      return text(
        "la cara elegida, al menos en un dado",
        "aukeratutako aldea, dado batean gutxienez",
        "a cara elixida, polo menos nun dado",
        "the chosen face, on at least one die",
      );
    case "pair":
      return text(
        "las dos caras elegidas, distintas",
        "aukeratutako bi aldeak, desberdinak",
        "as dúas caras elixidas, distintas",
        "both chosen faces, different ones",
      );
    default:
      return crapsText(win);
  }
}

function equalText(dice: 2 | 3, face: "any" | "chosen"): Text {
  const least = dice === 2;
  if (face === "any")
    return least
      ? text(
          "al menos dos dados iguales",
          "bi dado berdin gutxienez",
          "polo menos dous dados iguais",
          "at least two equal dice",
        )
      : text("tres dados iguales", "hiru dado berdin", "tres dados iguais", "three equal dice");
  return least
    ? text(
        "la cara elegida en al menos dos dados",
        "aukeratutako aldea bi dadotan gutxienez",
        "a cara elixida en polo menos dous dados",
        "the chosen face on at least two dice",
      )
    : text(
        "la cara elegida en los tres dados",
        "aukeratutako aldea hiru dadoetan",
        "a cara elixida nos tres dados",
        "the chosen face on all three dice",
      );
}

type CrapsWin = Extract<DiceWin, { on: "line" | "come" | "odds" | "number" | "hard" | "standing" }>;

function crapsText(win: CrapsWin): Text {
  switch (win.on) {
    case "line":
    case "come":
    case "odds":
      return sideText(win.on, win.side);
    case "number": {
      const numbers = win.numbers.join(" ");
      return win.side === "right"
        ? beforeSeven(numbers)
        : text(
            `7 antes que ${numbers}`,
            `7 ${numbers} baino lehen`,
            `7 antes ca ${numbers}`,
            `7 before ${numbers}`,
          );
    }
    case "hard": {
      const half = win.total / 2;
      const [es, eu, gl, en] = PHASES[win.only ?? "any"];
      return text(
        `${win.total} con ${half} y ${half}${es}`,
        `${win.total}, ${half} eta ${half}${eu}`,
        `${win.total} con ${half} e ${half}${gl}`,
        `${win.total} as ${half} and ${half}${en}`,
      );
    }
    case "standing":
      return beforeSeven(win.totals.join(" "));
  }
}

/** In which throws a hard way is in play. */
const PHASES = {
  any: ["", "", "", ""],
  "come-out": [" (tiro de salida)", " (irteerako jaurtialdia)", " (tiro de saída)", " (come-out)"],
  point: [" (con punto)", " (puntuarekin)", " (con punto)", " (with a point)"],
} as const;

const beforeSeven = (numbers: string): Text =>
  text(`${numbers} antes que 7`, `${numbers} 7 baino lehen`, `${numbers} antes ca 7`, `${numbers} before 7`);

function sideText(on: "line" | "come" | "odds", side: "right" | "wrong"): Text {
  const series = {
    line: text("la serie", "seriea", "a serie", "the series"),
    come: text(
      "la serie desde el tiro siguiente",
      "hurrengo jaurtialditik hasitako seriea",
      "a serie desde o tiro seguinte",
      "the series from the next throw",
    ),
    odds: text("el punto", "puntua", "o punto", "the point"),
  }[on];
  return side === "right"
    ? text(`${series.es} gana`, `irabazten du: ${series.eu}`, `${series.gl} gaña`, `${series.en} wins`)
    : text(`${series.es} pierde`, `galtzen du: ${series.eu}`, `${series.gl} perde`, `${series.en} loses`);
}
