import { createHash } from "node:crypto";
import {
  ACTA_MAKERS,
  type ActaLaw,
  type ActaMaker,
  type DrawnActa,
  type KeptRecord,
} from "../../../src/acta/family.ts";
import { namedActa, signedActa, type ActaName } from "../../../src/acta/signed-acta.ts";
import { fieldsAt, textAt } from "../../../src/analysis/record-fields.ts";
import { markedName } from "../../../src/record/mode.ts";
import { zoneOfRulebook } from "../../../src/rules/zones.ts";
import { familyOf, TABLE_FAMILIES } from "../../../src/table/kernel/families.ts";
import type { Language } from "../../../src/text/language.ts";
import type { RecentRecord } from "../../evidence/log/rows.ts";
import { JournalError } from "../../files/errors.ts";
import { placeOf, recordsIn } from "../../journal/export/case-plan.ts";
import type { Given } from "../../journal/export/export.ts";
import type { Journal } from "../../journal/thread/client.ts";
import { loadPack } from "../../table/rules/load.ts";
import { recallWords } from "./recall-words.ts";

/** Which acta is wanted; `round` null: that of the newest session, `edition` null: the newest. */
export interface ActaAsked {
  readonly round: number | null;
  readonly edition: number | null;
  readonly language: Language;
}

/** Records back from a game in which the opening of its session is looked for: more than any night has. */
const SESSION_RECORDS_MAX = 200_000;
/** Records of one question back. */
const PAGE = 250;

type ReadRecords = (from: number, count: number) => Promise<readonly RecentRecord[]>;

/**
 * The acta of a game, made of the journal's records and signed by the table, in one piece. `zone`: by whose time hours are told; null: that
 * of the rulebook. Rejects with a JournalError `refused` for a game or an edition that is not there.
 */
export async function* actaPieces(
  journal: Journal,
  asked: ActaAsked,
  zone: string | null,
): AsyncGenerator<Uint8Array, Given, undefined> {
  const read: ReadRecords = (from, count) => journal.records(from, count);
  const newest = journal.head().seq - 1;
  const { round, edition, language } = asked;
  const at = round === null ? newest : await placeOf(read, newest + 1, round);
  const from = await openingBefore(read, at);
  const [first] = await read(from, 1);
  const rulebook = textAt(first?.fields ?? {}, "rulebook");
  const draft = (await makerOf(rulebook)).begin(round === null ? null : { round, edition });
  for await (const record of recordsIn(read, from, newest)) draft.addRecord(record);
  const wanted = { round, language, zone: zone ?? zoneOfRulebook(rulebook) };
  const made = draft.draw(wanted, lawOfGame);
  if (made === null) throw new JournalError("refused", missingText(asked));
  const of = { ...wanted, edition: made.edition, from, to: made.to };
  const named = namedActa(made.pdf, { log: journal.head().log, vkey: journal.vkey, ...of });
  const bytes = signedActa(named, await journal.signActa(hexSha512(named)));
  yield bytes;
  return {
    from,
    to: made.to,
    mode: journal.mode,
    bytes: bytes.length,
    sha512: hexSha512(bytes),
    beside: [],
    missing: [],
  };
}

/** The newest acta of a game for somebody at the table; null: it has none. */
export async function actaForScreens(
  journal: Journal,
  round: number,
  language: Language,
  zone: string,
): Promise<{ readonly name: string; readonly type: string; readonly body: Uint8Array } | null> {
  try {
    const parts: Uint8Array[] = [];
    for await (const piece of actaPieces(journal, { round, edition: null, language }, zone)) parts.push(piece);
    const name = markedName(`acta-${round}.pdf`, journal.mode);
    return { name, type: "application/pdf", body: Buffer.concat(parts) };
  } catch (error) {
    if (error instanceof JournalError && error.code === "refused") return null;
    throw error;
  }
}

/** The same acta again, from records that somebody has; null: they have no such game or edition. */
export async function remadeActa(
  records: Iterable<KeptRecord>,
  { round, edition, language, zone, from, to }: Omit<ActaName, "log" | "vkey">,
): Promise<DrawnActa | null> {
  // An acta that is open has no edition yet.
  const of = round === null ? null : { round, edition: edition === 0 ? null : edition };
  let draft: ReturnType<ActaMaker["begin"]> | null = null;
  for (const record of records) {
    if (record.seq < from || record.seq > to) continue;
    draft ??= (await makerOf(textAt(record.fields, "rulebook"))).begin(of);
    draft.addRecord(record);
  }
  return draft?.draw({ round, language, zone }, lawOfGame) ?? null;
}

/** How actas of this rulebook's games are made, once its code is read. Rejects with a JournalError where such a game has none. */
async function makerOf(rulebook: string): Promise<ActaMaker> {
  const { family } = loadPack(rulebook).pack;
  await TABLE_FAMILIES.load(family);
  await ACTA_MAKERS.load(family);
  const maker = ACTA_MAKERS.find(family);
  if (maker === null) throw new JournalError("refused", `${rulebook}: a game of this law has no acta`);
  return maker;
}

const lawOfGame: ActaLaw = (rulebook) => {
  const { pack } = loadPack(rulebook);
  return { pack, words: recallWords({ pack, rules: { family: familyOf(pack) } }) };
};

const hexSha512 = (bytes: Uint8Array): string => createHash("sha512").update(bytes).digest("hex");

const missingText = ({ round, edition }: ActaAsked): string =>
  round === null
    ? "there is no acta: no game of balls was sold in the newest session"
    : edition === null
      ? `there is no acta: round ${round} is no game of balls whose cards were sold`
      : `there is no edition ${edition} of the acta of round ${round}: leave --edition out for the newest`;

/** The record that opened the session of this one, or the first that is kept. */
async function openingBefore(read: ReadRecords, at: number): Promise<number> {
  const least = Math.max(0, at - SESSION_RECORDS_MAX);
  let first = at;
  for (let end = at; end >= least; end -= PAGE) {
    const from = Math.max(least, end - PAGE + 1);
    const page = await read(from, end - from + 1);
    const opening = page.findLast(({ fields }) => textAt(fieldsAt(fields, "key"), "key") === "open-table");
    if (opening !== undefined) return opening.seq;
    if (page.length === 0) return first;
    first = page[0]?.seq ?? first;
  }
  return first;
}
