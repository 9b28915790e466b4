/** Effects that may follow a commit of this feature. */
export interface FaceEffects {
  /** The session can do nothing any more: its open streams are to be closed. */
  face_session_ended: { readonly sessionId: string };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends FaceEffects {}
}
