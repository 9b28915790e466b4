import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Operation } from '../../../shared/api/operation.ts';
import { operations } from '../../../shared/api/operations.ts';
import { composeResults } from '../../../conductor/src/baa/compose-results.ts';
import { parseActions } from '../../../conductor/src/baa/parse-actions.ts';
import { readRequest } from '../../../conductor/src/edges/read-request.ts';
import { safeText, terminalJson } from '../../../conductor/src/cli/terminal-text.ts';
import { readServerConfigs } from '../../../conductor/src/tool-servers/server-config.ts';
import { createLineBuffer } from '../../../conductor/src/tool-servers/line-buffer.ts';
import { parseConductorFrame, parseExtensionFrame } from '../../../shared/protocol/index.ts';
import { startTestConductor, type TestConductor } from '../../kit/running-conductor.ts';
import { CASES, inTime, LIMIT_MS } from './cases.ts';
import { damaged, inPieces } from './mutations.ts';

const WIRE = join(import.meta.dirname, '../../fixtures/wire');
const frames = readdirSync(WIRE).flatMap((type) =>
  readdirSync(join(WIRE, type)).map((name) => readFileSync(join(WIRE, type, name), 'utf8')),
);
const baa = readFileSync('docs/protocol/baa.md', 'utf8');
const BODIES = [
  '{"mode":"auto"}',
  '{"text":"Hello."}',
  '{"decision":"approve","params":{"a":[1,{"b":null}]}}',
  '{"tool":"mcp.*::*","decision":"ask","params":{"path":"/tmp/*"},"conversation":"x"}',
  '{"policy":{"low":"run","medium":"ask","high":"ask"},"artifacts":{"max_bytes":1}}',
  '{"goal":"tea","spacing_ms":1,"quiet_hours":{"from":"22:00","to":"06:00"}}',
];

describe('any text', () => {
  it(
    'is a frame or is refused, and never thrown at',
    () => {
      fc.assert(
        fc.property(damaged(frames), (text) => {
          inTime(() => {
            for (const parsed of [parseExtensionFrame(text), parseConductorFrame(text)])
              if (!parsed.ok) expect(parsed.error.message.length).toBeLessThan(1_000);
          });
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it(
    'holds actions or does not, and what is answered holds none',
    () => {
      const pieces = [baa, '```baa\n@a::b::{"c":"```"}\n```\n', '> ```baa\n> @a::b\n> ```\n'];
      fc.assert(
        fc.property(damaged(pieces), (text) => {
          inTime(() => {
            const found = parseActions(text);
            const outcome = { ok: true, text, format: 'text' } as const;
            const reports = found.map(({ position }) => ({
              position,
              name: 'a::b',
              id: text,
              outcome,
            }));
            const told = { position: found.length, name: null, id: 'x', outcome };
            const answer = composeResults(text, [...reports, told]);
            expect(parseActions(answer).filter((action) => action.ok)).toEqual([]);
          });
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it(
    'is a body of a request or names its field',
    () => {
      const all = Object.values(operations as Readonly<Record<string, Operation>>);
      fc.assert(
        fc.property(
          fc.constantFrom(...all),
          damaged(BODIES),
          fc.object(),
          (operation, text, other) => {
            let body: unknown = other;
            try {
              body = JSON.parse(text);
            } catch {
              // Fastify has answered that one.
            }
            const read = inTime(() =>
              readRequest(operation, { params: { id: text }, query: other, body }),
            );
            if (!read.ok) expect(read.error).toMatchObject({ code: 'invalid_request' });
          },
        ),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it(
    'is a file of tool servers or says where it is none',
    () => {
      const good =
        '{"mcpServers":{"a":{"command":"x","args":["-v"],"env":{"T":"${HOME}"}},"b":{"url":"http://x"}}}';
      fc.assert(
        fc.property(damaged([good]), (text) => {
          inTime(() => {
            const read = readServerConfigs(text, 'mcp.json', {});
            if (!read.ok) expect(read.error.length).toBeLessThan(300);
          });
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it(
    'is a line of a tool server or is passed over',
    () => {
      const good = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}]}}\n';
      fc.assert(
        fc.property(inPieces(damaged([good])), (pieces) => {
          inTime(() => {
            const buffer = createLineBuffer(1_000_000, (_ms, again) => again());
            for (const piece of pieces) buffer.append(Buffer.from(piece));
            for (let line = 0; line < 50_000; line += 1) {
              try {
                if (buffer.readMessage() === null) break;
              } catch (cause) {
                expect(cause).toBeInstanceOf(Error);
              }
            }
          });
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );

  it(
    'is shown to a terminal as nothing that it obeys',
    () => {
      const unsafe = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
      fc.assert(
        fc.property(damaged(['\u001B]0;x\u0007\u009B31m\u202E']), (text) => {
          for (const shown of [
            safeText(text, 'block'),
            safeText(text, 'line'),
            terminalJson({ text }),
          ])
            expect(unsafe.exec(shown)).toBeNull();
          expect(JSON.parse(terminalJson({ text }))).toEqual({ text });
        }),
        { numRuns: CASES },
      );
    },
    LIMIT_MS,
  );
});

describe('a conductor that is told anything', () => {
  let conductor: TestConductor;
  beforeAll(async () => {
    conductor = await startTestConductor();
  });
  afterAll(() => conductor.end());

  it(
    'answers every body, stays up and keeps its memory',
    async () => {
      const all = Object.entries(operations as Readonly<Record<string, Operation>>).filter(
        ([name, { method }]) => method !== 'GET' && !['createBackup', 'vacuum'].includes(name),
      );
      const routes = [
        ...all.map(([, { method, path }]) => [method, path.replace(':id', 'x')] as const),
        ['POST', '/v1/import'] as const,
        ['POST', '/mcp'] as const,
        ['POST', '/v1/pairing/claim'] as const,
      ];
      const types = fc.constantFrom('application/json', 'application/x-ndjson', 'text/plain', 'x');
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...routes),
          types,
          damaged(BODIES),
          async ([method, path], type, body) => {
            const answer = await fetch(`${conductor.url}${path}`, {
              method,
              headers: {
                authorization: `Bearer ${conductor.adminSecret}`,
                accept: 'application/json, text/event-stream',
                'content-type': type,
              },
              ...(method !== 'DELETE' && { body }),
            });
            await answer.text();
            expect([path, answer.status < 500]).toEqual([path, true]);
          },
        ),
        { numRuns: CASES },
      );
      expect((await fetch(`${conductor.url}/healthz`)).status).toBe(200);
      expect(process.memoryUsage().heapUsed).toBeLessThan(1_500 * 2 ** 20);
    },
    LIMIT_MS,
  );
});
