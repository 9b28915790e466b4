import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { ERROR_CODES } from '../../../../shared/model/error-codes.ts';

/** Data for a program, and the same as text for a model. */
export function structured(value: Record<string, unknown>, text?: string): CallToolResult {
  return {
    content: [{ type: 'text', text: text ?? JSON.stringify(value) }],
    structuredContent: value,
  };
}

/** A failure of the domain is a result: what went wrong, and what to do. */
export function failure({ code, text }: ApiError): CallToolResult {
  const { remedy } = ERROR_CODES[code];
  return {
    isError: true,
    content: [
      { type: 'text', text: `${code}: ${text}${text.includes(remedy) ? '' : ` ${remedy}`}` },
    ],
  };
}
