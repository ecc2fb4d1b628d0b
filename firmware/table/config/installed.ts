import { BALL_READER_RFID } from "../../../drivers/balls/rfid/device.ts";
import { BALL_READER_LINE } from "../../../drivers/balls/reader-line/device.ts";
import { CAGE } from "../../../drivers/dice/cage/device.ts";
import { CUP_SWITCH } from "../../../drivers/dice/cup/device.ts";
import { TIRADA_EYE, WITNESS_EYE } from "../../../drivers/dice/eye/device.ts";
import { SHAKER_MQTT } from "../../../drivers/dice/shaker/device.ts";
import { IDP_MQTT } from "../../../drivers/dice/witness/device.ts";
import { CARD_BARCODE } from "../../../drivers/shoe/barcode/device.ts";
import { CARD_CAMERA } from "../../../drivers/shoe/camera/device.ts";
import { CARD_RFID } from "../../../drivers/shoe/rfid/device.ts";
import { TIRADA_SHOE } from "../../../drivers/shoe/tirada-shoe/device.ts";
import { MERCURY_360 } from "../../../drivers/wheel/cammegh-mercury-360/device.ts";
import { SS2 } from "../../../drivers/wheel/cammegh-ss2/device.ts";
import { SENSOR_BOARD } from "../../../drivers/wheel/sensor-board/device.ts";

/** Every device that tirada can be installed on or with: one row each, which its own folder defines. */
export const WHEEL_DEVICES = [
  SS2,
  MERCURY_360,
  SENSOR_BOARD,
  // The next wheel: a row above.
] as const;
export const SHOE_DEVICES = [
  TIRADA_SHOE,
  CARD_BARCODE,
  CARD_RFID,
  CARD_CAMERA,
  // The next card device: a row above.
] as const;
/** Devices of dice with a camera, and those that stand beside it: what throws, and a second source. */
export const EYE_DEVICES = [TIRADA_EYE, WITNESS_EYE] as const;
export const BESIDE_DEVICES = [
  SHAKER_MQTT,
  CAGE,
  CUP_SWITCH,
  IDP_MQTT,
  // The next device beside an eye: a row above.
] as const;
/** Readers of balls. */
export const BALLS_DEVICES = [
  BALL_READER_LINE,
  BALL_READER_RFID,
  // The next reader of balls: a row above.
] as const;
