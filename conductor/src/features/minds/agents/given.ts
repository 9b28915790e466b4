import { fromOutside } from '../../../engine/given.ts';
import type { AgentFiles } from './agent-registry.ts';
import type { Models } from './model-port.ts';

export const AGENT_FILES = fromOutside<AgentFiles>('agentFiles');
export const MODELS = fromOutside<Models>('models');
