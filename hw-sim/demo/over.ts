/** The demonstration is over; whatever was done is left as it is. */
export class DemoOver extends Error {
  override readonly name = "DemoOver";
}
