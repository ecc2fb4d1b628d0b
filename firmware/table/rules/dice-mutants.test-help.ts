import type { CrapsPhases, DiceGame, DiceSuerte, DiceWin } from "../../../src/rules/dice-game.ts";
import type { DicePack } from "../../../src/rules/pack.ts";

type Change<T> = readonly [what: string, changed: T];

/** Every pack that differs from this one in one thing of what a throw comes to, and that a throw can show. */
export function diceMutants(pack: DicePack): readonly { readonly change: string; readonly pack: DicePack }[] {
  const { dice: game } = pack;
  const suertes = game.suertes.flatMap((suerte, index): readonly Change<DiceGame>[] => [
    [`${suerte.id}: dropped`, { ...game, suertes: game.suertes.toSpliced(index, 1) }],
    ...changedSuerte(game, suerte).map(([what, changed]): Change<DiceGame> => [
      `${suerte.id}: ${what}`,
      { ...game, suertes: game.suertes.with(index, changed) },
    ]),
  ]);
  const craps = game.craps === null ? [] : changedPhases(game.craps);
  return [
    ...suertes,
    ...craps.map(([what, changed]): Change<DiceGame> => [`craps: ${what}`, { ...game, craps: changed }]),
    ...(game.noCategory === null ? [] : [["no category loses", { ...game, noCategory: null }] as const]),
  ].map(([change, dice]) => ({ change, pack: { ...pack, dice } }));
}

function changedSuerte(game: DiceGame, suerte: DiceSuerte): readonly Change<DiceSuerte>[] {
  const group = suerte.group === "category" ? "bet" : "category";
  // Only what wins by its totals or equal dice could name a throw.
  const names = suerte.win.on === "total" || suerte.win.on === "equal";
  return [
    ...(names ? [[`is a ${group}`, { ...suerte, group }] as const] : []),
    ...changedWins(game, suerte.win).map(([what, win]): Change<DiceSuerte> => [what, { ...suerte, win }]),
    ...changedPays(suerte),
  ];
}

function changedPays(suerte: DiceSuerte): readonly Change<DiceSuerte>[] {
  const { pays, ...unframed } = suerte;
  if (pays === undefined) return [];
  const more = (odds: string): string => odds.replace(/^\d+/, (paid) => String(Number(paid) + 1));
  const less = (odds: string): string => odds.replace(/\d+$/, (staked) => String(Number(staked) + 1));
  if (typeof pays === "string")
    return [
      ["pays nothing", unframed],
      ...[more(pays), less(pays)].map((other): Change<DiceSuerte> => [
        `pays ${other}`,
        { ...suerte, pays: other },
      ]),
    ];
  return Object.entries(pays).flatMap(([key, odds]) =>
    [more(odds), less(odds)].map((other): Change<DiceSuerte> => [
      `${key} pays ${other}`,
      { ...suerte, pays: { ...pays, [key]: other } },
    ]),
  );
}

function changedWins(game: DiceGame, win: DiceWin): readonly Change<DiceWin>[] {
  switch (win.on) {
    case "total": {
      const { notTriple, ...rest } = win;
      return [
        ...changedTotals(game, win.totals, notTriple).map(([what, totals]): Change<DiceWin> => [
          what,
          { ...win, totals },
        ]),
        ...(notTriple === true ? [["also as a triple", rest] as const] : []),
      ];
    }
    case "standing":
      return changedTotals(game, win.totals).map(([what, totals]) => [what, { ...win, totals }]);
    case "number":
      return [
        [`the other side`, { ...win, side: win.side === "right" ? "wrong" : "right" }],
        ...changedTotals(game, win.numbers).map(([what, numbers]): Change<DiceWin> => [
          what,
          { ...win, numbers },
        ]),
      ];
    case "chosen-total":
      return [
        [`from ${win.from + 1}`, { ...win, from: win.from + 1 }],
        [`to ${win.to - 1}`, { ...win, to: win.to - 1 }],
      ];
    case "equal":
      return [
        [`${win.dice === 2 ? 3 : 2} equal dice`, { ...win, dice: win.dice === 2 ? 3 : 2 }],
        ["the other face", { ...win, face: win.face === "any" ? "chosen" : "any" }],
      ];
    case "line":
    case "come":
    case "odds": {
      const side = win.side === "right" ? "wrong" : "right";
      const others = (["line", "come", "odds"] as const).filter((on) => on !== win.on);
      return [
        ["the other side", { ...win, side }],
        ...others.map((on): Change<DiceWin> => [`as ${on}`, { ...win, on }]),
      ];
    }
    case "hard": {
      const { only, ...rest } = win;
      return [
        [`of ${win.total === 4 ? 6 : 4}`, { ...win, total: win.total === 4 ? 6 : 4 }],
        ...(only === undefined
          ? (["come-out", "point"] as const).map((phase): Change<DiceWin> => [
              `only ${phase}`,
              { ...win, only: phase },
            ])
          : [["in every phase", rest] as const]),
      ];
    }
    case "shows":
      return [["as pairs", { on: "pair" }]];
    case "pair":
      return [["as single faces", { on: "shows" }]];
  }
}

/** The list without each of its totals, and with each of the others; the ends are made by equal dice alone. */
function changedTotals(
  { dice }: DiceGame,
  totals: readonly number[],
  notTriple = false,
): readonly Change<readonly number[]>[] {
  const possible = Array.from({ length: dice * 5 + 1 }, (_, index) => dice + index);
  return (notTriple ? possible.slice(1, -1) : possible).map((total) =>
    totals.includes(total)
      ? [`without ${total}`, totals.filter((one) => one !== total)]
      : [`also ${total}`, [...totals, total]],
  );
}

/** Each total of the come-out in another part, and lists of the point with one more or less. */
function changedPhases(craps: CrapsPhases): readonly Change<CrapsPhases>[] {
  const parts = ["win", "lose", "point"] as const;
  const moved = parts.flatMap((from) =>
    craps.comeOut[from].flatMap((total) =>
      parts
        .filter((to) => to !== from)
        .map((to): Change<CrapsPhases> => [
          `${total} from ${from} to ${to}`,
          {
            ...craps,
            comeOut: {
              ...craps.comeOut,
              [from]: craps.comeOut[from].filter((one) => one !== total),
              [to]: [...craps.comeOut[to], total],
            },
          },
        ]),
    ),
  );
  const lists = (["pointLoses", "barred"] as const).flatMap((key) =>
    [...craps.comeOut.win, ...craps.comeOut.lose].map((total): Change<CrapsPhases> => {
      const list = craps[key];
      return list.includes(total)
        ? [`${key} without ${total}`, { ...craps, [key]: list.filter((one) => one !== total) }]
        : [`${key} also ${total}`, { ...craps, [key]: [...list, total] }];
    }),
  );
  return [...moved, ...lists];
}
