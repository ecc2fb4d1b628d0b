/** The ninety numbers, to pick one of them. */
import { h, type JSX } from "preact";
import { pickButton } from "./buttons.ts";

/** `isOff`: numbers that cannot be it. */
export const ballPicker = (
  count: number,
  chosen: number | null,
  isOff: (number: number) => boolean,
  then: (number: number) => void,
): JSX.Element =>
  h(
    "div",
    { class: "ball-picks" },
    ...Array.from({ length: count }, (_, at) => {
      const number = at + 1;
      const attributes = { class: "pick ball-pick", "data-ball": number, disabled: isOff(number) };
      return pickButton(attributes, chosen === number, () => then(number), String(number));
    }),
  );
