/** What a page may send of an act; the pages know it, too. */

/** Letters of an answer, and of a value that an act is told: an outline has many corners. */
export const ACT_ANSWER_MAX = 200;
export const ACT_VALUE_MAX = 1_000;
/** Letters of a configuration that an act is told: as many as an order may have. */
export const ACT_TEXT_MAX = 32_768;
/** Letters of a text that is read at all, so that who sends a longer one hears what the most is. */
export const ACT_TEXT_READ_MAX = 2 * ACT_TEXT_MAX;
/** Values that an act is told. */
export const ACT_VALUES_MAX = 24;
