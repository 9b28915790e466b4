import * as z from 'zod';

import { instruction } from './api/actions.ts';
import { approval } from './api/approvals.ts';
import { artifact } from './api/artifacts.ts';
import { client } from './api/browsers.ts';
import {
  conversation,
  conversationDetail,
  message,
  searchHit,
  shownMessage,
} from './api/conversations.ts';
import { backup } from './api/data.ts';
import { job } from './api/deliveries.ts';
import { faceSession } from './api/face.ts';
import type { Operation } from './api/operation.ts';
import { policyRule } from './api/policy.ts';
import { renewal } from './api/renewals.ts';
import { event, status } from './api/service.ts';
import { settings } from './api/settings.ts';
import { streams } from './api/streams.ts';
import { tool, toolServer } from './api/tools.ts';
import { ERROR_CODES, type ErrorCode } from './model/error-codes.ts';
import type { Scope } from './model/scope.ts';

type Json = { readonly [key: string]: unknown };

/** Shapes that get a name of their own in the document. */
const NAMED = {
  Conversation: conversation,
  ConversationDetail: conversationDetail,
  Renewal: renewal,
  Message: message,
  ShownMessage: shownMessage,
  SearchHit: searchHit,
  Job: job,
  Instruction: instruction,
  Approval: approval,
  PolicyRule: policyRule,
  Artifact: artifact,
  Event: event,
  Tool: tool,
  ToolServer: toolServer,
  Client: client,
  FaceSession: faceSession,
  Settings: settings,
  Status: status,
  Backup: backup,
};

/** Any operation may answer with these. */
const EVERYWHERE: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden_host',
  'forbidden_origin',
  'read_only',
  'store_locked',
  'disk_full',
  'store_gone',
  'internal',
];

const TAGS: Readonly<Record<string, string>> = {
  conversations: 'Chats, how Baton may act in them, and what it does by itself.',
  messages: 'What was said.',
  jobs: 'Deliveries: texts on their way into a conversation.',
  actions: 'What assistants asked for.',
  approvals: 'What waits for a person.',
  policy: 'Rules of what may run.',
  artifacts: 'What is too long, or not text.',
  browsers: 'Paired browsers.',
  face: 'Browsers that are signed in to the web UI.',
  tools: 'What actions may call.',
  settings: 'What a person can change while the conductor runs.',
  data: 'The data as a whole.',
  service: 'The conductor itself.',
};

/** The OpenAPI 3.1 description of the conductor, made from the tables that serve it. */
export function openapiDocument(
  version: string,
  operations: Readonly<Record<string, Operation>>,
): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'output',
    unrepresentable: 'any',
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const path = (paths[openPath(operation.path)] ??= {});
    path[operation.method.toLowerCase()] = described(id, operation, registry);
  }
  for (const [id, stream] of Object.entries(streams)) {
    const path = (paths[openPath(stream.path)] ??= {});
    path[stream.method.toLowerCase()] = streamed(id, stream);
  }
  paths['/healthz'] = { get: health('getHealth', 'The process is up.') };
  paths['/readyz'] = {
    get: health('getReadiness', 'It takes work.', [
      'read_only',
      'store_locked',
      'disk_full',
      'store_gone',
    ]),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baton conductor',
      version,
      summary: 'Chats open in a browser, as durable, programmable conversations.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:7717', description: 'Where it listens by default.' }],
    security: [{ adminSecret: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        adminSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The content of the file admin-secret in the data folder.',
        },
      },
      schemas: {
        ...Object.fromEntries(
          Object.entries(schemas).map(([id, schema]) => [id, withoutMeta(schema as Json)]),
        ),
        Problem: problemSchema(),
      },
    },
  };
}

/** Sorts paths and methods by name: the document does not depend on the order of the declarations. */
function sorted<Value>(
  paths: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): Record<string, Record<string, Value>> {
  const byName = <V>(record: Readonly<Record<string, V>>) =>
    Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    byName(paths).map(([path, methods]) => [path, Object.fromEntries(byName(methods))]),
  );
}

function openPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function described(
  id: string,
  operation: Operation,
  registry: z.core.$ZodRegistry<{ id: string }>,
): Json {
  const body = bodyOf(operation);
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    'x-scope': operation.scope,
    parameters: [
      ...parametersOf('path', operation.params),
      ...parametersOf('query', operation.query),
      ...(operation.method === 'POST' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: body.required,
        content: jsonContent(body.schema, operation.example),
      },
    }),
    responses: {
      [operation.status]: {
        description: 'As asked.',
        content: jsonContent(schemaOf(operation.response, 'output', registry)),
      },
      ...problems([...operation.errors, ...EVERYWHERE]),
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the request: the same key again gets the same answer, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(where: 'path' | 'query', schema: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyOf({ body }: Operation): { readonly required: boolean; readonly schema: Json } | null {
  if (body instanceof z.ZodUndefined) return null;
  const required = !body.safeParse(undefined).success;
  return { required, schema: schemaOf(body, 'input') };
}

function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  registry?: z.core.$ZodRegistry<{ id: string }>,
): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(registry && { metadata: z.globalRegistry }),
    override({ zodSchema, jsonSchema }) {
      const named = registry?.get(zodSchema);
      if (named === undefined || (zodSchema as unknown) === schema) return;
      for (const key of Object.keys(jsonSchema))
        delete (jsonSchema as Record<string, unknown>)[key];
      (jsonSchema as Record<string, unknown>)['$ref'] = `#/components/schemas/${named.id}`;
    },
  });
  const own = registry?.get(schema);
  return own === undefined ? withoutMeta(made as Json) : { $ref: `#/components/schemas/${own.id}` };
}

/** `$schema` and `$id` belong to documents of their own. */
function withoutMeta({ $schema: _schema, $id: _id, ...rest }: Json): Json {
  return rest;
}

function jsonContent(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}

function problems(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const status = ERROR_CODES[code].http;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => `\`${name}\`: ${ERROR_CODES[name].meaning}`).join(' '),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  );
}

function problemSchema(): Json {
  return {
    type: 'object',
    description: 'RFC 9457.',
    properties: {
      type: { type: 'string' },
      title: { type: 'string', description: 'What the code means.' },
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(ERROR_CODES) },
      detail: { type: 'string', description: 'What happened here.' },
      remedy: { type: 'string', description: 'What a person can do about it.' },
      field: { type: 'string', description: 'The field that is invalid, as `body.mode`.' },
    },
    required: ['type', 'title', 'status', 'code', 'detail', 'remedy'],
  };
}

interface Stream {
  readonly path: string;
  readonly tag: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly contentType: string;
  readonly query: Readonly<Record<string, string>>;
  readonly method: 'GET' | 'POST';
}

function streamed(id: string, stream: Stream): Json {
  const { path, tag, scope, summary, contentType, query, method } = stream;
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    operationId: id,
    tags: [tag],
    summary,
    'x-scope': scope,
    parameters: [
      ...named.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', minLength: 1 },
      })),
      ...Object.entries(query).map(([name, description]) => ({
        name,
        in: 'query',
        required: false,
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(method === 'POST' && {
      requestBody: {
        required: true,
        content: { 'application/x-ndjson': { schema: { type: 'string' } } },
      },
    }),
    responses: {
      200: {
        description: 'As asked.',
        content: {
          [contentType]: {
            schema:
              contentType === 'application/json'
                ? {
                    type: 'object',
                    properties: { imported: { type: 'integer' }, known: { type: 'integer' } },
                    required: ['imported', 'known'],
                  }
                : { type: 'string' },
          },
        },
      },
      ...problems(['not_found', ...EVERYWHERE]),
    },
  };
}

function health(operationId: string, summary: string, codes: readonly ErrorCode[] = []): Json {
  return {
    operationId,
    tags: ['service'],
    summary,
    security: [],
    responses: {
      200: { description: summary, content: jsonContent({ type: 'object' }) },
      ...problems(['forbidden_host', ...codes]),
    },
  };
}
