import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { readScreensConfig } from "../../screens/kiosk/config.ts";
import { screensPathOf, screensText } from "./screens.ts";

it("gives the machine's own screens the port of the table, and leaves what else somebody wrote", () => {
  const path = screensPathOf(join(temporaryFolder(), "table.yaml"));
  // The usual one needs no file.
  expect(screensText(path, 8_470)).toBeNull();
  writeFileSync(path, screensText(path, 8_471) ?? "");
  expect(readScreensConfig(path).port).toBe(8_471);
  writeFileSync(path, "# turned\ndisplay: { rotate: 90 }\n");
  writeFileSync(path, screensText(path, 8_472) ?? "");
  expect(readScreensConfig(path)).toMatchObject({ port: 8_472, display: { rotate: 90 } });
  expect(readFileSync(path, "utf8")).toContain("# turned\n");
  expect(screensText(path, 8_472)).toBeNull();
});
