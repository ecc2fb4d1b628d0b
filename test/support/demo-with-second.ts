/**
 * `tirada start` of a demonstration whose table keeps a second copy, with the shortest epochs that a configuration allows. A program
 * of its own: the folder of the second copy, then the words for `tirada`.
 */
import { main } from "../../firmware/cli/main.ts";
import { laboratory } from "../../hw-sim/laboratory.ts";

const [folder = "", ...words] = process.argv.slice(2);
await main(words, {
  ...laboratory,
  demonstration: async (options, clock, say) => {
    const demo = await laboratory.demonstration(options, clock, say);
    const second = { folder, required: true, whenLost: "stop" } as const;
    const storage = { ...demo.config.storage, epochRecords: 64, second };
    return { ...demo, config: { ...demo.config, storage } };
  },
});
