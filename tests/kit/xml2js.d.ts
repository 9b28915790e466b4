/** It brings no types. Of what it can, this is what we use: strict reading, which refuses what is not well formed. */
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
