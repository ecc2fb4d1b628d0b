import { diceLineDecoding } from "../line/decoding.ts";
import { CAGE_MESSAGES } from "./session.ts";

export const CAGE_DECODING = diceLineDecoding(CAGE_MESSAGES);
