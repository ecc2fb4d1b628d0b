import { MAX_ANSWER_BYTES, MAX_PROOF_LINES, MAX_REQUEST_BYTES } from "../../../src/record/witness-messages.ts";
import { LONGEST_WAIT_US, NOT_WITNESSED_US } from "../../../firmware/unit/witnessing.ts";
import { ASK_US } from "../../../firmware/witness/ask.ts";
import { ASKER_MEGABYTES, THREAD_US } from "../../../firmware/witness/asker.ts";
import { LOGS_MAX } from "../../../firmware/witness/config.ts";
import { KEPT_OF_LOG, PROOFS_OF_LOG } from "../../../firmware/witness/database.ts";
import { bytes, count, limit, micros, type LimitGroup } from "./limit.ts";

/** Rows of the table of limits in docs/limits.md: of a witness, and of the unit that asks one. */
export const WITNESS_LIMITS: readonly LimitGroup[] = [
  {
    of: "witness of the journal",
    rows: [
      limit(
        "answer to the unit; its length",
        [micros({ ASK_US }), bytes({ MAX_ANSWER_BYTES })],
        "it counts as `silent`, or as `too-long`",
      ),
      limit(
        "thread that asks; its memory",
        [micros({ THREAD_US }), count({ ASKER_MEGABYTES }, "MB")],
        "it is ended, and another one starts with the next question",
      ),
      limit(
        "wait after a question without a cosignature",
        micros({ LONGEST_WAIT_US }, "2, 4, 8 s … #"),
        "the longest repeats",
      ),
      limit("records that wait for a cosignature", micros({ NOT_WITNESSED_US }), "fault `not-witnessed`"),
      limit(
        "request to a witness; hashes of a proof",
        [bytes({ MAX_REQUEST_BYTES }), count({ MAX_PROOF_LINES })],
        "it is refused",
      ),
      limit("logs of a witness", count({ LOGS_MAX }), "the configuration is refused"),
      limit(
        "checkpoints that a witness keeps of a log; contradictions of a log and kind",
        count({ KEPT_OF_LOG, PROOFS_OF_LOG }),
        "the oldest checkpoint goes; the first contradictions stay",
      ),
    ],
  },
];
