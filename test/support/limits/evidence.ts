import { MAX_DEPTH as RECORD_DEPTH } from "../../../src/record/canonical.ts";
import { MAX_CODE } from "../../../src/record/certificate.ts";
import { MAX_LINE_BYTES } from "../../../src/record/chain.ts";
import { MAX_PROBLEMS as REPORT_PROBLEMS } from "../../../src/record/report.ts";
import { ENTRY_BYTES_MAX, ENTRY_LINE_MAX } from "../../../src/recording/codec.ts";
import { STORAGE_FULL_PM, STORAGE_SHORT_PM, STORAGE_SHORTER_PM } from "../../../firmware/unit/storage-watch.ts";
import {
  EPOCH_RECORDS,
  RECORDING_DAYS,
  RECORDING_MEGABYTES,
  SEGMENT_MEGABYTES,
} from "../../../firmware/config/config.ts";
import { PICTURES_MEGABYTES } from "../../../firmware/config/dice-config.ts";
import { PICTURES_MAX } from "../../../firmware/dice/pictures.ts";
import { CHECKPOINTS_AT_OPENING } from "../../../firmware/journal/check.ts";
import { APPENDS_UNDER_WAY, QUEUE } from "../../../firmware/journal/client.ts";
import { MAX_SNAPSHOT_BYTES } from "../../../firmware/journal/next-line.ts";
import { RECORDING_SYNC_US } from "../../../firmware/journal/recorder.ts";
import { CHECKPOINT_RECORDS, CHECKPOINT_US, TIDY_RECORDS } from "../../../firmware/journal/store.ts";
import { LOG_LIMIT } from "../../../firmware/recording/text-log-lines.ts";
import { CAPTURE_LIMIT } from "../../../firmware/replay/capture.ts";
import { CARD_SEGMENT_MAX } from "../../../firmware/unit/evidence.ts";
import { REPLAY_ALWAYS_BYTES } from "../../../firmware/unit/restore-tail.ts";
import { ROUND_RECORDING_MAX } from "../../../firmware/unit/unit.ts";
import { bytes, characters, count, limit, megabytes, micros, parts, type LimitGroup } from "./limit.ts";
import {
  SECOND_END_US,
  SECOND_RETRY_US,
  SECOND_SILENT_US,
  COMPARE_BYTES,
  COMPARE_EVERY_US,
  DAMAGED_MAX,
} from "../../../firmware/journal/second/limits.ts";

const REFUSED = "the file is refused";
const GIVES_WAY = "the oldest gives way";

/** Rows of the table of limits in docs/limits.md: of recordings, journal and pictures. */
export const EVIDENCE_LIMITS: readonly LimitGroup[] = [
  {
    of: "recordings, journal, pictures",
    rows: [
      limit(
        "bytes of one recording entry; its line",
        [bytes({ ENTRY_BYTES_MAX }), characters({ ENTRY_LINE_MAX })],
        "the recording counts as damaged",
      ),
      limit(
        "recording on the disk at the latest",
        micros({ RECORDING_SYNC_US }),
        "it is synced, and before every record",
      ),
      limit(
        "epoch of the journal, records",
        parts({ EPOCH_RECORDS }, { most: "at the most", default: "where the configuration does not say" }),
        "the next epoch begins, in a file of its own, where no result is due",
      ),
      limit(
        "days that recordings and pictures are kept at least",
        parts(
          { RECORDING_DAYS },
          { least: "at the least", most: "at the most, where the configuration says days" },
        ),
        "below them nothing is deleted: `storage-short`",
      ),
      limit(
        "disk in use, per mille: told; told again; nothing certified",
        count({ STORAGE_SHORT_PM, STORAGE_SHORTER_PM, STORAGE_FULL_PM }),
        "`storage-short`, `storage-full`; cleared 10 below",
      ),
      limit(
        "second copy without a sign of life; tried again; waited for at the end",
        micros({ SECOND_SILENT_US, SECOND_RETRY_US, SECOND_END_US }),
        "`second-copy-lost`",
      ),
      limit(
        "both copies read again: a slice every; its bytes; damaged files named at once",
        [micros({ COMPARE_EVERY_US }), bytes({ COMPARE_BYTES }), count({ DAMAGED_MAX })],
        "`copy-damaged`; the rest is found in later slices",
      ),
      limit(
        "recording segment; all of them",
        [megabytes({ SEGMENT_MEGABYTES }), megabytes({ RECORDING_MEGABYTES })],
        "the oldest goes, never the one that the newest record came from",
      ),
      limit(
        "one round of cards, recorded",
        bytes({ ROUND_RECORDING_MAX }),
        "the round is given up; a table that only waits goes on under a new seal",
      ),
      limit(
        "segment of a card table, whatever is configured",
        bytes({ CARD_SEGMENT_MAX }, "# and one round"),
        "the next one begins at the next seal",
      ),
      limit(
        "evidence pictures",
        [megabytes({ PICTURES_MEGABYTES }), count({ PICTURES_MAX }, "files")],
        GIVES_WAY,
      ),
      limit(
        "evidence line; its depth",
        [bytes({ MAX_LINE_BYTES }), count({ RECORD_DEPTH }, "levels")],
        "it is not signed and not read",
      ),
      limit("stored state", bytes({ MAX_SNAPSHOT_BYTES }), "the record is refused"),
      limit(
        "requests that wait for the journal; recording text under way",
        [count({ QUEUE }), characters({ APPENDS_UNDER_WAY })],
        "the unit ends: the disk is too slow",
      ),
      limit(
        "records without a checkpoint",
        [count({ CHECKPOINT_RECORDS }), micros({ CHECKPOINT_US }, "or #")],
        "a checkpoint is signed, also at export and close",
      ),
      limit(
        "commits in the write-ahead log alone",
        count({ TIDY_RECORDS }),
        "they are moved into the database, and after a second without a commit",
      ),
      limit(
        "recording that is replayed at each start",
        bytes({ REPLAY_ALWAYS_BYTES }),
        "a larger one only when a record is missing",
      ),
      limit(
        "signatures of checkpoints that are checked at a start",
        count({ CHECKPOINTS_AT_OPENING }, "newest"),
        "older ones are checked by `tirada verify`",
      ),
      limit("problems that a report lists", count({ REPORT_PROBLEMS }), "the rest is counted"),
      limit("text of a QR code", characters({ MAX_CODE }), "no code is made"),
      limit("capture; text log", bytes({ CAPTURE_LIMIT, LOG_LIMIT }), REFUSED),
    ],
  },
];
