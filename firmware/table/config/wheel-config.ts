import { z } from "zod";
import { defaultValues } from "../../../drivers/options.ts";
import { BAUDS, type Baud } from "../../../drivers/wheel/device.ts";
import { checkOptions, keysOf, problemsOf } from "./device-keys.ts";
import type { ConfigSection } from "./device-keys.ts";
import { WHEEL_OPTIONS, WHEEL_TYPES, type WheelOptions } from "./devices.ts";

/** Speeds of a wheel's port, baud. A Cammegh wheel that is played faster has more than its own. */

/** The wheel of a table, or the board beside it. Every option of the family has a value, also those of other devices. */
export const wheelSchema = z
  .strictObject({
    /** Its name, from the list of devices. The type is never guessed: the same line means other things. */
    device: z.string().min(1).max(64),
    /** The port's stable name, e.g. `/dev/serial/by-id/usb-FTDI_…`. */
    path: z.string().min(1).max(300),
    /** Without it: the device's own. */
    baud: z.literal(BAUDS).exactOptional(),
    /** True: a unit that starts before its wheel is plugged in waits for it instead of giving up. */
    wait: z.boolean().default(false),
    ...keysOf(WHEEL_OPTIONS),
    /**
     * The names of this very wheel's pockets, holes or cells, clockwise (a disc: as the player sees them). Without it: the
     * rulebook's own order. It must hold the same names as often.
     */
    ring: z.array(z.string().min(1).max(12)).min(8).max(80).exactOptional(),
  })
  .superRefine((wheel, context) => checkOptions(wheel, WHEEL_TYPES, WHEEL_OPTIONS, problemsOf(context)))
  .transform((wheel) => ({
    ...defaultValues(WHEEL_OPTIONS),
    ...wheel,
    baud: wheel.baud ?? baudOf(wheel.device),
  }));

export const WHEEL_SECTION: ConfigSection = { at: "at a table of a wheel", schema: wheelSchema };

type Shape = z.infer<typeof wheelSchema>;
export type WheelConfig = Omit<Shape, keyof WheelOptions> & WheelOptions;

/** Speed of a port whose configuration names none. */
export function baudOf(device: string): Baud {
  return WHEEL_TYPES.find(({ name }) => name === device)?.baudRate ?? 9600;
}
