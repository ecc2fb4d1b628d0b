import { expect, it } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import type { Language } from "../../../src/text/language.ts";
import { EXIT, Problem } from "../../problem.ts";
import { Back } from "./asking.ts";
import { withValue, type Draft } from "./draft.ts";
import { Questions } from "./questions.ts";

/** Somebody with these answers ready, one a question, and what they were told meanwhile. */
function asked(language: Language, answers: readonly string[]) {
  const said: string[] = [];
  const left = [...answers];
  const terminal = {
    say: (line: string) => void said.push(line),
    ask: (prompt: string) => {
      said.push(prompt);
      const [next] = left.splice(0, 1);
      return next === undefined
        ? Promise.reject(new Error(`nothing to say to: ${prompt}`))
        : Promise.resolve(next);
    },
  };
  const refused = (): readonly string[] => said.filter((line) => line.startsWith("✗"));
  return { questions: new Questions(terminal, language, fakeClock()), said, left, refused };
}

const draftOf = (rulebook: string): Draft => {
  const table = {
    name: "Mesa 7",
    log: "tirada.example/casino-1/table-07",
    languages: ["es"],
    rulebook,
    houseRules: [],
  };
  return { table, test: false };
};

it("a dice table is asked for its camera and its cage, and all of it by questions", async () => {
  const { questions, left } = asked("es", ["v4l2", "", "", "cage", "", "n"]);
  const { draft } = await questions.ask("devices", draftOf("cl/chuck-a-luck"), []);
  expect(left).toEqual([]);
  expect(draft["dice"]).toEqual({
    eye: {
      device: "tirada-eye",
      calibration: "/var/lib/tirada/table-07/arena.json",
      camera: { source: "v4l2", width: 1_280, height: 720, format: "mjpeg" },
    },
    thrower: { device: "cage" },
  });
});

it("what is refused is refused in the language of the questions, with the word that was meant", async () => {
  const es = asked("es", ["chlie", "Chile", "ruleta francessa", "ruleta francesa", "", ""]);
  await es.questions.ask("rulebook", {}, []);
  expect(es.refused()).toEqual([
    expect.stringMatching(/^✗ chlie: no existe; ¿quería decir cl\? Hay cl, /),
    expect.stringMatching(/^✗ ruleta francessa: no existe; ¿quería decir ruleta-francesa\?/),
  ]);
  const eu = asked("eu", [
    "x".repeat(61),
    "Ana",
    "jefe de mesa",
    "0000",
    "830519",
    "830591",
    "830519",
    "830519",
    "ana",
    "",
  ]);
  const { draft } = await eu.questions.ask("people", draftOf("cl/ruleta-francesa"), []);
  expect(draft["people"]).toEqual([{ name: "Ana", role: "jefe-de-mesa", pin: "830519" }]);
  expect(eu.refused()).toEqual([
    expect.stringContaining("1–60 karaktere"),
    expect.stringContaining("zifra bera errepikatuta"),
    expect.stringContaining("ez datoz bat"),
    expect.stringContaining("pertsona hori badago"),
  ]);
});

it("nobody is lost where nobody opens the table yet", async () => {
  const { questions, refused } = asked("gl", [
    "Bea",
    "croupier",
    "7294",
    "7294",
    "",
    "Ana",
    "jefe-de-mesa",
    "830519",
    "830519",
    "",
  ]);
  const { draft } = await questions.ask("people", draftOf("cl/ruleta-francesa"), []);
  expect(draft["people"]).toMatchObject([{ name: "Bea" }, { name: "Ana" }]);
  expect(refused()).toEqual([expect.stringContaining("ninguén é jefe-de-mesa")]);
});

it("any question leads back, to the step before or to a step by number or name", async () => {
  const from = withValue(draftOf("cl/ruleta-francesa"), ["storage", "folder"], "/var/lib/tirada/table-07");
  for (const [typed, step] of [
    ["<", null],
    ["<3", "devices"],
    ["< people", "people"],
    ["<tabel", "table"],
  ] as const) {
    const { questions } = asked("en", [typed]);
    const left = await questions.ask("storage", from, []).catch((error: unknown) => error);
    expect(left).toBeInstanceOf(Back);
    expect((left as Back).step).toBe(step);
  }
  const { questions, refused } = asked("en", ["<key", "<9", "/var/lib/tirada/table-07", ""]);
  await questions.ask("storage", from, []);
  expect(refused()).toHaveLength(2);
});

it("the casino is asked for at the end: not taken for granted, said when it is wrong, and left for later", async () => {
  const es = asked("es", ["quizás", "s", "s", "<", "s"]);
  const tries = [
    () => Promise.reject(new Problem(EXIT.usage, "another casino's")),
    () => Promise.reject(new Back(null)),
    () => Promise.resolve(),
  ];
  expect(await es.questions.casino(() => tries.splice(0, 1)[0]!())).toBe(true);
  expect([tries, es.left]).toEqual([[], []]);
  expect(es.refused()).toEqual([
    expect.stringContaining("quizás"),
    expect.stringContaining("another casino's"),
  ]);
  const never = (): Promise<void> => Promise.reject(new Error("nobody asked for it"));
  expect(await asked("eu", [""]).questions.casino(never)).toBe(false);
});
