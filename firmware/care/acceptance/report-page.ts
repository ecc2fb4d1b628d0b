import { html, type Html } from "../../../src/booklet/html.ts";
import {
  ACCEPTANCE_START,
  dataOfReport,
  type AcceptanceReport,
  type ReportedStep,
} from "../../../src/record/acceptance-report.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { STEP_TEXTS, type StepKind } from "./steps-file.ts";

const WORDS = textsOf("acceptance.words");
const FAULTS = textsOf("acceptance.faults");

/** What a person is asked to do in a step. */
export function stepText(
  { step, count }: Pick<ReportedStep, "step" | "count">,
  seconds: number | null,
  language: Language,
): string {
  const text = STEP_TEXTS[step as StepKind];
  return fillText(text, { count: count ?? 1, seconds: seconds ?? 0 })[language];
}

/** Why a step did not pass; empty: it did. */
export function faultText({ why, detail }: Pick<ReportedStep, "why" | "detail">, language: Language): string {
  if (why === null) return "";
  return fillText(FAULTS[why as keyof typeof FAULTS], { detail })[language];
}

const STYLE = `body{font:11pt/1.4 sans-serif;margin:1cm auto;padding:0 1em;max-width:18cm;color:#111;background:#fff}
h1{font-size:18pt;margin:0}h1 b{display:block;font-size:24pt}.failed b,td.failed{color:#a00}.passed b,td.passed{color:#060}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid #999;padding:.3em .5em;text-align:left;vertical-align:top}
small{color:#555}.simulated{border:2px solid #a00;padding:.5em;color:#a00}@page{size:A4;margin:1.5cm}@media print{body{margin:0;padding:0;max-width:none}}`;

/** The page of a report, in one language: for people, with its data for a machine. Nothing in it is loaded from elsewhere. */
export function acceptancePage(report: AcceptanceReport, language: Language): string {
  const word = (key: keyof typeof WORDS): string => WORDS[key][language];
  const verdict = report.passed ? "passed" : "failed";
  const { serial, release } = report;
  const device = report.device === "unit" ? word("unit") : report.device;
  const rows: readonly (readonly [string, string | null])[] = [
    [word("device"), device],
    [word("serial"), serialText(report, language)],
    [word("firmware"), report.firmware],
    [word("rulebook"), report.rulebook],
    [word("release"), [release.version, release.manifest].filter((one) => one !== null).join(" ")],
    [word("person"), report.person],
    [word("key"), report.vkey],
    [word("at"), `${report.at} – ${report.ended}`],
    [word("run"), report.run],
  ];
  const title = `${word("title")}: ${device} ${serial.told ?? serial.said ?? ""}`;
  const body = html`<h1 class="${verdict}">${title}<b>${word(verdict)}</b></h1>
    ${report.simulated === null ? null : html`<p class="simulated">${word("simulated")}: ${report.simulated}</p>`}
    <dl>
      ${rows
        .filter(([, value]) => value !== null)
        .map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
    </dl>
    <table>
      <thead>
        <tr>
          <th>${word("step")}</th>
          <th>${word("seen")}</th>
          <th>${word("result")}</th>
        </tr>
      </thead>
      <tbody>
        ${report.steps.map((step) => stepRow(step, language))}
      </tbody>
    </table>
    <p><small>${word("verify")}</small></p>`;
  return `${ACCEPTANCE_START}
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${html`${title}`.text}</title><style>${STYLE}</style></head>
<body>${body.text}
${dataOfReport(report)}
</body></html>
`;
}

function serialText({ serial: { said, told } }: AcceptanceReport, language: Language): string {
  const parts = [
    ...(told === null ? [] : [`${told} (${WORDS.told[language]})`]),
    ...(said === null ? [] : [`${said} (${WORDS.plate[language]})`]),
  ];
  return parts.join(" · ") || "–";
}

function stepRow(step: ReportedStep, language: Language): Html {
  const { is, seen, named, agreed, seconds } = step;
  const words = Object.entries(seen).map(([word, count]) => `${word} ×${count}`);
  const values = named === 0 ? [] : [fillText(WORDS.agreed, { named, agreed })[language]];
  const spent = is === "not-reached" ? [] : [fillText(WORDS.seconds, { seconds })[language]];
  return html`<tr>
    <td>${stepText(step, null, language)}</td>
    <td><small>${[...words, ...values, ...spent].join(" · ")}</small></td>
    <td class="${is}">${WORDS[is][language]} ${faultText(step, language)}</td>
  </tr>`;
}
