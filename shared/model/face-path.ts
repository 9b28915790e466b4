/** A place in the web UI, as `/approvals`: never another address, as `//elsewhere` would be. */
export const FACE_PATH = /^\/(?![/\\])[!-~]*$/; // guard: face-link-path

/** UTF-16 code units of a path of the web UI. */
export const MAX_FACE_PATH_LENGTH = 500;
