import { generateKeyPairSync } from "node:crypto";
import type { SentLine } from "../../src/floor/sent-lines.ts";
import { base64, utf8 } from "../../src/record/bytes.ts";
import { firstHead, nextLine, type ChainedLine, type ChainHead } from "../../src/record/chain.ts";
import { signCheckpoint } from "../../src/record/checkpoint.ts";
import { KeyHistory, rotationFields, type SignedLine } from "../../src/record/key-history.ts";
import { signerOf, type Signer } from "../../src/record/keys.ts";
import { EMPTY_FRONTIER, frontierRoot, grow, leafHash, type Frontier } from "../../src/record/merkle.ts";
import { lineOfFormat1 } from "../../src/record/vector.fixture.ts";
import { systemClock } from "../../src/time/system-clock.ts";

const clock = systemClock();

/** A table that is its lines alone: what it signs, as it would send it. */
export class LineTable {
  readonly log: string;
  signer: Signer;
  keys: KeyHistory;
  /** All that it had, the newest last. */
  readonly signers: Signer[] = [];
  readonly sent: SentLine[] = [];
  #head: ChainHead;
  #tree: Frontier = EMPTY_FRONTIER;
  #at: number;

  /** `at`: when it begins, ms since 1970. */
  constructor(log: string, at: number = clock.wall() - 3_600_000, signer: Signer = newSigner(log)) {
    this.log = log;
    this.signer = signer;
    this.signers.push(signer);
    this.keys = KeyHistory.of(this.signer.verifier);
    this.#head = firstHead(log);
    this.#at = at;
  }

  get size(): number {
    return this.#head.seq;
  }

  get records(): SignedLine[] {
    return this.sent.flatMap((line) => ("line" in line ? [line] : []));
  }

  /** One record more. */
  add(fields: object = { kind: "phase", phase: "betting", round: this.size }, epoch = 0): SignedLine {
    this.#at += 250;
    const at = new Date(this.#at).toISOString();
    return this.#take(
      nextLine(this.#head, { at, ...fields }, { epoch, rel: { version: "0.9.0", manifest: null } }),
    );
  }

  /** A record as releases up to 0.6.2 made them. */
  addOld(fields: object = { kind: "phase" }): SignedLine {
    return this.#take(lineOfFormat1(this.#head, { at: new Date(this.#at).toISOString(), ...fields }));
  }

  #take(made: ChainedLine): SignedLine {
    this.#head = made.head;
    this.#tree = grow(this.#tree, leafHash(utf8(made.line)));
    const line = { line: made.line, sig: base64(this.signer.sign(utf8(made.line))) };
    this.sent.push(line);
    return line;
  }

  /** Many, with a checkpoint after every `each`. */
  play(count: number, each = 16): this {
    for (let n = 1; n <= count; n++) {
      this.add();
      if (n % each === 0) this.checkpoint();
    }
    return this;
  }

  checkpoint(): string {
    const note = signCheckpoint(this.size, frontierRoot(this.#tree), this.signer);
    this.sent.push({ checkpoint: note });
    return note;
  }

  /** The checkpoint of the first so many records, whether it sent one or not. */
  noteOf(size: number): string {
    let tree = EMPTY_FRONTIER;
    for (const { line } of this.records.slice(0, size)) tree = grow(tree, leafHash(utf8(line)));
    return signCheckpoint(size, frontierRoot(tree), this.signer);
  }

  /** Gives it another key. */
  rotate(): void {
    const next = newSigner(this.log);
    const line = this.add(rotationFields(this.#head, this.signer.verifier, next, "planned"));
    const keys = this.keys.with(line);
    if (typeof keys === "string") throw new Error(keys);
    this.keys = keys;
    this.signer = next;
    this.signers.push(next);
  }
}

export const newSigner = (log: string): Signer => signerOf(log, generateKeyPairSync("ed25519").privateKey);
