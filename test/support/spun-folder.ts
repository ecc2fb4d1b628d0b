import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalError } from "../../firmware/files/errors.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { RELEASE } from "../../firmware/release.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";

import { PROFILES, type WheelDevice } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { table as signer, testLine } from "../../src/record/vector.fixture.ts";
import { encodeEntry } from "../../src/recording/codec.ts";
import { monoUs } from "../../src/time/instant.ts";
import { temporaryFolder } from "./folder.ts";

const RULEBOOK = "cl/ruleta-francesa";

/** A storage folder with `spins` spins or a few more of a simulated wheel in order, the last of which runs still. The same each time. */
export function spunFolder(
  device: WheelDevice,
  spins: number,
): { readonly folder: string; readonly ended: number } {
  const folder = temporaryFolder();
  const table = simulatedTable({
    rulebook: RULEBOOK,
    device,
    seed: "inside",
    profile: PROFILES.clean,
    board: "fast",
  });
  const store = openStore({ path: join(folder, "journal.db"), signer, maxPages: null });
  let text = encodeEntry({ ...newTableHead(table.tableSetup, RELEASE, []), segment: "wheel-000001" });
  let ended = 0;
  while (ended < spins) {
    const sent = table.advance();
    table.deliver(sent);
    for (const { us, bytes } of sent)
      text += encodeEntry({ k: "in", t: monoUs(Math.ceil(us)), port: "wheel", bytes });
    for (const { body, at } of table.drain().records) {
      const src = { segment: "wheel-000001", bytes: Buffer.byteLength(text) };
      const common = { at, dev: device, rulebook: `${RULEBOOK}@2023-03`, src };
      store.commit(testLine(store.head, { ...common, mono: table.us, ...body }));
      if (body.kind === "result") ended++;
    }
  }
  store.fail(new JournalError("closed", "it is written"));
  mkdirSync(join(folder, "recordings"));
  writeFileSync(join(folder, "recordings", "wheel-000001.jsonl"), text);
  return { folder, ended };
}
