import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { checkAnswers } from "../../firmware/care/first-setup/check.ts";
import { makeKey } from "../../firmware/care/first-setup/evidence.ts";
import { runRelay, type RunningRelay } from "../../firmware/office/relay/run.ts";
import {
  testWitness,
  witnessFolder,
  CERTIFICATE,
  type TestWitness,
} from "../../firmware/office/witness/witness.fixture.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { readYaml } from "../../src/rules/yaml.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { wallMs } from "../../src/time/instant.ts";
import { casino, type Casino, type Held } from "./casino.ts";
import { temporaryFolder } from "./folder.ts";
import { newKeys, ReleaseTree, type RoleKeys } from "./release-tree.ts";

/** A casino's machines that run, and a table that was set up and belongs to no casino yet. */

const clock = systemClock();
export const LOG = "tirada.example/casino-1/table-07";

/** Keys take time; those of releases are the same for every casino that is not said to have its own. */
let keys: { readonly image: RoleKeys; readonly director: RoleKeys } | null = null;
const usualKeys = (): NonNullable<typeof keys> => (keys ??= { image: newKeys(), director: newKeys() });

export interface SetUpTable {
  readonly folder: string;
  readonly config: string;
  readonly vkey: string;
}

/** A table with key, journal and configuration, as `tirada setup` leaves it. `more`: further lines of its configuration. */
export async function setUpTable(more = "", log = LOG): Promise<SetUpTable> {
  const folder = temporaryFolder();
  const config = join(folder, "etc", "table.yaml");
  mkdirSync(join(folder, "etc"));
  const text = `format: 3
# Mesa 7: written by hand.
table: { name: Mesa 7, log: ${log}, rulebook: cl/ruleta-francesa, openAtStart: true }
wheel: { device: cammegh-ss2, path: /dev/serial/by-id/usb-none, wait: true } # the wheel
storage: { folder: ${join(folder, "var")} }
${more}`;
  writeFileSync(config, text, { mode: 0o640 });
  mkdirSync(join(folder, "var"));
  const yaml = readYaml(text, config);
  if (!yaml.ok) throw new Error("the configuration of the test");
  const checked = await checkAnswers(yaml, { wall: clock.wall() });
  const { vkey } = await makeKey(checked.config, checked.setup);
  return { folder, config, vkey };
}

export interface CasinoMachines {
  readonly here: Casino;
  readonly relay: RunningRelay;
  readonly relayHeld: Held;
  readonly witness: TestWitness;
  /** What is handed over: casino.yaml and the files beside it. */
  readonly folder: string;
  /** Writes casino.yaml, with other values for some keys; its path. */
  write(change?: Readonly<Record<string, unknown>>): string;
}

/** Authority, relay with both repositories, and a witness that knows `vkeys`. */
export async function casinoMachines(name: string, vkeys: readonly string[]): Promise<CasinoMachines> {
  const here = await casino(name);
  const tree = new ReleaseTree(join(here.folder, "tree"), usualKeys(), wallMs(clock.wall()));
  const relayHeld = await here.issue("relay", { as: "relay", hosts: ["127.0.0.1"] });
  const relay = await runRelay(
    {
      listen: { host: "127.0.0.1", port: 0 },
      folder: join(here.folder, "boxes"),
      tree: tree.folder,
      certificate: relayHeld.certificatePath,
      key: relayHeld.keyPath,
      authority: here.authority.certificatePath,
      revoked: here.authority.listPath,
    },
    clock,
    () => undefined,
  );
  onTestFinished(() => relay.stop());
  const witness = await testWitness(
    witnessFolder(),
    vkeys.map((vkey) => parseVkey(vkey)),
  );
  const folder = join(here.folder, "given");
  mkdirSync(folder);
  const files: Readonly<Record<string, string | Buffer>> = {
    "authority.pem": here.ca,
    "revoked.pem": readFileSync(here.authority.listPath),
    "witness-certificate.pem": readFileSync(CERTIFICATE),
    "image-root.json": tree.factoryRoots.image,
    "director-root.json": tree.factoryRoots.director,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const write = (change: Readonly<Record<string, unknown>> = {}): string => {
    const path = join(folder, "casino.yaml");
    const said = {
      authority: "authority.pem",
      revoked: "revoked.pem",
      relay: { url: relay.url },
      witness: { url: witness.url, key: witness.vkey, ca: "witness-certificate.pem" },
      updates: { image: "image-root.json", director: "director-root.json" },
      server: { from: ["10.7.0.0/24", "10.7.9.4"] },
      ...change,
    };
    writeFileSync(path, JSON.stringify(said));
    return path;
  };
  return { here, relay, relayHeld, witness, folder, write };
}
