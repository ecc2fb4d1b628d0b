import type { Given, Pieces } from "../../journal/export/export.ts";
import { EXIT, Problem } from "../../problem.ts";
import {
  ANSWER_MAX,
  connect,
  controlPath,
  linesOf,
  type ControlAnswer,
  type FileRequest,
} from "../../net/control.ts";
import { SocketReader } from "../../net/talk.ts";

/** A file that a running unit gives a command. */
export interface AskedFile {
  readonly pieces: Pieces<Given>;
  /** To be said once the file is durable under its name: the unit then keeps the record that it was made. */
  tellDurable(given: Given): Promise<ControlAnswer>;
  end(): void;
}

/** What the command says of a file that is durable. */
export interface Durable {
  readonly file: string;
  readonly bytes: number;
  readonly sha512: string;
}

type Said = ControlAnswer | { readonly piece: number } | { readonly given: Given };

/** Asks the unit that runs on this folder for a file; null when none does. */
export async function askForFile(folder: string, asked: FileRequest): Promise<AskedFile | null> {
  const socket = await connect(controlPath(folder));
  if (socket === null) return null;
  const reader = new SocketReader(socket);
  const say = (line: object): void => void socket.write(`${JSON.stringify(line)}\n`);
  const hear = async (): Promise<Said> => {
    const line = await reader.line(ANSWER_MAX);
    if (line === null) throw endedProblem("before the file was whole: ask for it again");
    return JSON.parse(line) as Said;
  };
  say(asked);
  return {
    pieces: piecesFrom(reader, hear),
    tellDurable: async ({ bytes, sha512 }) => {
      const durable: Durable = { file: asked.file, bytes, sha512 };
      say(durable);
      const line = await reader.line(ANSWER_MAX);
      return line === null
        ? { ok: false, why: "the unit gave no answer" }
        : (JSON.parse(line) as ControlAnswer);
    },
    end: () => void socket.destroy(),
  };
}

async function* piecesFrom(
  reader: SocketReader,
  hear: () => Promise<Said>,
): AsyncGenerator<Uint8Array, Given, undefined> {
  for (;;) {
    const said = await hear();
    if ("given" in said) return said.given;
    if (!("piece" in said)) {
      linesOf(said);
      throw endedProblem("and gave no file: ask for it again");
    }
    const piece = await reader.bytes(said.piece);
    if (piece === null) throw endedProblem("before the file was whole: ask for it again");
    yield piece;
  }
}

const endedProblem = (when: string): Problem => new Problem(EXIT.storage, `the unit ended ${when}`);
