import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { CALIBRATION_FILE } from "../../table/wheel/calibration-file.ts";
import { sumOfTable, tableFiles } from "./table-files.ts";

const WORD = "Zk41oPq7Lm20Xs93";

it("sums up what a table plays with as the plain tools do, and another calibration is another sum", async () => {
  const folder = temporaryFolder();
  const config = join(folder, "table.yaml");
  const example = readFileSync("examples/cl-ruleta-francesa-sensor-board.yaml", "utf8");
  writeFileSync(config, example.replace(/^( *folder:).*$/m, `$1 ${folder}`));
  const calibration = join(folder, CALIBRATION_FILE);
  writeFileSync(calibration, "{}\n");

  const files = await tableFiles(config);
  expect(files.map(({ path }) => path)).toEqual([calibration, config]);
  const plain = (): string =>
    execFileSync("sh", ["-c", `{ echo ${WORD}; sha256sum ${calibration} ${config}; } | sha256sum`], {
      encoding: "utf8",
    }).slice(0, 64);
  const before = plain();
  expect(sumOfTable(WORD, files)).toBe(before);

  copyFileSync(config, calibration);
  expect(sumOfTable(WORD, await tableFiles(config))).toBe(plain());
  expect(plain()).not.toBe(before);
});
