import { expect, test } from "vitest";
import { planCase, type CaseAsked, type CasePlan } from "./case-plan.ts";
import { JournalError } from "../../files/errors.ts";
import type { RecentRecord } from "../../evidence/log/rows.ts";

/** Which records a case file holds: of a round or a run of records, of any journal. */

const EVERYTHING: CaseAsked = { round: null, from: null, to: null };

/** `first`: records before it were pruned. `open`: bytes of recordings that lie open, where there are any. */
async function planned(
  fields: readonly object[],
  asked: Partial<CaseAsked>,
  first = 0,
  open: Readonly<Record<string, number>> = {},
): Promise<CasePlan | string> {
  const all = fields.map((one, seq) => ({ seq, hash: "", sig: "", line: "", fields: one }) as RecentRecord);
  const records = (from: number, count: number): Promise<RecentRecord[]> =>
    Promise.resolve(
      all
        .slice(first)
        .filter(({ seq }) => seq >= from)
        .slice(0, count),
    );
  try {
    const journal = { records, open: new Map(Object.entries(open)) };
    return await planCase(journal, all.length, { ...EVERYTHING, ...asked });
  } catch (error) {
    if (!(error instanceof JournalError) || error.code !== "refused") throw error;
    return error.message;
  }
}

const played = (round: number, kind = "result"): object[] => [
  { kind: "phase", phase: "betting", round },
  { kind: "phase", phase: "no-more-bets", round },
  { kind, round, rulebook: "cl/x@1" },
];
const dealt = (round: number, ...more: readonly object[]): object[] => [
  { kind: "phase", phase: "betting", round },
  { kind: "deal", round },
  { kind: "result", round },
  ...more,
];

test("what the records name goes in, each once, by the last byte that is named of it", async () => {
  const src = (bytes: number, segment: unknown = "wheel-000001"): object => ({ src: { segment, bytes } });
  const found = await planned(
    [
      { kind: "boot", rel: "0.6.1", ...src(5) },
      { kind: "result", round: 1, rel: { version: "0.7.0", manifest: null }, rulebook: "cl/x@1", ...src(9) },
      { kind: "result", round: 2, rel: { version: "0.7.0", manifest: "ab" }, rulebook: "cl/x@1", ...src(7) },
      { kind: "note", ...src(9, "../x"), rulebook: 7, picture: "0".repeat(64) },
      { kind: "note", ...src(9, 7), seen: { picture: "0".repeat(64) } },
    ],
    {},
  );
  expect(found).toMatchObject({
    from: 0,
    to: 4,
    releases: [{ version: "0.6.1", manifest: null }, { version: "0.7.0", manifest: null }, { manifest: "ab" }],
    rulebooks: ["cl/x@1"],
    recordings: [{ segment: "wheel-000001", bytes: 9 }],
    pictures: ["0".repeat(64)],
  });
});

test("a round has all of its records, wherever it lies, and no other's", async () => {
  const rounds = Array.from({ length: 300 }, (_, at) => played(at + 1)).flat();
  const others = Array.from({ length: 250 }, () => ({ kind: "fault" }));
  const fields = [...others, ...rounds.slice(0, 450), ...others, ...rounds.slice(450), ...others];
  for (const round of [1, 2, 149, 150, 151, 299, 300]) {
    const first = fields.findIndex((one) => (one as { round?: number }).round === round);
    expect(await planned(fields, { round }), `round ${round}`).toMatchObject({
      from: first,
      to: first + 2,
      round,
    });
  }
  expect(await planned(fields, { round: 150 }, 260)).toMatchObject({ round: 150 });
  for (const round of [0, 301])
    expect(await planned(fields, { round })).toBe(`the journal has no round ${round}`);
  expect(await planned([], { round: 1 })).toBe("the journal has no round 1");
  // Nights without play, of more records than are looked at around a place.
  const night = Array.from({ length: 5_000 }, () => ({ kind: "fault" }));
  const late = [...night, { kind: "dispute", round: 1 }];
  const nights = [...played(1), ...night, ...played(2), ...late, ...played(3), ...night];
  for (const [round, first] of [1, 5_004, 10_008].entries())
    expect(await planned(nights, { round: round + 1 }), `round ${round + 1}`).toMatchObject({
      from: first - 1,
    });
  // What is said of a round afterwards is none of its records.
  const disputed = [...played(1), ...played(2), { kind: "dispute", round: 1 }];
  expect(await planned(disputed, { round: 1 })).toMatchObject({ from: 0, to: 2 });
});

test("an open round and one whose cards are not collected are refused, and left out of what has no end", async () => {
  const open = [...played(1), { kind: "phase", phase: "no-more-bets", round: 2 }];
  expect(await planned(open, { round: 2 })).toBe("round 2 is open: ask again when it is over");
  expect(await planned(open, {})).toMatchObject({ from: 0, to: 2 });
  expect(await planned(open, { to: 3 })).toBe(
    "round 2 is open at record 3: end with record 2, or ask again when it is over",
  );
  expect(await planned(open, { from: 3 })).toMatch(/^round 2 is open at record 3/);
  expect(await planned(open, { to: 2 })).toMatchObject({ from: 0, to: 2 });
  // Bets alone are nothing that is open.
  expect(await planned([...played(1), { kind: "phase", phase: "betting", round: 2 }], {})).toMatchObject({
    to: 3,
  });
  const hidden = dealt(1);
  expect(await planned(hidden, { round: 1 })).toMatch(/^round 1 has cards that are not collected yet/);
  for (const after of [{ kind: "opened", round: 1 }, { kind: "boot" }])
    expect(await planned([...hidden, after], { round: 1 })).toMatchObject({ from: 0 });
  // Cards that lay on the table for a night.
  const night = Array.from({ length: 5_000 }, () => ({ kind: "fault" }));
  const collected = [...dealt(1), ...night, { kind: "opened", round: 1 }, ...played(2)];
  expect(await planned(collected, { round: 1 })).toMatchObject({ from: 0, to: 5_003 });
  expect(await planned(collected, { to: 3_000 })).toMatchObject({ from: 0, to: 3_000 });
  expect(await planned([...dealt(1), ...night], { round: 1 })).toMatch(/^round 1 has cards that/);
  // A round without a verdict that others follow was given up.
  const given = [{ kind: "phase", phase: "no-more-bets", round: 1 }, ...played(2)];
  expect(await planned(given, { round: 1 })).toMatchObject({ from: 0, to: 0 });
});

test("a round whose verdict came from what is sealed is refused, and left out of what has no end", async () => {
  const src = (bytes: number): object => ({ src: { segment: "cards-000002", bytes } });
  const aborted = [
    ...played(1),
    { kind: "phase", phase: "betting", round: 2 },
    { kind: "deal", round: 2 },
    { kind: "boot", ...src(40) },
    { kind: "aborted", round: 2, rulebook: "cl/x@1", ...src(50) },
  ];
  const says =
    "has a verdict whose recording is sealed still: ask again when the cards of the next round are collected, or after the next start";
  for (const bytes of [0, 49]) {
    const open = { "cards-000002": bytes };
    expect(await planned(aborted, { round: 2 }, 0, open)).toBe(`round 2 ${says}`);
    expect(await planned(aborted, {}, 0, open)).toMatchObject({ from: 0, to: 2 });
    expect(await planned(aborted, { from: 3 }, 0, open)).toMatch(/^round 2 has a verdict .* end with record 2/);
    expect(await planned(aborted, { round: 1 }, 0, open)).toMatchObject({ from: 0, to: 2 });
  }
  // It lies open; or it is not there, which the case file says.
  for (const open of [{ "cards-000002": 50 }, {}])
    expect(await planned(aborted, { round: 2 }, 0, open)).toMatchObject({ from: 3, to: 6 });
  // A record without a verdict came from it.
  expect(
    await planned([...played(1), { kind: "opened", round: 1, ...src(9) }], {}, 0, { "cards-000002": 0 }),
  ).toMatchObject({ to: 3 });
  // Given up before anything was played.
  const early = [...played(1), { kind: "aborted", round: 2, ...src(9) }];
  expect(await planned(early, {}, 0, { "cards-000002": 0 })).toMatchObject({ to: 2 });
});

test("a run that is not there is refused; what was pruned is left out where no beginning was said", async () => {
  const fields = [...played(1), ...played(2)];
  for (const asked of [{ from: 4, to: 3 }, { to: 6 }, { from: 9 }])
    expect(await planned(fields, asked)).toMatch(/^records \d to \d: the journal has 0 to 5$/);
  expect(await planned(fields, {}, 2)).toMatchObject({ from: 2, to: 5 });
  expect(await planned([], {})).toMatch(/^records 0 to -1/);
  // A journal that is read while it ends gives what there is.
  expect(await planned(fields, { from: 0, to: 5 }, 6)).toMatchObject({ from: 0, to: 5, rulebooks: [] });
});
