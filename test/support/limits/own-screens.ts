import { MESSAGE_MAX, WAITING_MAX } from "../../../firmware/screens/devtools-pipe.ts";
import { COMPOSITOR_SILENT_US } from "../../../firmware/screens/keep-screens.ts";
import { ANSWER_MAX } from "../../../firmware/screens/sway-link.ts";
import { AGAIN_MOST, AGAIN_WITHIN_US, HUNG_US, START_US } from "../../../firmware/screens/watch.ts";
import { bytes, count, limit, micros, type LimitGroup } from "./limit.ts";

export const OWN_SCREEN_LIMITS: readonly LimitGroup[] = [
  {
    of: "screens on the unit's own monitors",
    rows: [
      limit("a page that does not draw", micros({ HUNG_US }), "its browser is started anew"),
      limit("a browser until its page draws first", micros({ START_US }), "it is started anew"),
      limit(
        "browsers that were started anew; within",
        [count({ AGAIN_MOST }), micros({ AGAIN_WITHIN_US })],
        "compositor and browsers are started anew together",
      ),
      limit("a compositor that does not answer", micros({ COMPOSITOR_SILENT_US }), "the watchdog is not fed"),
      limit(
        "a message of a browser; of the compositor",
        bytes({ MESSAGE_MAX, ANSWER_MAX }),
        "its pipe is closed; it counts as hung",
      ),
      limit("questions that wait for a browser", count({ WAITING_MAX }), "the question is no sign of life"),
    ],
  },
];
