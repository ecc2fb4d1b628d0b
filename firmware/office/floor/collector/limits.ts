import { US_PER_MS, US_PER_S } from "../../../../src/time/instant.ts";

/** Releases that a configuration names. */
export const RELEASES_MAX = 256;
/** Authorities of before that a configuration names. */
export const FORMER_AUTHORITIES_MAX = 8;
/** Casinos of a group. */
export const CASINOS_MAX = 1_024;
/** Logs that are brought to the group's collector at a time; how long a collector waits before it tries again what failed. */
export const FORWARDED_AT_ONCE = 4;
export const FORWARD_AGAIN_US = 5 * US_PER_S;
/** Connections of a collector to the store; a question of it is given up after so long, ms. */
export const STORE_CONNECTIONS = 8;
export const STATEMENT_MS = 5_000;
/** Connections of tables: of one address (a balancer has one for all), and in all. */
export const TABLES_OF_ADDRESS = 2_048;
export const TABLES = 2_048;
/** Requests of one certificate in a second, on average, and at once. A table that catches up sends some 60. */
export const REQUESTS_PER_SECOND = 200;
export const REQUESTS_AT_ONCE = 400;
/** Requests of one certificate that wait to be refused; beyond them its connection ends. How long each waits. */
export const REFUSALS_WAITING = 8;
export const REFUSAL_US = 1_000 * US_PER_MS;
/** Requests that are under way at a time; beyond them it is 503. */
export const UNDER_WAY_MAX = 1_024;
/** A longer batch is one of a table that catches up; so many of them are judged at a time, so that records of tables that live do not wait. */
export const LONG_BATCH_BYTES = 8_192;
export const LONG_BATCHES_AT_ONCE = 4;
/** A question that takes longer is answered with 503; where the database gave no sign for so long, connections to it are made anew. */
export const ANSWER_US = 8 * US_PER_S;
/** How long a request may take to come: 64 KiB over 64 kbit/s, with losses. */
export const REQUEST_COMES_MS = 60_000;
/** How long a table's connection is kept: longer than the table keeps it, which says every five seconds how it is. */
export const KEEP_CONNECTION_MS = 25_000;
/** Tries where another batch of the same log came first. */
export const TRIES = 4;
/** How often certificates are read again and months made ahead. */
export const TIDY_US = 60 * US_PER_S;
