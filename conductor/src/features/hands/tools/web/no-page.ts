/** Why there is no page, for an assistant to read. */
export class NoPage extends Error {
  /** Who led to the address that it names; null: who asked did, and its words are nobody else's. */
  readonly ledBy: URL | null;

  constructor(why: string, ledBy: URL | null = null) {
    super(why);
    this.ledBy = ledBy;
  }
}
