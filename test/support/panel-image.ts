import { readFileSync } from "node:fs";

/** The panel's firmware as it is flashed, Intel HEX. */
export const PANEL_IMAGE = readFileSync(
  new URL("../../firmware/boards/panel/image/panel.hex", import.meta.url),
  "latin1",
);
