import type { BaseTexts } from "../text/translation.ts";

/**
 * Every fault that a device or the unit can raise: one row each. What it is called and what to do about it stands in the language files
 * under the row's group (`faults.wheel`, `faults.eye` …); a text without a row, and a row without a text, do not compile. The manual has
 * all of them (docs/technician/fault-codes.md), which `test/conformance/codes.test.ts` holds against the rows.
 */
export interface FaultRow {
  /** `standing`: it is raised, and cleared when its cause is gone. `momentary`: it happens, and nothing clears it. */
  readonly lasts: "standing" | "momentary";
  /** What rounds lose while the fault is active. `certified`: results are only reported. `certificate`: no result is given. */
  readonly withholds: "nothing" | "certified" | "certificate";
  /** How the screens show the device while the fault is active; a number is shown only with `ok`. */
  readonly health: FaultHealth;
}

/** The gravest first: of several active faults the first one decides. */
export const FAULT_HEALTHS = ["port-gone", "silent", "garbled", "fault", "ok"] as const;
export type FaultHealth = (typeof FAULT_HEALTHS)[number];

/** The game goes on while the fault is active. */
const STANDING: FaultRow = { lasts: "standing", withholds: "nothing", health: "ok" };
const MOMENTARY: FaultRow = { ...STANDING, lasts: "momentary" };
/** No number is shown while the fault is active. */
const HIDING: FaultRow = { ...STANDING, health: "fault" };
/** Nothing is certified while the fault is active. */
const REFUSING: FaultRow = { ...HIDING, withholds: "certificate" };

type Groups = BaseTexts["faults"];
/** A row for each text of a group. */
type Rows<Group extends keyof Groups> = Readonly<Record<keyof Groups[Group], FaultRow>>;

/** Faults of the devices of every table, with the texts of a wheel unless a family has its own. */
const WHEEL: Rows<"wheel"> = {
  "port-gone": { ...STANDING, health: "port-gone" },
  "device-silent": { ...STANDING, health: "silent" },
  "device-garbled": { ...STANDING, health: "garbled" },
  "line-noise": STANDING,
  "launch-failed": STANDING,
  "wheel-component": HIDING,
  "rotor-irregular": HIDING,
  "rotor-limits": STANDING,
  "state-jump": MOMENTARY,
  "number-changed": MOMENTARY,
  "spin-missed": MOMENTARY,
  "lines-late": MOMENTARY,
  "recording-overrun": MOMENTARY,
  "wheel-pockets": REFUSING,
  "wheel-other": REFUSING,
  "wheel-setup": STANDING,
  "unit-stopped": STANDING,
  "board-waits": STANDING,
  "panel-gone": STANDING,
  "panel-stuck-button": STANDING,
  "panel-cover-open": STANDING,
};

/** Of tirada's own sensor board. */
const SENSORS: Rows<"sensors"> = {
  "not-calibrated": REFUSING,
  tamper: REFUSING,
  "clock-doubt": STANDING,
  "board-restarted": MOMENTARY,
  "edges-lost": MOMENTARY,
};

/** Of readers of codes and tags. */
const READER: Rows<"reader"> = { "unknown-card-code": MOMENTARY };

/** Of shoes and shufflers. */
const SHOE: Rows<"shoe"> = {
  "shoe-setup": STANDING,
  "shoe-motor": STANDING,
  "shoe-self-test": STANDING,
  "shoe-restarted": MOMENTARY,
  "shoe-exit-forced": MOMENTARY,
  "shoe-opened": STANDING,
  "shoe-refused": MOMENTARY,
  "messages-lost": MOMENTARY,
  "round-recording-full": MOMENTARY,
};

/** What the table itself finds with its cards. */
const CARDS: Rows<"cards"> = {
  "shoe-jam": STANDING,
  "count-wrong": STANDING,
  "card-outside-round": MOMENTARY,
  "round-overlong": MOMENTARY,
};

/** Faults that a card table itself raises and ends, by what its device tells of warnings, jams and counts. */
export const isOwnFinding = (code: string): boolean =>
  Object.hasOwn(CARDS, code) || code === "shoe-opened" || code.startsWith("warning-");

/** Of the eye over the dice. */
const EYE: Rows<"eye"> = {
  "eye-calibration": REFUSING,
  "eye-moved": REFUSING,
  "eye-light": REFUSING,
  "eye-blocked": REFUSING,
  "eye-camera-frozen": REFUSING,
  "eye-camera-gone": REFUSING,
  "eye-overload": STANDING,
  "eye-pictures": REFUSING,
  "eye-frames-damaged": REFUSING,
  "eye-foreign-object": STANDING,
  "eye-slow-camera": STANDING,
  "eye-reader": REFUSING,
  "eye-setup": REFUSING,
  "eye-stopped": REFUSING,
  "eye-restarted": MOMENTARY,
  "eye-frames-lost": MOMENTARY,
};

/** Of what throws the dice, and of second sources. */
const THROWER: Rows<"thrower"> = {
  "dice-device-setup": STANDING,
  "dice-device-restarted": MOMENTARY,
  "shaker-error": STANDING,
  "shaker-stuck": STANDING,
  "cage-encoder": STANDING,
  "cup-switch": STANDING,
  "horn-blocked": STANDING,
  "cup-count": MOMENTARY,
  "witness-silent": STANDING,
  "witness-nonsense": MOMENTARY,
};

/** Of readers of balls and the machines that the balls come from. */
const BALLS: Rows<"balls"> = {
  "ball-jam": STANDING,
  "ball-lid-open": STANDING,
  "ball-reader-dirty": STANDING,
  "ball-reader-setup": STANDING,
  "ball-reader-restarted": MOMENTARY,
  "ball-tag-unknown": MOMENTARY,
};

/** Of the unit itself. */
const UNIT: Rows<"unit"> = {
  "pin-locked": STANDING,
  "storage-short": STANDING,
  "storage-full": REFUSING,
  "second-copy-lost": STANDING,
  "second-copy-awaited": REFUSING,
  "copy-damaged": STANDING,
  "clock-untrusted": REFUSING,
  "clock-unvouched": { ...STANDING, withholds: "certified" },
  "edition-unproven": REFUSING,
  "edition-other": REFUSING,
  "not-witnessed": STANDING,
  "log-refused": STANDING,
  "log-forked": REFUSING,
  "cosignature-wrong": STANDING,
  "witness-forgot": MOMENTARY,
  "program-changed": REFUSING,
  "device-other": REFUSING,
  "device-unapproved": REFUSING,
  "remote-stopped": STANDING,
  "floor-away": STANDING,
  "floor-refuses": STANDING,
  "floor-forked": STANDING,
  "floor-stopped": STANDING,
};

/** Every row by its code. */
export const FAULTS = {
  ...WHEEL,
  ...SENSORS,
  ...READER,
  ...SHOE,
  ...CARDS,
  ...EYE,
  ...THROWER,
  ...BALLS,
  ...UNIT,
};

/** What a card machine warns of until somebody has acknowledged it; the fault is `warning-` and this. */
export type Warning = keyof BaseTexts["cards"]["warnings"];
export type FaultCode = keyof typeof FAULTS | `warning-${Warning}`;

/** The row of a code as records hold it. A code that this release does not know counts as standing, and hides nothing. */
function rowOf(code: string): FaultRow {
  return Object.hasOwn(FAULTS, code) ? FAULTS[code as keyof typeof FAULTS] : STANDING;
}

/** Whether a fault is momentary: it is recorded, and there is nothing to clear. */
export const isMomentary = (code: string): boolean => rowOf(code).lasts === "momentary";

/** Whether nothing is certified while the fault is active. */
export const refusesResults = (code: string): boolean => rowOf(code).withholds === "certificate";

/** The active fault of the unit itself under which nothing is certified, whatever the devices report; null: there is none. */
export function refusalOfUnit(
  faults: readonly { readonly device: string; readonly code: FaultCode }[],
): FaultCode | null {
  return faults.find(({ device, code }) => device === "unit" && refusesResults(code))?.code ?? null;
}

/** Faults of the unit itself under which a result is only reported. */
export function reportingFaultsOfUnit(
  faults: readonly { readonly device: string; readonly code: FaultCode }[],
): readonly FaultCode[] {
  return faults
    .filter(({ device, code }) => device === "unit" && rowOf(code).withholds === "certified")
    .map(({ code }) => code);
}

/** How the screens show a device while these faults are active. */
export function healthUnder(codes: readonly string[]): FaultHealth {
  const standing = codes.map((code) => rowOf(code).health);
  return FAULT_HEALTHS.find((health) => standing.includes(health)) ?? "ok";
}
