/** What is asked for the place inside: spins, rounds and trends, while somebody sees the page. */
import type { Recall } from "../../../../src/analysis/recall-types.ts";
import type { InsideReport } from "../../../../src/analysis/wheel-trace.ts";
import type { TrendsShown } from "../../server/trends.ts";
import type { PagePart } from "../technician-page.ts";
import { hintsPart } from "./hints.ts";
import { chosenPlace } from "./places.ts";
import { insideIn, scopePart } from "./scope.ts";
import { isRecall, roundsPart } from "./rounds.ts";
import { areTrends, trendsPart } from "./trends.ts";

/** Where this page has what it shows; null: it cannot be asked from here. */
export interface InsideSource {
  readonly inside: string | null;
  readonly rounds: string;
  readonly trends: string | null;
}

/** How often it is asked while somebody looks inside, and while somebody looks elsewhere on the page, ms. */
const [LOOKING_MS, ELSEWHERE_MS] = [15_000, 120_000];
/** Until a program has read the spins for the first time. */
const SOON_MS = 2_000;

type Ask = (path: string) => Promise<unknown>;

/** The parts, and what keeps them new. `redraw` draws the page. */
export function insideParts(
  source: InsideSource,
  ask: Ask,
  redraw: () => void,
): { readonly parts: readonly PagePart[]; readonly begin: () => void } {
  let inside: InsideReport | null = null;
  let recall: Recall | null = null;
  let trends: TrendsShown | null = null;
  let language = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const askRound = async (round: number | null): Promise<void> => {
    const wanted = round === null ? "" : String(round);
    const answer = await ask(`${source.rounds}?round=${wanted}&language=${language}`);
    if (isRecall(answer)) recall = answer;
    redraw();
  };
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const isInside = chosenPlace() === "inside";
    if (!document.hidden) {
      if (source.inside !== null) inside = insideIn(await ask(source.inside)) ?? inside;
      if (isInside && source.trends !== null) {
        const answer = await ask(source.trends);
        if (areTrends(answer)) trends = answer;
      }
      if (isInside) await askRound(recall?.round ?? null);
      redraw();
    }
    clearTimeout(timer);
    const pause = inside === null && source.inside !== null ? SOON_MS : isInside ? LOOKING_MS : ELSEWHERE_MS;
    timer = setTimeout(() => void look(), pause);
  };
  return {
    parts: [
      { id: "hints", draw: (telling) => hintsPart(inside, telling) },
      { id: "scope", draw: (telling) => scopePart(inside, telling, redraw) },
      {
        id: "rounds",
        draw: (telling, view) => {
          const isOther = language !== "" && language !== telling.language;
          language = telling.language;
          // The rounds come in one language.
          if (isOther && recall !== null) void askRound(recall.round);
          return roundsPart(recall, telling, view, (round) => void askRound(round));
        },
      },
      { id: "trends", draw: (telling) => trendsPart(trends, telling) },
    ],
    begin: () => {
      addEventListener("hashchange", () => void look());
      document.addEventListener("visibilitychange", () => void look());
      void look();
    },
  };
}
