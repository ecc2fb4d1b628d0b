import { createHash } from "node:crypto";
import { canonical } from "../record/canonical.ts";
import { LANGUAGES, type Language } from "../text/language.ts";
import type { Pack } from "./pack.ts";

/**
 * Hex SHA-256 of the RFC 8785 canonical JSON of a value: equal for equal data, whatever its key order.
 * Throws a TypeError for a value that a record could not hold either.
 */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonical(value), "utf8").digest("hex");
}

/**
 * Hex SHA-256 of the canonical JSON of what a pack states as law: everything but translations. Of a text for people that is
 * the Spanish, and the words in another language where an announcement says that the law itself prints them.
 */
export function lawDigest(pack: Pack): string {
  return digestOf(lawOf(pack));
}

/** A pack without its translations. */
export function lawOf(pack: Pack): unknown {
  const printed = new Set(
    pack.announcements.flatMap(({ printed: of, say }) => of.map((language) => `${language} ${say[language]}`)),
  );
  return withoutTranslations(pack, (language, words) => printed.has(`${language} ${words}`));
}

/** A value in which every text for people has only its Spanish words. */
export function inSpanish(value: unknown): unknown {
  return withoutTranslations(value, () => false);
}

function withoutTranslations(value: unknown, isLaw: (language: Language, words: string) => boolean): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutTranslations(inner, isLaw));
  const entries = Object.entries(value);
  const isText =
    entries.length === LANGUAGES.length && LANGUAGES.every((language) => Object.hasOwn(value, language));
  if (!isText)
    return Object.fromEntries(entries.map(([key, inner]) => [key, withoutTranslations(inner, isLaw)]));
  return Object.fromEntries(
    entries.filter(([language, words]) => language === "es" || isLaw(language as Language, String(words))),
  );
}
