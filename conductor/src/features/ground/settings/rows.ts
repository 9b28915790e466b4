/** A setting that a person changed; one without a row has its default. */
export interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly updatedAt: number;
  readonly version: number;
}

/** The rows of this feature, by table. */
export interface SettingsTables {
  settings: Setting;
}

declare module '../../../engine/tables.ts' {
  interface Tables extends SettingsTables {}
}
