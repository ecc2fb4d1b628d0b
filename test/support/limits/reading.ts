import { RECORDS_HELD, ROUNDS_HELD } from "../../../src/analysis/closed-rounds.ts";
import { ROUNDS_RECALLED, STEPS_MAX } from "../../../src/analysis/recall.ts";
import { ROWS_MAX } from "../../../src/analysis/section.ts";
import { DAYS_MAX } from "../../../src/analysis/launches.ts";
import { NAMES_MAX } from "../../../src/analysis/round-ends.ts";
import { FOUND_DEFAULT, FOUND_MAX } from "../../../firmware/cli/find.ts";
import { RECORDINGS_READ } from "../../../firmware/replay/recorded-motion.ts";
import { PICTURE_MAX } from "../../../firmware/display/picture.ts";
import { RECORDS_ASKED, RECORDS_RECALLED } from "../../../firmware/display/recall-desk.ts";
import {
  AGAIN_US,
  ANALYSIS_MEGABYTES,
  ANALYSIS_US,
  REPORT_MAX,
} from "../../../firmware/display/analysis-desk.ts";
import { RECORDINGS_OF_PAGE } from "../../../firmware/replay/analyse-evidence.ts";
import { bytes, count, limit, micros, type LimitGroup } from "./limit.ts";

/** What of records is searched, counted and told again. */
export const READING_LIMITS: readonly LimitGroup[] = [
  {
    of: "records that are read again",
    rows: [
      limit(
        "records that `tirada find` prints; with `--limit`",
        count({ FOUND_DEFAULT, FOUND_MAX }),
        "it says that there are more",
      ),
      limit(
        "an analysis: codes of one kind, days, rows of a section, recordings",
        count({ NAMES_MAX, DAYS_MAX, ROWS_MAX, RECORDINGS_READ }),
        "what comes later is counted together or left out; of recordings the newest are read",
      ),
      limit(
        "an analysis: rounds of cards not collected; records of one",
        count({ ROUNDS_HELD, RECORDS_HELD }),
        "nothing of the round is counted",
      ),
      limit(
        "rounds that people read again besides the open one; records of one",
        count({ ROUNDS_RECALLED, STEPS_MAX }),
        "older rounds are not there; later records are counted, the verdict is there",
      ),
      limit(
        "records in which they are looked for; read at once",
        count({ RECORDS_RECALLED, RECORDS_ASKED }),
        "what is older is found with `tirada find`",
      ),
      limit("evidence picture on a screen", bytes({ PICTURE_MAX }), "it is not shown"),
      limit(
        "the analysis of the page: time; the next begins after; recordings; memory",
        [
          micros({ ANALYSIS_US }),
          micros({ AGAIN_US }),
          count({ RECORDINGS_OF_PAGE }, "recordings"),
          count({ ANALYSIS_MEGABYTES }, "MB"),
        ],
        "it is ended, and the page says so; one runs at a time",
      ),
      limit("what it may say", bytes({ REPORT_MAX }), "it is ended"),
    ],
  },
];
