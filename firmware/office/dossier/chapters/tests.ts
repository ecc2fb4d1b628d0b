import { globSync } from "node:fs";
import { html } from "../../../../src/booklet/html.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** How the tests of this commit ended, and which there are. */
export function testsChapter({ tests, checkout }: Sources, _: DossierLanguage, say: Say): Chapter {
  if (tests === null) {
    const files = globSync("{src,drivers,firmware,hw-sim,test}/**/*.test.ts", { cwd: checkout.root }).sort();
    return {
      id: "tests",
      title: say("tests.title"),
      parts: [
        html`<p class="note">${say("tests.none")}</p>`,
        {
          id: "tests.files",
          title: say("tests.files"),
          command: null,
          head: [say("file")],
          rows: files.map((file) => [html`<code>${file}</code>`]),
        },
      ],
    };
  }
  const { commit, seed, loop, node, files } = tests;
  const sum = (key: "passed" | "failed" | "skipped" | "secondTries"): number =>
    files.reduce((all, one) => all + one[key], 0);
  const repeat = `TIRADA_SEED=${seed} npm ${loop === "run" ? "test" : `run test:${loop}`}`;
  return {
    id: "tests",
    title: say("tests.title"),
    parts: [
      paragraphs(say("tests.text")),
      {
        id: "tests.run",
        title: say("tests.run"),
        command: repeat,
        head: [
          say("commit"),
          say("seed"),
          say("loop"),
          "Node",
          say("passed"),
          say("failed"),
          say("skipped"),
          say("second-tries"),
        ],
        rows: [
          [
            html`<code>${commit}</code>`,
            seed,
            loop,
            node,
            sum("passed"),
            sum("failed"),
            sum("skipped"),
            sum("secondTries"),
          ],
        ],
      },
      {
        id: "tests.files",
        title: say("tests.files"),
        command: repeat,
        head: [say("file"), say("passed"), say("failed"), say("skipped"), say("second-tries")],
        rows: files.map(({ file, passed, failed, skipped, secondTries }) => [
          html`<code>${file}</code>`,
          passed,
          failed,
          skipped,
          secondTries,
        ]),
      },
    ],
  };
}
