/** An agent, a schedule of it and the models there are, as the conductor tells them. */
export const AGENT = {
  agent_id: 'notes',
  kind: 'orchestrator',
  description: 'Keeps my notes\u202e.',
  models: ['local:qwen3'],
  tool_pack_keys: ['pack:chats'],
  tools: ['mcp.files::*'],
  instructions: 'Keep the notes.',
  output_schema: { type: 'object' },
  limits: { steps: 7, tool_calls: 20, workers: 2, tokens: 50_000 },
  compression: null,
  source: 'db',
  revision: '1',
};

export const SCHEDULE = {
  schedule_id: 's1',
  agent: 'notes',
  session: null,
  model: null,
  run_mode: null,
  prompt: 'What is new?',
  cron: '0 8 * * 1-5',
  every_ms: null,
  at: null,
  time_zone: 'UTC',
  missed: 'skip',
  overlap: 'skip',
  status: 'paused',
  next_at: null,
  last: { at: 1, outcome: 'missed', error: null },
  last_run_id: null,
  turns: 3,
  created_at: 1,
  updated_at: 2,
};

export const MODELS = {
  items: [
    {
      name: 'local',
      kind: 'openai-compatible',
      base_url: 'http://127.0.0.1:1/v1',
      key_from: null,
      models: ['qwen3'],
      context_tokens: null,
      fault: null,
    },
  ],
  chats: [],
  config_file: '/data/models.json',
};
