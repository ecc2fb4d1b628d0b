import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { startCompositor, type CompositorOptions } from "./compositor.ts";
import { USUAL_SCREENS } from "./config.ts";

/** A compositor that answers, but not with graphics: as sway does on a card that has a renderer's name and draws nothing. */
const SWAY = `#!${process.execPath}
const { appendFileSync, writeFileSync } = require("node:fs");
const { createServer } = require("node:net");
const { SWAYSOCK, XDG_RUNTIME_DIR, WLR_RENDERER = "graphics" } = process.env;
appendFileSync(XDG_RUNTIME_DIR + "/starts", WLR_RENDERER + "\\n");
const isDrawn = WLR_RENDERER === "pixman";
createServer((line) => line.on("data", (asked) => {
  if (!isDrawn) process.exit(1);
  const head = Buffer.from(asked.subarray(0, 14));
  head.writeUInt32LE(2, 6);
  line.write(Buffer.concat([head, Buffer.from("[]")]));
})).listen(SWAYSOCK, () => writeFileSync(XDG_RUNTIME_DIR + "/wayland-1", ""));
`;

function machine(environment: CompositorOptions["environment"]): {
  readonly options: CompositorOptions;
  readonly starts: () => string;
} {
  const folder = temporaryFolder();
  const [program, renderers, runtime] = ["sway", "dri", "run"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(program, SWAY);
  chmodSync(program, 0o755);
  for (const one of [renderers, runtime]) mkdirSync(one);
  writeFileSync(join(renderers, "renderD128"), "");
  return {
    options: { config: USUAL_SCREENS, clock: systemClock(), runtime, environment, program, renderers },
    starts: () => readFileSync(join(runtime, "starts"), "utf8"),
  };
}

it("is drawn by the processor where the graphics of the machine do not start it, and that is said", async () => {
  const { options, starts } = machine({});
  const said: string[] = [];
  const { compositor, isSoftware } = await startCompositor(options, (line) => said.push(line));
  onTestFinished(() => compositor.close());
  expect(isSoftware).toBe(true);
  expect(compositor.wayland).toBe("wayland-1");
  expect(said).toEqual([
    expect.stringMatching(/^the graphics of this machine cannot be used \(.+\): its processor draws$/),
  ]);
  expect(starts()).toBe("graphics\npixman\n");
});

it("is started once where a drop-in says how it draws", async () => {
  const { options, starts } = machine({ WLR_RENDERER: "gles2" });
  await expect(startCompositor(options, () => {})).rejects.toThrow(/the compositor/);
  expect(starts()).toBe("gles2\n");
});
