/** What is kept of one log in quarantine in a month: lines, and bytes of them; what of all logs. More is counted. */
export const QUARANTINE_ROWS_MAX = 1_000;
export const QUARANTINE_BYTES_MAX = 16 * 1_048_576;
export const QUARANTINE_ALL_BYTES_MAX = 1_024 * 1_048_576;
/** Open forks of one log: nothing is taken of it from the first one on, so that more come only from requests that were under way. */
export const FORKS_MAX = 64;
/** Notes of one checkpoint that are kept: the same with more cosignatures. */
export const NOTES_MAX = 8;
/** Records between two ends of batches that are kept, at the most: 64 of a batch, more where a month was archived. */
export const ENDS_APART = 2_048;
/** Requests of one log to join that are kept. */
export const ENROLMENTS_MAX = 64;
/** Months whose partitions are made ahead. */
export const MONTHS_AHEAD = 3;
/** Logs whose keys are held in memory. */
export const KEYS_HELD_MAX = 4_096;
/** Characters of why something was refused, and of a record's kind. */
export const WORDS_MAX = 300;
