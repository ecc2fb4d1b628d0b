import { LONGEST_RESTART_US } from "../../../firmware/threads/supervised-thread.ts";
import { MAX_DECKS } from "../../../src/cards/decks.ts";
import { CASES_MAX } from "../../../src/cases/cases.ts";
import { MAX_EVENTS } from "../../../src/cases/deal-walk.ts";
import { LOCKS_MAX } from "../../../src/people/access.ts";
import {
  FORGOTTEN_US,
  LONGEST_DELAY_S,
  LONGEST_LOCK_MIN,
  REMEMBERED_MAX,
  WRONG_AT_ADDRESS,
  WRONG_OF_NAME,
  WRONG_PINS,
} from "../../../src/people/access-guard.ts";
import { CARD_NUMBER_MAX, POSITIONS_MAX, SEAT_MAX } from "../../../src/people/key-schema.ts";
import { CARD_GAME_MAX } from "../../../src/rules/card-schema.ts";
import { MAX_DEPTH as CONDITION_DEPTH, MAX_JOINED } from "../../../src/rules/condition.ts";
import { MAX_CHAIN, MAX_SOURCES } from "../../../src/rules/extends.ts";
import { MAX_ALIASES, MAX_FILE_BYTES, MAX_PROBLEMS as YAML_PROBLEMS } from "../../../src/rules/yaml.ts";
import { THROW_AT_LEAST_US } from "../../../src/table/dice/blindness.ts";
import { GONE_US, NO_REST_US, NOT_DONE_US } from "../../../src/table/dice/throw-timeouts.ts";
import { INCIDENTS_MAX as DICE_INCIDENTS } from "../../../src/table/dice/durable-dice.ts";
import { SUERTES_MAX } from "../../../src/table/dice/view-dice.ts";
import { SERIES_MAX } from "../../../src/table/durable.ts";
import { MOST_MISSED } from "../../../src/table/shoe/card-out.ts";
import { STUCK_MAX } from "../../../src/table/shoe/observe.ts";
import { CLOCK_ERROR_MAX_US, CLOCK_UPDATE_AGE_MAX_MS } from "../../../firmware/clock/chrony.ts";
import {
  ANSWER_AGE_MAX_US,
  CHRONYC_LINE_MAX,
  CHRONYC_RESTART_US,
  CHRONYC_SILENT_US,
} from "../../../firmware/clock/chrony-client.ts";
import { TIMESYNCD_AGE_MAX_MS } from "../../../firmware/clock/clock-meter.ts";
import { RTC_DIFFERENCE_MAX_MS } from "../../../firmware/clock/clock-quality.ts";
import { MOST_CARDS } from "../../../src/table/shoe/open-commitments.ts";
import { INCIDENTS_MAX as CARD_INCIDENTS } from "../../../src/table/shoe/durable-deal.ts";
import { PAST_MAX } from "../../../src/table/past-rounds.ts";
import { DECISIONS_MAX, TASKS_MAX } from "../../../src/table/tasks.ts";
import { GAP_LIMIT_US } from "../../../src/table/wheel/round.ts";
import { REMOVED_MAX } from "../../../firmware/config/shoe-config.ts";
import { BEAT_US, MEMORY_MEGABYTES, READY_US, UNANSWERED_BEATS } from "../../../firmware/display/client.ts";
import {
  CONNECTIONS,
  CONNECTIONS_OF_ADDRESS,
  HEADERS_MS,
  REQUEST_MS,
} from "../../../firmware/display/connections.ts";
import { IDLE_US, MALFORMED_LIMIT, MESSAGES_PER_SECOND } from "../../../firmware/display/control-session.ts";
import {
  BUFFER_LIMIT,
  PLACES,
  PLACES_OF_ADDRESS,
  REPLY_LIMIT,
  SLOW_PULSES,
} from "../../../firmware/display/hub.ts";
import { ANSWER_US, WAITING_LIMIT } from "../../../firmware/display/main-link.ts";
import { MESSAGE_LIMIT } from "../../../firmware/display/screen-message.ts";
import { DEVICE_ROUND_TRIPS_MAX } from "../../../firmware/table/pipeline.ts";
import { BUDGETS, COUNTED_AFTER_US } from "../../../firmware/unit/access-log.ts";
import { ACTS_MAX } from "../../../firmware/root-helper/acts.ts";
import { CHANGES_AN_HOUR } from "../../../firmware/root-helper/acts-file.ts";
import { CONNECTIONS_MAX } from "../../../firmware/unit/control.ts";
import { COMMAND_IDLE_US, LINE_MAX } from "../../../firmware/unit/talk.ts";
import { FILES_GIVEN_MAX } from "../../../firmware/journal/given-files.ts";
import { MAX_PAGES, ORDERS_PER_SECOND, UNREAD_LIMIT } from "../../../hw-sim/bench/desk.ts";
import { bytes, characters, count, limit, micros, millis, parts, seconds, type LimitGroup } from "./limit.ts";

const GIVES_WAY = "the oldest gives way";
const UNDECIDED = "the round is `undecided`";
const REFUSED = "the file is refused";

const ROUNDS: LimitGroup = {
  of: "rounds",
  rows: [
    limit("a spin whose lines stay away", micros({ GAP_LIMIT_US }), UNDECIDED),
    limit("a throw without dice at rest", micros({ NO_REST_US }), UNDECIDED),
    limit("dice at rest while shaker, cage or cup are not done", micros({ NOT_DONE_US }), UNDECIDED),
    limit("dice gone before they were read, or found at rest and not read", micros({ GONE_US }), UNDECIDED),
    limit(
      "a time without sight of the arena in which dice may have been thrown",
      micros({ THROW_AT_LEAST_US }),
      "in a series of craps the point is confirmed before the next throw is certified",
    ),
    limit("numbers in the series", count({ SERIES_MAX }), GIVES_WAY),
    limit("tasks at once", count({ TASKS_MAX }), "the oldest acknowledgement gives way"),
    limit("voids to be called and decisions at once", count({ DECISIONS_MAX }), "the oldest gives way"),
    limit(
      "rounds that may be judged anew at once",
      count({ PAST_MAX }),
      "the oldest may not be judged anew any more",
    ),
    limit(
      "incidents on screens, of a round of cards; of a throw",
      count({ CARD_INCIDENTS, DICE_INCIDENTS }),
      GIVES_WAY,
    ),
    limit("bets that a view of dice lists", count({ SUERTES_MAX }), "the rest is not listed"),
    limit(
      "from the table to its card device and back, at one entry",
      count({ DEVICE_ROUND_TRIPS_MAX }, "times"),
      "the device's commands are refused",
    ),
    limit("decks; cards taken out of one", count({ MAX_DECKS, REMOVED_MAX }), "the configuration is refused"),
    limit("cards that were missed at once and are counted", count({ MOST_MISSED }), "the shoe is barred"),
    limit("cards that leave stuck together", count({ STUCK_MAX }), "counted as so many"),
    limit(
      "cards of one round whose commitments are checked",
      count({ MOST_CARDS }),
      "further ones are not checked",
    ),
    limit(
      "key at a card table",
      [
        count({ SEAT_MAX }, "seats"),
        count({ POSITIONS_MAX }, "positions in a hand"),
        count({ CARD_NUMBER_MAX }, "card number at most #"),
      ],
      "the key is refused",
    ),
  ],
};

/** For each kind of access: how many records at once, and how often one more. */
const BUDGET_LIMITS = Object.values(BUDGETS).map(({ burst, refillUs }) => ({
  ...micros({ refillUs }, `${burst}, one more each #`),
}));

const SCREENS: LimitGroup = {
  of: "screens and people",
  rows: [
    limit(
      "displays; control pages",
      [
        parts({ PLACES }, { display: "displays", control: "control pages" }),
        parts(
          { PLACES_OF_ADDRESS },
          { display: "displays of one address", control: "control pages of one address" },
        ),
      ],
      "the page is refused; as many again are kept for this machine",
    ),
    limit(
      "connections of one address; of the network, and of this machine",
      count({ CONNECTIONS_OF_ADDRESS, CONNECTIONS }),
      "closed at once",
    ),
    limit("header of a request; a whole request", millis({ HEADERS_MS, REQUEST_MS }), "closed"),
    limit(
      "unread by a screen",
      [
        bytes({ BUFFER_LIMIT }),
        count({ SLOW_PULSES }, "for # seconds"),
        bytes({ REPLY_LIMIT }, "# of replies"),
      ],
      "the screen is dropped",
    ),
    limit("message from a screen", bytes({ MESSAGE_LIMIT }), "closed"),
    limit(
      "messages of a control page a second; malformed ones",
      count({ MESSAGES_PER_SECOND, MALFORMED_LIMIT }),
      "closed with 1008",
    ),
    limit(
      "wrong PINs of one name from one address; from one address",
      count({ WRONG_PINS, WRONG_AT_ADDRESS }),
      "locked",
    ),
    limit("lock", count({ LONGEST_LOCK_MIN }, "1, 2, 4 … # min"), "the next one is twice as long"),
    limit(
      "wrong PINs of one name from everywhere",
      [
        count({ WRONG_OF_NAME }),
        micros({ FORGOTTEN_US }, "without a pause of #"),
        seconds({ LONGEST_DELAY_S }, "checks wait up to #"),
      ],
      "each check of the name waits where that person has not signed in, and not on this machine",
    ),
    limit(
      "addresses, and pairs of address and name, that are remembered; locks over a restart",
      count({ REMEMBERED_MAX, LOCKS_MAX }),
      GIVES_WAY,
    ),
    limit(
      "records of refusals; locks; sign-ins; sign-outs",
      BUDGET_LIMITS,
      "the rest is counted in one record",
    ),
    limit(
      "time until what was only counted is recorded",
      micros({ COUNTED_AFTER_US }),
      "one record tells all of it",
    ),
    limit("signed in without a press", micros({ IDLE_US }), "signed out"),
    limit(
      "answer of the main thread to a press; presses that wait",
      [micros({ ANSWER_US }), count({ WAITING_LIMIT })],
      "the press is refused",
    ),
    limit(
      "signs of life that the display thread leaves unanswered; its memory",
      [count({ UNANSWERED_BEATS }), micros({ BEAT_US }, "one each #"), count({ MEMORY_MEGABYTES }, "MB")],
      "it is ended and started again",
    ),
    limit("until the display thread serves", micros({ READY_US }), "it is ended and started again"),
    limit(
      "wait before the display thread is started again",
      micros({ LONGEST_RESTART_US }, "1, 2, 4 … #"),
      "the longest repeats",
    ),
    limit(
      "changes by `tirada-root` within an hour; acts that wait for a record",
      [count({ CHANGES_AN_HOUR }), count({ ACTS_MAX })],
      "refused; the oldest go, and how many is told",
    ),
    limit(
      "control socket: request line; connections",
      [bytes({ LINE_MAX }), count({ CONNECTIONS_MAX })],
      "closed",
    ),
    limit(
      "exports and case files that commands write at once; a command that sends or takes nothing",
      [count({ FILES_GIVEN_MAX }), seconds({ COMMAND_IDLE_US })],
      "refused; closed, and nothing is recorded",
    ),
    limit(
      "bench pages; unread; orders a second",
      [count({ MAX_PAGES }), bytes({ UNREAD_LIMIT }), count({ ORDERS_PER_SECOND })],
      "refused; dropped; closed",
    ),
  ],
};

const CLOCK: LimitGroup = {
  of: "time of day",
  rows: [
    limit("line of chronyc", characters({ CHRONYC_LINE_MAX }), "dropped"),
    limit(
      "answer of chronyc; its silence; its next start",
      micros({ ANSWER_AGE_MAX_US, CHRONYC_SILENT_US, CHRONYC_RESTART_US }),
      "`unsynced`; ended; started anew",
    ),
    limit(
      "error of a clock that is `synced`; since its last correction by chrony, by systemd-timesyncd",
      [micros({ CLOCK_ERROR_MAX_US }), millis({ CLOCK_UPDATE_AGE_MAX_MS, TIMESYNCD_AGE_MAX_MS })],
      "`rtc` or `unsynced`",
    ),
    limit("difference from the clock with a battery", millis({ RTC_DIFFERENCE_MAX_MS }), "`unsynced`"),
  ],
};

const RULEBOOKS: LimitGroup = {
  of: "rulebooks and configuration",
  rows: [
    limit(
      "file",
      [
        bytes({ MAX_FILE_BYTES }),
        count({ MAX_ALIASES }, "aliases"),
        count({ YAML_PROBLEMS }, "problems listed"),
      ],
      REFUSED,
    ),
    limit(
      "files that a rulebook is made of; in one chain",
      count({ MAX_SOURCES, MAX_CHAIN }),
      "the rulebook is refused",
    ),
    limit(
      "condition of a rule",
      [count({ CONDITION_DEPTH }, "deep"), count({ MAX_JOINED }, "joined")],
      "the rulebook is refused",
    ),
    limit(
      "a card game",
      parts(
        { CARD_GAME_MAX },
        {
          steps: "deal steps",
          portions: "portions in one",
          cards: "cards in a portion",
          times: "times",
          seats: "seats",
          decks: "decks",
        },
      ),
      "the rulebook is refused",
    ),
    limit(
      "worked cases of a file; events of one deal",
      count({ CASES_MAX, MAX_EVENTS }),
      "the cases are refused",
    ),
  ],
};

export const UNIT_LIMITS: readonly LimitGroup[] = [ROUNDS, CLOCK, SCREENS, RULEBOOKS];
