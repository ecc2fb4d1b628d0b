import { US_PER_S } from "../../../src/time/instant.ts";
import { DAY_MS } from "../../../src/orders/certificate.ts";

/** Tables of one relay. */
export const BOXES_MAX = 1_024;
/** Orders that wait for one table; those of one person among them. */
export const LETTERS_MAX = 32;
export const LETTERS_OF_PERSON_MAX = 8;
/** How long a table is known that has not come again; how often it is noted that it came. */
export const TABLE_AGE_MS = 40 * DAY_MS;
export const TABLE_NOTED_MS = DAY_MS;
/** Answers of one table that are kept; the oldest goes. */
export const ANSWERS_MAX = 128;
/** An order waits for so long, which is as long as it may count; an answer for so long. */
export const LETTER_AGE_MS = DAY_MS;
export const ANSWER_AGE_MS = 7 * DAY_MS;
/** Bundles of one table that are kept, the oldest goes; bytes of all tables' bundles; how long a bundle is kept. */
export const BUNDLES_MAX = 2;
export const BUNDLES_BYTES_MAX = 4_096 * 1_048_576;
export const BUNDLE_AGE_MS = 3 * DAY_MS;
/** How long a table's request for a certificate is kept, and the certificate: what is wanted still is brought again. */
export const RENEWAL_AGE_MS = 40 * DAY_MS;
/** Orders that a table gets with one question. */
export const LETTERS_AT_ONCE = 8;
/** How often what is too old is taken away, and certificate and list are read again. */
export const TIDY_US = 60 * US_PER_S;
