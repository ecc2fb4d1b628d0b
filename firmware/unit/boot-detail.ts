import { CONFIG_KEYS, type Config } from "../table/config/config.ts";
import { SECTIONS, type Section, type SectionDigests } from "../../src/people/access.ts";
import type { LifeRecord } from "../../src/table/kernel/record.ts";
import { digestOf } from "../../src/rules/law.ts";
import { BASE_STATE, readBaseState } from "../delivery/releases/base-state.ts";
import { familyNameOf, unitFamily } from "../table/setup/families.ts";
import { machineReset, type MachineReset } from "./machine-reset.ts";
import type { UnitParts } from "./parts.ts";

/** `reset`: why the machine was started last; left out: as its watchdog says. */
interface BootParts extends Pick<UnitParts, "config" | "release" | "setup" | "journal"> {
  readonly reset?: MachineReset | null;
}

/** What a boot record says: release, rulebook, device, and what the table was set to. */
export function bootDetail({
  config,
  release,
  setup,
  journal,
  reset = machineReset(),
}: BootParts): LifeRecord["detail"] {
  const { table, people } = config;
  return {
    release: release.version,
    rulebook: setup.rulebook,
    device: setup.devices.device,
    pack: setup.coverage.pack,
    // What the table was set to, without saying it: a change between two boots shows as another digest.
    configuration: digestOf({ table, ...devicesOf(config), people }),
    test: config.test,
    // Where nobody has said so, it is the jurisdiction's.
    ...(config.zone === undefined ? {} : { zone: config.zone }),
    ...Object.fromEntries(
      Object.entries(sectionDigests(config)).map(([name, hex]) => [`configuration.${name}`, hex]),
    ),
    ...baseDetail(),
    // The journal goes on in the format of today: from here on its lines say mode and epoch themselves.
    ...(journal.format === 1 ? { formatBefore: 1 } : {}),
    ...(reset === null ? {} : { machineReset: reset }),
    ...unitFamily(setup.family).bootDetail(setup),
  };
}

/** The base system of an image, as it says itself which it is; elsewhere nothing. */
export function baseDetail(path = BASE_STATE): LifeRecord["detail"] {
  const base = readBaseState(path);
  if (base === null) return {};
  const { kind, version, slot, sha256 } = base;
  return { base: `${kind} ${version}`, baseSlot: slot, ...(sha256 === null ? {} : { baseDigest: sha256 }) };
}

/** The section of the family's devices, under its name. */
function devicesOf(config: Config): Readonly<Record<string, object | undefined>> {
  const name: string = familyNameOf(config);
  return Object.fromEntries(Object.entries(config).filter(([section]) => section === name));
}

/** Where a key of the configuration is told that is no section of its own; any other one is told with the table. */
const DIGESTED_WITH: Readonly<Record<string, Section>> = {
  panel: "devices",
  approved: "devices",
  clock: "devices",
  remote: "display",
  floor: "display",
  feeds: "display",
  witness: "storage",
};

/** The keys of every table that are told with this section, but the section's own. */
function partsOf(config: Config, section: Section): Readonly<Record<string, unknown>> {
  // The number says how the file is to be read, and sets nothing.
  const others = Object.keys(CONFIG_KEYS).filter((key) => key !== "format" && !isSection(key));
  const own = others.filter((key) => (DIGESTED_WITH[key] ?? "table") === section);
  return Object.fromEntries(Object.entries(config).filter(([key]) => own.includes(key)));
}

const isSection = (key: string): boolean => SECTIONS.some((section) => section === key);

/** Digests of the configuration by section, so that a later boot can say what was changed without saying to what. */
export function sectionDigests(config: Config): SectionDigests {
  const { people, display, storage } = config;
  const { update, ...ofTable } = partsOf(config, "table") as Pick<Config, "update">;
  const digest = (section: object): string => digestOf(canonicalOf(section));
  return {
    table: digest({
      ...config.table,
      ...ofTable,
      ...(update && { update: { ...update, noticeHours: String(update.noticeHours) } }),
    }),
    devices: digest({ ...devicesOf(config), ...partsOf(config, "devices") }),
    // A PIN stands there as its scrypt hash, salt and all: its digest shows that it was changed and nothing else.
    people: digest(people),
    display: digest({ ...display, ...partsOf(config, "display") }),
    storage: digest({
      ...storage,
      segmentMegabytes: String(storage.segmentMegabytes),
      ...partsOf(config, "storage"),
    }),
  };
}

/** A value as it has a canonical form: of what is absent there is nothing, and a fraction, as in a limit of 2.50, is its text. */
function canonicalOf(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : String(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(canonicalOf);
  const said = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(said.map(([key, one]) => [key, canonicalOf(one)]));
}

/** The sections that differ from the boot before; null: none does, or no boot before named them. */
export function configurationChange(
  before: SectionDigests | null,
  config: Config,
): LifeRecord["detail"] | null {
  if (before === null) return null;
  const now = sectionDigests(config);
  const changed = SECTIONS.filter((section) => before[section] !== now[section]);
  if (changed.length === 0) return null;
  const digests = changed.flatMap((section) => [
    [`${section}.before`, before[section]],
    [`${section}.now`, now[section]],
  ]);
  return { changed: changed.join(", "), ...(Object.fromEntries(digests) as Record<string, string>) };
}
