import { html } from "../../../../src/booklet/html.ts";
import { paragraphs, typed, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";
import {
  DOSSIER_NAMESPACE,
  LIST_FILE,
  SIGNATURE_FILE,
  SIGNER_FILE,
} from "../../../evidence/verify/verify-dossier.ts";

/** How this folder is verified, and made again. */
export const verifyChapter = (sources: Sources, _: DossierLanguage, say: Say): Chapter => ({
  id: "verify",
  title: say("verify.title"),
  parts: [
    paragraphs(say("verify.text")),
    typed([
      "tirada verify --keys KEYS DOSSIER",
      "cd DOSSIER",
      `ssh-keygen -Y verify -f allowed_signers -I NAME -n ${DOSSIER_NAMESPACE} -s ${SIGNATURE_FILE} < ${LIST_FILE}`,
      `sha256sum --check --quiet ${LIST_FILE}`,
      `find . -type f -printf '%P\\n' | grep -v '^SHA256SUMS' | LC_ALL=C sort | diff - <(cut -c67- ${LIST_FILE})`,
    ]),
    html`<h2>${say("verify.again")}</h2>
      ${paragraphs(say("verify.again.text"))}`,
    typed([
      `git checkout ${sources.checkout.commit}`,
      `npm run tirada -- dossier --out AGAIN${optionsOf(sources).join("")}`,
      `diff -r -x '${LIST_FILE}*' -x ${SIGNER_FILE} DOSSIER AGAIN`,
    ]),
  ],
});

/** The options with which a dossier of these sources is made. */
const optionsOf = ({ since, releases, tests, named }: Sources): readonly string[] => [
  ...(since === null ? [] : [` --since ${since.version}`]),
  ...(releases.length === 0 ? [] : [" --release BUILD"]),
  ...(tests === null ? [] : [" --tests REPORT"]),
  ...named.map((name) => ` --rulebook ${name}`),
];
