import { BLOCKED_MAX_US, DICE_MAX as CUP_DICE, TIPPED_MAX_US } from "../../../drivers/dice/cup/session.ts";
import { BEGIN_US, DAMAGE_MAX, RESTART_US, STALL_US } from "../../../drivers/dice/camera/camera.ts";
import { DOUBT_US, SPEED_MAX } from "../../../drivers/dice/cage/session.ts";
import { FILE_MAX } from "../../../drivers/dice/camera/image-file.ts";
import { FRAMES_WAITING, QUIETS_INSIDE, QUIETS_SURE } from "../../../drivers/dice/camera/bare.ts";
import { FRAME_HEAD_MAX, STREAM_HEAD_MAX } from "../../../drivers/dice/camera/y4m.ts";
import { WATCH_US } from "../../../drivers/dice/eye/apply-message.ts";
import { SILENCE_US as EYE_SILENCE } from "../../../drivers/dice/eye/state.ts";
import { LINE_LIMIT as EYE_LINE } from "../../../drivers/dice/eye/lines.ts";
import { DICE_MAX as EYE_DICE, REASON_MAX, REASONS_MAX } from "../../../drivers/dice/eye/messages.ts";
import { LINE_LIMIT as DICE_LINE } from "../../../drivers/dice/line/format.ts";
import { SILENCE_US as DICE_LINE_SILENCE } from "../../../drivers/dice/line/board.ts";
import { PAYLOAD_MAX, TOPIC_MAX } from "../../../drivers/dice/mqtt/lines.ts";
import { PACKET_MAX, TOPICS_MAX, WAITING_MAX as MQTT_WAITING } from "../../../drivers/dice/mqtt/port.ts";
import { SILENCE_SHAKING_US, SILENCE_US as SHAKER_SILENCE } from "../../../drivers/dice/shaker/mqtt-session.ts";
import { ACCEPT_MAX_US, LATE_MAX_US } from "../../../drivers/dice/shaker/reports.ts";
import {
  AGAIN_US,
  ANSWER_MAX_US as WITNESS_ANSWER,
  DICE_MAX as WITNESS_DICE,
  TRIES_MAX,
} from "../../../drivers/dice/witness/look.ts";
import { NOISE_LINES, NOISE_WINDOW_US } from "../../../drivers/link/link.ts";
import { NEWEST_MAX as NEWEST_MESSAGES, PACE_MS, STEP_MAX_MS } from "../../../drivers/link/sequence.ts";
import { MESSAGE_LIMIT as PANEL_MESSAGE } from "../../../drivers/panel/frames.ts";
import { SILENT_US } from "../../../drivers/panel/state.ts";
import { BURST_MAX, CODE_MAX } from "../../../drivers/shoe/barcode/session.ts";
import { PICTURES_MAX as CARD_PICTURES } from "../../../drivers/shoe/camera/believe.ts";
import { TABLE_LIMITS } from "../../../drivers/shoe/reader/card-code-map.ts";
import { LYING_MAX } from "../../../drivers/shoe/rfid/field.ts";
import { LINE_LIMIT as TAG_LINE } from "../../../drivers/shoe/rfid/lines.ts";
import {
  ANSWER_MAX_US as SHOE_ANSWER,
  WAITING_MAX as SHOE_WAITING,
} from "../../../drivers/shoe/tirada-shoe/asking.ts";
import { INPUT_BYTES, LINE_LIMIT as SHOE_LINE } from "../../../drivers/shoe/tirada-shoe/carrier.ts";
import { SILENCE_US as SHOE_SILENCE } from "../../../drivers/shoe/tirada-shoe/gaps.ts";
import {
  HID_BACK_OFF_US,
  PRESENCE_US as HID_PRESENCE,
  QUEUE_MAX,
  WRITE_LIMIT as HID_WRITE,
} from "../../../drivers/transport/hid.ts";
import { BACK_OFF_US } from "../../../drivers/transport/port-keeper.ts";
import {
  CHUNK_LIMIT,
  PRESENCE_US as SERIAL_PRESENCE,
  WRITE_LIMIT as SERIAL_WRITE,
} from "../../../drivers/transport/serial.ts";
import { LINE_LIMIT as MERCURY_LINE } from "../../../drivers/wheel/cammegh-mercury-360/codec.ts";
import { SILENCE_US as MERCURY_SILENCE } from "../../../drivers/wheel/cammegh-mercury-360/link.ts";
import { ATTEMPTS, GAP_US, QUEUE_LIMIT } from "../../../drivers/wheel/cammegh-ss2/commands/queue-state.ts";
import { SILENCE_US as SS2_SILENCE } from "../../../drivers/wheel/cammegh-ss2/link.ts";
import { LINE_LIMIT as SS2_LINE } from "../../../drivers/wheel/cammegh-ss2/status.ts";
import { LATE_LINES, WITNESS_SPACING_US } from "../../../drivers/wheel/pace.ts";
import { WAITING_MAX as TIME_QUESTIONS } from "../../../drivers/wheel/sensor-board/asking.ts";
import { PASSINGS_MAX } from "../../../drivers/wheel/sensor-board/calibration/launch.ts";
import { PAIRS_MAX } from "../../../drivers/wheel/sensor-board/clock.ts";
import { SILENCE_US as BOARD_SILENCE } from "../../../drivers/wheel/sensor-board/gaps.ts";
import {
  EDGES_MAX,
  HOST_LINE_MAX,
  LINE_LIMIT as BOARD_LINE,
} from "../../../drivers/wheel/sensor-board/lines.ts";
import { STEP_MAX } from "../../../drivers/wheel/sensor-board/sequence.ts";
import { NEWEST_MAX as NEWEST_LINES } from "../../../drivers/wheel/sensor-board/session.ts";
import { TICKS_PER_S } from "../../../drivers/wheel/sensor-board/edge.ts";
import { FAILURES_MAX as EYE_FAILURES } from "../../../firmware/dice/calibrate.ts";
import {
  COMING_MIN,
  DAMAGED_MAX,
  DROPPED_MAX,
  WAITING_MAX as EYE_WAITING,
  WINDOW_US,
} from "../../../firmware/dice/eye-loop.ts";
import { LIMIT_US } from "../../../firmware/dice/take-frames.ts";
import { WAITING_LIMIT as PANEL_WAITING } from "../../../firmware/panel/start.ts";
import { FAILURES_MAX as WHEEL_FAILURES } from "../../../firmware/wheel/calibrate.ts";
import { SIZE_MAX as WHEEL_CALIBRATION } from "../../../firmware/wheel/calibration-file.ts";
import { FRAMES_WAITING_MAX, LINE_MAX as DEMO_MESSAGE } from "../../../hw-sim/demo/camera/messages.ts";
import { MARKERS_MIN } from "../../../src/dice/calibration/fit-plate.ts";
import { DOTS_MAX } from "../../../src/dice/calibration/plate.ts";
import { CALIBRATION_MAX } from "../../../src/dice/calibration/schema.ts";
import { CANDIDATES_MAX } from "../../../src/dice/reading/candidate.ts";
import { RUNS_MAX } from "../../../src/dice/scene/components.ts";
import { COMPONENTS_MAX } from "../../../src/dice/scene/foreground.ts";
import { IMAGE_SIDE_MAX } from "../../../src/vision/grey-image.ts";
import {
  bytes,
  characters,
  count,
  limit,
  micros,
  millis,
  parts,
  percent,
  seconds,
  waits,
  type LimitGroup,
} from "./limit.ts";
import { REOPEN_AFTER_US } from "../../../firmware/unit/silent-ports.ts";

const DAMAGED_LINE = "the line counts as damaged";
const GIVES_WAY = "the oldest gives way";

const PORTS: LimitGroup = {
  of: "ports and lines",
  rows: [
    limit("one read of a serial port", bytes({ CHUNK_LIMIT }), "it is handed on in parts"),
    limit(
      "waiting to be written: serial port, HID device",
      bytes({ SERIAL_WRITE, HID_WRITE }),
      "the write is refused",
    ),
    limit(
      "reports of a HID device that wait",
      count({ QUEUE_MAX }),
      "the rest is dropped and counted as an overrun",
    ),
    limit(
      "time between two checks that the open device is still there",
      [micros({ SERIAL_PRESENCE }, "serial #"), micros({ HID_PRESENCE }, "HID #")],
      "the port is lost and opened anew",
    ),
    limit(
      "waits between tries to open a port",
      [waits({ BACK_OFF_US }, "#, each up to a quarter longer"), waits({ HID_BACK_OFF_US }, "HID #")],
      "the last one repeats",
    ),
    limit(
      "silences of a device that must talk",
      waits({ REOPEN_AFTER_US }),
      "its port is opened anew; the last one repeats",
    ),
    limit(
      "damaged lines in a time",
      [count({ NOISE_LINES }, "lines"), micros({ NOISE_WINDOW_US }, "within #")],
      "fault `line-noise`",
    ),
    limit(
      "messages of a shoe or dice device that are known again",
      count({ NEWEST_MESSAGES }, "newest"),
      GIVES_WAY,
    ),
    limit(
      "time step between two numbered messages",
      millis({ STEP_MAX_MS }),
      "the message counts as an old one",
    ),
    limit(
      "time for which a device must keep its pace after a silence",
      millis({ PACE_MS }),
      "it is believed again",
    ),
    limit(
      "panel: message; silence",
      [bytes({ PANEL_MESSAGE }), micros({ SILENT_US })],
      "the bytes are damaged; fault `panel-gone`",
    ),
    limit("presses of a panel that wait for their records", count({ PANEL_WAITING }), "the press is refused"),
  ],
};

const WHEELS: LimitGroup = {
  of: "wheels",
  rows: [
    limit(
      "line",
      [
        characters({ SS2_LINE }, "SS2 #"),
        characters({ MERCURY_LINE }, "Mercury 360 #"),
        characters({ BOARD_LINE }, "sensor board #"),
      ],
      DAMAGED_LINE,
    ),
    limit(
      "silence",
      [
        micros({ SS2_SILENCE }, "SS2 #"),
        micros({ MERCURY_SILENCE }, "Mercury 360 #"),
        micros({ BOARD_SILENCE }, "sensor board #"),
      ],
      "fault `device-silent`; the spin has a gap",
    ),
    limit(
      "time between two lines that count as two witnesses",
      micros({ WITNESS_SPACING_US }, "at 9,600 baud"),
      "nearer ones are one witness",
    ),
    limit("lines in one burst after a loss", count({ LATE_LINES }), "fault `lines-late`"),
    limit("SS2: commands that wait", count({ QUEUE_LIMIT }), "the command is refused"),
    limit("SS2: attempts of a question", count({ ATTEMPTS }), "it is given up; a change is sent once"),
    limit("SS2: time between two writes", micros({ GAP_US }), "the next one waits"),
    limit("sensor board: edges in a line", count({ EDGES_MAX }), DAMAGED_LINE),
    limit("sensor board: line to it", characters({ HOST_LINE_MAX }), "it is not sent"),
    limit(
      "sensor board: time step between two lines",
      seconds({ STEP_MAX: STEP_MAX / TICKS_PER_S }),
      "the line counts as an old one",
    ),
    limit("sensor board: lines that are known again", count({ NEWEST_LINES }, "newest"), GIVES_WAY),
    limit(
      "sensor board: time questions that wait; pairs of its clock",
      [count({ TIME_QUESTIONS }), count({ PAIRS_MAX })],
      GIVES_WAY,
    ),
    limit("sensor board: calibration file", bytes({ WHEEL_CALIBRATION }), "it is refused"),
    limit("sensor board: passings of a guided launch", count({ PASSINGS_MAX }), "later ones are left out"),
    limit(
      "sensor board: failed steps of a calibration",
      count({ WHEEL_FAILURES }),
      "the calibration ends without a file",
    ),
  ],
};

const SHOES: LimitGroup = {
  of: "shoes and card readers",
  rows: [
    limit("tirada shoe: line; report", [characters({ SHOE_LINE }), bytes({ INPUT_BYTES })], DAMAGED_LINE),
    limit("tirada shoe: silence", micros({ SHOE_SILENCE }), "fault `device-silent`"),
    limit(
      "tirada shoe: commands that wait; time for an answer",
      [count({ SHOE_WAITING }), micros({ SHOE_ANSWER })],
      "the command is refused",
    ),
    limit("bar code", characters({ CODE_MAX }), "the code counts for nothing"),
    limit("bar-code scanner: reports without a pause", count({ BURST_MAX }), "nothing counts until the pause"),
    limit("radio tag line", characters({ TAG_LINE }), DAMAGED_LINE),
    limit("radio tags that lie in the field", count({ LYING_MAX }), GIVES_WAY),
    limit("pictures of one card", count({ CARD_PICTURES }), "the card is unread"),
    limit(
      "file of card codes",
      parts({ TABLE_LIMITS }, { characters: "characters", cards: "cards", problems: "problems listed" }),
      "the file is refused",
    ),
  ],
};

const EYES: LimitGroup = {
  of: "cameras and eyes",
  rows: [
    limit("side of a picture", count({ IMAGE_SIDE_MAX }, "pixels"), "the picture is refused"),
    limit("picture file", bytes({ FILE_MAX }), "the file is refused"),
    limit(
      "head of a stream; of a frame",
      bytes({ STREAM_HEAD_MAX, FRAME_HEAD_MAX }),
      "the camera's program is started anew",
    ),
    limit(
      "camera without a frame",
      [micros({ STALL_US }), waits({ BEGIN_US }, "for its first frame #, the last one repeats")],
      "its program is started anew",
    ),
    limit("damaged frames of one run of the program", count({ DAMAGE_MAX }), "it is started anew"),
    limit("waits before a camera's program is started anew", waits({ RESTART_US }), "the last one repeats"),
    limit(
      "unframed pictures: pauses between frames before one counts",
      count({ QUIETS_SURE }),
      "frames wait until then",
    ),
    limit(
      "unframed pictures: pauses inside frames; frames without a pause",
      count({ QUIETS_INSIDE, FRAMES_WAITING }),
      "the program is started anew",
    ),
    limit("frames that wait for the eye", count({ EYE_WAITING }), GIVES_WAY),
    limit(
      "frames within a window",
      [
        micros({ WINDOW_US }),
        percent({ DROPPED_MAX }, "dropped"),
        percent({ COMING_MIN }, "at least # must come"),
        count({ DAMAGED_MAX }, "damaged"),
      ],
      "fault `eye-overload`, `eye-slow-camera`, `eye-frames-damaged`",
    ),
    limit(
      "runs of one mask; pieces in the arena",
      count({ RUNS_MAX, COMPONENTS_MAX }),
      "the picture counts as a hand, not as dice",
    ),
    limit("candidates of one picture", count({ CANDIDATES_MAX }), "the strongest are examined"),
    limit(
      "one reading",
      [
        count({ EYE_DICE }, "dice"),
        count({ REASONS_MAX }, "reasons"),
        characters({ REASON_MAX }, "# a reason"),
      ],
      DAMAGED_LINE,
    ),
    limit("line of an eye", characters({ EYE_LINE }), DAMAGED_LINE),
    limit(
      "eye: silence; time without a look at the arena",
      micros({ EYE_SILENCE, WATCH_US }),
      "fault `device-silent`; fault `eye-stopped`",
    ),
    limit("calibration of an eye", characters({ CALIBRATION_MAX }), "the file is refused"),
    limit(
      "dots of a calibration plate",
      [count({ MARKERS_MIN }, "at least #"), count({ DOTS_MAX }, "at most #")],
      "the plate is refused",
    ),
    limit(
      "failed steps of an eye's calibration; waiting for frames",
      [count({ EYE_FAILURES }), micros({ LIMIT_US })],
      "the command ends without a file",
    ),
    limit("demonstrated camera: message to or from it", characters({ DEMO_MESSAGE }), "the program ends"),
    limit(
      "demonstrated camera: frames that wait for a reader",
      count({ FRAMES_WAITING_MAX }),
      "the newest is dropped",
    ),
  ],
};

const DICE_DEVICES: LimitGroup = {
  of: "devices of dice tables",
  rows: [
    limit("line", characters({ DICE_LINE }), DAMAGED_LINE),
    limit("silence", micros({ DICE_LINE_SILENCE }), "fault `device-silent`"),
    limit(
      "MQTT: topic; text; packet",
      [characters({ TOPIC_MAX }), bytes({ PAYLOAD_MAX, PACKET_MAX })],
      "the message is dropped and counted",
    ),
    limit("MQTT: topics", count({ TOPICS_MAX }), "the configuration is refused"),
    limit("MQTT: messages that wait, each way", count({ MQTT_WAITING }), "dropped and counted; not published"),
    limit(
      "shaker: time to its next step; after the commanded end",
      micros({ ACCEPT_MAX_US, LATE_MAX_US }),
      "the shake counts as failed",
    ),
    limit(
      "shaker: silence at rest; in a shake",
      micros({ SHAKER_SILENCE, SILENCE_SHAKING_US }),
      "fault `device-silent`",
    ),
    limit("cage: speed", count({ SPEED_MAX }, "revolutions a second"), "the line is not believed"),
    limit(
      "cage: time after an encoder counted wrongly",
      micros({ DOUBT_US }),
      "fault `cage-encoder` until then",
    ),
    limit("cup: dice", count({ CUP_DICE }), DAMAGED_LINE),
    limit(
      "cup tipped; horn blocked",
      micros({ TIPPED_MAX_US, BLOCKED_MAX_US }),
      "fault `cup-switch`; fault `horn-blocked`",
    ),
    limit("second source: dice", count({ WITNESS_DICE }), "the reading is not believed"),
    limit(
      "second source: answer; pause; questions",
      [micros({ WITNESS_ANSWER, AGAIN_US }), count({ TRIES_MAX })],
      "no second reading; fault `witness-silent`",
    ),
  ],
};

export const DEVICE_LIMITS: readonly LimitGroup[] = [PORTS, WHEELS, SHOES, EYES, DICE_DEVICES];
