import { createHash } from "node:crypto";
import { html, type Part } from "../../../../src/booklet/html.ts";
import { sha256Hex } from "../../../../src/record/bytes.ts";
import {
  manifestFile,
  TARGETS,
  unpackedBytes,
  type ReleaseManifest,
} from "../../../delivery/releases/manifest.ts";
import type { OfferedRelease } from "../offered-release.ts";
import { SET_FILE } from "../../../care/self-examination/release-set.ts";
import { paragraphs, typed, type Chapter, type DossierLanguage, type Figure, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** The list of a release's files as `sha256sum -c` reads it, beside the chapters' folders. */
export const listFile = (platform: string): string => `data/${platform}.sha256`;
export const manifestCopy = (platform: string): string => `data/${platform}.release.json`;
export const sbomCopy = (platform: string): string => `data/${platform}.sbom.cdx.json`;

/** The script that reads a unit which does not start, as the dossier brings it. */
export const SUM_SCRIPT = "data/sum-release";
export const SUM_SOURCE = "firmware/delivery/packaging/sum-release";

/** Where the release that runs lies on a unit. */
const RUNNING = "/var/lib/tirada-updater/current";

/** The files of a release, a line each, with the manifest that is in no archive. */
export const listText = ({ manifest, digest }: OfferedRelease): string =>
  [...manifest.files.map(({ sha256, path }) => `${sha256}  ${path}`), `${digest}  release.json`].join("\n") +
  "\n";

/** The digests of every target, and how they are recomputed with plain tools. */
export function digestsChapter({ releases, rulebooks }: Sources, _: DossierLanguage, say: Say): Chapter {
  const boards = releases[0]?.manifest.files.filter(({ target }) => target === "boards") ?? [];
  return {
    id: "digests",
    title: say("digests.title"),
    parts: [
      paragraphs(say("digests.text")),
      ...(releases.length === 0 ? [html`<p class="note">${say("digests.none")}</p>`] : []),
      {
        id: "digests.releases",
        title: say("digests.releases"),
        command: "tirada release show --json FOLDER",
        head: [say("platform"), say("version"), "Node", say("files"), say("bytes"), say("digest"), say("list")],
        rows: releases.map(({ manifest, digest }) => [
          manifest.platform,
          manifest.version,
          manifest.node,
          manifest.files.length,
          unpackedBytes(manifest),
          html`<code>${digest}</code>`,
          html`<a href="../${listFile(manifest.platform)}">sha256sum</a> ·
            <a href="../${manifestCopy(manifest.platform)}">release.json</a>`,
        ]),
      },
      {
        id: "digests.targets",
        title: say("digests.targets"),
        command: "tirada release show FOLDER",
        head: [say("platform"), say("target"), say("bytes"), "SHA-256"],
        rows: releases.flatMap(({ manifest }) => TARGETS.map((name) => targetRow(manifest, name))),
      },
      {
        id: "digests.rulebooks",
        title: say("digests.rulebooks"),
        command: "tirada rules list --json",
        head: [say("rulebook"), "SHA-256"],
        rows: rulebooks.map(({ name, digest }) => [name, html`<code>${digest}</code>`]),
      },
      {
        id: "digests.boards",
        title: say("digests.boards"),
        command: "sha256sum firmware/boards/*/image/*.hex",
        head: [say("file"), "SHA-256"],
        rows: boards.map(({ path, sha256 }) => [path, html`<code>${sha256}</code>`]),
      },
      html`<h2>${say("digests.witness")}</h2>
        ${paragraphs(say("digests.witness.text"))}`,
      ...releases.map(({ manifest: { platform } }) => typed(witnessLines(platform))),
      html`<h2>${say("digests.stopped")}</h2>
        ${paragraphs(say("digests.stopped.text"))}
        <p><a href="../${SUM_SCRIPT}">${SUM_SCRIPT}</a></p>`,
      typed([
        "mount -o ro,noload /dev/DISK /mnt",
        `sh /media/stick/${SUM_SCRIPT} WORD /mnt /etc/tirada/table.yaml`,
        "tirada release check BUILD --nonce WORD",
      ]),
      html`<h2>${say("digests.selftest")}</h2>
        ${paragraphs(say("digests.selftest.text"))}`,
      typed([
        "sudo tirada selftest --full --config /etc/tirada/table.yaml --word WORD --out mesa.tirada-selftest",
        "tirada verify mesa.tirada-selftest --vkey VKEY",
      ]),
      setsFigure(releases, say),
    ],
  };
}

/** The set of cases that each release was built with. */
const setsFigure = (releases: Sources["releases"], say: Say): Figure => ({
  id: "digests.sets",
  title: say("digests.sets"),
  command: `sha256sum ${SET_FILE}`,
  head: [say("platform"), say("file"), "SHA-256"],
  rows: releases.flatMap(({ manifest: { platform, files } }) =>
    files
      .filter(({ path }) => path === SET_FILE)
      .map(({ sha256 }) => [platform, SET_FILE, html`<code>${sha256}</code>`]),
  ),
});

const targetRow = ({ platform, targets }: ReleaseManifest, name: (typeof TARGETS)[number]): readonly Part[] => [
  platform,
  name,
  targets[name].bytes,
  html`<code>${targets[name].sha256}</code>`,
];

/** What is typed on a unit, with the list of this dossier on a stick. */
export const witnessLines = (platform: string, slot = RUNNING, stick = "/media/stick"): readonly string[] => [
  `cd ${slot}/`,
  "sha256sum release.json",
  `sha256sum --check --quiet ${stick}/${listFile(platform)}; echo $?`,
  `find . \\( -type f -o -type l \\) -printf '%P\\n' | LC_ALL=C sort | diff - <(cut -c67- ${stick}/${listFile(platform)} | LC_ALL=C sort)`,
];

/** How the very bytes are built on another machine. */
export function buildChapter({ checkout, releases, read }: Sources, _: DossierLanguage, say: Say): Chapter {
  const inputs = [
    "package.json",
    "package-lock.json",
    "firmware/delivery/build/sources.ts",
    "scripts/setup.sh",
  ];
  const platforms = releases.map(({ manifest }) => manifest.platform);
  return {
    id: "build",
    title: say("build.title"),
    parts: [
      paragraphs(say("build.text")),
      typed([
        "git clone REPOSITORY tirada && cd tirada",
        `git checkout ${checkout.commit}`,
        "bash scripts/setup.sh start",
        ...(platforms.length === 0 ? ["linux-x64"] : platforms).map(
          (platform) => `npm run tirada -- release build --for ${platform} --out build`,
        ),
        ...releases.map(
          ({ manifest, digest }) =>
            `cmp build/${manifestFile(digest)} DOSSIER/${manifestCopy(manifest.platform)}`,
        ),
      ]),
      paragraphs(say("build.boards")),
      {
        id: "build.inputs",
        title: say("build.inputs"),
        command: `sha256sum ${inputs.join(" ")}`,
        head: [say("file"), "SHA-256"],
        rows: inputs.map((file) => [
          file,
          html`<code>${createHash("sha256").update(read(file)).digest("hex")}</code>`,
        ]),
      },
    ],
  };
}

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly type: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
  readonly components?: readonly unknown[];
}

/** The components of each release, from its bill of materials. */
export function partsChapter({ releases }: Sources, _: DossierLanguage, say: Say): Chapter {
  return {
    id: "parts",
    title: say("parts.title"),
    parts: [
      paragraphs(say("parts.text")),
      ...(releases.length === 0 ? [html`<p class="note">${say("digests.none")}</p>`] : []),
      ...releases.flatMap(({ manifest: { platform }, sbom }) => [
        html`<p>
          <a href="../${sbomCopy(platform)}">${sbomCopy(platform)}</a> SHA-256 <code>${sha256Hex(sbom)}</code>
        </p>`,
        {
          id: `parts.${platform}`,
          title: `${say("parts.components")}: ${platform}`,
          command: `jq -r '.components[] | "\\(.name) \\(.version)"' ${sbomCopy(platform)}`,
          head: [say("name"), say("version"), say("kind"), say("licence"), say("files")],
          rows: (JSON.parse(sbom) as { readonly components: readonly Component[] }).components.map(
            componentRow,
          ),
        },
      ]),
    ],
  };
}

const componentRow = ({ group, name, version, type, licenses, components }: Component): readonly Part[] => [
  group === undefined ? name : `${group}/${name}`,
  version ?? "",
  type,
  (licenses ?? [])
    .map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? "")
    .join(", "),
  components?.length ?? 0,
];
