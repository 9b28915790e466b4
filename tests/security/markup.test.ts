import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../kit/browser-frames.ts';
import { runBaton } from '../kit/run-baton.ts';
import { startTestConductor, type TestConductor } from '../kit/running-conductor.ts';
import { hostileServer } from '../kit/tool-servers.ts';

/** Sequences that a terminal would obey: clear, title, link, colour by one byte, cursor, a line written backwards. */
const ESCAPES =
  '\u001B[2J\u001B]0;owned\u0007\u001B]8;;http://evil\u001B\\\u009B31m\r\b\u202Eback\u2066';
/** Markup that a page or a viewer of Markdown would run or load. */
const MARKUP =
  '<img src=x onerror=alert(1)><script>alert(1)</script>[go](javascript:alert(1))![i](http://evil.example/i.png)';
const HOSTILE = `${ESCAPES}${MARKUP}`;
/** Everything but line feeds and tabs that is no character to be shown. */
const UNSAFE = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

let conductor: TestConductor;
let id: string;

beforeAll(async () => {
  conductor = await startTestConductor();
  const entry = { ...hostileServer('tools'), risk: { '*': 'high' } };
  const mcpServers = { bad: entry, odd: { command: HOSTILE } };
  writeFileSync(join(conductor.dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport([{ remote_conversation_id: 'a', title: HOSTILE }]));
  id = (await inbox.first('conversation.state')).local_conversation_id;
  await conductor.setMode(id, 'auto');
  browser.send(userTurn('a', `turn ${HOSTILE}`.slice(0, 100), HOSTILE));
  const params = JSON.stringify({ text: HOSTILE });
  const actions = [
    `@conductor::echo::${params}`,
    `@mcp.bad::fine::${params}`,
    `@mcp.odd::x`,
    `@${HOSTILE}`,
  ];
  browser.send(
    finalMessage(
      'a',
      `reply ${HOSTILE}`.slice(0, 100),
      `${HOSTILE}\n${asking(actions.join('\n'))}`,
    ),
  );
  await inbox.first('conversation.state', ({ approvals }) => (approvals ?? []).length > 0);
  const open = (await (await conductor.admin('GET', '/v1/approvals')).json()) as {
    items: { approval_id: string }[];
  };
  await conductor.admin('POST', `/v1/approvals/${open.items[0]?.approval_id}/decision`, {
    decision: 'deny',
    reason: HOSTILE,
  });
  const job = await inbox.first('delivery.enqueue');
  browser.send(
    deliveryResult(job, 'failed', { error_code: 'challenge_required', error_message: HOSTILE }),
  );
  await conductor.admin('PATCH', `/v1/conversations/${id}`, { labels: [HOSTILE.slice(0, 60)] });
  await conductor.admin('POST', '/v1/policy/rules', {
    tool: 'mcp.*::*',
    decision: 'ask',
    reason: HOSTILE,
  });
  await conductor.admin('POST', `/v1/conversations/${id}/messages`, { text: HOSTILE });
  await inbox.allAcked();
  await conductor.setMode(id, 'paused');
}, 30_000);
afterAll(() => conductor.end());

const COMMANDS: readonly (readonly string[])[] = [
  ['status'],
  ['doctor'],
  ['conversations'],
  ['show', 'ID'],
  ['search', 'owned'],
  ['actions'],
  ['approvals'],
  ['jobs'],
  ['tools'],
  ['policy', 'list'],
  ['artifacts'],
  ['clients'],
  ['events'],
  ['send', 'ID', HOSTILE, '--surprise'],
  ['show', HOSTILE],
];

describe('the command line', () => {
  it('shows a terminal nothing that it would obey, as text or as JSON', async () => {
    const runs = COMMANDS.flatMap((args) => [args, [...args, '--json']]);
    const waiting = [...runs];
    let shown = 0;
    const work = async (): Promise<void> => {
      for (let args = waiting.shift(); args !== undefined; args = waiting.shift()) {
        const own = args.map((one) => (one === 'ID' ? id : one));
        const { out, err } = await runBaton(own, { env: { BATON_DATA_DIR: conductor.dataDir } });
        expect([args.slice(0, 2), UNSAFE.exec(out + err)?.[0] ?? null]).toEqual([
          args.slice(0, 2),
          null,
        ]);
        if (`${out}${err}`.includes('onerror')) shown += 1;
      }
    };
    await Promise.all([work(), work(), work()]);
    // It looked at something: the text itself is there, harmless.
    expect(shown).toBeGreaterThan(8);
  }, 60_000);
});

describe('an export to read', () => {
  it('runs and loads nothing, and holds nothing that a terminal obeys', async () => {
    const text = await (await conductor.admin('GET', '/v1/export?format=markdown')).text();
    expect(UNSAFE.exec(text)).toBeNull();
    expect(text).toContain('onerror');
    // Outside of fences no tag, link or image is left.
    let fence: string | null = null;
    const open: string[] = [];
    for (const line of text.split('\n')) {
      const mark = /^(?:> )? {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
        fence = fence === null ? mark : null;
      } else if (fence === null) open.push(line);
    }
    expect(fence).toBeNull();
    expect(open.filter((line) => /<[a-z/!]|(?<!\\)\[[^\]]*(?<!\\)\]\(/i.test(line))).toEqual([]);
  });
});

describe('a page of the extension, and a script in a page of a chat', () => {
  /** All that makes markup, or code, of a text. */
  const MAKES_MARKUP =
    /\b(innerHTML|outerHTML|srcdoc)\W{0,2}[=:][^=]|\b(dangerouslySetInnerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|DOMParser|document\.write)\b|\beval\(|\bnew Function\b|\bjavascript:/;

  it('never makes markup or code of a text', () => {
    const sources = readdirSync('extension', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|html)$/.test(name))
      .map((name) => [name, readFileSync(join('extension', name), 'utf8')] as const);
    expect(sources.length).toBeGreaterThan(250);
    expect(sources.filter(([, text]) => MAKES_MARKUP.test(text)).map(([name]) => name)).toEqual([]);
    // It would see one.
    expect(MAKES_MARKUP.test(`title.innerHTML = text`)).toBe(true);
  });
});

describe('an answer', () => {
  it('is never a page, whatever it holds', async () => {
    const paths = [
      '/v1/conversations',
      `/v1/conversations/${id}/messages`,
      '/v1/events/log',
      '/v1/jobs',
    ];
    for (const path of [...paths, `/v1/${encodeURIComponent(MARKUP)}`, '/v1/export']) {
      const answer = await conductor.admin('GET', path);
      expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+|x-nd)?json/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      await answer.text();
    }
  });

  it('as an event is one event, whatever it holds', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${conductor.url}/v1/events?after=0`, {
      headers: { authorization: `Bearer ${conductor.adminSecret}` },
      signal: stop.signal,
    });
    const newest = conductor.rows<{ id: number }>('select max(event_id) as id from events')[0]?.id;
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.includes(`id: ${newest}\n`) && text.endsWith('\n\n')) break;
    }
    stop.abort();
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
    expect(
      lines.filter((line) => !/^(id: \d+|event: [a-z_.]+|data: \{.*\}|retry: \d+)$/u.test(line)),
    ).toEqual([]);
  });
});

describe('the log', () => {
  it('has one line for each entry, and nothing of it is someone else’s', () => {
    const whole = conductor.log.map((entry) => JSON.stringify(entry)).join('\n');
    expect(whole).not.toContain('onerror');
    expect(UNSAFE.exec(whole)).toBeNull();
  });
});
