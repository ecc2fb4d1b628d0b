/** The demonstration is over; whatever was done is left as it is. */
export class DiceDemoOver extends Error {
  override readonly name = "DiceDemoOver";
}
