/** The charts of an analysis: counts as bars between the lines of a fair table, and what changed from day to day. */
import uPlot from "uplot";
import type { Cell, ColumnId, Section } from "../../../src/analysis/report.ts";

const HEIGHT = 240;
/** Width that a name below the chart takes, px for each letter and beside it. */
const LETTER = 8;
const BESIDE = 10;
const NAME_MAX = 10;

const COLOURS = {
  text: "#b4bac0",
  grid: "#343c44",
  bar: "#5f8fd6",
  edge: "#8fb7ff",
  band: "#ffb938",
  line: "#58c98b",
};

/** Whether a section is drawn: it has counts with a band, or days. */
export const chartOf = ({ columns, rows }: Section): "bars" | "trend" | null =>
  rows.length === 0
    ? null
    : columns.includes("low")
      ? "bars"
      : columns[0] === "day" && columns.includes("median")
        ? "trend"
        : null;

const columnOf = ({ columns, rows }: Section, column: ColumnId): (number | null)[] => {
  const at = columns.indexOf(column);
  return rows.map((row) => numberOf(row[at] ?? null));
};

const numberOf = (cell: Cell): number | null => (typeof cell === "number" ? cell : null);

/** A sector's pockets are named by the first and the last. */
function nameOf(cell: Cell): string {
  const text = String(cell ?? "");
  const parts = text.split(" ");
  return text.length > NAME_MAX && parts.length > 2 ? `${parts[0] ?? ""}–${parts.at(-1) ?? ""}` : text;
}

/** Names below the chart: as many as have room. */
function namesAxis(names: readonly string[]): uPlot.Axis {
  const longest = Math.max(1, ...names.map((name) => name.length)) * LETTER + BESIDE;
  return {
    stroke: COLOURS.text,
    grid: { show: false },
    ticks: { show: false },
    size: 32,
    splits: (chart) => {
      const room = Math.max(1, Math.floor((chart.bbox.width / devicePixelRatio || 1) / longest));
      const step = Math.max(1, Math.ceil(names.length / room));
      return names.map((_, at) => at).filter((at) => at % step === 0);
    },
    values: (_chart, places) => places.map((at) => names[at] ?? ""),
  };
}

const valuesAxis: uPlot.Axis = {
  stroke: COLOURS.text,
  grid: { stroke: COLOURS.grid, width: 1 },
  ticks: { stroke: COLOURS.grid },
  size: 56,
};

const plainLine = (stroke: string, width = 2): uPlot.Series => ({ stroke, width, points: { show: false } });
const BARS = uPlot.paths.bars?.({ size: [0.7, 48] });

/** Draws a section's chart into an element, as wide as that is. */
export function drawChart(into: HTMLElement, section: Section): void {
  const kind = chartOf(section);
  if (kind === null) return;
  const names = section.rows.map(([first = null]) => nameOf(first));
  const places = names.map((_, at) => at);
  const columns: readonly ColumnId[] = kind === "bars" ? ["count", "low", "high"] : ["median", "p05", "p95"];
  const series: uPlot.Series[] =
    kind === "bars"
      ? [
          {
            fill: COLOURS.bar,
            stroke: COLOURS.edge,
            width: 1,
            points: { show: false },
            ...(BARS === undefined ? {} : { paths: BARS }),
          },
          plainLine(COLOURS.band),
          plainLine(COLOURS.band),
        ]
      : [
          { ...plainLine(COLOURS.line, 3), points: { show: true, size: 8, fill: COLOURS.line } },
          plainLine(COLOURS.edge, 1),
          plainLine(COLOURS.edge, 1),
        ];
  const chart = new uPlot(
    {
      width: Math.max(200, into.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [-0.7, names.length - 0.3] },
        y: kind === "bars" ? { range: (_chart, _low, high) => [0, high * 1.1] } : {},
      },
      axes: [namesAxis(names), valuesAxis],
      series: [{}, ...series],
    },
    [places, ...columns.map((column) => columnOf(section, column))],
    into,
  );
  new ResizeObserver(() => {
    if (into.isConnected && into.clientWidth > 0) chart.setSize({ width: into.clientWidth, height: HEIGHT });
  }).observe(into);
}
