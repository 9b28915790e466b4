import type { ResourceProblem } from '../messages/resource-messages.ts';

/** Why a page did not do what it was asked. */
export function problem(
  error_code: ResourceProblem['error_code'],
  error_message: string,
): { readonly ok: false } & ResourceProblem {
  return { ok: false, error_code, error_message };
}
