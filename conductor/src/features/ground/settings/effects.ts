/** Effects that may follow a commit of this feature. */
export interface SettingsEffects {
  /** A setting has another value from now on. */
  setting_changed: { readonly name: string };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends SettingsEffects {}
}
