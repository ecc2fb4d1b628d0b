import { textsOf } from "../text/text-of.ts";
import type { Text } from "../text/language.ts";
import type { AnnouncedPhase, Basis } from "../rules/pack.ts";

export const BASIS_NAMES: Readonly<Record<Basis, Text>> = textsOf("booklet.basis");

/** When something is called. */
export const PHASE_NAMES: Readonly<Record<AnnouncedPhase, Text>> = textsOf("phases");

/** Words of the lawyer's booklet. */
export const BOOKLET_WORDS = textsOf("booklet.words");
