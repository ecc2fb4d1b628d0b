import { html } from "../../../../src/booklet/html.ts";
import { askGit } from "../checkout.ts";
import { placeOf } from "../manuals.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** What changed since a version, by module, by law and by commit. */
export function changesChapter({ since, checkout }: Sources, _: DossierLanguage, say: Say): Chapter {
  const changelog = html`<p><a href="../${placeOf("CHANGELOG.md")}">CHANGELOG</a></p>`;
  if (since === null)
    return {
      id: "changes",
      title: say("changes.none.title"),
      parts: [html`<p class="note">${say("changes.none")}</p>`, changelog],
    };
  const span = `${since.commit}..${checkout.commit}`;
  const shown = `v${since.version}..${checkout.commit.slice(0, 12)}`;
  const changed = changedFiles(askGit(checkout.root, ["diff", "--numstat", "--no-renames", span]));
  const head = [say("files"), say("added"), say("removed")];
  const group = (of: (file: string) => string | null) =>
    [...Map.groupBy(changed, ({ file }) => of(file))]
      .flatMap(([name, files]) => (name === null ? [] : [[name, ...totals(files)] as const]))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    id: "changes",
    title: say("changes.title").replace("{version}", since.version),
    parts: [
      paragraphs(say("changes.text")),
      changelog,
      {
        id: "changes.laws",
        title: say("changes.laws"),
        command: `git diff --stat ${shown} -- src/rules/data`,
        head: [say("law"), ...head],
        rows: group((file) => /^src\/rules\/data\/([\w-]+\/[\w-]+)\//.exec(file)?.[1] ?? null),
      },
      {
        id: "changes.modules",
        title: say("changes.modules"),
        command: `git diff --numstat ${shown}`,
        head: [say("module"), ...head],
        rows: group(moduleOf),
      },
      {
        id: "changes.commits",
        title: say("changes.commits"),
        command: `git log --no-merges --format='%h %s' ${shown}`,
        head: [say("commit"), say("what")],
        rows: askGit(checkout.root, ["log", "--no-merges", "--abbrev=12", "--format=%h %s", span])
          .split("\n")
          .filter(Boolean)
          .map((line) => [html`<code>${line.slice(0, 12)}</code>`, line.slice(13)]),
      },
    ],
  };
}

interface ChangedFile {
  readonly file: string;
  readonly added: number;
  readonly removed: number;
}

/** The lines of `git diff --numstat`; a binary file counts no lines. */
const changedFiles = (text: string): readonly ChangedFile[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [added = "", removed = "", file = ""] = line.split("\t");
      return { file, added: Number(added) || 0, removed: Number(removed) || 0 };
    });

const totals = (files: readonly ChangedFile[]): readonly number[] => [
  files.length,
  files.reduce((sum, { added }) => sum + added, 0),
  files.reduce((sum, { removed }) => sum + removed, 0),
];

/** The module of a file: its room, with what tests it by itself. */
function moduleOf(file: string): string {
  const [floor = "", room = ""] = file.split("/");
  if (/\.(?:test|test-help|fixture)\.ts$/.test(file)) return `${floor}/${room} (tests)`;
  return file.includes("/") ? `${floor}/${room.includes(".") ? "" : room}` : file;
}
