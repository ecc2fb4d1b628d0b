import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { faultText } from "../../../src/table/kernel/view/texts.ts";
import { houseSchema } from "../../table/config/house-config.ts";
import { lookAtHouse } from "./house-files.ts";
import { judge } from "./judge.ts";
import { WELL } from "./well.fixture.ts";

it("the files of a house are named with their sizes, and each that cannot be shown with its key and why", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "house"));
  writeFileSync(join(folder, "house/logo.png"), Buffer.alloc(24_000));
  writeFileSync(join(folder, "house/film.avi"), "RIFF\0\0\0\0AVI LIST");
  const said = {
    font: "serif",
    logo: "house/logo.png",
    closed: { video: "house/film.avi" },
    idle: { minutes: 5, picture: "house/none.jpg" },
  };
  const house = lookAtHouse(houseSchema.parse(said), folder);
  const found = judge({ ...WELL, house }, (code) => faultText(code)).filter(({ code }) =>
    code.startsWith("house-"),
  );
  expect(found.map(({ level, text }) => [level, text.en])).toEqual([
    [
      "attention",
      expect.stringMatching(
        /^display\.house\.idle\.picture: .*none\.jpg: there is no such file; the screens do without it$/,
      ),
    ],
    [
      "attention",
      expect.stringMatching(/^display\.house\.closed\.video: house\/film\.avi: it is no MP4 or WebM video;/),
    ],
    [
      "well",
      expect.stringMatching(
        /^Files of the house: house\/logo\.png \(24 KB\), serif\.woff2 \([^)]+\), serif-bold\.woff2/,
      ),
    ],
  ]);
});
