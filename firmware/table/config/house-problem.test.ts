import { expect, it } from "vitest";
import { stakesOf } from "../../../src/rules/stakes.ts";
import { loadPack } from "../rules/load.ts";
import { houseSchema } from "./house-config.ts";
import { houseProblem } from "./house-problem.ts";

const problem = (rulebook: string, said: object) =>
  houseProblem(houseSchema.parse(said), loadPack(rulebook).pack);
const suertes = (...ids: readonly string[]) => ({
  limits: { currency: "EUR", suertes: Object.fromEntries(ids.map((id) => [id, { minimum: 5 }])) },
});

it.each([
  ["es-pv/ruleta-francesa", ["pleno", "caballo", "sencilla", "rojo"]],
  ["cl/big-six", ["suerte-40-a"]],
  ["cl/punto-y-banca", ["punto", "banca", "empate"]],
  ["cl/black-jack", ["apuesta", "seguro"]],
  ["cl/black-jack-perfect-pairs", ["perfect-pairs"]],
  ["es-cb/treinta-y-cuarenta", ["negro", "rojo", "color", "inverso"]],
  ["es-cb/pai-gow-poker", ["apuesta"]],
  ["es-cb/banca-francesa", ["ases"]],
])("%s has suertes that limits may name", (rulebook, ids) => {
  const known = stakesOf(loadPack(rulebook).pack).map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining(ids));
  expect(problem(rulebook, suertes(...ids))).toBeNull();
});

it("names a suerte that the rulebook has not, and the one that was meant", () => {
  const found = problem("es-pv/ruleta-francesa", suertes("pleno", "cabalo"));
  expect(found?.path).toEqual(["limits", "suertes", "cabalo"]);
  expect(found?.message.en).toMatch(
    /^es-pv\/ruleta-francesa@1996-11 has nothing to stake on called "cabalo" \(did you mean "caballo"\?\); it has pleno, caballo/,
  );
  expect(problem("cl/punto-y-banca", suertes("seguro"))?.message.es).toMatch(/hay punto, banca, empate$/);
});

it("names a rule that the rulebook has not", () => {
  const found = problem("es-pv/ruleta-francesa", { rules: ["ball-left-cylinder", "ball-left-cylindr"] });
  expect(found?.path).toEqual(["rules", 1]);
  expect(found?.message.en).toMatch(/has no rule "ball-left-cylindr" \(did you mean "ball-left-cylinder"\?\)/);
});
