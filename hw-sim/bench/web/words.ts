/** The bench page's own words in the language of the page. */
import type { Language, Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { FaultGroup, Refused } from "../page-messages.ts";

const BENCH = textsOf("bench");

export type BenchWord = keyof typeof BENCH.words;

export const FAULT_GROUPS: Readonly<Record<FaultGroup, Text>> = BENCH.groups;
export const REFUSED: Readonly<Record<Refused, Text>> = BENCH.refused;

export const benchWord = (id: BenchWord, language: Language): string => BENCH.words[id][language];
