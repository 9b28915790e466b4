import { agentsOperations } from '../../../../shared/api/agents.ts';
import { feature } from '../../engine/feature.ts';
import type {} from './effects.ts';
import { agentsSqlite } from './sqlite.ts';
import { startAgents } from './start.ts';

export type { AgentsPort } from './start.ts';

export type { ChatAsk, ChatTurn } from './agent-chats.ts';
export type { ChatAnswer, ChatAnswers, ChatRun } from './answer-in-chat.ts';
export { hasEnded } from './agent-changes.ts';
export { stopRun } from './steps/stop-run.ts';
export type { MemoryChunk } from './stream-chunk.ts';
export { tellAside } from './tell-aside.ts';
export { OPEN_URL, openedTabId } from './opened-tab.ts';
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
export type { AgentRunState, StreamRow } from './queries.ts';
export type { AgentStream } from './rows.ts';
export type { RunMode } from './tool-packs.ts';
export type { ToolPart } from './message-part.ts';

/** Agents: conversations whose assistant is a language model that Baton asks. */
export const agentsFeature = feature({
  name: 'agents',
  operations: agentsOperations,
  sqlite: agentsSqlite,
  start: startAgents,
});
