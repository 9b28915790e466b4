import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';

import { parseActions } from '../../../../../conductor/src/baa/parse-actions.ts';
import { insert } from '../../../../../conductor/src/engine/plan.ts';
import { keepResult } from '../../../../../conductor/src/features/heart/actions/keep-result.ts';
import { artifactTools } from '../../../../../conductor/src/features/heart/actions/tools/built-in/artifact-tools.ts';
import {
  defineTool,
  failed,
  jsonResult,
  textResult,
  type ToolOutcome,
} from '../../../../../conductor/src/features/heart/actions/tools/tool.ts';
import { toolContext } from '../../../../kit/call-context.ts';
import {
  ANCHOR,
  CONVERSATION,
  INSTRUCTION,
  KEY,
  openLedger,
} from '../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import {
  CONVERSATIONS,
  MESSAGE_ANCHORS,
} from '../../../../../conductor/src/features/heart/conversations/rows.ts';
import { INSTRUCTIONS } from '../../../../../conductor/src/features/heart/actions/rows.ts';

const PNG = { name: 'dot.png', mediaType: 'image/png', bytes: Buffer.from([137, 80]) };

function tool(outcome: ToolOutcome) {
  return defineTool({
    id: 'test::run',
    params: z.strictObject({}),
    risk: 'low',
    help: 'Runs.',
    run: () => outcome,
  });
}

/** Returns the effect of a result, in the ledger and on the way back. */
async function resultOf(outcome: ToolOutcome, quotaBytes = 2 ** 30) {
  const ledger = openLedger(tempDir(), [tool(outcome)], {
    settings: { artifacts: { max_bytes: 2 ** 20, quota_bytes: quotaBytes } },
  });
  onTestFinished(() => ledger.close());
  await ledger.reply('run');
  await expect.poll(ledger.deliveries).toHaveLength(1);
  const [row] = ledger.rows<{ result_text: string | null; error_text: string | null }>(
    'select * from instructions',
  );
  const [artifact] = ledger.rows<{ artifact_id: string }>('select * from artifacts');
  return {
    ledger,
    statuses: ledger.statuses(),
    text: row?.result_text ?? row?.error_text ?? '',
    row,
    delivery: ledger.deliveries()[0] ?? '',
    artifactId: artifact?.artifact_id ?? '',
    artifacts: ledger.rows(
      'select conversation_key, instruction_id, name, media_type, size_bytes from artifacts',
    ),
  };
}

describe('a result', () => {
  it('of 8,000 characters is kept as it is', async () => {
    const { text, artifacts, delivery } = await resultOf(textResult('x'.repeat(8_000)));
    expect(text).toBe('x'.repeat(8_000));
    expect(artifacts).toEqual([]);
    expect(delivery).toContain(text);
  });

  it('of more is kept whole on disk, and told with its head, its tail and the way to the rest', async () => {
    const whole = `head${'x'.repeat(9_992)}tail`;
    const { text, artifacts, delivery, artifactId } = await resultOf(textResult(whole));
    const readOn = `@conductor::artifact.read::{"id":"${artifactId}","offset":6000}`;
    expect(text).toBe(
      `${whole.slice(0, 6_000)}\n(2500 of 10000 characters left out here; read on with ${readOn})\n${whole.slice(-1_500)}`,
    );
    expect(parseActions(`\`\`\`baa\n${readOn}\n\`\`\``)).toMatchObject([
      { ok: true, params: { id: artifactId, offset: 6_000 } },
    ]);
    expect(artifacts).toEqual([
      {
        conversation_key: KEY,
        instruction_id: 'reply.0',
        name: 'test.run.txt',
        media_type: 'text/plain; charset=utf-8',
        size_bytes: 10_000,
      },
    ]);
    expect(delivery).toContain(text);
    expect(delivery).not.toContain('(cut:');
  });

  it('that was JSON is text once it is cut', async () => {
    const { artifacts, row, delivery } = await resultOf(jsonResult({ a: 'x'.repeat(9_000) }));
    expect(row).toMatchObject({ result_format: 'text' });
    expect(artifacts).toMatchObject([{ name: 'test.run.json', media_type: 'application/json' }]);
    expect(delivery).toContain('```text\n{"a":');
  });

  it('that is a long failure is kept the same way', async () => {
    const { statuses, artifacts, text } = await resultOf(failed('tool_failed', 'x'.repeat(9_000)));
    expect(statuses).toEqual(['failed:tool_failed']);
    expect(artifacts).toMatchObject([{ size_bytes: 9_000 }]);
    expect(text).toContain('read on with @conductor::artifact.read');
  });

  it('with attachments names each', async () => {
    const hostile = { name: 'a\n```\n/b', mediaType: 'no type', bytes: Buffer.from('x') };
    const { text, artifacts, row } = await resultOf({
      ok: true,
      text: '{"drawn":true}',
      format: 'json',
      attachments: [PNG, hostile],
    });
    expect(row).toMatchObject({ result_format: 'text' });
    expect(text.split('\n')).toEqual([
      '{"drawn":true}',
      expect.stringMatching(/^Kept: "dot.png" \(image\/png, 2 bytes\) as artifact "[^"]+"\.$/),
      expect.stringMatching(/^Kept: "a_```__b" \(application\/octet-stream, 1 bytes\) as artifact/),
    ]);
    expect(artifacts).toMatchObject([{ name: 'dot.png' }, { name: 'a_```__b' }]);
  });

  it('without room for it says so, with the head of what there was', async () => {
    const { statuses, text, artifacts } = await resultOf(textResult('x'.repeat(9_000)), 1_024);
    expect(statuses).toEqual(['failed:quota_exceeded']);
    expect(text).toContain('The action ran, but its result could not be kept whole.');
    expect(text).toContain('All artifacts together may hold 1024 bytes.');
    expect(text).toContain('x'.repeat(6_000));
    expect(artifacts).toEqual([]);
  });

  it('without room for an attachment still has its text', async () => {
    const attachments = [{ ...PNG, bytes: Buffer.alloc(2_000) }];
    const { statuses, text } = await resultOf({ ...textResult('drawn'), attachments }, 1_024);
    expect(statuses).toEqual(['failed:quota_exceeded']);
    expect(text).toMatch(/drawn\nNot kept: "dot.png" \(image\/png, 2000 bytes\)\.$/);
  });
});

describe('reading on', () => {
  it('from slice to slice gives the whole of a long result', async () => {
    const whole = Array.from({ length: 3_000 }, (_, line) => `line ${line}`).join('\n');
    const { ledger, artifactId } = await resultOf(textResult(whole));
    const [read, list] = artifactTools(ledger.artifacts);
    let text = '';
    for (let offset: number | null = 0; offset !== null;) {
      const outcome: ToolOutcome | undefined = await read?.call(
        { id: artifactId, offset },
        toolContext(),
      );
      const [, slice = '', next]: readonly (string | undefined)[] =
        /^([^]*)\n\(characters \d+ to \d+(?:; go on with "offset":(\d+)|, the end)\)$/.exec(
          outcome?.text ?? '',
        ) ?? [];
      expect(outcome?.text.length).toBeLessThan(8_000);
      text += slice;
      offset = next === undefined ? null : Number(next);
    }
    expect(text).toBe(whole);
    expect(JSON.parse((await list?.call({}, toolContext()))?.text ?? '')).toEqual([
      {
        id: artifactId,
        name: 'test.run.txt',
        media_type: 'text/plain; charset=utf-8',
        size_bytes: whole.length,
        created_at: expect.any(Number),
      },
    ]);
  });

  it('finds what was cut only because many results share one message', async () => {
    const ledger = openLedger(tempDir(), []);
    onTestFinished(() => ledger.close());
    await ledger.write({
      changes: [
        insert(CONVERSATIONS, CONVERSATION),
        insert(MESSAGE_ANCHORS, ANCHOR),
        insert(INSTRUCTIONS, {
          ...INSTRUCTION,
          status: 'succeeded',
          resultText: '0123456789',
        }),
      ],
    });
    const [read] = artifactTools(ledger.artifacts);
    expect(await read?.call({ id: 'reply.0', offset: 4, length: 3 }, toolContext())).toEqual({
      ok: true,
      text: '456\n(characters 4 to 7; go on with "offset":7)',
      format: 'text',
    });
    expect(await read?.call({ id: 'reply.9' }, toolContext())).toMatchObject({ code: 'not_found' });
  });

  it('of what is no text says what it is', async () => {
    const { ledger, artifactId } = await resultOf({ ...textResult(''), attachments: [PNG] });
    const [read] = artifactTools(ledger.artifacts);
    expect(await read?.call({ id: artifactId }, toolContext())).toMatchObject({
      text: '"dot.png" is no text: image/png, 2 bytes. The person can open it.',
    });
  });

  it.each([
    [{}, 'params.id: '],
    [{ id: '' }, 'params.id: '],
    [{ id: 'a', offset: -1 }, 'params.offset: '],
    [{ id: 'a', offset: 1.5 }, 'params.offset: '],
    [{ id: 'a', length: 0 }, 'params.length: '],
    [{ id: 'a', length: 7_501 }, 'params.length: '],
    [{ id: 'a', path: '/etc/passwd' }, 'path'],
  ])('with params out of shape names them: %j', async (params, text) => {
    const reader = { list: () => Promise.resolve([]), readSlice: () => Promise.resolve(null) };
    const [read] = artifactTools(reader);
    expect(await read?.call(params, toolContext())).toMatchObject({
      code: 'invalid_params',
      text: expect.stringContaining(text),
    });
  });
});

it('what a result holds back from the collection is let go', async () => {
  const ledger = openLedger(tempDir(), []);
  onTestFinished(() => ledger.close());
  const { artifacts } = ledger;
  const kept = await keepResult('a.b', textResult('x'.repeat(9_000)), artifacts);
  expect(await artifacts.collectGarbage()).toMatchObject({ freedBytes: 0 });
  kept.release();
  await new Promise((resolve) => void setImmediate(resolve));
  expect(await artifacts.collectGarbage()).toEqual({ files: 1, freedBytes: 9_000 });
});
