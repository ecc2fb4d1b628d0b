import { createPrivateKey } from "node:crypto";
import { utf8 } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { firstHead, nextLine, readLine, type ChainedLine } from "../../../src/record/chain.ts";
import { openCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { signerOf } from "../../../src/record/keys.ts";
import { inclusionProof, leafHash, nodesOf, treeRoot, verifyInclusion } from "../../../src/record/merkle.ts";
import { NoteError } from "../../../src/record/note.ts";
import { openSealed, startSealer } from "../../evidence/log/sealed-format.ts";

/**
 * What proves records, held against answers that others published or worked out: Ed25519 of RFC 8032, canonical JSON of RFC 8785, a chain
 * and its tree, a signed checkpoint, a sealed recording; and that each refuses what was changed in one letter.
 */
interface SealCase {
  readonly name: string;
  /** Whether it comes out as it must. */
  readonly holds: () => boolean;
}

/** RFC 8032, section 7.1, test 1: a key that everybody knows, and signs nothing of a table. */
const SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const SIGNED_NOTHING =
  "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
/** PKCS#8 of RFC 8410 before the 32 bytes of a seed. */
const PKCS8 = "302e020100300506032b657004220420";
const LOG = "tirada.local/self-examination/test";
const SEAL = "5a".repeat(32);
const ORIGIN = { epoch: 0, rel: { version: "0.0.0", manifest: null } };

const signer = signerOf(
  LOG,
  createPrivateKey({ key: Buffer.from(PKCS8 + SEED, "hex"), format: "der", type: "pkcs8" }),
);

/** The last line's hash and the tree's root of three records that are the same in every release. */
const LAST_HASH = "681888026666034811fe88ea30bd7fdbd42f89ad16aa1ee878524f749113cc15";
const ROOT = "11c724b2b0e33175577a01cd6d248a43e99a61556d07658ae3434560afc84c70";

function threeLines(): readonly ChainedLine[] {
  let head = firstHead(LOG);
  return [17, 0, 36].map((pocket, round) => {
    const line = nextLine(head, { kind: "result", round, result: { pocket } }, ORIGIN);
    head = line.head;
    return line;
  });
}

const nodes = () => nodesOf(threeLines().map(({ line }) => leafHash(utf8(line))));

function isRefused(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (error instanceof NoteError) return true;
    throw error;
  }
}

const place = { segment: "shoe-000001", from: 0 };
function sealedText(): string {
  const sealer = startSealer(place, SEAL, signer);
  return sealer.header + sealer.line(utf8("first")) + sealer.line(utf8("second"));
}

const CASES: readonly SealCase[] = [
  {
    name: "a signature is that of RFC 8032",
    holds: () => signer.sign(new Uint8Array(0)).toString("hex") === SIGNED_NOTHING,
  },
  {
    name: "a signature over another byte is refused",
    holds: () => !signer.verifier.verify(utf8("a"), Buffer.from(SIGNED_NOTHING, "hex")),
  },
  {
    name: "JSON is canonical as RFC 8785 has it",
    holds: () => canonical({ b: [1, "\u20ac", null], a: true, "": -7 }) === '{"":-7,"a":true,"b":[1,"€",null]}',
  },
  { name: "records are chained", holds: () => threeLines().at(-1)?.hash === LAST_HASH },
  {
    name: "a record is read back, and one that is cut is not",
    holds: () => {
      const line = utf8(threeLines()[1]?.line ?? "");
      return typeof readLine(line) === "object" && typeof readLine(line.subarray(0, -1)) === "string";
    },
  },
  {
    name: "the tree has its root",
    holds: () => Buffer.from(treeRoot(3, nodes())).toString("hex") === ROOT,
  },
  {
    name: "a record is proved in the tree, and no other in its place",
    holds: () => {
      const [first, second] = threeLines().map(({ line }) => leafHash(utf8(line)));
      const [root, proof] = [treeRoot(3, nodes()), inclusionProof(0, 3, nodes())];
      return (
        first !== undefined &&
        second !== undefined &&
        verifyInclusion(first, 0, 3, proof, root) &&
        !verifyInclusion(second, 0, 3, proof, root)
      );
    },
  },
  {
    name: "a checkpoint is opened, and one of another size is not",
    holds: () => {
      const note = signCheckpoint(3, treeRoot(3, nodes()), signer);
      return (
        openCheckpoint(note, signer.verifier).size === 3 &&
        isRefused(() => openCheckpoint(note.replace("\n3\n", "\n4\n"), signer.verifier))
      );
    },
  },
  {
    name: "a sealed recording is opened by its own key",
    holds: () => {
      const opened = openSealed(sealedText(), place, signer);
      return opened.ok && !opened.damaged && opened.plain.toString() === "firstsecond";
    },
  },
  {
    name: "a sealed recording says nothing in plain, and at no other place",
    holds: () =>
      !/first|second/.test(sealedText()) && !openSealed(sealedText(), { ...place, from: 1 }, signer).ok,
  },
  {
    name: "a sealed recording that was changed is damaged",
    holds: () => {
      const [header = "", first = "", second = ""] = sealedText().split("\n");
      const opened = openSealed([header, second, first, ""].join("\n"), place, signer);
      return opened.ok && opened.damaged && opened.plain.length === 0;
    },
  },
];

/** How many cases were tried, and which came out otherwise. */
export function examineSeals(): { readonly tried: number; readonly wrong: readonly string[] } {
  return { tried: CASES.length, wrong: CASES.filter(({ holds }) => !holds()).map(({ name }) => name) };
}
