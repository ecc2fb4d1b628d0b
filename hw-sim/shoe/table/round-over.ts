/** The unit has given its verdict, so nobody deals on; or the people at the table see that they cannot. */
export class RoundOver extends Error {
  override readonly name = "RoundOver";
}
