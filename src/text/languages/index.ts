import { en } from "./en.ts";
import { es } from "./es.ts";
import { eu } from "./eu.ts";
import { gl } from "./gl.ts";

/** The list of languages, in the order in which they are offered. A further language is its file and its entry here. */
export const LANGUAGE_TEXTS = { es, eu, gl, en } as const;
