/** A question a step may ask of the store: what it names, and what it is answered with. */
export interface Asked<With, Answer> {
  readonly with: With;
  readonly answer: Answer;
}
