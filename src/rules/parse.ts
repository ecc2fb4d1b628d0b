import { packFaults } from "./check.ts";
import { digestOf } from "./digest.ts";
import { type Fragments, type Included, resolved } from "./fragments.ts";
import type { Pack } from "./pack.ts";
import { packSchema } from "./schema.ts";
import { shapeProblems } from "./shape.ts";
import { type Problem, readYaml, tidyProblems } from "./yaml.ts";

export type PackReading =
  | {
      readonly ok: true;
      /** With the rules of its fragments: what is digested does not say which of them were included. */
      readonly pack: Pack;
      /** Hex SHA-256 of the RFC 8785 canonical JSON of the pack. */
      readonly digest: string;
      /** The fragments that it includes, and which of their rules it keeps. */
      readonly included: readonly Included[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const NO_FRAGMENTS: Fragments = () => null;

/**
 * Reads a rulebook pack, with the fragments that it includes. Every problem names file, line and column, in the fragment
 * where it was written there; a pack with one problem is not used at all. `file` is only a name for the messages.
 */
export function parsePack(text: string, file: string, fragments: Fragments = NO_FRAGMENTS): PackReading {
  const yaml = readYaml(text, file);
  if (!yaml.ok) return yaml;
  const shaped = packSchema.safeParse(yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml) };
  const { include = [], ...own } = shaped.data;
  const whole = resolved(own, include, yaml, fragments);
  if (!whole.ok) return { ok: false, problems: tidyProblems(whole.problems) };
  const pack: Pack = { ...own, ...whole.parts };
  const faults = packFaults(pack);
  if (faults.length > 0) {
    return {
      ok: false,
      problems: tidyProblems(faults.map((fault) => whole.problemAt(fault.path, fault.message))),
    };
  }
  return { ok: true, pack, digest: digestOf(pack), included: whole.included };
}
