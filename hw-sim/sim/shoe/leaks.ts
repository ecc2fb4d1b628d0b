import type { Face } from "../../../src/cards/card.ts";
import { viewOf, type ViewSetup } from "../../../src/table/kernel/view/view-of.ts";
import type { FeedResult, Pipeline } from "../../../firmware/table/pipeline/pipeline.ts";
import type { ShoeTableSetup } from "../../../firmware/table/setup/table-setup.ts";

/** A face as it stands in a text of the unit: in quotes, exactly as it is spelt. */
const FACES = /"((?:[A2-9JQK]|10)[cdhs]|joker)"/g;
/** Records that end a round; at them the screens are drawn as a whole. */
const DRAWN: readonly string[] = ["result", "void", "undecided", "aborted"];

/** Faces in what the unit gives out that nobody at the table can have seen. */
export function leaksIn(
  fed: FeedResult,
  pipeline: Pipeline,
  setup: ShoeTableSetup,
  isPublic: (face: Face) => boolean,
): readonly string[] {
  const leaks: string[] = [];
  const look = (where: string, text: string): void => {
    for (const [, face] of text.matchAll(FACES))
      if (!isPublic(face as Face)) leaks.push(`${where} names ${face}`);
  };
  for (const { body, line } of fed.records) look(`record ${body.kind}`, line);
  const last = fed.records.at(-1);
  if (last !== undefined) look(`state after ${last.body.kind}`, last.snapshot);
  for (const { bytes } of fed.writes) look("bytes to the device", bytes);
  // The screens are drawn from that state alone; what they make of it is looked at once a round.
  if (!fed.records.some(({ body }) => DRAWN.includes(body.kind))) return leaks;
  look("view", JSON.stringify(viewOf(pipeline.durable, 0, null, viewSetup(setup))));
  const figures = setup.session.figures?.(pipeline.state.session);
  if (figures !== undefined) look("figures", JSON.stringify(figures));
  return leaks;
}

const viewSetup = ({ pack, rulebook }: ShoeTableSetup): ViewSetup => ({
  pack,
  houseRules: [],
  table: "simulated table",
  log: "simulated",
  rulebook,
  languages: ["es"],
  test: true,
});
