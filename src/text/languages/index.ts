import type { Translation } from "../translation.ts";
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import eu from "./eu.json" with { type: "json" };
import gl from "./gl.json" with { type: "json" };

/**
 * The list of languages, in the order in which they are offered. A further language is its file and its entry here. Spanish is the
 * language of the catalogues and the base of the others: the compiler refuses a file that lacks one of its ids.
 */
export const LANGUAGE_TEXTS = {
  es,
  eu,
  gl,
  en,
  // The next language: a row above.
} satisfies Readonly<Record<string, Translation>>;
