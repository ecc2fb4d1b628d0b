import type { Mutant } from "./mutation-list.ts";

/** The tracker of a card table, its secrets, and the arithmetic of cards. */

const SHOE = "src/table/shoe";

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const CARD_MUTANTS: readonly Mutant[] = [
  ...of(
    `${SHOE}/flow.ts`,
    ["    face: card.up ? card.face : null,\n", "    face: secret ?? null,\n"],
    [
      "commit: isHidden && seal !== null ? commitmentOf(seal, round.number, card.n, secret) : null",
      "commit: null",
    ],
    [
      "const face: Face | null = up ? (round?.faces[n] ?? null) : null;",
      "const face: Face | null = round?.faces[n] ?? null;",
    ],
    ["...(secret === undefined ? { unread: true } : {}),", ""],
  ),
  ...of(`${SHOE}/seal.ts`, [
    "tirada-card/1\\0${key}\\0${round}\\0${n}\\0${face}",
    "tirada-card/1\\0${key}\\0${n}\\0${face}",
  ]),
  ...of(
    `${SHOE}/open-commitments.ts`,
    ["    this.#waiting.delete(round);\n", ""],
    [
      "if (up === false && bound === null && unread !== true)",
      "if (up === false && bound === null && unread === null)",
    ],
    [
      "if (faces.some((face) => commitmentOf(key, round, n, face) === commit)) return [];",
      "if (faces.length > 0) return [];",
    ],
  ),
  ...of(
    `${SHOE}/card-out.ts`,
    ['  markUncertain(context, "cards-missed");\n', ""],
    ['setDeal(context, { barred: "account-broken" });', ""],
  ),
  ...of(
    `${SHOE}/card-keys.ts`,
    ['if (stage === "sorting" || isBarredByMachine(barred)) return "not-now";', ""],
    ['if (first !== undefined && isOwn && first.face === key.face) return "name-it-twice";', ""],
    ["if (first !== undefined && !isOwn && first.face !== key.face) {", "if (first?.by === null) {"],
    [
      "identifyCard(context, key.n, { face: key.face, id: null, deck: only?.id ?? null, back }, true);",
      "identifyCard(context, key.n, { face: key.face, id: null, deck: only?.id ?? null, back }, false);",
    ],
  ),
  ...of(
    `${SHOE}/observe.ts`,
    ['    setDeal(context, { barred: "cycle-incomplete" });\n', ""],
    ['code === "cards-left-inside" || code === "memory-lost"', 'code === "memory-lost"'],
    ['markUncertain(context, "warning-ignored");', ""],
    ["if (round !== null && !round.decided && round.cards > 0) markUncertain(context, why);", ""],
    [
      "if (isCard && round !== null && !round.decided && mayStillDeal(context))",
      "if (isCard && round === null)",
    ],
  ),
  ...of(
    `${SHOE}/loading.ts`,
    ['["count-wrong", "sort-mode", "cycle-incomplete"]', '["count-wrong"]'],
    [
      "if (!loaded || reloaded || loadPending || judgeLevel(account, level)",
      "if (loaded || judgeLevel(account, level)",
    ],
    ['  setDeal(context, { barred: "machine-removed" });\n', ""],
  ),
  ...of(
    `${SHOE}/rounds.ts`,
    ["barred === null && warnings.length === 0 && roundsLeft !== 0", "barred === null && roundsLeft !== 0"],
    [
      "barred === null && warnings.length === 0 && roundsLeft !== 0",
      "warnings.length === 0 && roundsLeft !== 0",
    ],
  ),
  ...of(
    `${SHOE}/verdicts.ts`,
    ["if (round.doubts.length > 0) return leaveUndecided(context, round.doubts);", ""],
    ['...(round.manual.length > 0 ? (["manual-card"] as const) : []),', ""],
    ['...(round.isCalledByWord === true ? (["bets-called-by-word"] as const) : []),', ""],
    ['...(round.isDecidedOn === true ? (["left-to-a-person"] as const) : []),', ""],
    ['...(round.isByHand === true ? (["card-by-word"] as const) : []),', ""],
    [
      "faces: hand.cards.map((card): Face | null => (card.up ? card.face : null)),",
      "faces: hand.cards.map((card): Face | null => round.faces[card.n] ?? null),",
    ],
  ),
  ...of(
    `${SHOE}/fold.ts`,
    ['  if (!isBack && showsHidden(context, after, laidDown(fold))) return "card-face-down";\n', ""],
    ['  if (!isBack && isSame(before, after)) return "changes-nothing";\n', ""],
    ['  if (round.isMisplaced === true) return "no-such-hand";\n', ""],
  ),
  ...of(
    `${SHOE}/corrections.ts`,
    ['if (last.by.name !== by.name && by.role !== "jefe-de-mesa") return "not-your-key";', ""],
    ['  if (by.role === "croupier") return "not-your-key";\n', ""],
    ['if (!round.decided && hasCardLeftSince(context, fold, last)) return "too-late-to-take-back";', ""],
    ["      input.isVerdict === undefined &&\n", ""],
    ["&&\n      !isAnswered(context, input.key)", ""],
  ),
  ...of(
    `${SHOE}/collecting.ts`,
    ["  publishSecrets(context, rounds);\n", ""],
    ["  setDeal(context, { sealDue: true });\n", ""],
    ["if (isKept) return setDeal(context, { keptSecret: rounds });", ""],
  ),
  ...of("src/cards/baccarat/points.ts", ["% 10", "% 9"]),
];
