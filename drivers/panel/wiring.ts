/** What is wired to which pin of the panel board (docs/devices/panel.md). Pin numbers are those of the Arduino Uno. */

export const BUTTONS = ["no-more-bets", "void", "acknowledge", "open-close"] as const;
export type Button = (typeof BUTTONS)[number];

/** Switches to ground; each is active when closed. */
export type Input = Button | "jefe-key" | "cover-closed";

export const INPUT_PINS: Readonly<Record<Input, number>> = {
  "no-more-bets": 2,
  void: 3,
  acknowledge: 4,
  "open-close": 5,
  "jefe-key": 6,
  "cover-closed": 7,
};
export const INPUTS = Object.keys(INPUT_PINS) as readonly Input[];

export const OUTPUT_PINS = {
  "light-no-more-bets": 8,
  "light-void": 9,
  "light-acknowledge": 10,
  "light-open-close": 11,
  buzzer: 12,
  green: 14,
  amber: 15,
  red: 16,
  "cover-release": 17,
} as const;
export type Output = keyof typeof OUTPUT_PINS;
export const OUTPUTS = Object.keys(OUTPUT_PINS) as readonly Output[];

/** True is lit, sounding, released. */
export type Outputs = Readonly<Record<Output, boolean>>;

export const ALL_OFF = Object.fromEntries(OUTPUTS.map((output) => [output, false])) as Outputs;

export const PANEL_PINS = 20;
export const FIRMWARE_NAME = "tirada-panel";
export const FIRMWARE_MAJOR = 1;
