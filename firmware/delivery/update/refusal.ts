import { EXIT, Problem } from "../../problem.ts";

const ASK_MAKERS = "install nothing from there, and tell the makers";

/**
 * Every reason for which a repository, a stick or a file of a release is refused: what it means, and what to do. The name is what
 * records, screens and scripts know it by; it stays.
 */
export const REFUSALS = {
  // What the metadata say.
  replayed: ["it is older than what this unit has seen: an old repository is played back", ASK_MAKERS],
  frozen: [
    "it has expired: the repository stands still, or somebody holds back what is newer",
    "have the timestamp stamped again, and look at who serves the repository",
  ],
  expired: ["it has expired", "have it signed anew by those who hold its keys"],
  malformed: ["it is no metadata that can be read", ASK_MAKERS],
  "too-few-signers": ["fewer people signed it than must", "have the other one sign it"],
  "unknown-key": ["it is signed by a key that this repository never named", ASK_MAKERS],
  "revoked-key": ["it is signed by a key that was revoked", ASK_MAKERS],
  "key-twice": ["one key is counted twice among its signatures", ASK_MAKERS],
  "under-signed-root": ["the new root is not signed by enough keys of the old and of the new one", ASK_MAKERS],
  "stolen-online-keys": [
    "the online keys vouch for it and the offline keys do not: the online keys are in other hands",
    "rotate the online keys (docs/key-ceremony.md)",
  ],
  forged: ["it is not what was signed", ASK_MAKERS],
  "mix-and-match": ["it belongs to another state of the repository than the rest", ASK_MAKERS],
  changed: ["its bytes are not those that were signed", ASK_MAKERS],
  "longer-than-signed": ["it is longer than was signed", ASK_MAKERS],
  // What the two repositories say together, and the floor of this unit.
  "not-in-image": ["the director names it and the image repository does not", ASK_MAKERS],
  "repositories-differ": ["image and director repository do not name the same bytes", ASK_MAKERS],
  "two-releases": ["the director names files of more than one release for this table", ASK_MAKERS],
  "below-floor": [
    "it is below what this unit has had: a return to older code is a release of its own",
    "publish the older code under a higher number",
  ],
  "unsafe-name": ["its name is not one of a file of a release", ASK_MAKERS],
  "floor-lost": [
    "the rollback floor of this unit is gone, and its trusted metadata are not",
    "put its file back from a backup of the folder, or ask the makers; do not remove the metadata",
  ],
  "floor-back": [
    "the rollback floor of this unit was set back: its journal has confirmed a later release",
    "put the updater's folder back from a newer backup, or ask the makers",
  ],
  // What this unit has, and what it would become.
  incomplete: ["the director does not name one manifest with its four archives", ASK_MAKERS],
  "not-signed": [
    "it lies here and is not what those who sign releases have named",
    "install it anew; if it comes again, tell the makers",
  ],
  "other-release": [
    "the repositories name another release for this table",
    "order that one, or have the director name the other",
  ],
  "no-space": ["there is no room for it", "free space in the folder of the releases"],
  "no-return": [
    "it writes what the release that is confirmed cannot read: there would be no way back",
    "two people order it, after an export of the evidence",
  ],
  // Base systems.
  "no-base": [
    "this machine has no base system of ours, or /run/tirada-base/state does not say which",
    "on a Debian of its own use apt; on our image look at: systemctl status tirada-base-state",
  ],
  "not-named": [
    "the director names no base system for this table",
    "assign one: tirada release assign --base NUMBER",
  ],
  "two-bases": ["the director names more than one base system for this table", ASK_MAKERS],
  "wrong-kind": [
    "it is for another kind of machine",
    "assign the one for this kind: tirada release assign --base NUMBER --for KIND",
  ],
  "too-large": ["it is larger than a base system may be", ASK_MAKERS],
  "base-returned": [
    "this machine has gone back from it before",
    "look at its log with that base (journalctl -b -1); with --again it is tried once more",
  ],
  "not-written": [
    "the machine's own service did not write it",
    "look at journalctl -u tirada-base-install -u rauc",
  ],
  // Time.
  "clock-back": [
    "the clock of this unit is behind what it has already seen",
    "set the clock right; nothing is updated before",
  ],
  "stick-too-old": ["it was stamped more than 7 days ago", "copy the repository to the stick again"],
  // How the reading of a tree failed.
  missing: ["it is not there", "look at the address, and whether the repository was copied whole"],
  endless: ["it does not end within the longest that makes sense", ASK_MAKERS],
  slow: ["it was not there within its time", "look at the network"],
  silent: ["nothing came for too long", "look at the network"],
  redirect: ["the server sends elsewhere, which is never followed", "name the server that has it"],
  "half-closed": ["the connection ended before its end", "try again; look at the network"],
  "bad-answer": ["the server does not answer as one of HTTP does", "look at the address and who answers there"],
  status: ["the server refuses it", "look at the server"],
  unreachable: ["no server could be reached", "look at the address, the network and the certificates"],
  "not-readable": [
    "the updater's user, tirada-updater, may not read it",
    "let it: chmod -R a+rX, and the folders above too, or another folder",
  ],
  pulled: ["the stick or folder went away while it was read", "put it back and try again"],
} as const satisfies Readonly<Record<string, readonly [why: string, todo: string]>>;

export type RefusalCode = keyof typeof REFUSALS;

/** A refusal: its name, what is refused, why, what to do; one line, status 7. Nothing was changed by then. */
export class UpdateRefusal extends Problem {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, what: string, detail: string | null = null, cause?: unknown) {
    const [why, todo] = REFUSALS[code];
    const more = detail === null ? "" : ` (${detail})`;
    super(
      EXIT.release,
      `update refused, ${code}: ${what}: ${why}${more}; ${todo}`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
  }
}
