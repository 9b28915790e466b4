/** Types of the part that we use, since the package brings none: strict reading, which refuses malformed text. */
declare module 'xml2js' {
  export function parseStringPromise(
    xml: string,
    options?: {
      readonly explicitArray?: boolean;
      readonly explicitChildren?: boolean;
      readonly preserveChildrenOrder?: boolean;
    },
  ): Promise<Record<string, unknown>>;
}
