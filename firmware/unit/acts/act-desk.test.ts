import { describe, expect, it } from "vitest";
import { ACT_NAMES, type ActState } from "../../../src/people/acts.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { sameText } from "../../../src/text/every-language.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { ActRefusal, DeviceLost, type ActDetail as Detail, type RunAct } from "../../table/acts/act.ts";
import { ACT_LEASE_US, ActDesk, LOOK_US, openActOf, REFUSAL_US, REFUSALS_RECORDED } from "./act-desk.ts";

const EVA: Person = { role: "tecnico", name: "Eva Mas" };
const BEN: Person = { role: "tecnico", name: "Ben Ruiz" };
const ANA: Person = { role: "croupier", name: "Ana Soto" };
const BEGIN = { do: "begin", act: "calibrate-wheel", values: {} } as const;

/** Two questions, and what was learned is kept. */
const twoSteps =
  (kept: string[]): RunAct =>
  async ({ person, commit }) => {
    await person.ready(sameText("turn it"));
    person.say(sameText("turned"));
    await person.ready(sameText("launch it"));
    await commit({ calibration: "ab12" });
    kept.push("ab12");
    return { detail: { calibration: "ab12" } };
  };

function deskWith(run: RunAct = twoSteps([])) {
  const clock = fakeClock(1_000_000);
  const records: Detail[] = [];
  const states: ActState[] = [];
  const durable = { open: false };
  const unit = {
    shown: { durable },
    hasFailed: false,
    feed: (entry: Entry) => {
      if (entry.k === "event") records.push(entry.detail);
      return Promise.resolve();
    },
  };
  const find = (): RunAct => run;
  const desk = new ActDesk({ clock, unit, find, show: (state) => states.push(state) });
  const now = (): ActState => {
    const state = states.at(-1);
    if (state === undefined) throw new Error("nothing was begun");
    return state;
  };
  const goOn = (by = EVA): ReturnType<ActDesk["take"]> =>
    desk.take({ do: "answer", number: now().number, step: now().asked?.step ?? 0, answer: "" }, by);
  const settle = (): Promise<void> => clock.advanceSettling(1_000);
  const ends = (): unknown[] => records.filter(({ what }) => what === "ended").map(({ is }) => is);
  return { clock, records, states, unit, durable, desk, now, goOn, settle, ends };
}

describe("an act", () => {
  it("is led through its questions, and each step is a record before it counts", async () => {
    const kept: string[] = [];
    const { desk, records, goOn, settle, now } = deskWith(twoSteps(kept));
    expect(await desk.take(BEGIN, EVA)).toEqual({ ok: true });
    await settle();
    expect(now().asked?.text.en).toBe("turn it");
    expect(await goOn()).toEqual({ ok: true });
    await settle();
    expect(now().said.map(({ en }) => en)).toEqual(["turned"]);
    await goOn();
    await settle();
    expect(records).toEqual([
      { what: "began", act: "calibrate-wheel", person: "Eva Mas", role: "tecnico", values: "{}" },
      { what: "answered", act: "calibrate-wheel", person: "Eva Mas", asked: "turn it", answer: "" },
      { what: "answered", act: "calibrate-wheel", person: "Eva Mas", asked: "launch it", answer: "" },
      { what: "keeping", act: "calibrate-wheel", person: "Eva Mas", calibration: "ab12" },
      { what: "ended", act: "calibrate-wheel", person: "Eva Mas", is: "done", why: null, calibration: "ab12" },
    ]);
    expect(kept).toEqual(["ab12"]);
    expect(now()).toMatchObject({ asked: null, ended: { is: "done" } });
  });

  it.each(["given-up", "asleep", "opened", "device-lost", "interrupted"] as const)(
    "that is %s leaves what was before, with one line and a record",
    async (is) => {
      const kept: string[] = [];
      const cable = Promise.withResolvers<null>();
      const run: RunAct = async (context) => {
        await Promise.race([twoSteps(kept)(context), cable.promise]);
        return {};
      };
      const { desk, clock, durable, goOn, settle, ends, now } = deskWith(run);
      await desk.take(BEGIN, EVA);
      await settle();
      await goOn();
      await settle();
      if (is === "given-up") await desk.take({ do: "give-up", number: now().number }, EVA);
      if (is === "asleep") await clock.advanceSettling(ACT_LEASE_US + 2 * LOOK_US);
      if (is === "opened") durable.open = true;
      if (is === "device-lost") cable.reject(new DeviceLost("wheel: it was unplugged"));
      if (is === "interrupted") await desk.stop();
      await clock.advanceSettling(2 * LOOK_US);
      expect(ends()).toEqual([is]);
      expect(kept).toEqual([]);
      expect((await goOn()).ok).toBe(false);
    },
  );

  it.each(["given-up", "opened", "interrupted"] as const)(
    "that is %s before its own record is made does nothing at all",
    async (is) => {
      let runs = 0;
      const { desk, unit, durable, clock, states, ends } = deskWith(() => {
        runs++;
        return Promise.resolve({});
      });
      const slow = Promise.withResolvers<null>();
      const { feed } = unit;
      unit.feed = async (entry) => {
        await feed(entry);
        if (entry.k === "event" && entry.detail["what"] === "began") await slow.promise;
      };
      const begun = desk.take(BEGIN, EVA);
      await clock.advanceSettling(1_000);
      if (is === "given-up") await desk.take({ do: "give-up", number: 1 }, EVA);
      if (is === "opened") durable.open = true;
      if (is === "interrupted") await desk.stop();
      slow.resolve(null);
      expect(await begun).toMatchObject({ ok: false });
      await clock.advanceSettling(4 * LOOK_US);
      expect([runs, ends(), states.at(-1)?.ended?.is, clock.waiting()]).toEqual([0, [is], is, []]);
    },
  );

  it("of somebody who has the page before them goes on, however long it takes", async () => {
    const { desk, clock, goOn, settle, ends, now } = deskWith();
    await desk.take(BEGIN, EVA);
    for (let times = 0; times < 5; times++) {
      await clock.advanceSettling(ACT_LEASE_US / 2);
      expect(await desk.take({ do: "here", number: now().number }, EVA)).toEqual({ ok: true });
    }
    await goOn();
    await settle();
    await goOn();
    await settle();
    expect(ends()).toEqual(["done"]);
  });

  it("is one person's: nobody begins a second one, answers or gives up another's", async () => {
    const { desk, goOn, settle, records, now } = deskWith();
    await desk.take(BEGIN, EVA);
    await settle();
    expect(await desk.take(BEGIN, BEN)).toMatchObject({ ok: false, why: { en: /Eva Mas is at it/ } });
    expect(await goOn(BEN)).toMatchObject({ ok: false, why: { en: /Somebody else/ } });
    expect(await desk.take({ do: "give-up", number: now().number }, BEN)).toMatchObject({ ok: false });
    // The same refusal is told as often as it is asked for, and recorded once.
    await desk.take(BEGIN, BEN);
    expect(records.filter(({ what }) => what === "refused")).toHaveLength(1);
    expect(now().ended).toBeNull();
  });

  it("is refused as often as it is asked for, and fills no journal with it", async () => {
    const { desk, clock, records } = deskWith();
    const acts = ACT_NAMES.filter((act) => act !== "hold");
    const askAll = async (): Promise<void> => {
      for (let times = 0; times < 20; times++)
        for (const act of acts) await desk.take({ do: "begin", act, values: {} }, ANA);
    };
    await askAll();
    expect(records).toHaveLength(REFUSALS_RECORDED);
    await clock.advanceSettling(REFUSAL_US + 1);
    await askAll();
    expect(records).toHaveLength(2 * REFUSALS_RECORDED);
  });

  it("is refused to who may not, at an open table, and where the table has nothing for it", async () => {
    const { desk, durable, records } = deskWith();
    expect(await desk.take(BEGIN, ANA)).toMatchObject({ ok: false, why: { en: /not for your role/ } });
    durable.open = true;
    expect(await desk.take(BEGIN, EVA)).toMatchObject({ ok: false, why: { en: /table is open/ } });
    const none = deskWith();
    const find = (): RunAct => {
      throw new ActRefusal(sameText("no such device"));
    };
    const lone = new ActDesk({ clock: none.clock, unit: none.unit, find, show: () => undefined });
    expect(await lone.take(BEGIN, EVA)).toMatchObject({ ok: false, why: { en: "no such device" } });
    expect(records.map(({ what }) => what)).toEqual(["refused", "refused"]);
  });

  it("takes each answer once, and none that it did not ask for", async () => {
    const { desk, goOn, settle, now } = deskWith();
    await desk.take(BEGIN, EVA);
    await settle();
    const { number, asked } = now();
    const answer = (said: string): ReturnType<ActDesk["take"]> =>
      desk.take({ do: "answer", number, step: asked?.step ?? 0, answer: said }, EVA);
    expect((await answer("perhaps")).ok).toBe(false);
    expect((await answer("")).ok).toBe(true);
    expect((await answer("")).ok).toBe(false);
    expect((await desk.take({ do: "give-up", number: number + 1 }, EVA)).ok).toBe(false);
    await settle();
    expect((await goOn()).ok).toBe(true);
  });

  it("that is being kept is given up by nobody any more", async () => {
    const disk = Promise.withResolvers<null>();
    const { desk, durable, clock, settle, ends, now } = deskWith(async ({ commit }) => {
      await commit({ calibration: "ab12" });
      await disk.promise;
      return {};
    });
    await desk.take(BEGIN, EVA);
    await settle();
    durable.open = true;
    await clock.advanceSettling(2 * LOOK_US);
    expect((await desk.take({ do: "give-up", number: now().number }, EVA)).ok).toBe(false);
    expect(ends()).toEqual([]);
    disk.resolve(null);
    await settle();
    expect(ends()).toEqual(["done"]);
  });
});

describe("an act of the run before", () => {
  it("that has no end gets one, and one that has none", () => {
    const began = { what: "began", act: "calibrate-wheel", person: "Eva Mas" };
    expect(openActOf([began])).toMatchObject({ what: "ended", is: "interrupted", person: "Eva Mas" });
    expect(openActOf([began, { what: "ended" }, { what: "refused" }])).toBeNull();
    // The boot record says which calibration counts.
    expect(openActOf([began, { what: "keeping" }])).toMatchObject({ is: "interrupted", why: null });
    expect(openActOf([])).toBeNull();
  });
});
