import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  McpError,
  type Tool as ServerTool,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import * as z from 'zod';

import { fitsGlob } from '../../../shared/lib/glob.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import type { JsonObject } from '../baa/json-value.ts';
import {
  type Attachment,
  boundedSchema,
  failed,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolRisk,
} from '../features/heart/actions/feature.ts';
import { countParts } from './json-parts.ts';
import type { ServerConfig } from './server-config.ts';

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;

/** Most bytes of one result that are taken in. */
export const MAX_RESULT_BYTES = 64 * 2 ** 20;

/** A tool that reports progress may go on for so many of its time limits. */
const MAX_EXTENSIONS = 10;

/** Connection of tools to their server. */
export interface Connection {
  readonly client: Client;
  /** Returns the last fault of the connection; null: none. */
  readonly fault: () => string | null;
  /** Reports that the connection cannot be used any more: the next call makes a new one. */
  readonly broken: (reason: string) => void;
}

/** The tools of a server as actions may call them. Names, texts and hints are the server's and are not trusted. */
export function createMcpTools(
  server: string,
  config: ServerConfig,
  connection: Connection,
  listed: readonly ServerTool[],
): readonly Tool[] {
  const taken = new Set<string>();
  return listed.map((tool) => {
    const name = fittingName(tool.name, taken);
    taken.add(name);
    return createMcpTool(server, name, config, connection, tool);
  });
}

/** A name the grammar of actions allows, its own where it fits. */
function fittingName(name: string, taken: ReadonlySet<string>): string {
  const plain = TOOL_NAME.test(name)
    ? name
    : `t${name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_')}`.slice(0, 100);
  let fitting = plain;
  for (let n = 2; taken.has(fitting); n += 1) fitting = `${plain}_${n}`;
  return fitting;
}

function createMcpTool(
  server: string,
  name: string,
  config: ServerConfig,
  connection: Connection,
  tool: ServerTool,
): Tool {
  const hints = config.trust === 'none' ? {} : (tool.annotations ?? {});
  const readOnly = hints.readOnlyHint === true;
  /** Made by the first call: that takes longer than all else of a tool, and most are never called. */
  let validate: ReturnType<typeof validatorOf> | null = null; // guard: schemas-later
  const self: Tool = {
    id: `mcp.${server}::${name}`,
    target: `mcp.${server}`,
    name,
    risk: riskOf(tool.name, config, hints),
    readOnly,
    idempotent: readOnly || hints.idempotentHint === true,
    cost: null,
    timeLimitMs: config.timeoutMs * MAX_EXTENSIONS,
    help: tool.description ?? tool.title ?? '',
    ...dataFlow(config, hints),
    hints: (tool.annotations ?? {}) as JsonObject,
    paramsSchema: toolSchemaOf(tool),
    call: async (params, context) => {
      const fault = (validate ??= validatorOf(tool))(params);
      if (fault !== null) return failed(fault.code, fault.text);
      return callTool(self, tool.name, params, context, connection, config);
    },
  };
  return self;
}

/** An object, as the SDK has checked, and it came as JSON. */
function toolSchemaOf({ inputSchema }: ServerTool): JsonObject {
  return inputSchema as JsonObject;
}

/** Returns which data comes in with its results, and whether data can go out with its params. */
function dataFlow(
  config: ServerConfig,
  { openWorldHint: open = true, readOnlyHint: readOnly = false }: ToolHints,
): Required<Pick<Tool, 'brings' | 'egress'>> {
  const isOutside = config.outside ?? open;
  const isPrivate = config.private ?? !isOutside;
  return {
    brings: [
      ...(isOutside ? ['untrusted' as const] : []),
      ...(isPrivate ? ['private' as const] : []),
    ],
    // Asked by its person, a server of their mail tells nobody what it is asked for.
    egress: isOutside && !(isPrivate && readOnly),
  };
}

type ToolHints = NonNullable<ServerTool['annotations']>;

function riskOf(name: string, config: ServerConfig, hints: ToolHints): ToolRisk {
  const own = Object.entries(config.risk).find(([pattern]) => fitsGlob(pattern, name));
  if (own !== undefined) return own[1];
  if (hints.readOnlyHint === true) return 'low';
  return hints.destructiveHint === false ? 'medium' : 'high';
}

function validatorOf(tool: ServerTool): (params: JsonObject) => CodedError | null {
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(
      // An absent field and an undefined one are one to the validator.
      boundedSchema(toolSchemaOf(tool)) as Parameters<AjvJsonSchemaValidator['getValidator']>[0],
    );
    return (params) => {
      const { valid, errorMessage } = validate(params);
      if (valid) return null;
      const text = `${(errorMessage ?? 'the params do not fit').replaceAll(/\bdata\b/g, 'params')}.`;
      return { code: 'invalid_params', text };
    };
  } catch {
    return () => null; // A schema that is none: the server itself judges its params.
  }
}

async function callTool(
  tool: Tool,
  serverName: string,
  params: JsonObject,
  { signal, progress }: ToolContext,
  connection: Connection,
  config: ServerConfig,
): Promise<ToolOutcome> {
  try {
    // Not client.callTool: it would hold a result to the server's own output schema, and we only pass it on.
    const result = await connection.client.request(
      { method: 'tools/call', params: { name: serverName, arguments: { ...params } } },
      CallToolResultSchema,
      {
        signal,
        timeout: config.timeoutMs,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: tool.timeLimitMs,
        onprogress: ({ progress: done, total, message }) =>
          progress({ done, total: total ?? null, message: message ?? null }),
      },
    );
    return outcomeOf(result);
  } catch (cause) {
    return faultOf(tool, cause, signal, connection);
  }
}

function faultOf(
  tool: Tool,
  cause: unknown,
  signal: AbortSignal,
  connection: Connection,
): ToolOutcome {
  if (signal.aborted) return failed('cancelled', `@${tool.id} was cancelled.`);
  const code = cause instanceof McpError ? (cause.code as ErrorCode) : null;
  const said = cause instanceof Error ? cause.message : String(cause);
  const why = code === ErrorCode.ConnectionClosed ? connection.fault() : null;
  const reason = why === null ? said : `${said} (${why})`;
  if (cause instanceof z.core.$ZodError) {
    const [issue] = cause.issues;
    const where = `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`;
    return failed('tool_failed', `It ran, but the answer of its server is invalid (${where}).`);
  }
  // An HTTP server that was started again knows nothing of us any more.
  if (code === null) connection.broken(reason);
  if (neverReached(cause))
    return failed('tool_unavailable', `${reason}. It did not run; it may be called again.`);
  // The server answered: it is there, and what it says is the result.
  if (code === ErrorCode.InvalidParams) return failed('invalid_params', reason);
  const answered =
    code !== null && code !== ErrorCode.ConnectionClosed && code !== ErrorCode.RequestTimeout;
  if (answered) return failed('tool_failed', reason);
  if (tool.idempotent) return failed('tool_unavailable', `${reason}. It may be called again.`);
  return failed(
    'outcome_unknown',
    `${reason}; it may have taken effect. Check before calling it again.`,
  );
}

/** A server that is not there, or that refused the request as such, has run nothing. */
function neverReached(cause: unknown): boolean {
  if (cause instanceof StreamableHTTPError)
    return cause.code !== undefined && cause.code >= 400 && cause.code < 500;
  const inner = cause instanceof Error ? cause.cause : null;
  return inner instanceof Error && 'code' in inner && inner.code === 'ECONNREFUSED';
}

function outcomeOf(result: CallToolResult): ToolOutcome {
  const attachments: Attachment[] = [];
  const parts: string[] = [];
  let bytes = 0;
  for (const [index, block] of (result.content ?? []).entries()) {
    const blob = blobOf(block, index);
    if (blob !== null) {
      const decoded = decode(blob.base64);
      if (decoded === null) {
        parts.push(`[${blob.name}: its content is not base64]`);
        continue;
      }
      bytes += decoded.byteLength;
      attachments.push({ name: blob.name, mediaType: blob.mediaType, bytes: decoded });
    } else {
      const text = textOf(block);
      bytes += text.length;
      parts.push(text);
    }
    if (bytes > MAX_RESULT_BYTES) {
      return failed(
        'tool_failed',
        `The result has more than ${MAX_RESULT_BYTES} bytes; ask for less at once.`,
      );
    }
  }
  const text = parts.join('\n');
  if (result.isError === true) {
    return {
      ...failed('tool_failed', text || 'The tool reported a failure without words.'),
      attachments,
    };
  }
  const structured = result.structuredContent;
  if (text === '' && structured !== undefined) {
    return { ok: true, text: JSON.stringify(structured), format: 'json', attachments };
  }
  return { ok: true, text, format: isJson(text) ? 'json' : 'text', attachments };
}

type Block = CallToolResult['content'][number];

function blobOf(
  block: Block,
  index: number,
): { readonly name: string; readonly mediaType: string; readonly base64: string } | null {
  if (block.type === 'image' || block.type === 'audio') {
    return {
      name: `${block.type}-${index + 1}`,
      mediaType: mediaType(block.mimeType),
      base64: block.data,
    };
  }
  if (block.type === 'resource' && 'blob' in block.resource) {
    const { uri, mimeType, blob } = block.resource;
    const name =
      uri
        .split('/')
        .at(-1)
        ?.replaceAll(/[^\w.-]+/g, '_')
        .slice(0, 100) || 'resource';
    return { name, mediaType: mediaType(mimeType), base64: blob };
  }
  return null;
}

function textOf(block: Block): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource' && 'text' in block.resource) return block.resource.text;
  if (block.type === 'resource_link') return `[${block.name}: ${block.uri}]`;
  return `[${block.type}]`;
}

function mediaType(said: string | undefined): string {
  return said !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(said)
    ? said
    : 'application/octet-stream';
}

function decode(base64: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/_-]*={0,2}\s*$/.test(base64)) return null;
  return Buffer.from(base64, 'base64');
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    countParts(Buffer.from(text));
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
