import { randomFrom } from "../../../../src/time/random-source.ts";
import { startFeeds } from "../../../feeds/feeds.ts";
import { ResultHub } from "../../../feeds/result-hub.ts";
import type { FloorPageConfig } from "./config.ts";
import { FloorResults, type FloorResultsParts } from "./floor-results.ts";

/** Results of all tables to the house's other systems; null: the configuration has none. */
export async function startFloorFeeds(
  { feeds, name }: Pick<FloorPageConfig, "feeds" | "name">,
  { store, clock, onNotice }: Omit<FloorResultsParts, "hub">,
): Promise<{ stop(): Promise<void> } | null> {
  if (feeds === undefined) return null;
  const hub = new ResultHub();
  const results = new FloorResults({ store, hub, clock, onNotice });
  const from = topicOf(name);
  const random = randomFrom(`${name}/${clock.wall()}`);
  const running = await startFeeds(feeds, { hub, clock, random, clientId: `tirada-${from}`, from, onNotice });
  await results.start();
  return {
    stop: async () => {
      await results.close();
      await running.stop();
    },
  };
}

/** A name as a level of a topic: no word of MQTT's own. */
const topicOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "floor";
