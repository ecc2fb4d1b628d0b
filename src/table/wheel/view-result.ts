import { citeText, wheelPack, type Pack } from "../../rules/pack.ts";
import { colourOf, labelOf, paysOf, specialOf, winningSuertes } from "../../rules/winning.ts";
import type { ResultRecord } from "../record.ts";
import { wheelResult } from "../result.ts";
import { becauseText } from "../texts.ts";
import { reasonView } from "../view-rule.ts";
import type { CertificateView, VerdictView } from "../view.ts";

/** The number as screens show it: its name, colour, what it pays, and the suertes that win. */
export function wheelResultView(record: ResultRecord, certificate: CertificateView, given: Pack): VerdictView {
  const pack = wheelPack(given);
  const { pocket, cell } = wheelResult(record.result);
  const special = specialOf(pack, pocket);
  return {
    kind: "result",
    round: record.round,
    pocket,
    label: labelOf(pack, pocket),
    cell: cell === undefined ? null : { at: cell + 1, of: pack.wheel.pockets.length },
    colour: colourOf(pack, pocket),
    pays: paysOf(pack, pocket),
    suertes: winningSuertes(pack, pocket).map(({ id, group, name }) => ({ id, group, name })),
    specialRule: special?.rule ?? null,
    ...(special?.basis === "inferred"
      ? { specialSilent: { cite: citeText(special.cite), inferred: true } }
      : {}),
    certified: record.certainty.level === "certified",
    because: record.certainty.because.map((code) => becauseText(code)),
    deviations: record.deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}
