import type { CoveredRule, TechnicianData } from "../../firmware/screens/server/messages.ts";
import type { Language } from "../../src/text/language.ts";
import { sameText } from "../../src/text/every-language.ts";
import { idealRules } from "../support/ideal-rules.ts";

/** What a unit tells the technician's page, for tests of the page. */

/** What a unit tells of itself, with this coverage. */
export const unitWith = (coverage: TechnicianData["coverage"]): TechnicianData => ({
  zone: "Europe/Madrid",
  coverage,
  coverageDigest: "ab12",
  digest: null,
  release: "0.1.0",
  device: "cammegh-ss2",
  log: "mesa-4/2026-11",
  mode: "live",
  vkey: "mesa-4+0a1b2c3d+AbCd",
  keyPlace: "credential",
  witness: null,
  floor: null,
  second: null,
  storage: {
    first: { folder: "/var/lib/tirada", free: 21_400_000_000, usedPm: 412, shortPm: 800, days: 380 },
    second: null,
    records: 4_711,
    epochs: 3,
    oldest: { seq: 0, at: "2026-11-21T10:02:00.000Z" },
    clock: "synced",
    reading: null,
  },
  counters: { framesDamaged: 3 },
});

/** The coverage of a rulebook as it is, on a table whose devices see everything. */
export const coverageOfRulebook = (rulebook: string): TechnicianData["coverage"] =>
  idealRules(rulebook).coverage.rules.map(({ rule, text, level, cite }) => ({
    rule,
    text,
    level,
    cite,
    facts: [],
  }));

/** A rule that a device can or cannot observe, for one reason. */
export const covered = (
  rule: string,
  level: string,
  grade: "measured" | "none",
  note: string,
): CoveredRule => ({
  rule,
  text: sameText(`regla ${rule}`),
  level,
  cite: "II.1.6",
  facts: [{ fact: rule, level: grade, note: { ...sameText(`nota: ${note}`), en: note } }],
});

/** What the page says of the evidence of a unit with two copies, one of which is lost. */
export const EVIDENCE_WORDS: Readonly<Record<Language, readonly string[]>> = {
  es: [
    "primera copia /var/lib/tirada · 21 GB libres, 42 % en uso · normal: menos del 80 % en uso · al ritmo actual, 380 días",
    "disco de la segunda copia /mnt/b/tirada · 3,2 GB libres, 96 % en uso · normal: menos del 80 % en uso · al ritmo actual, 12 días",
    "PERDIDA desde 26 nov 19:00 (18:00 UTC): su disco falla",
    "le faltan 48 registros",
    "registros 4711 épocas del diario 3 registro más antiguo 0, 21 nov 11:02 (10:02 UTC)",
    "época que no se puede cerrar 2: la lee sqlite3 (4711), cp (4712) desde hace 4 min",
    "calidad del reloj sincronizado",
  ],
  en: ["21 GB free, 42 % in use", "2: sqlite3 (4711), cp (4712) has been reading it for 4 min", "synchronised"],
  gl: ["21 GB libres, 42 % en uso", "leea sqlite3 (4711), cp (4712) desde hai 4 min", "sincronizado"],
  eu: ["21 GB libre, % 42 erabilita", "sqlite3 (4711), cp (4712) ari da irakurtzen duela 4 minututik"],
};
