import { diceLineDecoding } from "../line/decoding.ts";
import { CUP_MESSAGES } from "./session.ts";

export const CUP_DECODING = diceLineDecoding(CUP_MESSAGES);
