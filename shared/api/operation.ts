import type * as z from 'zod';

import type { AbortSignal } from '../lib/abort-signal.ts';
import type { Result } from '../lib/result.ts';
import type { CodedError, ErrorCode } from '../model/error-codes.ts';
import type { Scope } from '../model/scope.ts';

/** The section of the API document that an operation stands in. */
export type Tag =
  | 'conversations'
  | 'messages'
  | 'jobs'
  | 'actions'
  | 'approvals'
  | 'policy'
  | 'artifacts'
  | 'browsers'
  | 'tools'
  | 'resources'
  | 'agents'
  | 'runs'
  | 'settings'
  | 'face'
  | 'data'
  | 'service';

/**
 * One thing a program can ask of the conductor, as data. From it come the HTTP route with its checks, the OpenAPI
 * document, and the typed client: what is written here is written nowhere else.
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  ResponseBody extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Segments as `:id` are named in `params`. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  /** The least that a session of the web UI needs to ask for it. */
  readonly scope: Scope;
  /** Fields of the body that only a session of scope `full` may send. */
  readonly fullFields?: readonly string[];
  /** One line. */
  readonly summary: string;
  readonly params: Params;
  /** Values arrive as text: take them with z.coerce or z.enum. */
  readonly query: Query;
  /** `z.undefined()` where there is none. */
  readonly body: Body;
  /** A body as somebody would send it, for the OpenAPI document. */
  readonly example?: z.input<Body>;
  readonly response: ResponseBody;
  /**
   * Words by which `baton` offers it, as `notes add`: a command made from the operation, with the path's params as
   * arguments and query and body as options. Without: it has a command of its own, or none.
   */
  readonly command?: string;
  /** Name of the MCP tool that is made from it, likewise. */
  readonly tool?: string;
  /** HTTP status of a success. */
  readonly status: 200 | 201 | 202;
  /** Codes it answers with, beyond those of every operation (unauthorized, invalid_request, internal …). */
  readonly errors: readonly ErrorCode[];
}

/** A checked request, as a handler gets it: defaults are filled in. */
export type Input<O extends Operation> = {
  readonly params: z.output<O['params']>;
  readonly query: z.output<O['query']>;
  readonly body: z.output<O['body']>;
};

/** As a caller writes it: defaults may be left out. */
export type Request<O extends Operation> = {
  readonly params: z.input<O['params']>;
  readonly query: z.input<O['query']>;
  readonly body: z.input<O['body']>;
};

/** The body of a successful response. */
export type OperationResponse<O extends Operation> = z.output<O['response']>;

/** A failure as a program gets it. */
export interface ApiError extends CodedError {
  /** The field that is invalid, as `body.mode`. */
  readonly field?: string;
}

/** Who asks, for the audit trail, and until when they wait. */
export interface Caller {
  readonly via: 'http' | 'cli' | 'mcp' | 'popup' | 'face' | 'schedule';
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  /** The request's own name; the same one asks for the same thing (RFC draft Idempotency-Key). Null: none. */
  readonly idempotencyKey: string | null;
  /** Seed of ids that a repeated request must get again: nobody who reads the database can know it. */
  readonly idSeed: string | null;
  /** The session of the web UI that asks. */
  readonly faceSessionId?: string;
}

/** Handles an operation. It rejects only for a fault of ours; every expected failure is an ApiError. */
export type Handler<O extends Operation> = (
  input: Input<O>,
  caller: Caller,
) => Promise<Result<OperationResponse<O>, ApiError>>;
