import { dirname, join } from "node:path";
import { editYaml, MAX_FILE_BYTES, readYaml } from "../../../src/rules/yaml.ts";
import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import { isThere } from "../../files/disk.ts";
import { makeRequest, requestValues } from "../../care/first-setup/certificate-request.ts";
import { valueAt, isSection } from "../../care/first-setup/draft.ts";
import { fill } from "../../../src/text/every-language.ts";
import { asRoot } from "../../care/first-setup/table-user.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import type { Credentials } from "../orders/credentials.ts";
import { asProblem } from "../../unit/failure.ts";
import { readConfig, readConfigText } from "../../unit/configuration/read-config.ts";
import { UPDATE_SOCKET } from "../../delivery/updater/config.ts";
import { addressesOf, nameServers } from "./addresses.ts";
import { fingerprintOf, type Casino } from "./answers.ts";
import { lookAtRelay, lookAtUpdates, lookAtWitness, type Look } from "./look-at.ts";
import { dropInOf, dropInText, firewallText, type ServiceName } from "./machine-files.ts";
import {
  includes,
  isWritten,
  reloadFirewall,
  reloadServices,
  writeRootFile,
  type RootFile,
} from "./root-part.ts";
import { joinText, type JoinText } from "./texts.ts";
import { keepBefore, type Change } from "./undo-join.ts";
import { nameOf, newerList, unitCredentials, type UnitFiles } from "./unit-credentials.ts";

const SETUP = textsOf("first-setup").says;
/** The configuration of a table is for its user and group. */
const CONFIG_MODE = 0o640;

export interface JoinOptions {
  /** The table's configuration; what else the casino needs lies beside it. */
  readonly configPath: string;
  /** Where the service manager's own files of this machine are. */
  readonly services: string;
  /** The rules of the machine's firewall. */
  readonly firewall: string;
  /** An updater looks after this machine. */
  readonly hasUpdater: boolean;
  readonly language: Language;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** Makes key and request of the unit, for the casino's authority. Rejects with a Problem. */
export async function requestCertificate({ configPath, language, say }: JoinOptions): Promise<void> {
  const config = await readConfig(configPath);
  const { key, certificate } = filesOf(config, configPath);
  makeRequest(key, certificate);
  say(fill(SETUP.request, language, requestValues(certificate, logOf(config))));
}

/** Whether the unit has its certificate in its place. Rejects with a Problem. */
export async function hasCertificate(configPath: string): Promise<boolean> {
  const config = await readConfig(configPath);
  return asRoot(() => isThere(filesOf(config, configPath).certificate));
}

/**
 * Has a table join a casino: looks at each of its machines over the network, then writes what they need on this one. `brought`: the
 * certificate that the authority gave; null: it is in its place. Rejects with a Problem; nothing is written then.
 */
export async function joinCasino(casino: Casino, brought: string | null, options: JoinOptions): Promise<void> {
  const { configPath, clock, say } = options;
  const text = joinText(options.language);
  const config = await readConfig(configPath);
  const files = filesOf(config, configPath);
  const log = logOf(config);
  const name = nameOf(casino.authority);
  say(text.says("authority", { name, fingerprint: fingerprintOf(casino.authority) }));
  const asked = { files, log, casino, brought, wall: clock.wall() };
  const credentials = await unitCredentials(asked, text);
  for (const line of await lookAtMachines(casino, { config, credentials, clock, text })) say(line);
  const changes = configChanges(casino, config, files, options);
  const written = [
    ...(await certificateFiles(files, credentials)),
    ...updaterFiles(casino, config, files, options),
    ...(await serviceFiles(casino, options)),
    { path: firewallOf(configPath), text: firewallText(casino.server ?? null) },
    { path: configPath, text: await configText(changes, configPath), mode: CONFIG_MODE },
  ].filter((file) => !isWritten(file));
  if (written.length > 0) keepBefore(configPath, written, changes);
  for (const file of written) {
    writeRootFile(file);
    say(fill(SETUP.written, options.language, { path: file.path }));
  }
  if (written.length === 0) say(text.says("nothing"));
  sayOpenTasks(casino, options, text);
}

const folderOf = ({ configPath }: Pick<JoinOptions, "configPath">): string => dirname(configPath);
const firewallOf = (configPath: string): string => join(dirname(configPath), "firewall.nft");

/** Where the unit's own files are, or will be. */
function filesOf({ remote }: Config, configPath: string): UnitFiles {
  if (remote !== undefined) return remote;
  const at = (name: string): string => join(dirname(configPath), `${name}.pem`);
  return { certificate: at("unit"), key: at("unit.key"), authority: at("authority"), revoked: at("revoked") };
}

interface Looking {
  readonly config: Config;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly text: JoinText;
}

const treeOf = ({ relay }: Casino): string | null =>
  relay === undefined ? null : new URL("tree", relay.url.endsWith("/") ? relay.url : `${relay.url}/`).href;

/** Looks at every machine that the casino names. Throws a Problem for one that is another's; what does not answer is said. */
async function lookAtMachines(
  casino: Casino,
  { config, credentials, clock, text }: Looking,
): Promise<readonly string[]> {
  const { relay, witness, updates } = casino;
  const lines: string[] = [];
  const vkey = witness === undefined ? "" : vkeyOf(config);
  const tell = (what: string, look: Look): void => void lines.push(lineOf(what, look, text, vkey));
  if (relay !== undefined)
    tell(text.what("relay", relay.url), await lookAtRelay({ relay }, credentials, clock));
  if (witness !== undefined)
    tell(text.what("witness", witness.url), await lookAtWitness({ witness }, { log: logOf(config), vkey }));
  const tree = treeOf(casino);
  if (updates !== undefined && tree !== null)
    tell(text.what("updates", tree), await lookAtUpdates(tree, updates, credentials));
  return lines;
}

function lineOf(what: string, look: Look, text: JoinText, vkey: string): string {
  if (look.is === "foreign") {
    const { why: code, found } = look;
    const why =
      code === "certificate-foreign"
        ? text.why("foreign")
        : code === "other-machine" || code === "other-key" || code === "other-root"
          ? text.why(code)
          : text.why("certificate", { code });
    throw usageProblem(text.refuse("foreign", { what, why, found }));
  }
  return text.says(look.is, { what, vkey, ...(look.is === "silent" ? { why: look.why } : {}) });
}

/** The key that this table signs with, which its witness must know. */
function vkeyOf({ storage }: Config): string {
  try {
    return journalKeys(join(storage.folder, "journal.db")).current.vkey;
  } catch (error) {
    throw asProblem(error, storage.folder);
  }
}

async function certificateFiles(files: UnitFiles, credentials: Credentials): Promise<readonly RootFile[]> {
  return [
    { path: files.authority, text: credentials.ca },
    { path: files.revoked, text: await newerList(files, credentials) },
    { path: files.certificate, text: credentials.cert },
  ];
}

const WITNESS_CA = "witness-ca.pem";
const rootsIn = (folder: string): { readonly image: string; readonly director: string } => ({
  image: join(folder, "image-root.json"),
  director: join(folder, "director-root.json"),
});

/** What the updater and the witness need; nothing of an updater on a machine that has none. */
function updaterFiles(
  casino: Casino,
  config: Config,
  { authority }: UnitFiles,
  options: JoinOptions,
): readonly RootFile[] {
  const folder = folderOf(options);
  const { updates, witness } = casino;
  const ca = witness?.ca ?? null;
  const files: RootFile[] = ca === null ? [] : [{ path: join(folder, WITNESS_CA), text: ca }];
  if (updates === undefined || !options.hasUpdater) return files;
  const roots = rootsIn(folder);
  const url = treeOf(casino);
  const shared = dirname(config.update?.socket ?? UPDATE_SOCKET);
  const pair = { certificate: join(shared, "unit-now.pem"), key: join(shared, "unit-now.key.pem") };
  const path = join(folder, "updater.yaml");
  const before = textOf(path) ?? "";
  const table = updates.table ?? logOf(config).split("/").at(-1);
  const changes: readonly Change[] = [
    [["table"], table],
    [["roots"], roots],
    [["repository"], url === null ? undefined : { url, ca: authority, ...pair }],
  ];
  return [
    ...files,
    { path: roots.image, text: updates.image.toString("utf8") },
    { path: roots.director, text: updates.director.toString("utf8") },
    { path, text: editedText(before, changes, path) },
  ];
}

/** What the services may speak with: the casino's machines, name servers, and who may come. */
async function serviceFiles(casino: Casino, options: JoinOptions): Promise<readonly RootFile[]> {
  const { relay, witness, floor, server, networks = [] } = casino;
  const relays = await addressesOf(relay === undefined ? [] : [relay.url]);
  const witnesses = await addressesOf(witness === undefined ? [] : [witness.url]);
  const collectors = await addressesOf(floor?.collectors ?? []);
  const servers = nameServers();
  const of: Readonly<Record<ServiceName, readonly string[]>> = {
    tirada: [...relays, ...witnesses, ...collectors, ...servers, ...(server?.from ?? []), ...networks],
    "tirada-updater": [...relays, ...servers],
  };
  return (Object.entries(of) as [ServiceName, readonly string[]][]).map(([service, addresses]) => ({
    path: dropInOf(options.services, service),
    text: dropInText([...new Set(addresses)]),
  }));
}

/** The format that the section `floor` came with. */
const FLOOR_FORMAT = 4;

/** What the casino needs in the configuration, key by key. */
function configChanges(
  casino: Casino,
  config: Config,
  files: UnitFiles,
  { configPath, hasUpdater }: JoinOptions,
): readonly Change[] {
  const { relay, witness, floor, server, updates } = casino;
  const { certificate, key, authority, revoked } = files;
  const changes: Change[] = [
    [["format"], Math.max(config.format ?? 1, floor === undefined ? 2 : FLOOR_FORMAT)],
  ];
  const put = (section: string, keys: Readonly<Record<string, unknown>>): void =>
    void changes.push(...Object.entries(keys).map(([name, value]): Change => [[section, name], value]));
  put("remote", { certificate, key, authority, revoked });
  const host = server?.from.some((network) => network.includes(":")) === true ? "::" : "0.0.0.0";
  if (server !== undefined) put("remote", { server: { host, port: server.port } });
  if (relay !== undefined) changes.push([["remote", "relay", "url"], relay.url]);
  if (witness !== undefined) {
    const ca = witness.ca === null ? undefined : join(dirname(configPath), WITNESS_CA);
    put("witness", { url: witness.url, key: witness.key, ca });
  }
  if (floor !== undefined) put("floor", { collectors: floor.collectors });
  if (updates !== undefined && hasUpdater && config.update === undefined)
    put("update", { socket: UPDATE_SOCKET });
  return changes;
}

/** The configuration with what the casino needs; every other line as somebody wrote it. Rejects with a Problem where it would not be read. */
async function configText(changes: readonly Change[], configPath: string): Promise<string> {
  const text = editedText(textOf(configPath) ?? "", changes, configPath);
  await readConfigText(text, configPath);
  return text;
}

const textOf = (path: string): string | null =>
  asRoot(() => (isThere(path) ? orUsageProblem(() => readTextFile(path, MAX_FILE_BYTES)) : null));

/** A text with values that are not there yet; one that says them already stays as it is, byte for byte. */
function editedText(text: string, changes: readonly Change[], path: string): string {
  const yaml = readYaml(text, path);
  const value = yaml.ok && isSection(yaml.value) ? yaml.value : {};
  const others = changes.filter(([place, wanted]) => !isSame(valueAt(value, place), wanted));
  return others.length === 0 ? text : editYaml(text, others);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Says what is left to be done by people: what this program may not do itself. */
function sayOpenTasks(casino: Casino, options: JoinOptions, text: JoinText): void {
  const { say, hasUpdater, firewall, configPath } = options;
  const { server, updates } = casino;
  if (updates !== undefined && !hasUpdater) say(text.says("no-updater"));
  if (server === undefined) say(text.says("closed"));
  const own = firewallOf(configPath);
  const isOurs = includes(firewall, own) && reloadFirewall(firewall, own);
  if (server !== undefined && !isOurs)
    say(text.says("firewall", { port: server.port, from: server.from.join(", ") }));
  if (!reloadServices()) say(text.says("reload"));
  say(text.says("next"));
}
