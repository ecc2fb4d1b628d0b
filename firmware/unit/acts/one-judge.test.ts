import { expect, it } from "vitest";
import { lineBy, orderBy } from "../../../test/support/orders.ts";
import { NOW, TestAuthority, type Held } from "../../../src/orders/authority.test-help.ts";
import { DAY_MS, HOUR_MS } from "../../../src/orders/certificate.ts";
import { judgeOrder } from "../../../src/orders/judge.ts";
import { ORDER_ACTIONS, type OrderAction } from "../../../src/orders/order.ts";
import { ACTION_NAMES, needsSecond, ONE_TABLE, ruleOf, type ActionName } from "../../../src/people/actions.ts";
import { ACT_NAMES, type ActName, type ActState } from "../../../src/people/acts.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { sameText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import type { ActDetail } from "../../table/acts/act.ts";
import { ActDesk } from "./act-desk.ts";

/** Every action, asked for at the table and from afar by the same people, is answered alike, and its records name the same. */

const TABLE = "tirada.example/casino-1/table-07";
const ROLES = ["tecnico", "inspector", "jefe-de-mesa"] as const satisfies readonly Role[];
const EXPORT = "ab".repeat(64);
const { refusals: REFUSALS } = textsOf("acts");
const NOT_YOURS = textsOf("control")["not-your-role"].en;

/** What is asked for, in an order and on the page. */
const ASKED: Readonly<Record<OrderAction, object>> = {
  check: {},
  install: { release: 7, export: null },
  "install-base": { base: 3 },
  rollback: {},
  hold: { on: true },
  "self-test": {},
  "restart-screens": {},
  diagnose: {},
  visit: { who: "Ana" },
  "verify-release": { nonce: "a".repeat(16) },
  bundle: { recipient: `age1${"q".repeat(58)}` },
  export: { from: 0, to: 1 },
  configure: { configuration: "a: 1", newLog: false },
};

const here = await TestAuthority.make();
const holders = new Map<string, Held>();
for (const role of ROLES)
  for (const name of ["Ana", "Ben"]) holders.set(`${role} ${name}`, await here.issue(`${name} ${role}`, role));
const held = (role: Role, name: string): Held => {
  const found = holders.get(`${role} ${name}`);
  if (found === undefined) throw new Error(`nobody is ${role}`);
  return found;
};

type Second = Role | "none" | "the same";
const SECONDS: readonly Second[] = [...ROLES, "none", "the same"];

/** What an order of these people comes to. */
function orderAnswer(action: OrderAction, args: object, role: Role, second: Second): string {
  const first = held(role, "Ana");
  const signers =
    second === "none" ? [first] : second === "the same" ? [first, first] : [first, held(second, "Ben")];
  const span = {
    notBefore: rfc3339(wallMs(NOW - 60_000)),
    notAfter: rfc3339(wallMs(NOW + HOUR_MS)),
    number: NOW,
  };
  const text = orderBy(
    signers,
    lineBy(first, TABLE, { ...span, action, reason: "why", arguments: { ...args } }),
  );
  const judged = judgeOrder(text, {
    authority: here.with(),
    table: TABLE,
    now: NOW,
    earliest: NOW - DAY_MS,
    numbers: {},
  });
  return judged.ok ? "accepted" : judged.why;
}

/** The same at the table, where whoever else wants it is asked for. */
async function tableAnswer(
  act: ActName,
  values: Readonly<Record<string, string>>,
  role: Role,
  second: Second,
  isOpen = false,
): Promise<{ readonly answer: string; readonly records: readonly ActDetail[] }> {
  const clock = fakeClock(1_000_000);
  const records: ActDetail[] = [];
  let state: ActState | null = null;
  const unit = {
    shown: { durable: { open: isOpen } },
    hasFailed: false,
    feed: (entry: Entry) => {
      if (entry.k === "event") records.push(entry.detail);
      return Promise.resolve();
    },
  };
  const desk = new ActDesk({
    clock,
    unit,
    find:
      () =>
      async ({ second: ask, commit }) => {
        await ask(sameText("who else?"));
        await commit({});
        return {};
      },
    show: (shown) => (state = shown),
  });
  const first: Person = { name: `Ana ${role}`, role };
  const other: Person | null =
    second === "none" ? null : second === "the same" ? first : { name: `Ben ${second}`, role: second };
  const begun = await desk.take({ do: "begin", act, values }, first);
  await clock.advanceSettling(1_000);
  const now = (): ActState | null => state;
  let why = begun.ok ? null : begun.why.en;
  if (begun.ok && now()?.asked?.isForSecond === true) {
    const { number = 0, asked } = now() ?? {};
    const said = await desk.take(
      { do: "answer", number, step: asked?.step ?? 0, answer: "" },
      first,
      other ?? undefined,
    );
    if (!said.ok) why = said.why.en;
    await clock.advanceSettling(1_000);
  }
  await desk.stop();
  const names: Readonly<Record<string, string>> = {
    [NOT_YOURS]: "wrong-role",
    [REFUSALS.open.en]: "open",
    [REFUSALS["second-missing"].en]: "second-missing",
    [REFUSALS["second-same"].en]: "second-same",
  };
  return { answer: why === null ? "accepted" : (names[why] ?? why), records };
}

it("every order is one of the actions, and each action comes some way", () => {
  expect(ORDER_ACTIONS.filter((action) => !ruleOf(action).ways.includes("order"))).toEqual([]);
  expect(
    ACTION_NAMES.filter((action) => ruleOf(action).ways.includes("order")).every((action) =>
      ORDER_ACTIONS.some((one) => one === action),
    ),
  ).toBe(true);
  expect(ACTION_NAMES.filter((action) => ruleOf(action).ways.length === 0)).toEqual([]);
});

const BOTH = ORDER_ACTIONS.filter((action) => ruleOf(action).ways.includes("table")) as readonly (OrderAction &
  ActName)[];

it.each(BOTH)("%s is answered alike at the table and from afar", async (action) => {
  const weights: readonly (readonly [args: object, values: Readonly<Record<string, string>>])[] =
    action === "install"
      ? [
          [{ release: 7, export: null }, {}],
          [{ release: 7, export: EXPORT }, { export: EXPORT }],
        ]
      : [[ASKED[action], {}]];
  for (const [args, values] of weights) {
    const isByTwo = needsSecond(action, {
      ...ONE_TABLE,
      isWithoutReturn: values["export"] !== undefined,
    });
    for (const role of ROLES)
      for (const second of SECONDS) {
        // Nobody is asked at the table whose word is not due; from afar a signature too many is judged.
        if (!isByTwo && second !== "none") continue;
        const afar = orderAnswer(action, args, role, second);
        const near = await tableAnswer(action, values, role, second);
        expect([role, second, near.answer]).toEqual([role, second, afar]);
        if (afar !== "accepted") continue;
        const began = near.records.find(({ what }) => what === "began");
        expect(began).toMatchObject({ person: `Ana ${role}`, role });
        const kept = near.records.find(({ what }) => what === "keeping");
        expect(kept?.["second"] ?? "none").toBe(isByTwo ? `Ben ${second}` : "none");
      }
  }
});

it("what comes one way alone is refused the other, and a closed table is asked for where a device is", async () => {
  const afar = ACTION_NAMES.filter((action) => !ruleOf(action).ways.includes("order"));
  for (const action of afar)
    expect(orderAnswer(action as unknown as OrderAction, {}, "tecnico", "tecnico")).toBe("unknown-action");
  expect(ACTION_NAMES.filter((action: ActionName) => !ACT_NAMES.some((one) => one === action))).toEqual([
    "diagnose",
    "verify-release",
    "visit",
  ]);
  for (const act of ACT_NAMES) {
    const { answer } = await tableAnswer(act, {}, "tecnico", "jefe-de-mesa", true);
    expect([act, answer]).toEqual([act, ruleOf(act).closed ? "open" : "accepted"]);
  }
});
