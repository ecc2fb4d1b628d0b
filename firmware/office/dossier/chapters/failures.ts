import { globSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { html, type Html } from "../../../../src/booklet/html.ts";
import { everyEvent } from "../../../../src/analysis/events.ts";
import { FAULTS } from "../../../../src/codes/faults.ts";
import { FINDINGS, type FindingRow } from "../../../../src/codes/findings.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { faultTables } from "../../faults/fault-catalogue.ts";
import { placeOf } from "../manuals.ts";
import { inline, tableOf } from "../markdown.ts";
import {
  paragraphs,
  typed,
  withoutGaps,
  type Chapter,
  type DossierLanguage,
  type Figure,
  type Say,
} from "../page.ts";
import type { Sources } from "../sources.ts";

const FINDING_TEXTS = textsOf("doctor.findings");
const SUBJECTS = textsOf("doctor.subjects");

/** Scenarios of the house, one of which is typed out: its fault leaves a record. */
const SCENARIOS = "hw-sim/scenarios/*.yaml";
const SCENARIO = "hw-sim/scenarios/pulled-cable.yaml";
const SCENARIO_BYTES_MAX = 65_536;

/** What may fail, what is made of it, how soon, and how it can be tried. */
export function failuresChapter({ checkout, read }: Sources, language: DossierLanguage, say: Say): Chapter {
  const limits = tableOf(read("docs/limits.md"), "what");
  return {
    id: "failures",
    title: say("failures.title"),
    parts: [
      paragraphs(say("failures.text")),
      faultsFigure(limits, language, say),
      findingsFigure(language, say),
      paragraphs(say("failures.provoke.text")),
      typed([
        `npx tirada sim play ${SCENARIO}`,
        `npm start -- --scenario ${SCENARIO} --speed 4 --storage TABLE`,
        "npx tirada find TABLE --kind fault",
      ]),
      scenariosFigure(checkout.root, say),
      provokedFigure(say),
      {
        id: "failures.limits",
        title: say("failures.limits"),
        command: null,
        head: [say("what"), say("limit"), say("then"), say("where")],
        rows: limits.map((row) => row.map((cell) => inline(cell, () => null))),
      },
      {
        id: "failures.statuses",
        title: say("failures.statuses"),
        command: null,
        head: [say("code"), say("text"), say("do-this")],
        rows: tableOf(read("docs/technician/exit-statuses.md"), "status").map((row) =>
          row.map((cell) => inline(cell, () => null)),
        ),
      },
    ],
  };
}

/** Every fault; how soon it comes is said by the limits that name it. */
function faultsFigure(limits: ReturnType<typeof tableOf>, language: DossierLanguage, say: Say): Figure {
  const provoked = faultTables().flatMap(({ name, faults }) =>
    faults.flatMap(({ fault, raises }) => raises.map((code) => ({ code, by: `${name}: ${fault}` }))),
  );
  const soon = (code: string): readonly Html[] =>
    limits
      .filter(([, , then = ""]) => then.includes(`\`${code}\``))
      .map(([what = "", limit = ""]) => html`<div>${inline(`${what}: ${limit}`, () => null)}</div>`);
  const told = everyEvent().filter(({ kind }) => kind === "fault");
  const head = ["code", "costs", "lasts", "shown-as", "text", "do-this", "how-soon", "provoked-by"] as const;
  return {
    id: "failures.faults",
    title: say("failures.faults"),
    command: null,
    head: head.map(say),
    rows: told.map(({ code, of, text, remedy, stands }, at) => {
      const row = Object.hasOwn(FAULTS, code) ? FAULTS[code as keyof typeof FAULTS] : null;
      const by = provoked.filter((one) => one.code === code).map((one) => one.by);
      // A code that several families tell has a row for each; protocols lead to the first.
      const isFirst = told.findIndex((one) => one.code === code) === at;
      const name = html`<code>${code}</code> (${of})`;
      return [
        isFirst ? html`<span id="fault-${code}">${name}</span>` : name,
        say(`costs.${row?.withholds ?? "nothing"}`),
        say(stands === false ? "lasts.momentary" : "lasts.standing"),
        row?.health ?? "ok",
        withoutGaps(text[language]),
        withoutGaps(remedy[language]),
        soon(code),
        by.slice(0, BY_MAX).join("; ") + (by.length > BY_MAX ? " …" : ""),
      ];
    }),
  };
}

/** Scenarios that are named beside a fault; the whole list stands below. */
const BY_MAX = 3;

function findingsFigure(language: DossierLanguage, say: Say): Figure {
  const rows = Object.entries(FINDINGS) as readonly (readonly [keyof typeof FINDINGS, FindingRow])[];
  return {
    id: "failures.findings",
    title: say("failures.findings"),
    command: "tirada doctor --config FILE",
    head: [say("subject"), say("level"), say("code"), say("text"), say("do-this"), say("manual")],
    rows: rows.map(([code, { subject, level, manual }]) => {
      const { text, remedy } = FINDING_TEXTS[code] as Readonly<
        Record<string, { readonly [L in DossierLanguage]: string }>
      >;
      const [page = "", anchor] = manual.split("#", 2);
      const to = `../${placeOf(`docs/technician/${page}`)}${anchor === undefined ? "" : `#${anchor}`}`;
      return [
        SUBJECTS[subject][language],
        level,
        html`<code>${code}</code>`,
        withoutGaps(text?.[language] ?? ""),
        withoutGaps(remedy?.[language] ?? ""),
        html`<a href="${to}">${page.replace(/\.md$/, "")}</a>`,
      ];
    }),
  };
}

/** What each scenario of the house plays, and what is found in the records of a table that it is played at. */
const scenariosFigure = (root: string, say: Say): Figure => ({
  id: "failures.scenarios",
  title: say("failures.scenarios"),
  command: `npx tirada sim play ${SCENARIOS}`,
  head: [say("file"), say("about"), say("device"), say("rulebook"), say("comes-to")],
  rows: globSync(SCENARIOS, { cwd: root })
    .sort()
    .map((file) => {
      const path = join(root, file);
      const { data } = readYamlAs(readTextFile(path, SCENARIO_BYTES_MAX), path, SCENARIO_PARTS);
      const comes = data.comes.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
      return [
        html`<code>${file}</code>`,
        data.about,
        data.device,
        data.rulebook,
        [...new Set(comes)].join("; "),
      ];
    }),
});

/** The parts of a scenario that are told; the laboratory reads all of it. */
const SCENARIO_PARTS = z.object({
  about: z.string(),
  device: z.string(),
  rulebook: z.string(),
  comes: z.array(z.unknown()),
});

const provokedFigure = (say: Say): Figure => ({
  id: "failures.provoke",
  title: say("failures.provoke"),
  command: "tirada sim faults",
  head: [say("table"), say("device"), say("code"), say("about"), say("comes-to"), say("raises")],
  rows: faultTables().flatMap(({ name, device, faults }) =>
    faults.map(({ fault, about, comes, unseen, raises, reports }) => [
      name,
      device,
      html`<code>${fault}</code>`,
      about,
      [...comes, ...(reports ?? []), ...(unseen ? ["–"] : [])].join("; "),
      raises.join(", "),
    ]),
  ),
});
