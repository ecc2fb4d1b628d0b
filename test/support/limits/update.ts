import {
  ROOT_MAX_BYTES,
  ROOT_ROTATIONS_MAX,
  SNAPSHOT_MAX_BYTES,
  STAMP_AHEAD_MINUTES,
  STICK_MAX_DAYS,
  TARGETS_MAX_BYTES,
  TIMESTAMP_MAX_BYTES,
  TRANSFER_BYTES_PER_SECOND,
  TRANSFER_IDLE_US,
  TRANSFER_TOTAL_US,
} from "../../../firmware/update/limits.ts";
import { CHECK_SELF_MS } from "../../../firmware/updater/run.ts";
import { OUTBOX_MAX } from "../../../firmware/updater/plan.ts";
import { SPACE_LEFT_BYTES } from "../../../firmware/updater/prepare.ts";
import { TRIAL_STARTS } from "../../../firmware/updater/slots.ts";
import { ENDING_US, PATIENCE_US } from "../../../firmware/updater/switch.ts";
import { ANSWER_WITHIN_MS } from "../../../firmware/updater/table-link.ts";
import { SILENT_US, TRIAL_MOST_US, TRIAL_US } from "../../../firmware/updater/trial.ts";
import { SHOWN_WITHIN_US } from "../../../firmware/unit/update-answers.ts";
import { bytes, count, limit, micros, millis, type LimitGroup } from "./limit.ts";

/** Rows of the table of limits in docs/limits.md: of the repositories of releases. */
export const UPDATE_LIMITS: readonly LimitGroup[] = [
  {
    of: "repositories of releases",
    rows: [
      limit(
        "root, timestamp, snapshot, targets, where nothing signed says how long they are",
        bytes({ ROOT_MAX_BYTES, TIMESTAMP_MAX_BYTES, SNAPSHOT_MAX_BYTES, TARGETS_MAX_BYTES }),
        "`endless`",
      ),
      limit("newer roots in one update", count({ ROOT_ROTATIONS_MAX }), "the update is refused"),
      limit("silence of a server", micros({ TRANSFER_IDLE_US }), "`silent`"),
      limit(
        "a transfer; and for the rest of it",
        [micros({ TRANSFER_TOTAL_US }), count({ TRANSFER_BYTES_PER_SECOND }, "bytes a second")],
        "`slow`",
      ),
      limit("age of a stick's stamp", count({ STICK_MAX_DAYS }, "days"), "`stick-too-old`"),
      limit("a stick's stamp ahead of the unit", count({ STAMP_AHEAD_MINUTES }, "minutes"), "`clock-back`"),
    ],
  },
  {
    of: "updater",
    rows: [
      limit("room that a release leaves", bytes({ SPACE_LEFT_BYTES }), "`no-space`"),
      limit(
        "trial; starts in it; without an answer; all of it",
        [micros({ TRIAL_US }), count({ TRIAL_STARTS }), micros({ SILENT_US }), micros({ TRIAL_MOST_US })],
        "the release before comes back",
      ),
      limit(
        "self-test until the screens have it",
        micros({ SHOWN_WITHIN_US }),
        "the release before comes back",
      ),
      limit(
        "the updater of a release on trial, to start",
        millis({ CHECK_SELF_MS }),
        "the release before comes back",
      ),
      limit(
        "end of a round, of a release that is gone back from; end of a table that was asked to",
        [micros({ PATIENCE_US }), micros({ ENDING_US })],
        "it is ended; it is asked again",
      ),
      limit("answer of the table", millis({ ANSWER_WITHIN_MS }), "it counts as silent"),
      limit("records that wait for the table", count({ OUTBOX_MAX }), "the oldest gives way"),
    ],
  },
];
