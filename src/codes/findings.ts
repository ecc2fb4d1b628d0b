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
  /** Heading of the technician's manual where more of it stands, as a link names it. */
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
  "unit-runs": row("unit", "well", "start-at-boot"),
  "unit-stopped": row("unit", "stops", "exit-statuses"),
  "update-waits": row("repository", "attention", "updating"),
  "unit-ended": row("unit", "stops", "exit-statuses"),
  "unit-mute": row("unit", "stops", "at-three-in-the-morning"),
  "config-unusable": row("unit", "stops", "configuration-and-files-2"),
  "device-well": row("devices", "well", "fault-codes"),
  "device-absent": row("devices", "attention", "device-3"),
  "device-plugged": row("devices", "unknown", "device-3"),
  "device-losses": row("devices", "attention", "at-three-in-the-morning"),
  "clock-zone": row("clock", "well", "the-clock"),
  "clock-vouched": row("clock", "well", "the-clock"),
  "clock-rtc": row("clock", "attention", "the-clock"),
  "clock-unvouched": row("clock", "attention", "the-clock"),
  "disk-space": row("disk", "well", "backup"),
  "disk-short": row("disk", "attention", "backup"),
  "disk-full": row("disk", "stops", "backup"),
  "disk-read-only": row("disk", "stops", "storage-4"),
  "folder-missing": row("disk", "stops", "storage-4"),
  "disk-life": row("life", "well", "backup"),
  "disk-worn": row("life", "attention", "backup"),
  "journal-well": row("journal", "well", "backup"),
  "journal-missing": row("journal", "attention", "storage-4"),
  "journal-notes": row("journal", "attention", "storage-4"),
  "journal-behind": row("journal", "attention", "storage-4"),
  "journal-read": row("journal", "attention", "storage-4"),
  "journal-read-unseen": row("journal", "attention", "storage-4"),
  "journal-read-second": row("journal", "attention", "the-second-copy"),
  "second-well": row("second", "well", "the-second-copy"),
  "second-behind": row("second", "attention", "the-second-copy"),
  "second-lost": row("second", "attention", "the-second-copy"),
  "witness-well": row("witness", "well", "fault-codes"),
  "witness-late": row("witness", "attention", "fault-codes"),
  "witness-trouble": row("witness", "attention", "fault-codes"),
  "relay-well": row("relay", "well", "from-afar"),
  "relay-unasked": row("relay", "unknown", "from-afar"),
  "relay-silent": row("relay", "attention", "from-afar"),
  "certificates-well": row("certificates", "well", "from-afar"),
  "certificates-ending": row("certificates", "attention", "from-afar"),
  "certificates-renewing": row("certificates", "attention", "from-afar"),
  "certificates-unusable": row("certificates", "attention", "from-afar"),
  "memory-well": row("memory", "well", "the-doctor"),
  "memory-short": row("memory", "attention", "the-doctor"),
  "memory-swap": row("memory", "attention", "start-at-boot"),
  "temperature-well": row("temperature", "well", "the-doctor"),
  "temperature-high": row("temperature", "attention", "the-doctor"),
  "voltage-well": row("voltage", "well", "the-doctor"),
  "voltage-low": row("voltage", "attention", "the-doctor"),
  "usb-well": row("usb", "well", "the-doctor"),
  "usb-resets": row("usb", "attention", "the-doctor"),
  "screens-well": row("screens", "well", "screens"),
  "screens-gone": row("screens", "attention", "screens"),
  "screens-connected": row("screens", "well", "screens"),
  "screens-none": row("screens", "attention", "screens"),
  "screens-own-dark": row("screens", "attention", "screens"),
  "screens-own-missing": row("screens", "none", "screens"),
  "release-known": row("release", "well", "updating"),
  "release-source": row("release", "unknown", "updating"),
  "base-kept": row("base", "well", "another-base"),
  "base-trial": row("base", "attention", "another-base"),
};
