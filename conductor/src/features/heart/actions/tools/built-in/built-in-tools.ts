import { err, ok } from '../../../../../../../shared/lib/result.ts';
import type { ArtifactReader } from '../../../artifacts/feature.ts';
import type { Manual } from '../manual.ts';
import type { Tool, ToolSource } from '../tool.ts';
import { artifactTools } from './artifact-tools.ts';
import type { ConversationPort } from '../../../deliveries/feature.ts';
import { conversationStatus } from './conversation-status.ts';
import { type ConversationLimits, conversationTools } from './conversation-tools.ts';
import { describe } from './describe.ts';
import { echo } from './echo.ts';
import { time } from './time.ts';

/** The `conductor` target, in the order of the manual. */
export function createBuiltInTools(manual: Manual, artifacts: ArtifactReader): ToolSource {
  return sourceOf([describe(manual), time, echo, conversationStatus, ...artifactTools(artifacts)]);
}

/** The `conversation` target. */
export function createConversationTools(
  conversations: ConversationPort,
  limits: ConversationLimits,
): ToolSource {
  return sourceOf(conversationTools(conversations, limits));
}

/** Tools that are there from the start. */
export function sourceOf(tools: readonly Tool[]): ToolSource {
  if (new Set(tools.map(({ id }) => id)).size < tools.length)
    throw new Error('Two tools have one id.');
  const targets = [...new Set(tools.map((tool) => tool.target))];
  const known = (target: string): readonly Tool[] => tools.filter((tool) => tool.target === target);
  return {
    targets: () => targets,
    known,
    async toolsOf(target) {
      const own = known(target);
      return own.length > 0 ? ok(own) : err({ code: 'unknown_tool', text: `No target ${target}.` });
    },
    close: async () => {},
  };
}
