import { describe, expect, it } from "vitest";
import { tableSetup } from "../../../../firmware/table/setup/table-setup.ts";
import { DECKS } from "../../../../test/support/shoe-harness.ts";
import type { Role } from "../../../people/roles.ts";
import { unfilledRoles } from "./task-roles.ts";

const people = (...roles: readonly Role[]): readonly { readonly role: Role }[] =>
  roles.map((role) => ({ role }));
const ofWheel = tableSetup("cl/ruleta-francesa", "cammegh-ss2", []).rules;
const ofCards = tableSetup("es-pv/punto-y-banca", "tirada-shoe", [], {
  decks: DECKS.slice(0, 6),
  mode: null,
}).rules;

describe("the roles that a table needs and nobody has", () => {
  it("are those that its law names, whoever else is there", () => {
    expect(unfilledRoles(ofCards, people("croupier", "jefe-de-mesa"))).toEqual(["inspector"]);
    expect(unfilledRoles(ofCards, people("croupier", "jefe-de-mesa", "inspector"))).toEqual([]);
  });

  it("are none where the jefe de mesa may decide in the place of whom the law names first", () => {
    expect(unfilledRoles(ofWheel, people("croupier", "jefe-de-mesa"))).toEqual([]);
    expect(unfilledRoles(ofWheel, people("croupier"))).toContain("jefe-de-mesa");
  });

  it("a technician is nobody who decides", () => {
    expect(unfilledRoles(ofWheel, people("tecnico"))).toContain("jefe-de-mesa");
    expect(unfilledRoles(ofWheel, people())).toContain("jefe-de-mesa");
  });
});
