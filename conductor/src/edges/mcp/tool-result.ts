import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { ERROR_CODES } from '../../../../shared/model/error-codes.ts';

/** A tool's result: data for programs, and text for the model (the data as JSON, unless told otherwise). */
export function structured(value: Record<string, unknown>, text?: string): CallToolResult {
  return {
    content: [{ type: 'text', text: text ?? JSON.stringify(value) }],
    structuredContent: value,
  };
}

/** An operation that failed is a tool's result too, no protocol error: the code, what went wrong and what to do. */
export function failure({ code, text }: ApiError): CallToolResult {
  const { remedy } = ERROR_CODES[code];
  return {
    isError: true,
    content: [
      { type: 'text', text: `${code}: ${text}${text.includes(remedy) ? '' : ` ${remedy}`}` },
    ],
  };
}
