/** Something that a person can put right and must, before a start can work; its message says what and how. */
export class CannotStart extends Error {
  override name = "CannotStart";
}
