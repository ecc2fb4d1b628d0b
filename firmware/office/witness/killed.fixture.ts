import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "../../../src/record/vector.fixture.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { loadOrCreateWitnessKey } from "../../journal/keys/keys.ts";
import { openWitnessDatabase } from "./database.ts";
import { createWitnessServer } from "./server.ts";

/** A witness that dies in the moment after its commit: `node killed.fixture.ts <folder>`. */
const [, , folder = ""] = process.argv;
const tls = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../test/data/tls/${name}.pem`, import.meta.url)), "utf8");
const database = openWitnessDatabase(join(folder, "witness.db"), false);
const cosign = database.storeCosigned.bind(database);
database.storeCosigned = (...given) => {
  cosign(...given);
  process.kill(process.pid, "SIGKILL");
};
const app = createWitnessServer({
  signer: loadOrCreateWitnessKey(join(folder, "witness.key.pem"), "tirada.example/casino-1/witness", false),
  logs: [table.verifier],
  database,
  clock: systemClock(),
  tls: { cert: tls("certificate"), key: tls("key") },
  onNotice: () => undefined,
  onFailed: () => undefined,
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
