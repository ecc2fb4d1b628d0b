/** Counters as trends: by how much each grew in ten minutes, over a day at the most. */
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { TrendsShown } from "../../server/trends.ts";
import { h, type JSX } from "preact";
import { codeText, type Telling } from "./parts.ts";
import { spanText } from "./time.ts";

const { counters: COUNTERS, trends: WORDS } = textsOf("pages.technician");
const [WIDTH, HEIGHT] = [288, 36];

export const areTrends = (value: unknown): value is TrendsShown =>
  typeof value === "object" && value !== null && "minutes" in value && "counters" in value;

/** Null: nothing was read yet. */
export function trendsPart(trends: TrendsShown | null, { language }: Telling): JSX.Element[] {
  if (trends === null) return [];
  const rows = Object.entries(trends.counters);
  const places = rows[0]?.[1].length ?? 1;
  const span = spanText(places * trends.minutes * 60_000, language);
  return [
    h("h2", null, WORDS.title[language]),
    h("p", { class: "when" }, fillText(WORDS.span, { span })[language]),
    ...rows.map(([name, values]) =>
      h(
        "div",
        { class: "trend" },
        h("span", null, codeText(COUNTERS, name, language)),
        barsOf(values),
        h("span", { class: "figure" }, `${Math.max(...values)} / ${trends.minutes} min`),
      ),
    ),
  ];
}

function barsOf(values: readonly number[]): JSX.Element {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(24, values.length);
  return h(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...values.map((value, at) => {
      const height = Math.max(value > 0 ? 1 : 0, Math.round((value / most) * HEIGHT));
      const x = WIDTH - (values.length - at) * step;
      return h("rect", { x, y: HEIGHT - height, width: Math.max(1, step - 1), height });
    }),
  );
}
