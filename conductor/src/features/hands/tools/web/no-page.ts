/** Reason why there is no page, for an assistant to read. */
export class NoPage extends Error {
  /** Page that led to the address named; null: the one who asked named it, and its words are nobody else's. */
  readonly ledBy: URL | null;

  constructor(why: string, ledBy: URL | null = null) {
    super(why);
    this.ledBy = ledBy;
  }
}
