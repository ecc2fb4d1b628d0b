/** Digits that are typed, by finger or by keyboard: a PIN, which is never shown, or a number. */
import { h, type JSX } from "preact";
import { wordIn, type Language } from "../i18n.ts";

interface DigitsParts {
  /** Where its keys stand now; null: nowhere, and what is typed is not for it. */
  readonly place: () => Element | null;
  readonly longest: number;
  readonly redraw: () => void;
  readonly enter: () => void;
}

export interface Digits {
  readonly typed: () => string;
  /** Gives what was typed, and forgets it. */
  readonly take: () => string;
  readonly wipe: () => void;
  /** In the order of a telephone. `enter`: its last key; null: it has none. */
  readonly pad: (language: Language, isOn: boolean, enter: JSX.Element | null) => JSX.Element;
}

export function digitsTyped({ place, longest, redraw, enter }: DigitsParts): Digits {
  let typed = "";
  const type = (digit: string): void => {
    if (typed.length < longest) typed += digit;
    redraw();
  };
  const wipe = (): void => {
    typed = "";
  };
  const wipeHere = (): void => {
    wipe();
    redraw();
  };

  addEventListener("keydown", (event) => {
    if (place()?.querySelector(".pad") == null || event.target instanceof HTMLInputElement) return;
    if (/^\d$/.test(event.key)) type(event.key);
    else if (event.key === "Backspace") wipeHere();
    else if (event.key === "Enter" && !isAnswer(document.activeElement)) {
      // The focused digit would otherwise be pressed as well.
      event.preventDefault();
      enter();
    }
  });

  return {
    typed: () => typed,
    take: () => {
      const taken = typed;
      wipe();
      return taken;
    },
    wipe,
    pad: (language, isOn, last) => {
      const key = (label: string, look: string, act: () => void): JSX.Element =>
        h("button", { class: look, "data-pad": label, disabled: !isOn, onClick: act }, label);
      const digit = (each: string): JSX.Element => key(each, "plain digit", () => type(each));
      return h(
        "div",
        { class: "pad" },
        ..."123456789".split("").map(digit),
        key(wordIn("wipe", language), "plain", wipeHere),
        digit("0"),
        last,
      );
    },
  };
}

/** Keys beside the digits do what they say. */
const isAnswer = (focused: Element | null): boolean =>
  focused instanceof HTMLButtonElement && focused.dataset["pad"] === undefined;

/** So many digits as dots. */
export const dotsOf = (count: number): JSX.Element =>
  h("div", { class: "dots", role: "img", "aria-label": `${count}` }, "●".repeat(count));
