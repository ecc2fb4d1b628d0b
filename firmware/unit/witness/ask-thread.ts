import { workerData } from "node:worker_threads";
import { parseVkey } from "../../../src/record/keys.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { answerQuestions } from "../../threads/questions.ts";
import { askWitness, type Answer, type Question } from "./ask.ts";
import type { AskerSettings } from "./asker.ts";

/**
 * The thread that talks to a witness, so that a slow network holds up neither the thread that reads the ports nor the
 * journal's.
 */
const { url, vkey, ca } = workerData as AskerSettings;
const address = { url, key: parseVkey(vkey), ca };
const clock = systemClock();

answerQuestions((question: Question): Promise<Answer> => askWitness(address, question, clock));
