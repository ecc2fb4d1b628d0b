import type { Laboratory, LazyCommand } from "../firmware/cli/laboratory.ts";
import { AUTHORITY_COMMANDS } from "../firmware/office/authority/list.ts";
import { SIGNING_COMMANDS } from "../firmware/office/signing/list.ts";

/** What follows `tirada sim`: a verb of its own, or a family that plays by chance. */
async function loadSim(verb: string): ReturnType<Extract<LazyCommand["load"], (...words: never) => unknown>> {
  switch (verb) {
    case "floor":
      return (await import("./cli/sim-floor.ts")).addSimFloor;
    case "play":
      return (await import("./cli/sim-scenarios.ts")).addSimPlay;
    case "faults":
      return (await import("./cli/sim-scenarios.ts")).addSimFaults;
    case "line":
      return (await import("./cli/sim-line.ts")).addSimLine;
    case "cut":
      return (await import("./cli/sim-cut.ts")).addSimCut;
    default:
      return (await import("./cli/sim.ts")).addSim;
  }
}

/** Simulator, demonstrations and bench as the command line offers them; each is read when it is asked for. */
export const laboratory: Laboratory = {
  commands: [
    {
      name: "sim",
      about: "Plays simulated rounds through the whole pipeline and holds the verdicts against the truth.",
      load: ([family = ""]) => loadSim(family),
    },
    {
      name: "preview",
      about:
        "Shows every page of a configured table in a browser: all states, languages and sizes, without a table and without its storage.",
      load: async () => (await import("./cli/preview.ts")).addPreview,
    },
    {
      name: "dossier",
      about:
        "Makes a laboratory's dossier of a release: one signed folder of HTML and PDF, twice the same bytes.",
      load: async () => (await import("../firmware/office/dossier/command.ts")).addDossier,
    },
  ],
  authorityCommands: AUTHORITY_COMMANDS,
  releaseCommands: [
    ...SIGNING_COMMANDS,
    {
      name: "build",
      about: "Builds a release for a machine: manifest and archives, twice the same bytes.",
      load: async () => (await import("../firmware/delivery/build/command.ts")).addReleaseBuild,
    },
    {
      name: "package",
      about: "Builds the Debian packages of a unit, with a release in each.",
      load: async () => (await import("../firmware/delivery/package/command.ts")).addReleasePackage,
    },
    {
      name: "image",
      about: "Builds the disk image of a unit: its base system, screens and first release.",
      load: async () => (await import("../firmware/delivery/image/command.ts")).addReleaseImage,
    },
  ],
  addOptions: async (start) => (await import("./cli/demonstration-options.ts")).addDemonstrationOptions(start),
  demonstration: async (options, clock, say) =>
    (await import("./cli/demonstration.ts")).openDemonstration(options, clock, say),
  floor: async (options, clock, say, stopped) => {
    const { demonstrateFloor } = await import("./floor/demonstration.ts");
    await demonstrateFloor(options, clock, say, stopped);
  },
  bench: async (config, clock, say) => {
    if (!config.test || config.wheel?.device !== "sensor-board") return null;
    return (await import("./demo/sensors.ts")).openLookingBench(clock, config, say);
  },
};
