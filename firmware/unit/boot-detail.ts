import type { Config } from "../table/config/config.ts";
import { SECTIONS, type SectionDigests } from "../../src/people/access.ts";
import type { LifeRecord } from "../../src/table/kernel/record.ts";
import { digestOf } from "../../src/rules/law.ts";
import { familyNameOf, unitFamily } from "../table/setup/families.ts";
import type { UnitParts } from "./parts.ts";

/** What a boot record says: release, rulebook, device, and what the table was set to. */
export function bootDetail({ config, release, setup, journal }: UnitParts): LifeRecord["detail"] {
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
    // The journal goes on in the format of today: from here on its lines say mode and epoch themselves.
    ...(journal.format === 1 ? { formatBefore: 1 } : {}),
    ...unitFamily(setup.family).bootDetail(setup),
  };
}

/** The section of the family's devices, under its name. */
function devicesOf(config: Config): Readonly<Record<string, object | undefined>> {
  const name: string = familyNameOf(config);
  return Object.fromEntries(Object.entries(config).filter(([section]) => section === name));
}

/** Digests of the configuration by section, so that a later boot can say what was changed without saying to what. */
export function sectionDigests(config: Config): SectionDigests {
  const { table, people, panel, clock, display, remote, storage, witness, update, test, zone } = config;
  const devices = Object.fromEntries(
    Object.entries({ ...devicesOf(config), panel, clock }).filter(([, part]) => part !== undefined),
  );
  return {
    table: digestOf({
      ...table,
      test,
      ...(zone === undefined ? {} : { zone }),
      ...(update && { update: { ...update, noticeHours: String(update.noticeHours) } }),
    }),
    devices: digestOf(devices),
    // A PIN stands there as its scrypt hash, salt and all: its digest shows that it was changed and nothing else.
    people: digestOf(people),
    display: digestOf(remote === undefined ? display : { ...display, remote }),
    storage: digestOf({
      ...storage,
      segmentMegabytes: String(storage.segmentMegabytes),
      ...(witness === undefined ? {} : { witness }),
    }),
  };
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
