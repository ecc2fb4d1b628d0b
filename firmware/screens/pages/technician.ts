/** The technician's page on the unit's own screens. */
import { connectScreen } from "./link.ts";
import { startTechnicianPage } from "./technician-page.ts";

startTechnicianPage({
  connect: (listeners) => void connectScreen("/ws", listeners),
  data: "/technician/data",
  hasOtherPages: true,
});
