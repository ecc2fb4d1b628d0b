import { describe, expect, it } from "vitest";
import { LineWriter, statusText } from "./line-writer.test-help.ts";

/** One game as the wheel plays it, and every way in which its number may come. */

const wheel = (pockets = 37): LineWriter => new LineWriter(pockets).betting().fresh();

describe("a normal game", () => {
  it("says the stages, the ball, its laps, its direction and the number, in order and once", () => {
    const said = wheel()
      .rim()
      .closed()
      .bare("23")
      .result("23")
      .next()
      .seen.filter((one) => one.o !== "rotor");
    expect(said).toEqual([
      { o: "stage", stage: "ball-in-rim", deviceGame: 11 },
      { o: "ball-on-track" },
      { o: "ball-laps", atLeast: 1, atMost: null, how: expect.any(String) as string },
      { o: "stage", stage: "no-more-bets", deviceGame: 11 },
      { o: "ball-direction", sense: "against-rotor" },
      { o: "number-announced", pocket: "23" },
      { o: "stage", stage: "result", deviceGame: 11 },
      { o: "ball-laps", atLeast: 4, atMost: null, how: expect.any(String) as string },
      { o: "number", pocket: "23", witnesses: ["bare-number", "state-5"] },
      { o: "stage", stage: "betting", deviceGame: 12 },
    ]);
  });

  it("gives the number with the first state-5 line that agrees with the bare number", () => {
    const w = wheel().rim().closed().bare("23");
    expect(w.numbers()).toEqual([]);
    expect(w.result("23", 1).numbers()).toEqual(["23"]);
  });

  it.each(["0", "36", "9"])("knows pocket %s", (pocket) => {
    expect(wheel().rim().closed().bare(pocket).result(pocket).numbers()).toEqual([pocket]);
  });

  it("double zero is a pocket on a rotor of 38 only", () => {
    expect(wheel(38).rim().closed().bare("00").result("00").numbers()).toEqual(["00"]);
    expect(wheel(37).rim().closed().bare("00").result("00", 8).next().numbers()).toEqual([]);
  });

  it("is the same for lines that come in one burst and for bytes that come one by one", () => {
    // A rotor's speed wavers, so that lines of a batch differ; equal ones are one line.
    const lines = [3, 3, 3, 4, 4, 4, 4]
      .map((state, at) => `${statusText(state, { ...wheel().fields, rpm: 168 + (at % 2) })}\r\n`)
      .join("");
    const after = `23\n\r${statusText(5, { ...wheel().fields, number: "23" })}\r\n`;
    const burst = wheel().raw(lines + after);
    const bytewise = wheel();
    for (const byte of lines + after) bytewise.raw(byte);
    expect(burst.numbers()).toEqual(["23"]);
    expect(bytewise.seen).toEqual(burst.seen);
    expect(bytewise.state).toEqual(burst.state);
  });

  it("reads replies and bonus lines between its own lines without a word", () => {
    const w = wheel()
      .rim()
      .raw("*P OK\r\n*Y;1;017\r\n")
      .closed()
      .raw("*T r 23000 23000\r\n")
      .bare("23")
      .result("23");
    expect(w.numbers()).toEqual(["23"]);
    expect(w.faults()).toEqual([]);
  });
});

describe("a game without the bare number", () => {
  it("takes three state-5 lines", () => {
    const w = wheel().rim().closed().result("23", 2);
    expect(w.numbers()).toEqual([]);
    expect(w.result("23", 1).of("number")).toEqual([
      { o: "number", pocket: "23", witnesses: ["state-5", "state-5", "state-5"] },
    ]);
  });

  it("gives none for two lines, even when the next game shows the same number", () => {
    expect(wheel().rim().closed().result("23", 2).next().numbers()).toEqual([]);
  });
});

describe("the bare number", () => {
  it("is no witness when no state-5 line confirms it for over 1.5 s", () => {
    const w = wheel().rim().closed().bare("23").status(4, 3);
    expect(w.result("23", 2).numbers()).toEqual([]);
    expect(w.result("23", 1).of("number")[0]?.witnesses).toEqual(["state-5", "state-5", "state-5"]);
  });

  it("counts 1.5 s and not a microsecond more", () => {
    const upTo = (us: number): string[] => {
      const w = wheel().rim().closed().bare("23");
      w.fields = { ...w.fields, number: "23" };
      w.wait(us).raw(`${statusText(5, w.fields)}\r\n`);
      return w.numbers();
    };
    expect(upTo(1_500_000)).toEqual(["23"]);
    expect(upTo(1_500_001)).toEqual([]);
  });

  it("that differs from state 5 gives no number but a contradiction, once", () => {
    const w = wheel().rim().closed().bare("20").result("23", 6).next();
    expect(w.numbers()).toEqual([]);
    expect(w.of("contradiction")).toEqual([
      { o: "contradiction", what: "bare-number-differs", seen: ["20", "23"] },
    ]);
  });

  it("twice with two numbers is a contradiction; twice the same is one word", () => {
    const two = wheel().rim().closed().bare("20").bare("23").result("23", 6);
    expect([two.numbers(), two.contradictions()]).toEqual([[], ["two-bare-numbers"]]);
    const same = wheel().rim().closed().bare("23").bare("23").result("23");
    expect([same.numbers(), same.contradictions()]).toEqual([["23"], []]);
  });

  it("is nothing outside states 4, 5 and 7, on a line without head, or off the rotor", () => {
    const early = wheel().bare("23").rim().bare("23").closed().result("23", 2);
    expect(early.numbers()).toEqual([]);
    expect(wheel().rim().closed().bare("37").result("23", 2).numbers()).toEqual([]);
    const cut = new LineWriter().open().raw("23\r\n");
    expect([cut.of("number-announced"), cut.state.noise.total]).toEqual([[], 0]);
  });

  it("may come beside the first state-5 line", () => {
    const w = wheel().rim().closed().result("23", 1);
    expect(w.numbers()).toEqual([]);
    expect(w.status(5, 1).bare("23").status(5, 1).numbers()).toEqual(["23"]);
  });

  it.each([
    ["shows another number", { number: "24" }],
    ["is of another game", { number: "23", game: 12 }],
    ["turns the other way", { number: "23", direction: 0 as const }],
  ])("beside one damaged state-5 line that %s still stands", (_, damage) => {
    const w = wheel().rim().closed().bare("23").status(5, 1, damage);
    expect(w.numbers()).toEqual([]);
    w.result("23", 2);
    expect([w.numbers(), w.contradictions()]).toEqual([["23"], []]);
  });

  it("needs a second state-5 line when lines came damaged in the last 10 s", () => {
    const after = (us: number): LineWriter => {
      const w = wheel().rim().raw("x;4;0\r\n");
      for (let waited = 0; waited < us; waited += 500_000) w.status(4, 1);
      return w.bare("23");
    };
    const noisy = after(4_000_000).result("23", 1);
    expect(noisy.numbers()).toEqual([]);
    expect(noisy.status(5, 1).numbers()).toEqual(["23"]);
    expect(after(11_000_000).result("23", 1).numbers()).toEqual(["23"]);
  });

  it("in state 7 counts as in state 4", () => {
    expect(wheel().rim().closed().status(7, 4).bare("23").result("23").numbers()).toEqual(["23"]);
  });
});

describe("state-5 lines", () => {
  it("that differ before the number is given are a contradiction", () => {
    const w = wheel().rim().closed().status(5, 2, { number: "23" }).status(5, 4, { number: "24" });
    expect([w.numbers(), w.contradictions()]).toEqual([[], ["state-5-lines-differ"]]);
  });

  it.each([
    ["of the other direction", { direction: 0 as const }],
    ["with a flag", { flags: "4" }],
    ["with the ball not seen", { flags: "1" }],
    ["with the ball with the rotor", { flags: "2" }],
    ["with a failed launch", { flags: "8" }],
    ["without a number", { number: "  " }],
  ])("%s confirm nothing", (_, change) => {
    const w = wheel().rim().closed().bare("23");
    w.fields = { ...w.fields, number: "23", ...change };
    expect(w.status(5, 1).numbers()).toEqual([]);
    expect(w.status(5, 9).next().numbers()).toEqual([]);
  });

  it("of a rotor 5.0 rpm away confirm, 5.1 rpm away only what a second line of that speed says too", () => {
    const w = wheel().rim().closed().bare("23");
    expect(w.status(5, 1, { number: "23", rpm: 218 }).numbers()).toEqual(["23"]);
    const far = wheel().rim().closed().bare("23").status(5, 1, { number: "23", rpm: 219 });
    expect(far.numbers()).toEqual([]);
    expect(far.status(5, 1, { number: "23", rpm: 219 }).numbers()).toEqual(["23"]);
  });
});

describe("the number of the game before", () => {
  it("again needs two state-5 lines beside the bare number: one may be a damaged state 4", () => {
    const w = wheel().rim().closed().bare("5").result("5", 1);
    expect(w.numbers()).toEqual([]);
    expect(w.status(5, 1).numbers()).toEqual(["5"]);
  });

  it("is known although the first line of state 3 shows another by damage", () => {
    const w = wheel().rim(1).rim(4);
    const damaged = wheel().status(3, 1, { number: "15" }).status(3, 4);
    expect(damaged.state.spin?.numberBefore).toBe(w.state.spin?.numberBefore);
    expect(damaged.closed().bare("5").result("5", 1).numbers()).toEqual([]);
  });
});

describe("a number that changes after it was given", () => {
  const given = (): LineWriter => wheel().rim().closed().bare("23").result("23", 2);

  it("one differing line is damage, again and again", () => {
    const w = given();
    for (let round = 0; round < 5; round++) w.status(5, 1, { number: "24" }).status(5, 1);
    expect(w.next().contradictions()).toEqual([]);
  });

  it("two differing lines running take it back, once", () => {
    const w = given().status(5, 1, { number: "24" });
    expect(w.contradictions()).toEqual([]);
    expect(w.status(5, 6, { number: "24" }).of("contradiction")).toEqual([
      { o: "contradiction", what: "number-changed", seen: ["23", "24"] },
    ]);
    expect(w.numbers()).toEqual(["23"]);
  });

  it("a flag does not keep lines from taking it back", () => {
    expect(given().status(5, 2, { number: "24", flags: "4" }).contradictions()).toEqual(["number-changed"]);
  });

  it("lines of another rotor do not", () => {
    expect(given().status(5, 4, { number: "24", direction: 0 }).contradictions()).toEqual([]);
  });

  it("the next game's lines take it back too: they still show the last number", () => {
    const w = given();
    w.fields = { ...w.fields, number: "24" };
    expect(w.next(1).contradictions()).toEqual([]);
    expect(w.status(2, 1).of("contradiction")).toEqual([
      { o: "contradiction", what: "number-changed", seen: ["23", "24"] },
    ]);
    expect(w.status(2, 5).rim().contradictions()).toHaveLength(1);
  });

  it("one damaged line on the way out does not", () => {
    const w = given();
    const { game, direction } = w.fields;
    w.fields = { ...w.fields, game: game + 1, direction: direction === 0 ? 1 : 0 };
    expect(w.status(2, 1, { number: "24" }).status(2, 5).contradictions()).toEqual([]);
  });

  it("nor does a wheel that was switched off and on, with its number blank", () => {
    const w = given();
    w.fields = { ...w.fields, game: 1, number: "  ", rpm: 0 };
    expect(w.status(6, 6).contradictions()).toEqual([]);
  });
});
