import { agentsOperations } from '../../../../../shared/api/agents.ts';
import { memoryOperations } from '../../../../../shared/api/memory.ts';
import { schedulesOperations } from '../../../../../shared/api/schedules.ts';
import { uiTabsOperations } from '../../../../../shared/api/ui-tabs.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { memorySqlite } from './memory/sqlite.ts';
import { startMemory } from './memory/start.ts';
import { schedulesSqlite } from './schedules/sqlite.ts';
import { startSchedules } from './schedules/start.ts';
import { agentsSqlite } from './sqlite.ts';
import { startAgents } from './start.ts';
import { startUiTabs } from './ui-tabs/start.ts';

export type { AgentsPort } from './start.ts';

export type { ChatAsk, ChatTurn } from './agent-chats.ts';
export type { ChatAnswer, ChatAnswers, ChatRun } from './answer-in-chat.ts';
export { hasEnded } from './agent-changes.ts';
export { stopRun } from './steps/stop-run.ts';
export { wholeStory } from './whole-story.ts';
export type { AgentFile, AgentFiles, WrittenAgent } from './agent-registry.ts';
export { chatManual } from './chat-manual.ts';
export { readChatRef } from './chat-ref.ts';
export { MALFORMED } from './find-calls.ts';
export { CANCELLED } from './model-port.ts';
export type {
  AskingChat,
  ChatModel,
  ChatQuestion,
  ChatReply,
  DescribedTool,
  EndpointState,
  ModelEndpoint,
  ModelFault,
  ModelReply,
  ModelRequest,
  Models,
} from './model-port.ts';
export type { ModelToolCall } from './rows.ts';
export type { PromptMessage } from './prompt.ts';
export type { StreamRow } from './queries.ts';
export type { AgentStream } from './rows.ts';
export type { ToolPart } from './message-part.ts';
export { setSchedule } from './schedules/steps/change-schedule.ts';

/**
 * Agents: conversations whose assistant is a language model that Baton asks; what they note, when they begin by the clock,
 * and the tabs of web clients beside them.
 */
export const agentsFeature = feature({
  name: 'agents',
  operations: {
    ...agentsOperations,
    ...memoryOperations,
    ...schedulesOperations,
    ...uiTabsOperations,
  },
  sqlite: [agentsSqlite, memorySqlite, schedulesSqlite],
  start(kit) {
    const agents = startAgents(kit);
    return together(
      agents.provides,
      agents,
      startMemory(kit, agents.provides),
      startSchedules(kit, agents.provides),
      startUiTabs(kit, agents.provides),
    );
  },
});
