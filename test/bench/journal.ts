import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../firmware/journal/open-store.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { privatePem, signerFromPem } from "../../src/record/keys.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { replayed, fixture, ss2 } from "../support/replayed.ts";
import type { Part } from "./figures.ts";
import { testLine } from "../../src/record/vector.fixture.ts";

const LOG = "tirada.test/bench";
/** Filling 100 000 records waits for the disk each time; memory does not make it wait. */
const MEMORY = "/dev/shm";

/** How long a table's journal of some size takes to open: everything in it is read and compared first. */
export function journalOpening(): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "tirada-bench-"));
  const path = join(folder, "journal.db");
  const signer = signerFromPem(LOG, privatePem(generateKeyPairSync("ed25519").privateKey));
  const bodies = replayed(fixture("live"), ss2("cl/ruleta-francesa")).map(({ body, snapshot }) => ({
    body,
    snapshot,
  }));
  const figures: Part["figures"][number][] = [];
  try {
    let stored = 0;
    for (const size of [0, 10_000, 100_000]) {
      const store = openStore({ path, signer, maxPages: null });
      for (; stored < size; stored++) {
        const { body, snapshot } = bodies[stored % bodies.length]!;
        const state = sha256Hex(utf8(snapshot));
        const made = testLine(store.head, { ...body, at: "2026-01-01T00:00:00.000Z", state });
        store.commit({ line: made.line, hash: made.hash, snapshot });
      }
      store.close();
      const from = clock.now();
      openStore({ path, signer, maxPages: null }).close();
      const ms = (clock.now() - from) / 1_000;
      const note = size === 0 ? "" : `${(statSync(path).size / size).toFixed(0)} bytes a record`;
      figures.push({ name: `open with ${size.toLocaleString("en-GB")} records`, value: ms, unit: "ms", note });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Promise.resolve({
    title: "Opening the journal",
    about: "integrity, chain, tree, newest signatures, state",
    figures,
  });
}
