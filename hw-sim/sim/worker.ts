import { answerQuestions } from "../../firmware/threads/questions.ts";
import { answerTo } from "./shard.ts";

/** A thread that plays one shard after the other. */
answerQuestions(answerTo);
