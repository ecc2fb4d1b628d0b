import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Recall } from "../../../src/analysis/recall-types.ts";
import type { ToScreen } from "../../../src/table/kernel/view/view.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { AccessEvent, FromWorker, KnownPerson } from "./messages.ts";
import { ControlSession, IDLE_US, LATE_BEATS, MESSAGES_PER_SECOND } from "./control-session.ts";
import { createHub } from "./hub.ts";
import { ANSWER_US, createMainLink, WAITING_LIMIT, type MainLink } from "./main-link.ts";
import { createSignInDesk } from "./sign-in.ts";
import { cheapPinHash } from "../../../test/support/pin.ts";
import { REFUSALS } from "./sign-in.ts";

let people: KnownPerson[];
beforeAll(() => {
  people = [
    { name: "Jon", role: "jefe-de-mesa", pinHash: cheapPinHash("987654") },
    { name: "Ana", role: "croupier", pinHash: cheapPinHash("1234") },
    { name: "Leo", role: "jefe-de-mesa", pinHash: cheapPinHash("4321") },
  ];
});

const HERE = "127.0.0.1";

interface Setup {
  readonly clock: FakeClock;
  readonly said: ToScreen[];
  readonly closed: number[];
  /** What went to the main thread. */
  readonly asked: FromWorker[];
  /** What is to be a record. */
  readonly told: AccessEvent[];
  readonly link: MainLink;
  readonly session: ControlSession;
  /** A second passes for the screens. */
  readonly pulse: () => void;
}

/** Round 7 is the only one; in Basque it cannot be read. */
const recallOf = (round: number | null, language: string): Recall | null =>
  language === "eu" ? null : { rounds: [], round: round === null ? 7 : round, steps: [], leftOut: 0 };

function setup(): Setup {
  const clock = fakeClock();
  const hub = createHub();
  const messages: ToScreen[] = [];
  const closed: number[] = [];
  const asked: FromWorker[] = [];
  const reported: AccessEvent[] = [];
  const link = createMainLink((message) => asked.push(message), clock);
  const screen = hub.add(
    "control",
    {
      bufferedAmount: 0,
      send: (data, done) => {
        messages.push(JSON.parse(data) as ToScreen);
        done();
      },
      close: (code) => closed.push(code),
      terminate: () => undefined,
      ping: () => undefined,
    },
    HERE,
  );
  const session = new ControlSession({
    screen,
    clock,
    desk: createSignInDesk(people, { clock, locks: [], tell: () => undefined }),
    address: HERE,
    tell: (event) => reported.push(event),
    counters: hub.counters,
    press: (pressed) => link.press(pressed),
    act: (act) => link.act(act),
    read: (what) => link.read(what),
    acta: (round) => Promise.resolve(round === 3 ? "/control/acta/abc" : null),
    recall: (wanted, language) => Promise.resolve(recallOf("round" in wanted ? wanted.round : 3, language)),
    beat: () => hub.beat(),
    warn: () => undefined,
  });
  return { clock, said: messages, closed, asked, told: reported, link, session, pulse: () => hub.pulse(true) };
}

async function signedIn(): Promise<Setup> {
  const here = setup();
  here.session.receive(JSON.stringify({ type: "sign-in", id: 1, name: "Jon", pin: "987654" }));
  while (here.said.length === 0) await nextTurn();
  expect(here.said).toEqual([{ type: "signed-in", role: "jefe-de-mesa", name: "Jon" }]);
  here.said.length = 0;
  return here;
}

const press = (id: number): string => JSON.stringify({ type: "press", id, key: { key: "open-table" } });

describe("a control connection", () => {
  test("a press goes to the main thread with its person, and its answer comes back", async () => {
    const { session, asked, said: messages, link, clock } = await signedIn();
    session.receive(press(2));
    expect(asked).toEqual([
      { type: "press", id: 1, key: { key: "open-table" }, by: { name: "Jon", role: "jefe-de-mesa" } },
    ]);
    link.handleAnswer({ type: "press-answer", id: 1, answer: { ok: true } });
    await clock.advanceSettling(0);
    expect(messages).toEqual([{ type: "done", id: 2 }]);
  });

  test("a key that is only asked about is not pressed, and what would follow comes back", async () => {
    const { session, asked, said: messages, link, clock } = await signedIn();
    const key = { key: "put-right", round: 1, cards: [6], to: "burnt" };
    session.receive(JSON.stringify({ type: "preview", id: 2, key }));
    const by = { name: "Jon", role: "jefe-de-mesa" };
    expect(asked).toEqual([{ type: "press", id: 1, key, by, isAsked: true }]);
    const will = [{ es: "6♣: se quema", eu: "6♣: erre", gl: "6♣: quéimase", en: "6♣: burnt" }];
    link.handleAnswer({ type: "press-answer", id: 1, answer: { ok: true, will } });
    await clock.advanceSettling(0);
    expect(messages).toEqual([{ type: "preview", id: 2, will }]);
    // Whose key it is not is told nothing.
    const { session: nobody, said, clock: later } = setup();
    nobody.receive(JSON.stringify({ type: "preview", id: 1, key }));
    await later.advanceSettling(0);
    expect(said).toEqual([{ type: "refused", id: 1, why: REFUSALS["sign-in-first"] }]);
  });

  test("one thing at a time", async () => {
    const { session, said: messages, asked } = await signedIn();
    session.receive(press(2));
    session.receive(press(3));
    expect(messages).toEqual([{ type: "refused", id: 3, why: REFUSALS.busy }]);
    expect(asked).toHaveLength(1);
  });

  test("the acta of a game is for whoever is signed in, and a game may have none", async () => {
    const { session, said: messages, clock } = setup();
    session.receive(JSON.stringify({ type: "acta", id: 1, round: 3, language: "es" }));
    await clock.advanceSettling(0);
    expect(messages).toEqual([{ type: "refused", id: 1, why: REFUSALS["sign-in-first"] }]);
    const { session: known, said } = await signedIn();
    for (const [at, round] of [3, 4].entries()) {
      known.receive(JSON.stringify({ type: "acta", id: at + 2, round, language: "eu" }));
      await clock.advanceSettling(0);
    }
    expect(said).toEqual([
      { type: "acta", id: 2, address: "/control/acta/abc" },
      { type: "refused", id: 3, why: REFUSALS["no-acta"] },
    ]);
  });

  test("the last rounds are for whoever is signed in", async () => {
    const { session, said: messages, clock, asked } = setup();
    const recall = (id: number, round: number | null, language: string): void =>
      session.receive(JSON.stringify({ type: "recall", id, round, language }));
    recall(1, null, "es");
    await clock.advanceSettling(0);
    expect(messages).toEqual([{ type: "refused", id: 1, why: REFUSALS["sign-in-first"] }]);
    const { session: known, said } = await signedIn();
    known.receive(JSON.stringify({ type: "recall", id: 2, round: 3, language: "es" }));
    await clock.advanceSettling(0);
    known.receive(JSON.stringify({ type: "recall", id: 3, round: null, language: "eu" }));
    await clock.advanceSettling(0);
    expect(said).toEqual([
      { type: "recall", id: 2, recall: { rounds: [], round: 3, steps: [], leftOut: 0 } },
      { type: "refused", id: 3, why: REFUSALS["no-answer"] },
    ]);
    expect(asked).toEqual([]);
  });

  test("no answer within 5 s is said, and an answer that comes later is forgotten", async () => {
    const { session, said: messages, link, clock } = await signedIn();
    session.receive(press(2));
    await clock.advanceSettling(ANSWER_US - 1);
    expect(messages).toEqual([]);
    await clock.advanceSettling(1);
    link.handleAnswer({ type: "press-answer", id: 1, answer: { ok: true } });
    await clock.advanceSettling(0);
    expect(messages).toEqual([{ type: "refused", id: 2, why: REFUSALS["no-answer"] }]);
  });

  test("who presses nothing for a quarter of an hour is signed out", async () => {
    const { session, said: messages, link, clock } = await signedIn();
    clock.advance(IDLE_US - US_PER_S);
    session.receive(press(2));
    link.handleAnswer({ type: "press-answer", id: 1, answer: { ok: true } });
    await clock.advanceSettling(IDLE_US - 1);
    expect(messages).toEqual([{ type: "done", id: 2 }]);
    await clock.advanceSettling(1);
    expect(messages.at(-1)).toEqual({ type: "signed-out" });
    session.receive(press(3));
    await clock.advanceSettling(0);
    expect(messages.at(-1)).toMatchObject({ type: "refused", id: 3, why: { en: "Sign in first." } });
  });

  test("more than 20 messages within a second end it, as many over two seconds do not", () => {
    const { session, closed, clock } = setup();
    const send = (from: number): void => {
      for (let id = from; id < from + MESSAGES_PER_SECOND; id++)
        session.receive(JSON.stringify({ type: "sign-out", id }));
    };
    send(1);
    clock.advance(US_PER_S);
    send(100);
    expect(closed).toEqual([]);
    session.receive(JSON.stringify({ type: "sign-out", id: 200 }));
    expect(closed).toEqual([1008]);
  });

  test("after its end nothing is taken, and no timer is left", async () => {
    const { session, asked, clock } = await signedIn();
    session.close();
    session.receive(press(2));
    expect(asked).toEqual([]);
    expect(clock.waiting()).toEqual([]);
  });
});

describe("questions to the main thread", () => {
  test("are limited in number", async () => {
    const asked: FromWorker[] = [];
    const clock = fakeClock();
    const link = createMainLink((message) => asked.push(message), clock);
    const answers = Array.from({ length: WAITING_LIMIT + 1 }, (_, seq) => link.certificate(seq));
    expect(asked).toHaveLength(WAITING_LIMIT);
    expect(await answers.at(-1)).toEqual({ found: "no-answer" });
    const files = { mode: "live", json: "{}", proof: "p" } as const;
    link.handleAnswer({ type: "certificate-answer", id: 1, files });
    link.handleAnswer({ type: "certificate-answer", id: 2, files: null });
    expect(await answers[0]).toEqual({ found: "files", files });
    expect(await answers[1]).toEqual({ found: "none" });
    clock.advance(ANSWER_US);
    expect(await answers[2]).toEqual({ found: "no-answer" });
    expect(clock.waiting()).toEqual([]);
  });
});

describe("a second person beside whoever is signed in", () => {
  const CARD = { key: "card-is", round: 7, n: 2, face: "9h" } as const;
  const JON = { name: "Jon", role: "jefe-de-mesa" } as const;
  const besides = (id: number, key: object, name: string, pin: string): string =>
    JSON.stringify({ type: "press", id, key, by: { name, pin } });
  const settled = async ({ said }: Setup, count = 1): Promise<void> => {
    while (said.length < count) await nextTurn();
  };

  test("presses a key of two people, and the first stays signed in", async () => {
    const here = await signedIn();
    here.session.receive(besides(2, CARD, "Ana", "1234"));
    while (here.asked.length === 0) await nextTurn();
    expect(here.asked).toEqual([{ type: "press", id: 1, key: CARD, by: { name: "Ana", role: "croupier" } }]);
    here.link.handleAnswer({ type: "press-answer", id: 1, answer: { ok: true } });
    await settled(here);
    expect(here.said).toEqual([{ type: "done", id: 2 }]);
    expect(here.told).toEqual([
      { what: "signed-out", name: "Ana", role: "croupier", address: HERE, why: "one-key" },
    ]);
    here.session.receive(press(3));
    expect(here.asked[1]).toMatchObject({ key: { key: "open-table" }, by: JON });
  });

  test("is refused with a wrong PIN, as himself, for another key, and where nobody is signed in", async () => {
    const here = await signedIn();
    const tries = [
      [besides(2, CARD, "Ana", "9999"), REFUSALS["wrong-pin"]],
      [besides(3, CARD, "Jon", "987654"), REFUSALS["same-person"]],
      [besides(4, { key: "close-table" }, "Leo", "4321"), REFUSALS["no-second-key"]],
    ] as const;
    for (const [at, [message, why]] of tries.entries()) {
      here.session.receive(message);
      await settled(here, at + 1);
      expect(here.said.at(-1)).toEqual({ type: "refused", id: at + 2, why });
      await here.clock.advanceSettling(0);
    }
    expect(here.asked).toEqual([]);
    const nobody = setup();
    nobody.session.receive(besides(1, CARD, "Ana", "1234"));
    await settled(nobody);
    expect(nobody.said).toEqual([{ type: "refused", id: 1, why: REFUSALS["sign-in-first"] }]);
  });

  test("locks his name with five wrong PINs, as at every sign-in", async () => {
    const here = await signedIn();
    for (let id = 2; id < 8; id++) {
      here.session.receive(besides(id, CARD, "Ana", "9999"));
      await settled(here, id - 1);
      await here.clock.advanceSettling(0);
    }
    expect(here.said.at(-1)).toMatchObject({
      type: "refused",
      id: 7,
      why: { en: "Too many attempts: wait 1 min." },
    });
  });

  test("takes the post over from whoever is signed in, and is signed in himself from then on", async () => {
    const here = await signedIn();
    here.session.receive(besides(2, { key: "take-over", from: "Ana" }, "Leo", "4321"));
    while (here.asked.length === 0) await nextTurn();
    const by = { name: "Leo", role: "jefe-de-mesa" } as const;
    // Who hands over is who stands signed in, whatever the page says.
    expect(here.asked[0]).toMatchObject({ key: { key: "take-over", from: "Jon" }, by });
    here.link.handleAnswer({ type: "press-answer", id: 1, answer: { ok: true } });
    await settled(here, 2);
    expect(here.said).toEqual([
      { type: "signed-in", role: by.role, name: by.name },
      { type: "done", id: 2 },
    ]);
    expect(here.told).toEqual([{ what: "signed-out", ...JON, address: HERE, why: "another" }]);
    await here.clock.advanceSettling(0);
    // Who sits down alone hands over for nobody, and of another post neither.
    here.session.receive(JSON.stringify({ type: "press", id: 3, key: { key: "take-over", from: "Ana" } }));
    expect(here.asked[1]).toMatchObject({ key: { key: "take-over" }, by });
    expect(here.asked[1]).not.toHaveProperty("key.from");
  });
});

describe("a key that the network held back", () => {
  const held = (id: number, beat: number): string =>
    JSON.stringify({ type: "press", id, key: { key: "open-table" }, beat });

  test("is not carried out when it is older than the page's own patience", async () => {
    const here = await signedIn();
    for (let second = 0; second <= LATE_BEATS; second++) here.pulse();
    here.session.receive(held(2, 0));
    await here.clock.advanceSettling(0);
    expect(here.said.at(-1)).toEqual({ type: "refused", id: 2, why: REFUSALS["too-old"] });
    expect(here.asked).toEqual([]);
    here.session.receive(held(3, 1));
    expect(here.asked).toHaveLength(1);
  });
});
