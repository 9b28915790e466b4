/** Why there is no page, for an assistant to read. */
export class NoPage extends Error {}
