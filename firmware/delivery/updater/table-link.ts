import { errorText, EXIT, Problem } from "../../problem.ts";
import { askSocket, linesOf } from "../../net/control.ts";
import type {
  RestartKind,
  RestartObstacle,
  SelfTest,
  UpdateQuestion,
  UpdateRecord,
  UpdateState,
} from "../../net/update-questions.ts";

/** How long a table has for an answer, ms: longer than its self-test waits for the screens. */
export const ANSWER_WITHIN_MS = 15_000;

/** The table, as the updater speaks with it. Null as an answer: no table runs, or it does not answer. */
export interface TableLink {
  readonly state: (kind: RestartKind) => Promise<UpdateState | null>;
  /** Ends the table unless something stands against it, which is the answer. */
  readonly restart: (
    kind: RestartKind,
    presses: number,
    record: UpdateRecord,
  ) => Promise<readonly RestartObstacle[] | null>;
  /** True when the record is durable. */
  readonly record: (record: UpdateRecord) => Promise<boolean>;
  readonly selfTest: (id: string) => Promise<SelfTest | null>;
  /** Starts the table's service anew, whatever it does. */
  readonly forceRestart: () => void;
}

/** The table behind its socket. Why it does not answer, or refuses, is said once each time that it changes. */
export function tableLink(socket: string, forceRestart: () => void, say: (line: string) => void): TableLink {
  let trouble: string | null = null;
  const tell = (why: string | null): void => {
    if (why !== null && why !== trouble) say(`the table: ${why}`);
    trouble = why;
  };
  const ask = async (question: UpdateQuestion): Promise<readonly string[] | null> => {
    try {
      const answer = await askSocket(socket, question, AbortSignal.timeout(ANSWER_WITHIN_MS));
      const lines = answer === null ? null : linesOf(answer);
      tell(lines === null ? `nobody answers on ${socket}` : null);
      return lines;
    } catch (error) {
      tell(errorText(error));
      return null;
    }
  };
  const lineOf = async <T>(question: UpdateQuestion): Promise<T | null> => {
    const lines = await ask(question);
    return lines === null ? null : (parseLine(lines[0] ?? "") as T);
  };
  const record = async ({ reason, ...plain }: UpdateRecord): Promise<boolean> => {
    const whole = reason === undefined ? plain : { ...plain, reason };
    if ((await ask({ do: "record", record: whole })) !== null) return true;
    // A table of before 0.10.0 takes no reason; nothing else is to wait for it.
    return reason !== undefined && (await ask({ do: "record", record: plain })) !== null;
  };
  return {
    state: (kind) => lineOf<UpdateState>({ do: "state", for: kind }),
    restart: (kind, presses, record) =>
      lineOf<readonly RestartObstacle[]>({ do: "restart", for: kind, presses, record }),
    record,
    selfTest: (id) => lineOf<SelfTest>({ do: "self-test", id }),
    forceRestart,
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Problem(EXIT.internal, `the table's answer is no JSON: ${line.slice(0, 80)}`, { cause: error });
  }
}
