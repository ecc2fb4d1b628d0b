import { MACHINE_DAYS_MAX, LIST_DAYS_MAX, PERSON_HOURS_MAX } from "../../../src/orders/certificate.ts";
import { ANSWER_MAX_BYTES } from "../../../src/orders/answer.ts";
import {
  ALONE_TABLES_MAX,
  CONFIGURATION_MAX,
  ORDER_MAX_BYTES,
  ORDER_SPAN_MAX_MS,
  ORDER_TABLES_MAX,
} from "../../../src/orders/order.ts";
import { FLEET_WAVES_MAX, SECOND_MINUTES } from "../../../src/fleet/plan.ts";
import { STANDING_FAULTS_MAX } from "../../../src/fleet/standing.ts";
import { BUNDLE_PART_BYTES, BUNDLE_SENT_MAX } from "../../../src/orders/sent-bundle.ts";
import { BUNDLE_MEGABYTES, BUNDLE_US } from "../../../firmware/remote/bundle-maker.ts";
import { BUNDLE_HELD_MS, BUNDLE_ROOM_PM, BUNDLES_HELD } from "../../../firmware/remote/bundle-spool.ts";
import { CERTIFICATE_MAX, RENEWAL_MAX_BYTES } from "../../../src/orders/renewal.ts";
import { RENEWAL_DAYS_MOST } from "../../../firmware/doctor/certificates.ts";
import { IDLE_MS } from "../../../firmware/remote/mutual-server.ts";
import { RENEW_DAYS } from "../../../firmware/remote/renewal.ts";
import { CONNECTIONS } from "../../../firmware/fleet/mail.ts";
import { ASK_LASTS_MS, ORDER_LASTS_MS } from "../../../firmware/fleet/run.ts";
import { READERS_MAX, READING_IDLE_US } from "../../../firmware/remote/reading-log.ts";
import { ORDERERS_MAX } from "../../../src/table/durable.ts";
import { LIST_MAX_BYTES } from "../../../firmware/remote/credentials.ts";
import {
  COUNTED_AFTER_US,
  PEOPLE_MAX,
  REFUSED_BURST,
  REFUSED_REFILL_US,
} from "../../../firmware/remote/refusal-budget.ts";
import { EVENTS_SHOWN, ORDER_ANSWER_MS } from "../../../firmware/remote/server.ts";
import { LONGEST_RESTART_US } from "../../../firmware/threads/supervised-thread.ts";
import { FAR_MEGABYTES, UNTAKEN_STATES } from "../../../firmware/remote/start.ts";
import { FILES_EVERY_US } from "../../../firmware/remote/own-credentials.ts";
import { ANSWER_US, WAITING_LIMIT } from "../../../firmware/remote/thread.ts";
import { UPDATER_ANSWER_MS } from "../../../firmware/remote/updater.ts";
import {
  ANSWER_AGE_MS,
  ANSWERS_MAX,
  BOXES_MAX,
  BUNDLE_AGE_MS,
  BUNDLES_BYTES_MAX,
  BUNDLES_MAX,
  LETTER_AGE_MS,
  LETTERS_MAX,
  LETTERS_OF_PERSON_MAX,
  RENEWAL_AGE_MS,
  TABLE_AGE_MS,
} from "../../../firmware/relay/limits.ts";
import {
  KNOWN_LETTERS,
  LETTERS_TAKEN,
  RELAY_ANSWER_BYTES,
  RELAY_ANSWER_MS,
} from "../../../firmware/remote/letters.ts";
import { ORDERED_STARTS, ORDERED_TRIAL_US } from "../../../firmware/unit/ordered-configuration.ts";
import { bytes, characters, count, limit, micros, millis, type LimitGroup } from "./limit.ts";

/** Rows of the table of limits in docs/limits.md: of people and orders from afar. */
export const REMOTE_LIMITS: readonly LimitGroup[] = [
  {
    of: "people and orders from afar",
    rows: [
      limit(
        "certificate of a person; of a machine",
        [count({ PERSON_HOURS_MAX }, "h"), count({ MACHINE_DAYS_MAX }, "days")],
        "it counts for nothing, whoever issued it",
      ),
      limit(
        "age of a revocation list; its file",
        [count({ LIST_DAYS_MAX }, "days"), bytes({ LIST_MAX_BYTES })],
        "nobody is let in",
      ),
      limit(
        "order; a configuration in it",
        [bytes({ ORDER_MAX_BYTES }), characters({ CONFIGURATION_MAX })],
        "`too-long`, `arguments-wrong`",
      ),
      limit(
        "starts of an ordered configuration; time that the table stays with it",
        [count({ ORDERED_STARTS }), micros({ ORDERED_TRIAL_US })],
        "the former one comes back",
      ),
      limit("time for which an order counts", millis({ ORDER_SPAN_MAX_MS }), "`window-too-long`"),
      limit(
        "tables that an order names; that one person's installation names",
        [count({ ORDER_TABLES_MAX }), count({ ALONE_TABLES_MAX })],
        "`malformed`; `second-missing`",
      ),
      limit("waves of a plan", count({ FLEET_WAVES_MAX }), "the plan is refused"),
      limit(
        "a fleet's question, its order; the same for a second person to sign",
        [millis({ ASK_LASTS_MS, ORDER_LASTS_MS }), count({ SECOND_MINUTES }, "min")],
        "asked anew; `order-refused`; written anew",
      ),
      limit("connections of a laptop to the relay", count({ CONNECTIONS }), "they wait"),
      limit("faults that a table's standing names", count({ STANDING_FAULTS_MAX }), "the others are left out"),
      limit("answer to an order", bytes({ ANSWER_MAX_BYTES }), "it is not read"),
      limit("people whose newest number is remembered", count({ ORDERERS_MAX }), "the oldest gives way"),
      limit(
        "people who read at once; a reader who asks for nothing",
        [count({ READERS_MAX }), micros({ READING_IDLE_US })],
        "the one who asked longest ago gives way",
      ),
      limit(
        "refused orders of one person that are records; one more each; counted after; people",
        [
          count({ REFUSED_BURST }),
          micros({ REFUSED_REFILL_US, COUNTED_AFTER_US }),
          count({ REFUSED_PEOPLE_MAX: PEOPLE_MAX }),
        ],
        "one record tells how many",
      ),
      limit(
        "answer of the main thread; questions that wait for it",
        [micros({ ANSWER_US }), count({ WAITING_LIMIT })],
        "the request has no answer",
      ),
      limit(
        "answer of a relay; orders in it; orders that are known again",
        [bytes({ RELAY_ANSWER_BYTES }), millis({ RELAY_ANSWER_MS }), count({ LETTERS_TAKEN, KNOWN_LETTERS })],
        "it counts as silent; the oldest gives way",
      ),
      limit(
        "boxes of a relay; orders, orders of one person and answers in one",
        count({ BOXES_MAX, LETTERS_MAX, LETTERS_OF_PERSON_MAX, ANSWERS_MAX }),
        "`too-many`; the oldest answer goes",
      ),
      limit(
        "age of an order, of an answer, of an empty box of a table at a relay",
        millis({ LETTER_AGE_MS, ANSWER_AGE_MS, TABLE_AGE_MS }),
        "it is taken away",
      ),
      limit(
        "bundle that was ordered, as it is sent; a part of it",
        bytes({ BUNDLE_SENT_MAX, BUNDLE_PART_BYTES }),
        "files that do not fit are left out and named; it is refused",
      ),
      limit(
        "time for making it; memory of its program",
        [micros({ BUNDLE_US }), count({ BUNDLE_MEGABYTES }, "MB")],
        "the order has failed",
      ),
      limit(
        "bundles that wait at a table; for how long; disk in use",
        [count({ BUNDLES_HELD }), millis({ BUNDLE_HELD_MS }), count({ BUNDLE_ROOM_PM }, "‰")],
        "the oldest goes; it is taken away; none is made",
      ),
      limit(
        "bundles of a table at a relay; of all tables; for how long",
        [count({ BUNDLES_MAX }), bytes({ BUNDLES_BYTES_MAX }), millis({ BUNDLE_AGE_MS })],
        "the oldest goes; `too-many`; it is taken away",
      ),
      limit(
        "certificate's days left when the unit asks for the next one; days that its request waits",
        [count({ RENEW_DAYS, RENEWAL_DAYS_MOST })],
        "a third of its time, where that is less; the doctor says so",
      ),
      limit(
        "request for a certificate; a certificate; for how long a relay keeps them",
        [bytes({ RENEWAL_MAX_BYTES }), characters({ CERTIFICATE_MAX }), millis({ RENEWAL_AGE_MS })],
        "it is refused; it is taken away",
      ),
      limit("connection on which nothing comes or goes", millis({ IDLE_MS }), "it is ended"),
      limit("answer to whoever gives an order to a unit", millis({ ORDER_ANSWER_MS }), "it has none"),
      limit("answer of the updater", millis({ UPDATER_ANSWER_MS }), "the order has failed"),
      limit("records on the page from afar", count({ EVENTS_SHOWN }), "older ones are in an export"),
      limit(
        "certificates and list are read again",
        micros({ FILES_EVERY_US }, "every #"),
        "those of before count",
      ),
      limit("memory of the thread", count({ FAR_MEGABYTES }, "MB"), "it ends, fault `remote-stopped`"),
      limit(
        "states that it leaves untaken, one a second; wait until it is started again",
        [count({ UNTAKEN_STATES }), micros({ LONGEST_RESTART_US }, "1, 2, 4 … #")],
        "it is ended; the longest wait repeats",
      ),
    ],
  },
];
