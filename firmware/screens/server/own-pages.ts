/** Pages that a table serves at an address of their own, each with its file: people open them, each for a job. */
export const OWN_PAGES: Readonly<Record<string, string>> = {
  control: "control.html",
  inspector: "inspector.html",
  analysis: "analysis.html",
  technician: "technician.html",
  // The next page: a row above.
};
