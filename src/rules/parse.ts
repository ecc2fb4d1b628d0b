import { packFaults } from "./check.ts";
import { type Inherited, type Library, resolvePack } from "./extends.ts";
import { laidOut, translated } from "./lay-out.ts";
import { lawDigest } from "./law.ts";
import type { Pack } from "./pack.ts";
import { packSchema } from "./schema.ts";
import { shapeProblems } from "./shape.ts";
import { translatorOf } from "./translations.ts";
import {
  problemIn,
  type Source,
  valueOf,
  wordAt,
  type Written,
  type WrittenMap,
  writtenOf,
} from "./written.ts";
import { type Problem, readYaml, tidyProblems, type YamlReading } from "./yaml.ts";

export type PackReading =
  | {
      readonly ok: true;
      /** With everything that it extends and with the words of every language. */
      readonly pack: Pack;
      /** Hex SHA-256 of the RFC 8785 canonical JSON of the pack without its translations. */
      readonly digest: string;
      /** The files that it extends, and which of their rules it keeps as they stand there. */
      readonly inherited: readonly Inherited[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const NOTHING: Library = { source: () => null, names: () => [], translations: () => null };

/**
 * Reads a rulebook pack, with the files that it extends and the translations of its words. Every problem names file, line and
 * column, where that part was written; a pack with one problem is not used at all. `file` is only a name for the messages.
 */
export function parsePack(text: string, file: string, library: Library = NOTHING): PackReading {
  const yaml = readYaml(text, file);
  if (!yaml.ok) return yaml;
  const source: Source = { name: nameIn(yaml.value, file), yaml };
  const whole = resolvePack(source, library);
  if (!whole.ok) return refused(whole.problems);
  const laid = laidOut(whole.whole);
  const jurisdiction = wordAt(laid.whole, "jurisdiction") ?? "";
  const own = whole.sources.map((one): readonly [Source, WrittenMap] => [one, mapIn(one)]);
  const { translator, problems } = translatorOf(jurisdiction, library, own);
  const full = translated(laid.whole, translator);
  const found = [...laid.problems, ...problems, ...full.problems];
  if (found.length > 0) return refused(found);
  return packIn(full.whole, whole.inherited);
}

function packIn(whole: WrittenMap, inherited: readonly Inherited[]): PackReading {
  const value = valueOf(whole);
  const problemAt: Yaml["problemAt"] = (path, message, key) => problemIn(whole, path, message, key);
  const schema = packSchema();
  const shaped = schema.safeParse(value);
  if (!shaped.success) return refused(shapeProblems(shaped.error, { ok: true, value, problemAt }, schema));
  const pack: Pack = shaped.data;
  const faults = packFaults(pack);
  if (faults.length > 0) return refused(faults.map((fault) => problemAt(fault.path, fault.message)));
  return { ok: true, pack, digest: lawDigest(pack), inherited };
}

type Yaml = Extract<YamlReading, { ok: true }>;

function refused(problems: readonly Problem[]): PackReading {
  return { ok: false, problems: tidyProblems(problems) };
}

/** What a file calls itself, `cl/black-jack@2023-03`; of a file that does not say so, its own name. */
function nameIn(value: unknown, file: string): string {
  const written = writtenOf(value, {
    name: file,
    yaml: { ok: true, value, problemAt: () => ({ file, line: 1, column: 1, message: "" }) },
  });
  const jurisdiction = wordAt(written, "jurisdiction");
  const game = wordAt(written, "game");
  const edition = wordAt(written, "edition");
  return jurisdiction === null || game === null || edition === null
    ? file
    : `${jurisdiction}/${game}@${edition}`;
}

function mapIn(source: Source): WrittenMap {
  const written: Written = writtenOf(source.yaml.value, source);
  return written.is === "map" ? written : { ...written, is: "map", fields: new Map() };
}
