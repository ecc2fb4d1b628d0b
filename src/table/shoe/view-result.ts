import type { Pack } from "../../rules/pack.ts";
import type { ResultRecord } from "../record.ts";
import { becauseText } from "../texts.ts";
import { reasonView } from "../view-rule.ts";
import type { CertificateView, VerdictView } from "../view.ts";
import type { DealResult } from "./records.ts";
import { SHOE_TEXTS, handName, outcomeText } from "./texts.ts";

/** What a round of cards came to, hand by hand, as screens show it. */
export function dealResultView(
  { round, certainty, deviations }: ResultRecord,
  { results, qualifies }: DealResult,
  certificate: CertificateView,
  pack: Pack,
): VerdictView {
  return {
    kind: "deal-result",
    round,
    results: results.map(({ of, is }) => ({
      hand: of === "round" ? null : of,
      of: handName(of),
      is: outcomeText(is),
      word: is,
    })),
    qualifies,
    certified: certainty.level === "certified",
    manual: certainty.because.includes("manual-card"),
    because: certainty.because.map((code) => becauseText(code, SHOE_TEXTS)),
    deviations: deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}
