import fc from 'fast-check';
import { expect, it } from 'vitest';

import { judgeInstruction } from '../../../../../../conductor/src/features/heart/actions/steps/judge-instruction.ts';
import type { PolicyRule } from '../../../../../../conductor/src/features/heart/policy/rows.ts';
import { explain } from '../../../../../../conductor/src/features/heart/actions/reviews/explain.ts';
import { previewRules } from '../../../../../../conductor/src/features/heart/actions/reviews/preview-rules.ts';
import { ANCHOR, CONVERSATION, INSTRUCTION, KEY } from '../../../../../kit/ledger-world.ts';

// The act, its explanation and the preview of a rule, over drawn rules, taint, leaks, quotations and changed tools.

const CASES = Number(process.env['BATON_FUZZ_CASES'] ?? 2_000);

const decision = fc.constantFrom('run', 'ask', 'deny');
const risk = fc.constantFrom('low', 'medium', 'high');

const rule = fc.record({
  ruleId: fc.uuid(),
  conversationKey: fc.constantFrom(null, null, KEY, 'chatgpt/other'),
  agentId: fc.constantFrom(null, null, 'agent-1', 'agent-2'),
  toolPattern: fc.constantFrom('*', 'mcp.files::*', '*::write', 'files::*', 'other::*'),
  paramsPattern: fc.constantFrom(null, { path: '/a/**' }, { 'page.origin': 'https://a.example' }),
  decision,
  evenIfTainted: fc.boolean(),
  reason: fc.constant(null),
  createdAt: fc.nat(20),
  version: fc.constant(1),
}) as fc.Arbitrary<PolicyRule>;

const drawn = fc.record({
  rules: fc.array(rule, { maxLength: 4 }),
  defaults: fc.record({ low: decision, medium: decision, high: decision }),
  risk,
  written: fc.constantFrom('mcp.files', 'files'),
  params: fc.constantFrom({}, { path: '/a/b' }, { path: '/etc/passwd' }),
  facts: fc.constantFrom({}, { page: { origin: 'https://a.example' } }),
  taint: fc.option(fc.record({ since: fc.nat(20), origins: fc.constant([]) })),
  strangers: fc.boolean(),
  privateFrom: fc.constantFrom([], ['memory']),
  ...Object.fromEntries(
    ['readOnly', 'egress', 'quoted', 'changed', 'isSecond', 'asksAlways'].map((name) => [
      name,
      fc.boolean(),
    ]),
  ),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<Drawn>;

interface Drawn {
  readonly rules: readonly PolicyRule[];
  readonly defaults: Record<'low' | 'medium' | 'high', 'run' | 'ask' | 'deny'>;
  readonly risk: 'low' | 'medium' | 'high';
  readonly written: string;
  readonly params: object;
  readonly facts: object;
  readonly taint: { readonly since: number; readonly origins: readonly [] } | null;
  readonly strangers: boolean;
  readonly privateFrom: readonly string[];
  readonly readOnly: boolean;
  readonly egress: boolean;
  readonly quoted: boolean;
  readonly changed: boolean;
  readonly isSecond: boolean;
  readonly asksAlways: boolean;
}

const DESCRIPTION = { help: '', hints: {}, paramsSchema: {} };
const PIN = { toolId: 'mcp.files::write', description: DESCRIPTION, acceptedAt: 1 };

const family = [{ conversationKey: KEY, agentId: 'agent-1', boundKey: null }];

it('an explanation and a preview say what the act did', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (one) => {
      const {
        rules: all,
        defaults,
        taint,
        strangers,
        privateFrom,
        quoted,
        changed,
        isSecond,
      } = one;
      const rules = all.filter(
        ({ conversationKey, agentId }) =>
          conversationKey === KEY ||
          (conversationKey === null && (agentId === null || agentId === 'agent-1')),
      );
      const row = {
        ...INSTRUCTION,
        target: one.written,
        tool: 'write',
        paramsJson: JSON.stringify(one.params),
      };
      const read = { taint, strangers, privateFrom } as never;
      const foreign = quoted ? { source: 'turn', sourceId: 'turn-1' } : null;
      const accepted = changed ? { sha256: 'before' } : { sha256: 'now' };
      const { plan } = judgeInstruction.decide(
        {
          reply: {
            anchor: { ...ANCHOR, isSecond },
            conversation: CONVERSATION,
            // Another waits, so that no results are delivered.
            instructions: [row, { ...row, instructionId: 'reply.1', position: 1 }],
            approvals: [],
          },
          rules,
          foreign,
          read,
          accepted,
        } as never,
        {
          instructionId: row.instructionId,
          defaults,
          approvalsExpireAfterMs: null,
          now: 30,
          known: {
            ok: true,
            risk: one.risk,
            judgedTarget: 'mcp.files',
            judgedTool: 'write',
            names: [],
            facts: one.facts,
            subject: null,
            readOnly: one.readOnly,
            idempotent: false,
            harmless: false,
            egress: one.egress,
            asksAlways: one.asksAlways,
            pin: 'now',
          },
        } as never,
      );
      const event = plan.events.find(({ detail }) => 'decision' in detail);
      const change = plan.changes.find(({ op }) => op === 'update') as { set: object } | undefined;
      const judgedJson = JSON.stringify(event?.detail);
      const instruction = { ...row, ...change?.set };
      const judged = (JSON.parse(judgedJson) as { decision: string }).decision;

      const why = explain({
        instruction,
        rules,
        foreign,
        pin: {
          ...PIN,
          changed: changed ? { sha256: 'now', description: DESCRIPTION, at: 5 } : null,
        },
        judgement: { at: 30, detailJson: judgedJson },
        read,
        isSecond,
        defaults,
      } as never);
      expect(why.now.decision).toBe(judged);

      const past = [{ instruction, localConversationId: 'a', judgedJson, family, denied: false }];
      const by = { rules: all, defaults };
      const shown = await previewRules(past as never, by, by, new AbortController().signal);
      expect(shown.now).toEqual({ run: 0, ask: 0, deny: 0, [judged]: 1 });
    }),
    { numRuns: CASES },
  );
}, 120_000);
