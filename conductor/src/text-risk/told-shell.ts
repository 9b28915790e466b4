/** The shell that runs what it is told. */
export interface ToldShell {
  /** Where it was begun. */
  readonly folder: string;
  /** As it is called: `bash`; null: nobody knows. */
  readonly name: string | null;
}
