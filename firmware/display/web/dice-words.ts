/** What the pages call the faces of dice and the throws of craps. */
import { isDieFace, type DieFace } from "../../../src/dice/faces.ts";
import type { CrapsCall } from "../../../src/dice/outcome-types.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

const DICE = textsOf("pages.dice");

/** The faces of corona y ancla in the catalogue's words, and those of numbers. */
export const FACE_NAMES: Readonly<Record<DieFace, Text>> = DICE.faces;

/** A face by its name. Throws for what is no face of any die. */
export function faceName(face: string): Text {
  if (!isDieFace(face)) throw new Error(`there is no face "${face}"`);
  return FACE_NAMES[face];
}

/** What a throw of craps is called, for the series. */
export const CRAPS_CALLS: Readonly<Record<CrapsCall, Text>> = DICE["craps-calls"];
