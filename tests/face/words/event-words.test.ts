import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { deliveryJobMachine } from '../../../conductor/src/features/heart/deliveries/delivery-job.machine.ts';
import { instructionMachine } from '../../../conductor/src/features/heart/actions/instruction.machine.ts';
import { callMachine } from '../../../conductor/src/features/hands/resources/call.machine.ts';
import { resourceMachine } from '../../../conductor/src/features/hands/resources/resource.machine.ts';
import en from '../../../face/words/events.en.json' with { type: 'json' };
import zh from '../../../face/words/events.zh-CN.json' with { type: 'json' };
import { ROOT } from '../../../launcher/root.ts';
import { approvalDecision } from '../../../shared/api/approvals.ts';
import { FROM_CONDUCTOR, FROM_EXTENSION } from '../../../shared/protocol/index.ts';

/** Frames are named alike. */
const FRAMES = new Set([...Object.keys(FROM_CONDUCTOR), ...Object.keys(FROM_EXTENSION)]);

/** Types that are written out in the conductor's sources as those of an event. */
function written(): string[] {
  const dir = join(ROOT, 'conductor', 'src');
  const topics = new Set(Object.keys(en).map((type) => type.split('.')[0]));
  return (
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      // Tools are named alike there.
      .filter((file) => file.endsWith('.ts') && !file.startsWith(join('edges', 'mcp')))
      .flatMap((file) => [
        ...readFileSync(join(dir, file), 'utf8').matchAll(/(?:type: |\()'([a-z_]+)\.([a-z_]+)'/g),
      ])
      .map(([, topic = '', what = '']) => `${topic}.${what}`)
      .filter((type) => topics.has(type.split('.')[0] ?? ''))
      .filter((type) => !FRAMES.has(type))
  );
}

test('every event that the conductor writes has its words, in both languages', () => {
  expect(Object.keys(zh)).toEqual(Object.keys(en));
  const types = [
    ...written(),
    ...instructionMachine.events.map((name) => `instruction.${name.toLowerCase()}`),
    ...deliveryJobMachine.events.map((name) => `delivery_job.${name.toLowerCase()}`),
    ...callMachine.events.map((name) => `call.${name.toLowerCase()}`),
    // A page is told of by its calls when one begins or ends in it.
    ...resourceMachine.events
      .filter((name) => !name.startsWith('CALL_'))
      .map((name) => `resource.${name.toLowerCase()}`),
    ...approvalDecision.options.filter((one) => one !== 'open').map((one) => `approval.${one}`),
    ...['entered', 'proved', 'ended'].map((what) => `face_session.${what}`),
  ];
  expect(types.length).toBeGreaterThan(50);
  expect([...new Set(types)].filter((type) => !(type in en))).toEqual([]);
});

test('no phrase exclaims or is empty', () => {
  for (const [type, text] of [...Object.entries(en), ...Object.entries(zh)]) {
    expect(text, type).not.toMatch(/!|！|\bplease\b|\boops\b|^\s*$|[.。]$/i);
  }
});
