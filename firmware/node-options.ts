/**
 * Options of Node with which every process of tirada starts: the services' own lines, package.json and bin/pinned-node.mjs say the
 * same, and test/conformance/node-options.test.ts holds them together.
 *
 * V8 protects the memory of compiled code with keys of the processor and ends the process where its own list of that memory is wrong
 * (`Check failed: jit_page.has_value()`, nodejs/node 64500; WebAssembly in several threads meets it). Without those keys it keeps no
 * such protection. `NODE_OPTIONS` does not take this option.
 */
export const NODE_OPTIONS: readonly string[] = ["--no-memory-protection-keys"];
