import type { BaseTexts } from "../text/translation.ts";

/**
 * Everything that a look at a table and its unit can find: one row each. What it says and what to do about it stands in the language
 * files under `doctor.findings`; a text without a row, and a row without a text, do not compile. Faults of the devices are findings
 * too, with the texts of `src/codes/faults.ts`.
 */
export interface FindingRow {
  readonly subject: FindingSubject;
  /** `stops`: while it is so the table cannot certify. `unknown`: it could not be observed. `none`: this table has no such thing. */
  readonly level: FindingLevel;
  /** Page of the technician's manual where more of it stands, with a heading where it has several: `exit-statuses.md#device-3`. */
  readonly manual: string;
}

/** The gravest first. */
export const FINDING_LEVELS = ["stops", "attention", "unknown", "none", "well"] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

type Findings = BaseTexts["doctor"]["findings"];
export type FindingCode = keyof Findings;
export type FindingSubject = keyof BaseTexts["doctor"]["subjects"];
export type Unobserved = keyof BaseTexts["doctor"]["unobserved"];

const row = (subject: FindingSubject, level: FindingLevel, manual: string): FindingRow => ({
  subject,
  level,
  manual,
});

export const FINDINGS: Readonly<Record<Exclude<FindingCode, "absent" | "unobserved">, FindingRow>> = {
  "unit-runs": row("unit", "well", "service.md"),
  "unit-stopped": row("unit", "stops", "exit-statuses.md"),
  "update-waits": row("repository", "attention", "updating.md"),
  "unit-ended": row("unit", "stops", "exit-statuses.md"),
  "unit-mute": row("unit", "stops", "at-night.md"),
  "config-unusable": row("unit", "stops", "exit-statuses.md#configuration-and-files-2"),
  "device-well": row("devices", "well", "fault-codes.md"),
  "device-absent": row("devices", "attention", "exit-statuses.md#device-3"),
  "device-plugged": row("devices", "unknown", "exit-statuses.md#device-3"),
  "device-exchanged": row("devices", "stops", "at-night.md"),
  "device-foreign": row("devices", "stops", "at-night.md"),
  "adapter-stopped": row("devices", "attention", "at-night.md"),
  "board-behind": row("devices", "attention", "boards.md"),
  "panel-behind": row("devices", "attention", "boards.md"),
  "device-losses": row("devices", "attention", "at-night.md"),
  "drift-none": row("drift", "well", "doctor.md#drift"),
  "drift-pulse-width": row("drift", "attention", "doctor.md#drift"),
  "drift-reader-width": row("drift", "attention", "doctor.md#drift"),
  "drift-mark-width": row("drift", "attention", "doctor.md#drift"),
  "drift-missed-edges": row("drift", "attention", "doctor.md#drift"),
  "drift-curtain": row("drift", "attention", "doctor.md#drift"),
  "drift-rotor-speed": row("drift", "attention", "doctor.md#drift"),
  "drift-rotor-slowing": row("drift", "attention", "doctor.md#drift"),
  "drift-ball-slowing": row("drift", "attention", "doctor.md#drift"),
  "drift-ball-run": row("drift", "attention", "doctor.md#drift"),
  "drift-lap-shape": row("drift", "attention", "doctor.md#drift"),
  "drift-drop-zone": row("drift", "attention", "doctor.md#drift"),
  "drift-misreads": row("drift", "attention", "doctor.md#drift"),
  "drift-eye-light": row("drift", "attention", "doctor.md#drift"),
  "drift-eye-shift": row("drift", "attention", "doctor.md#drift"),
  "drift-eye-confidence": row("drift", "attention", "doctor.md#drift"),
  "drift-eye-undecided": row("drift", "attention", "doctor.md#drift"),
  "clock-zone": row("clock", "well", "clock.md"),
  "clock-vouched": row("clock", "well", "clock.md"),
  "clock-ahead": row("clock", "attention", "clock.md"),
  "clock-late": row("clock", "attention", "clock.md"),
  "clock-rtc": row("clock", "attention", "clock.md"),
  "clock-unvouched": row("clock", "attention", "clock.md"),
  "disk-space": row("disk", "well", "evidence-out.md"),
  "disk-short": row("disk", "attention", "evidence-out.md"),
  "disk-full": row("disk", "stops", "evidence-out.md"),
  "disk-read-only": row("disk", "stops", "exit-statuses.md#storage-4"),
  "folder-missing": row("disk", "stops", "exit-statuses.md#storage-4"),
  "disk-life": row("life", "well", "evidence-out.md"),
  "disk-errors": row("life", "attention", "evidence-out.md"),
  "disk-worn": row("life", "attention", "evidence-out.md"),
  "journal-well": row("journal", "well", "evidence-out.md"),
  "journal-missing": row("journal", "attention", "exit-statuses.md#storage-4"),
  "journal-notes": row("journal", "attention", "exit-statuses.md#storage-4"),
  "journal-behind": row("journal", "attention", "exit-statuses.md#storage-4"),
  "journal-read": row("journal", "attention", "exit-statuses.md#storage-4"),
  "journal-read-unseen": row("journal", "attention", "exit-statuses.md#storage-4"),
  "journal-read-second": row("journal", "attention", "second-copy.md"),
  "second-well": row("second", "well", "second-copy.md"),
  "second-behind": row("second", "attention", "second-copy.md"),
  "second-lost": row("second", "attention", "second-copy.md"),
  "witness-well": row("witness", "well", "fault-codes.md"),
  "witness-late": row("witness", "attention", "fault-codes.md"),
  "witness-trouble": row("witness", "attention", "fault-codes.md"),
  "relay-well": row("relay", "well", "from-afar.md"),
  "relay-unasked": row("relay", "unknown", "from-afar.md"),
  "relay-silent": row("relay", "attention", "from-afar.md"),
  "floor-in-step": row("floor", "well", "floor.md"),
  "floor-behind": row("floor", "well", "floor.md"),
  "floor-unasked": row("floor", "unknown", "floor.md"),
  "floor-joining": row("floor", "attention", "floor.md"),
  "floor-trouble": row("floor", "attention", "floor.md"),
  "certificates-well": row("certificates", "well", "from-afar.md"),
  "certificates-ending": row("certificates", "attention", "from-afar.md"),
  "certificates-renewing": row("certificates", "attention", "from-afar.md"),
  "certificates-unusable": row("certificates", "attention", "from-afar.md"),
  "memory-well": row("memory", "well", "doctor.md"),
  "memory-short": row("memory", "attention", "doctor.md"),
  "memory-swap": row("memory", "attention", "service.md"),
  "temperature-well": row("temperature", "well", "doctor.md"),
  "temperature-high": row("temperature", "attention", "doctor.md"),
  "voltage-well": row("voltage", "well", "doctor.md"),
  "voltage-low": row("voltage", "attention", "doctor.md"),
  "usb-well": row("usb", "well", "doctor.md"),
  "usb-resets": row("usb", "attention", "doctor.md"),
  "screens-well": row("screens", "well", "screens.md"),
  "screens-gone": row("screens", "attention", "screens.md"),
  "screens-connected": row("screens", "well", "screens.md"),
  "screens-none": row("screens", "attention", "screens.md"),
  "screens-own-dark": row("screens", "attention", "screens.md"),
  "screens-own-missing": row("screens", "none", "screens.md"),
  "house-files": row("screens", "well", "house.md"),
  "house-file": row("screens", "attention", "house.md"),
  "release-known": row("release", "well", "updating.md"),
  "release-source": row("release", "unknown", "updating.md"),
  "base-kept": row("base", "well", "another-base.md"),
  "base-trial": row("base", "attention", "another-base.md"),
};
