import { describe, expect, it } from "vitest";
import { problemText } from "../../../src/rules/yaml.ts";
import { parseConfig, type DiceConfig } from "./config.ts";

const LEAST = `table:
  name: Mesa 12
  log: tirada.example/casino-1/table-12
  rulebook: es-cb/dados
dice:
  eye:
    device: tirada-eye
    calibration: var/table-12/arena.json
    camera:
      source: v4l2
      path: /dev/v4l/by-id/usb-x-video-index0
      format: yuyv
      width: 1280
      height: 720
storage:
  folder: var/table-12
`;

function dice(text: string): DiceConfig {
  const read = parseConfig(text, "table.yaml");
  if (!read.ok) throw new Error(read.problems.map(problemText).join("\n"));
  if (read.config.dice === undefined) throw new Error("no dice table");
  return read.config.dice;
}

function problems(text: string): string {
  const read = parseConfig(text, "table.yaml");
  return read.ok ? "" : read.problems.map(problemText).join("\n");
}

const camera = (lines: string): string =>
  LEAST.replace(
    /camera:\n( {6}.*\n)+/,
    `camera:\n${lines
      .split("\n")
      .map((line) => `      ${line}\n`)
      .join("")}`,
  );
const withDevice = (lines: string): string => LEAST.replace("storage:", `${lines}\nstorage:`);
const SIZE = "width: 640\nheight: 480";

describe("the devices of a dice table", () => {
  it("needs an eye with camera and calibration", () => {
    expect(dice(LEAST)).toEqual({
      eye: {
        device: "tirada-eye",
        calibration: "var/table-12/arena.json",
        camera: {
          source: "v4l2",
          path: "/dev/v4l/by-id/usb-x-video-index0",
          format: "yuyv",
          width: 1280,
          height: 720,
          fps: 30,
          channel: "luma",
          controls: {},
        },
        wait: false,
        knows: [],
        picturesMegabytes: 4096,
      },
      witnessRequired: false,
    });
  });

  it.each([
    ["v4l2 in colour", `source: v4l2\npath: /dev/video0\nformat: mjpeg\nchannel: min-green-blue\n${SIZE}`],
    ["v4l2 with controls", `source: v4l2\npath: /dev/video0\nformat: grey\ncontrols: { gain: 0 }\n${SIZE}`],
    ["a Raspberry Pi's", `source: rpicam\nshutterUs: 2000\ngainPercent: 150\n${SIZE}`],
    ["a program's", `source: socket\npath: /run/camera\nformat: grey\nwholeFrames: true\n${SIZE}`],
    ["a program's with heads", `source: socket\npath: /run/camera\nformat: y4m\n${SIZE}`],
    ["recorded bare frames", `source: file\npath: throws.grey\nformat: grey\n${SIZE}`],
    ["recorded frames", `source: file\npath: throws.y4m\nformat: y4m\n${SIZE}`],
  ])("takes %s", (_, lines) => {
    expect(problems(camera(lines))).toBe("");
  });

  it.each([
    ["no format", `source: v4l2\npath: /dev/video0\n${SIZE}`, /source v4l2 needs format: yuyv, mjpeg, grey/],
    ["another's format", `source: v4l2\npath: /dev/video0\nformat: y4m\n${SIZE}`, /table\.yaml:\d+.*gives/],
    ["no path", `source: v4l2\nformat: grey\n${SIZE}`, /needs path/],
    ["a path too many", `source: rpicam\npath: x\nshutterUs: 9\ngainPercent: 100\n${SIZE}`, /has no path/],
    ["automatic exposure", `source: rpicam\ngainPercent: 100\n${SIZE}`, /needs shutterUs/],
    ["automatic gain", `source: rpicam\nshutterUs: 2000\n${SIZE}`, /needs gainPercent/],
    ["a shutter elsewhere", `source: v4l2\npath: /dev/video0\nformat: grey\nshutterUs: 20\n${SIZE}`, /rpicam/],
    ["no socket", `source: socket\nformat: grey\n${SIZE}`, /needs path/],
    ["a socket somewhere", `source: socket\npath: camera\nformat: y4m\n${SIZE}`, /absolute path/],
    ["a program", `source: command\ncommand: [my-camera]\nformat: y4m\n${SIZE}`, /no more.*source: socket/],
    [
      "a control's wrong name",
      `source: v4l2\npath: /dev/x\nformat: grey\ncontrols: { "-x": 1 }\n${SIZE}`,
      /control/,
    ],
    ["a channel of a program", `source: socket\npath: /a\nformat: grey\nchannel: blue\n${SIZE}`, /v4l2/],
    [
      "bare frames of a program that nobody vouches for",
      `source: socket\npath: /a\nformat: yuv420\n${SIZE}`,
      /table\.yaml:\d+:.*no heads.*shifts every later frame.*wholeFrames: true.*y4m/,
    ],
    [
      "a word for frames with heads",
      `source: socket\npath: /a\nformat: y4m\nwholeFrames: true\n${SIZE}`,
      /bare/,
    ],
    [
      "a word that says no",
      `source: socket\npath: /a\nformat: grey\nwholeFrames: false\n${SIZE}`,
      /wholeFrames/,
    ],
    [
      "rows that a Raspberry Pi pads",
      "source: rpicam\nshutterUs: 2000\ngainPercent: 150\nwidth: 1456\nheight: 1088",
      /width: .*64.*1456 would be padded/,
    ],
    ["a frame too large", "source: v4l2\npath: /dev/x\nformat: grey\nwidth: 5000\nheight: 480", /width/],
    ["an unknown key", `source: v4l2\npath: /dev/x\nformat: grey\nwidht: 5\n${SIZE}`, /widht/],
  ])("refuses %s", (_, lines, expected) => {
    expect(problems(camera(lines))).toMatch(expected);
  });

  it("takes an eye on a line, a second one, a thrower and a witness", () => {
    const text = withDevice(
      `  second: { device: tirada-eye, path: /dev/ttyUSB0, baud: 115200, digest: "00112233aabbccdd" }
  thrower: { device: shaker-mqtt, url: "mqtt://127.0.0.1:1883", topic: shaker/1, id: "01" }`,
    );
    expect(dice(text)).toMatchObject({
      second: { path: "/dev/ttyUSB0", digest: "00112233aabbccdd" },
      thrower: { device: "shaker-mqtt", topic: "shaker/1", wait: false },
    });
    const witness = `  witness: { device: idp-mqtt, url: "mqtts://broker:8883", user: t, passwordFile: var/secret, input: a, output: b }
  witnessRequired: true`;
    expect(dice(withDevice(witness))).toMatchObject({
      witness: { device: "idp-mqtt", user: "t", input: "a", output: "b" },
      witnessRequired: true,
    });
    expect(problems(text.replace("  thrower", `${witness.split("\n")[0] ?? ""}\n  thrower`))).toMatch(
      /one second source/,
    );
  });

  it.each([
    ["both camera and path", LEAST.replace("    camera:", "    path: /dev/ttyUSB0\n    camera:"), /not both/],
    ["neither", LEAST.replace(/ {4}camera:\n( {6}.*\n)+/, ""), /needs either camera/],
    ["no calibration", LEAST.replace(/ {4}calibration.*\n/, ""), /needs calibration/],
    [
      "a baud rate of a camera",
      LEAST.replace("    camera:", "    baud: 9600\n    camera:"),
      /baud|serial port/,
    ],
    ["a thrower without a place", withDevice("  thrower: { device: cage }"), /needs either path/],
    ["a thrower with two", withDevice('  thrower: { device: cage, path: /x, url: "mqtt://a:1" }'), /not both/],
    ["a topic on a line", withDevice("  thrower: { device: cage, path: /x, topic: a }"), /MQTT/],
    ["a user without a password", withDevice('  witness: { device: m, url: "mqtt://a", user: a }'), /together/],
    ["a broker's wrong name", withDevice('  witness: { device: m, url: "http://a" }'), /must look like mqtt/],
  ])("refuses %s", (_, text, expected) => {
    expect(problems(text)).toMatch(expected);
  });

  it("stands alone: a table has one family of devices", () => {
    const wheel = "wheel:\n  device: cammegh-ss2\n  path: /dev/x\n";
    expect(problems(LEAST.replace("storage:", `${wheel}storage:`))).toMatch(/wheel or shoe or dice/);
    expect(problems(LEAST.replace(/dice:\n( .*\n)+/, ""))).toMatch(/or "dice" at a dice table/);
  });
});
