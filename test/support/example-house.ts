import { readFileSync } from "node:fs";
import { readYaml } from "../../src/rules/yaml.ts";

/** What one of the invented houses in `examples/houses` says of itself. */
export function readExample(name: string): object {
  const file = `examples/houses/${name}.yaml`;
  const read = readYaml(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"), file);
  if (!read.ok) throw new Error(`${file} is no YAML`);
  return (read.value as { readonly display: { readonly house: object } }).display.house;
}
