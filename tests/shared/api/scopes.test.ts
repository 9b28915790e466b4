import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { Operation } from '../../../shared/api/operation.ts';
import { operations } from '../../../shared/api/operations.ts';
import { streams } from '../../../shared/api/streams.ts';
import { scopeCovers, SCOPES } from '../../../shared/model/scope.ts';

const all: readonly (readonly [string, Pick<Operation, 'method' | 'scope'>])[] = [
  ...Object.entries(operations),
  ...Object.entries(streams),
];

/** Operations that return a server's standard error, or the command of a program: both may hold secrets. */
const READ_IN_FULL = ['getToolServer', 'getTemplate'];

/** Operations that mark what was looked at, in the session that looks. */
const MARKS = ['markSeen'];

/** All that changes something and that the extension's popup may do too, or that only stops or arranges work in pages. */
const AS_IN_THE_POPUP = [
  'answerApproval',
  'answerMany',
  'answerRun',
  'cancelCall',
  'cancelInstruction',
  'cancelJob',
  'chat',
  'closeResource',
  'confirmJob',
  'endSession',
  'holdWorker',
  'markWorker',
  'pauseAll',
  'pauseRun',
  'pauseSchedule',
  'putTabSnapshot',
  'resendJob',
  'resumeAll',
  'retryJob',
  'revokeGrant',
  'sendMessage',
  'setAgentHead',
  'setMode',
  'steerAgentRun',
  'stopAgentRun',
  'stopChat',
  'stopRenewal',
  'stopResources',
  'stopRun',
  'updateResource',
];

describe('the scope of an operation', () => {
  it.each(all)('of %s is to watch exactly where it only reads', (id, { method, scope }) => {
    const isToWatch = (method === 'GET' && !READ_IN_FULL.includes(id)) || MARKS.includes(id);
    expect(scope === 'watch').toBe(isToWatch);
  });

  it('is to answer for what the popup may do, and for nothing else', () => {
    const toAnswer = all.filter(([, { scope }]) => scope === 'answer').map(([id]) => id);
    expect(toAnswer.toSorted()).toEqual(AS_IN_THE_POPUP);
  });

  it('is wider for some fields, which are fields of its body', () => {
    for (const { body, fullFields = [] } of Object.values<Operation>(operations)) {
      const known = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
      expect(known).toEqual(expect.arrayContaining([...fullFields]));
    }
    expect(operations.answerApproval.fullFields).toEqual(['params']);
  });
});

it('a scope covers itself and those before it', () => {
  expect(SCOPES.map((held) => SCOPES.filter((needed) => scopeCovers(held, needed)))).toEqual([
    ['watch'],
    ['watch', 'answer'],
    ['watch', 'answer', 'full'],
  ]);
});
