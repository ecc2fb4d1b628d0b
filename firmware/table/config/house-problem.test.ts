import { expect, it } from "vitest";
import { mostStaked, SAYS_MOST, stakesOf } from "../../../src/rules/stakes.ts";
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
  expect(found?.message.en).toMatch(
    /has no rule "ball-left-cylindr" \(did you mean "ball-left-cylinder"\?\); it has .*foreign-object-in-cylinder/,
  );
});

it("names a maximum above what the law lets be staked, with its paragraph", () => {
  const limits = (maximum: number, table?: object) => ({
    limits: {
      currency: "EUR",
      ...(table === undefined ? {} : { table }),
      suertes: { pleno: { minimum: 5, maximum } },
    },
  });
  expect(problem("es-pv/ruleta-francesa", limits(100))).toBeNull();
  const found = problem("es-pv/ruleta-francesa", limits(101));
  expect(found?.path).toEqual(["limits", "suertes", "pleno", "maximum"]);
  expect(found?.message.en).toBe(
    "101 is more than 20 times the minimum of the table, 5: es-pv/ruleta-francesa@1996-11 lets no more be staked on it (art. 2, 01.IV.2)",
  );
  // The minimum is that of the table where it says one; Chile sets no number.
  expect(problem("es-cb/ruleta-americana", limits(100, { minimum: 2 }))?.message.es).toMatch(
    /^100 es más de 20 veces/,
  );
  expect(problem("cl/ruleta-francesa", limits(1_000_000))).toBeNull();
});

it("the law's own limits are of suertes that the rulebooks have", () => {
  for (const name of SAYS_MOST) {
    const { pack } = loadPack(name);
    const known = stakesOf(pack).filter(({ id }) => mostStaked(pack, id) !== null);
    expect(known.length, name).toBeGreaterThan(0);
  }
  const { pack } = loadPack("es-cb/ruleta-francesa");
  // Line by line of the catalogue: lines 362 to 374.
  expect(stakesOf(pack).map(({ id }) => [id, mostStaked(pack, id)?.times])).toEqual([
    ["pleno", 20],
    ["caballo", 40],
    ["transversal", 60],
    ["cuadro", 80],
    ["seisena", 120],
    ["columna", 240],
    ["docena", 240],
    ["dos-columnas", 480],
    ["dos-docenas", 480],
    ["sencilla", 360],
    ...["rojo", "negro", "par", "impar", "falta", "pasa"].map((id) => [id, 360]),
    ...["docena-1", "docena-2", "docena-3", "columna-1", "columna-2", "columna-3"].map((id) => [id, 240]),
  ]);
});
