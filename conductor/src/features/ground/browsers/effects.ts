/** Effects that may follow a commit of this feature. */
export interface BrowsersEffects {
  /** The browser is not paired any more: its connection is to be closed. */
  client_revoked: { readonly clientId: string };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends BrowsersEffects {}
}
