import { nameKey } from "../../../src/people/names.ts";
import type { Person } from "../../../src/people/roles.ts";
import { editYaml, replaceInYaml, type Path } from "../../../src/rules/yaml.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Config } from "../../table/config/config.ts";
import type { PeopleChange } from "./wanted-action.ts";

/** Texts of configurations, as the technician's page shows them and as what it asks for makes others of them. */

const REFUSALS = textsOf("acts.configuration");

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Text };

/** What stands in the place of somebody's PIN where a person reads a configuration: no hash leaves the table. */
const maskOf = (at: number): string => `kept-${at + 1}`;
/** What stands in the place of a hash that is nobody's PIN: of one that a comment remembers. */
const FORGOTTEN = "kept";
const HASHES = /scrypt\$[\w$-]+/g;

const pinPlaces = (people: Config["people"]): readonly Path[] => people.map((_, at) => ["people", at, "pin"]);

/** The text without what is secret in it. */
export const maskedText = (text: string, people: Config["people"]): string =>
  replaceInYaml(text, pinPlaces(people), (_, at) => maskOf(at)).replaceAll(HASHES, FORGOTTEN);

/** The text with what {@link maskedText} took out of it, where a PIN stands and nowhere else: a hash is shown by no other key. */
export const unmaskedText = (masked: string, people: Config["people"]): string =>
  replaceInYaml(masked, pinPlaces(people), (mask) => people.find((_, at) => maskOf(at) === mask)?.pin ?? null);

/** The configuration with one person changed. What is wrong with a name or a PIN is found where it is read. */
export function withPerson(text: string, people: Config["people"], change: PeopleChange): Edited {
  const at = people.findIndex(({ name }) => nameKey(name) === nameKey(change.name));
  const isNew = change.do === "add";
  if (at < 0 && !isNew) return { ok: false, why: fillText(REFUSALS["unknown-person"], { name: change.name }) };
  const after: readonly Pick<Person, "role">[] =
    change.do === "remove"
      ? people.filter((_, one) => one !== at)
      : change.do === "role"
        ? people.map((one, place) => (place === at ? { role: change.role } : one))
        : people;
  // Whoever could undo it, or accept that it is undone, would be gone with it.
  if (!hasRole(after, "tecnico")) return { ok: false, why: REFUSALS["last-technician"] };
  if (hasRole(people, "jefe-de-mesa") && !hasRole(after, "jefe-de-mesa"))
    return { ok: false, why: REFUSALS["last-head"] };
  return { ok: true, text: editYaml(text, [editOf(change, at, people.length)]) };
}

const hasRole = (people: readonly Pick<Person, "role">[], wanted: Person["role"]): boolean =>
  people.some(({ role }) => role === wanted);

function editOf(change: PeopleChange, at: number, count: number): readonly [place: Path, value: unknown] {
  switch (change.do) {
    case "add": {
      const { name, role, pin } = change;
      return [["people", count], { name, role, pin }];
    }
    case "role":
      return [["people", at, "role"], change.role];
    case "pin":
      return [["people", at, "pin"], change.pin];
    case "remove":
      return [["people", at], undefined];
  }
}

/**
 * The configuration of the same table in test mode: evidence of its own, and no second copy. Witness and floor know the table that counts, by
 * its log and its certificate: neither is asked to take anything of a test.
 */
export const inTestMode = (text: string, folder: string): string =>
  editYaml(text, [
    [["test"], true],
    [["storage", "folder"], folder],
    [["storage", "second"], undefined],
    [["witness"], undefined],
    [["floor"], undefined],
  ]);
