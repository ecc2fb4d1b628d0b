import { setDisk } from "../../firmware/files/disk.ts";
import { behave, order, CHAPTERS, readStory } from "../fault/power/update-story.ts";
import { steppingDisk, type StepOnDisk } from "./stepping-disk.ts";
import { UpdaterMachine } from "./updater-machine.ts";

/**
 * A process that is killed: updates the machine in a folder, and ends itself by SIGKILL before or after one call of one step. Arguments:
 * folder of the story, folder of the updater, step, number of the call, `before` or `after`. Without a step it prints how many calls
 * each step has.
 */

const [storyFolder = "", root = "", step, call = "0", when = "before"] = process.argv.slice(2);
const story = readStory(storyFolder);
const [chapter] = CHAPTERS;
const machine = new UpdaterMachine(story.trees[0]!, root);
behave(machine, story);
machine.start();
const counts: Partial<Record<StepOnDisk, number>> = {};
setDisk(
  steppingDisk(root, (at, number, side) => {
    counts[at] = number + 1;
    if (at === step && number === Number(call) && side === when) process.kill(process.pid, "SIGKILL");
  }),
);
await order(machine, chapter!);
await machine.pass(chapter!.seconds);
process.stdout.write(`${JSON.stringify(counts)}\n`);
