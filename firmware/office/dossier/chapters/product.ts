import { html } from "../../../../src/booklet/html.ts";
import { FORMATS_HERE } from "../../../delivery/build/build-release.ts";
import { DEVICES } from "../../../table/config/devices.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";
import { devicePages } from "./protocols.ts";

/** What the product is and is not, its games, devices and formats. */
export function productChapter(sources: Sources, language: DossierLanguage, say: Say): Chapter {
  const pages = devicePages(sources.read("README.md"));
  return {
    id: "product",
    title: say("product.title"),
    parts: [
      paragraphs(say("product.is")),
      paragraphs(say("product.is-not")),
      {
        id: "product.games",
        title: say("product.games"),
        command: "tirada rules list",
        head: [say("rulebook"), say("game"), say("family"), say("in-force"), say("rules")],
        rows: sources.rulebooks.map(({ name, pack }) => [
          html`<code>${name}</code>`,
          pack.title[language],
          pack.family,
          pack.inForce,
          pack.rules.length,
        ]),
      },
      {
        id: "product.devices",
        title: say("product.devices"),
        command: null,
        head: [say("device"), say("family"), say("about"), say("manual")],
        rows: DEVICES.map(({ name, family, about }) => [
          html`<a href="protocols.html#${name}"><code>${name}</code></a>`,
          family,
          about,
          pages.get(name) ?? "",
        ]),
      },
      {
        id: "product.formats",
        title: say("product.formats"),
        command: "tirada release show FOLDER",
        head: [say("what"), say("reads"), say("writes")],
        rows: Object.entries(FORMATS_HERE).map(([name, { reads, writes }]) => [
          name,
          reads.join(", "),
          writes.join(", "),
        ]),
      },
    ],
  };
}
