import { tellOfBalls } from "../analysis/recall-balls.ts";
import { objectsAt, textsAt, fieldsAt } from "../analysis/record-fields.ts";
import type { ActaWord } from "../people/keys.ts";
import type { ActaField } from "../rules/balls-game.ts";
import { citeText } from "../rules/pack.ts";
import { actaFields, WORDS_OF_FIELD } from "../table/balls/acta-words.ts";
import { soldCount } from "../table/balls/cards/sold-cards.ts";
import type { BallGame, CheckedCall } from "../table/balls/durable-balls.ts";
import type { Winner } from "../table/balls/records.ts";
import { textsOf } from "../text/text-of.ts";
import { ActaWords, type ActaReader, type ActaRow } from "./acta-words.ts";
import type { Acta, ActaSession, Moment, Written } from "./acta.ts";

/** What stands on an acta, in one language: rows, numbers and lines, before anything of it is drawn. */

const WORDS = textsOf("acta");
const FIELDS = textsOf("booklet.acta");

/** A ball as it came; `isSaid`: people named it. */
export interface ActaBall {
  readonly number: string;
  readonly isSaid: boolean;
}

export type ActaBlock =
  | { readonly is: "rows"; readonly title: string; readonly rows: readonly ActaRow[] }
  | {
      readonly is: "balls";
      readonly title: string;
      readonly balls: readonly ActaBall[];
      readonly note: string;
    }
  | { readonly is: "lines"; readonly title: string; readonly lines: readonly string[] }
  | { readonly is: "signatures"; readonly title: string; readonly places: readonly ActaRow[] };

export interface ActaPage {
  readonly title: string;
  /** The acta's own number and edition. */
  readonly number: string;
  /** What is said before anything else: a test, an acta that is not closed. */
  readonly marks: readonly string[];
  readonly blocks: readonly ActaBlock[];
}

/** The page of one game. */
export function actaPage(acta: Acta, reader: ActaReader): ActaPage {
  const say = new ActaWords(reader);
  const { game, edition, round, order } = acta;
  const fields = actaFields(reader.pack);
  return {
    title: say.text(WORDS.title, { order }),
    number: edition === 0 ? say.text(WORDS.openNumber, { round }) : say.text(WORDS.number, { round, edition }),
    marks: marksOf(acta, say),
    blocks: [
      { is: "rows", title: say.text(WORDS.sections.opening), rows: openingRows(acta, say) },
      {
        is: "rows",
        title: say.text(WORDS.sections.data),
        rows: [...fields.flatMap((field) => fieldRows(field, acta, say)), ...endRows(acta, say)],
      },
      drawBlock(game, say),
      { is: "lines", title: say.text(WORDS.sections.calls), lines: callLines(game, say) },
      { is: "lines", title: say.text(WORDS.sections.incidents), lines: incidentLines(acta, say) },
      signatures(say, acta.begun),
      { is: "lines", title: "", lines: closingLines(acta, say) },
    ],
  };
}

/** The page of a session: when it began and ended, its counts, and a line for each of its games. */
export function sessionPage(session: ActaSession, actas: readonly Acta[], reader: ActaReader): ActaPage {
  const say = new ActaWords(reader);
  const test = actas.some(({ mode }) => mode === "test");
  return {
    title: say.text(WORDS.sessionTitle),
    number: session.opened === null ? "" : say.day(session.opened.at),
    marks: test ? [say.text(WORDS.test)] : [],
    blocks: [
      {
        is: "rows",
        title: say.text(WORDS.sections.opening),
        rows: [
          ...(actas[0] === undefined ? [] : tableRows(actas[0], say)),
          say.moment(WORDS.sessionOpened, session.opened),
          ...countRows(session, say),
        ],
      },
      { is: "rows", title: say.text(WORDS.gamesOf), rows: actas.map((one) => gameRow(one, say)) },
      {
        is: "rows",
        title: say.text(WORDS.sections.signatures),
        rows: [say.moment(WORDS.sessionClosed, session.closed)],
      },
      signatures(say, session.opened),
      { is: "lines", title: "", lines: [say.text(WORDS.money)] },
    ],
  };
}

/** A game in the acta of its session: what the law asks of each, in a row. */
function gameRow(acta: Acta, say: ActaWords): ActaRow {
  const { order, round, game, edition } = acta;
  const number =
    edition === 0 ? say.text(WORDS.openNumber, { round }) : say.text(WORDS.number, { round, edition });
  const amounts = (["takings", "line", "bingo", "others"] as const).map(
    (about) => `${say.text(WORDS.written[about])}: ${saidOf(acta, about) ?? "________"}`,
  );
  const won = [winnersText("line", game.line, say), winnersText("bingo", game.bingo, say)];
  const price = saidOf(acta, "price") ?? "________";
  return {
    label: `${order}. ${number}`,
    value: [soldText(game, say), price].filter((one) => one !== "").join(" · "),
    note: [...amounts, endText(acta, say), ...won].filter((one) => one !== "").join(" · "),
  };
}

function marksOf({ mode, end, editions, edition }: Acta, say: ActaWords): readonly string[] {
  const before = editions.at(-2);
  return [
    ...(mode === "test" ? [say.text(WORDS.test)] : []),
    ...(end === null ? [say.text(WORDS.open)] : []),
    ...(edition < 2 || before === undefined
      ? []
      : [say.text(WORDS.replaces, { edition: edition - 1, seq: before.seq, at: say.instant(before.at) })]),
  ];
}

const tableRows = ({ log, rulebook }: Acta, say: ActaWords): readonly ActaRow[] => [
  { label: say.text(WORDS.table), value: log, note: "" },
  { label: say.text(WORDS.law), value: `${say.title} (${rulebook})`, note: say.cite },
];

const openingRows = (acta: Acta, say: ActaWords): readonly ActaRow[] => [
  ...tableRows(acta, say),
  say.moment(WORDS.sessionOpened, acta.session.opened),
  ...countRows(acta.session, say),
];

const countRows = ({ counts }: ActaSession, say: ActaWords): readonly ActaRow[] =>
  counts.map((one) => ({
    label: say.text(WORDS.counted),
    value: String(one.count),
    note: say.by(one),
  }));

/** The rows of one thing that a law asks for. */
function fieldRows(field: ActaField, acta: Acta, say: ActaWords): readonly ActaRow[] {
  const { game, order } = acta;
  const row = (value: string | null): ActaRow => ({ label: say.text(FIELDS[field]), value, note: "" });
  const said = (WORDS_OF_FIELD[field] ?? []).map((about) => saidRow(acta, about, say));
  switch (field) {
    case "begun":
      return [say.moment(FIELDS.begun, acta.begun)];
    case "number":
      return [row(say.text(WORDS.order, { order }))];
    case "series":
      return [row(seriesText(game, say))];
    case "sold":
      return [row(game.sold === null ? null : soldText(game, say))];
    case "prima": {
      const value = game.bingo[0]?.at?.toString() ?? "–";
      const most = game.sold?.prizes.until;
      return [
        ...said,
        ...(most === undefined ? [] : [{ label: say.text(WORDS.primaMost), value: String(most), note: "" }]),
        { label: say.text(WORDS.primaBall), value, note: "" },
      ];
    }
    case "cards": {
      const won = [winnersText("line", game.line, say), winnersText("bingo", game.bingo, say)];
      return [row(won.filter((one) => one !== "").join("; ") || say.text(WORDS.none))];
    }
    // Incidents and signatures have blocks of their own.
    default:
      return said;
  }
}

const endRows = (acta: Acta, say: ActaWords): readonly ActaRow[] => [
  say.moment(WORDS.ended, acta.end),
  { label: say.text(WORDS.result), value: acta.end === null ? null : endText(acta, say), note: "" },
];

/** `certified`, why it is not, `void`, and what a person has made of it. */
function endText({ end }: Acta, say: ActaWords): string {
  if (end === null) return say.text(WORDS.open);
  const { kind, certified, record, stands } = end;
  const decided = stands === null ? "" : say.outcome(stands);
  const because = [...textsAt(fieldsAt(record, "certainty"), "because"), ...textsAt(record, "because")];
  const rules = objectsAt(record, "reasons").map((one) => String(one["rule"]));
  const said = [...because, ...rules].map((code) => say.code(code));
  const first = kind === "result" ? say.text(certified ? WORDS.certified : WORDS.reported) : say.phase(kind);
  return [said.length === 0 ? first : `${first}: ${said.join("; ")}`, decided]
    .filter((one) => one !== "")
    .join(" · ");
}

function seriesText({ sale, sold }: BallGame, say: ActaWords): string {
  const [, second] = sold?.ranges ?? [];
  const first = say.text(WORDS.seriesOf, { series: sale.series, size: sale.size });
  return second === undefined ? first : `${first}; ${say.text(WORDS.second, { series: second.series })}`;
}

function soldText({ sold }: BallGame, say: ActaWords): string {
  if (sold === null) return "";
  const ranges = sold.ranges.map((one) => say.text(say.range, { ...one })).join("; ");
  return say.text(WORDS.soldCards, { n: soldCount(sold.ranges), ranges });
}

/** What was announced before the game, by the word of an acta; undefined: nothing of that kind is. */
const announced = ({ sale, sold }: BallGame, about: ActaWord): string | undefined =>
  about === "price"
    ? sale.price
    : about === "line" || about === "bingo" || about === "takings" || about === "others"
      ? sold?.prizes[about]
      : undefined;

const writtenOf = ({ written }: Acta, about: ActaWord): readonly Written[] =>
  written.filter((one) => one.about === about);

/** What was said last of it; undefined: nobody said anything. */
const saidOf = (acta: Acta, about: ActaWord): string | undefined =>
  writtenOf(acta, about).at(-1)?.says ?? announced(acta.game, about);

function saidRow(acta: Acta, about: ActaWord, say: ActaWords): ActaRow {
  const label = say.text(WORDS.written[about]);
  const written = writtenOf(acta, about);
  const last = written.at(-1);
  const first = announced(acta.game, about);
  if (last === undefined) return { label, value: first ?? null, note: "" };
  const before = written.at(-2)?.says ?? first;
  const said = say.text(WORDS.saidBy, { by: say.person(last), at: say.instant(last.at) });
  return {
    label,
    value: last.says,
    note: before === undefined ? said : say.text(WORDS.saidAfter, { said, before }),
  };
}

function winnersText(claim: "line" | "bingo", winners: readonly Winner[], say: ActaWords): string {
  if (winners.length === 0) return "";
  const cards = winners.map(({ series, card, ball, at }) =>
    ball === null || at === null
      ? say.text(WORDS.winnerRead, { series, card })
      : say.text(WORDS.winner, { series, card, ball, at }),
  );
  return say.text(claim === "line" ? WORDS.lineCards : WORDS.bingoCards, { cards: cards.join(", ") });
}

function drawBlock({ balls }: BallGame, say: ActaWords): ActaBlock {
  const title = say.text(WORDS.sections.draw);
  if (balls.length === 0) return { is: "lines", title, lines: [say.text(WORDS.noBalls)] };
  const shown = balls.map(({ number, by, why }) => ({
    number: number === null || why !== undefined ? "?" : String(number),
    isSaid: by === "people",
  }));
  const note = shown.some(({ isSaid }) => isSaid) ? say.text(WORDS.unclear) : "";
  return { is: "balls", title, balls: shown, note };
}

function callLines({ checks }: BallGame, say: ActaWords): readonly string[] {
  const lines = checks.map((call) => callLine(call, say));
  return lines.length === 0 ? [say.text(WORDS.noCalls)] : lines;
}

function callLine(call: CheckedCall, say: ActaWords): string {
  const told = tellOfBalls({ kind: "card-check", ...call }, say.language);
  const lines = (told?.lines ?? []).filter((one) => one !== "");
  return [told?.title ?? "", say.text(WORDS.callLine, { n: call.balls }), ...lines].join(" · ");
}

function incidentLines(acta: Acta, say: ActaWords): readonly string[] {
  const { incidents, leftOut, end } = acta;
  const deviations = end?.kind === "result" ? objectsAt(end.record, "deviations") : [];
  const notes = writtenOf(acta, "note");
  const lines = [
    ...deviations.map((one) => `${say.code(String(one["rule"]))} (${String(one["cite"])})`),
    ...incidents.map((fields) => say.step(fields)),
    ...notes.map((one) => `${say.hour(one.at)}  ${say.person(one)}: «${one.says}»`),
    ...(leftOut === 0 ? [] : [say.text(WORDS.leftOut, { n: leftOut })]),
  ];
  return lines.length === 0 ? [say.text(WORDS.nothing)] : lines;
}

function signatures(say: ActaWords, of: Moment | null): ActaBlock {
  const name = of?.by?.name ?? null;
  const note = name === null ? "" : say.text(WORDS.signedKey, { name });
  return {
    is: "signatures",
    title: say.text(WORDS.sections.signatures),
    places: [
      { label: say.text(WORDS.signJefe), value: null, note },
      { label: say.text(WORDS.signDirector), value: null, note: "" },
    ],
  };
}

function closingLines({ end }: Acta, say: ActaWords): readonly string[] {
  const { acta } = say.pack.balls;
  if (acta === null) return [say.text(WORDS.noLaw), say.text(WORDS.money)];
  const { months, cite } = acta;
  return [
    ...(months === undefined || end === null
      ? []
      : [say.text(WORDS.kept, { day: say.dayAfter(end.at, months), cite: citeText(cite) })]),
    say.text(WORDS.money),
  ];
}
