import tseslint from "typescript-eslint";

/** Calls that belong to the one clock file; everything else takes time and chance as arguments. */
const CLOCK_FILE = "src/time/system-clock.ts";

export default tseslint.config(
  {
    ignores: ["node_modules", "coverage", "var", "src/vision/kernels/assembly"],
  },
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "no-restricted-globals": [
        "error",
        { name: "setTimeout", message: `time is an argument: use the Clock of ${CLOCK_FILE}` },
        { name: "setInterval", message: `time is an argument: use the Clock of ${CLOCK_FILE}` },
        { name: "setImmediate", message: `time is an argument: use the Clock of ${CLOCK_FILE}` },
        { name: "performance", message: `time is an argument: use the Clock of ${CLOCK_FILE}` },
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: `time is an argument: use the Clock of ${CLOCK_FILE}` },
        { object: "Math", property: "random", message: "chance comes from a seed: src/time/random-source.ts" },
        {
          object: "process",
          property: "hrtime",
          message: `time is an argument: use the Clock of ${CLOCK_FILE}`,
        },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "time is an argument" },
      ],
    },
  },
  {
    files: [CLOCK_FILE],
    rules: { "no-restricted-globals": "off", "no-restricted-properties": "off", "no-restricted-syntax": "off" },
  },
  {
    // A browser's own clock: what a page waits for or measures decides nothing and is recorded nowhere.
    files: ["firmware/display/web/*.ts", "firmware/inspector/web/*.ts", "hw-sim/bench/web/*.ts"],
    // A part of a page is one closure over its own state, and an element stands with all that is in it.
    rules: {
      "no-restricted-globals": "off",
      "no-restricted-properties": "off",
      "no-restricted-syntax": "off",
      "max-lines-per-function": ["error", { max: 200, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["**/*.test.ts", "test/**/*.ts"],
    rules: { "max-lines-per-function": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
