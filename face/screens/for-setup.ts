// Screens that come as one file: each in a file of its own, they weigh a tenth more.
export { Agents } from './agents/agents.tsx';
export { Rules } from './rules/rules.tsx';
export { Tools } from './tools/tools.tsx';
