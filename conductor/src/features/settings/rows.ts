/** A setting a person changed while the conductor runs; what is not here stands at its default. */
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

declare module '../../engine/tables.ts' {
  interface Tables extends SettingsTables {}
}
