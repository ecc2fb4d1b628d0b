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
import { bytes, count, limit, micros, type LimitGroup } from "./limit.ts";

/** Rows of the table of limits in docs/architecture.md: of the repositories of releases. */
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
];
