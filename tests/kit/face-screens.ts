import { waitUntil } from '../../launcher/wait-until.ts';
import { deliveryResult, finalMessage, runtimeReport } from './browser-frames.ts';
import { acts, type FaceWorld } from './face-world.ts';
import { SimulatedExecutor } from './simulated-executor.ts';

/** A screen as it is looked at: its name, and where it is. */
export interface FaceScreen {
  readonly name: string;
  readonly path: string;
}

const SITE = 'https://example.org';

/** Longer than what a message may carry of a result. */
const LONG = `${'All the tea there is. '.repeat(500)}The end.`;

/** Puts something of everything into a world, and names each of its screens. */
export async function furnish(world: FaceWorld): Promise<readonly FaceScreen[]> {
  const { conductor } = world;
  await conductor.admin('POST', '/v1/policy/rules', {
    tool: 'conductor::echo',
    params: { text: 'ask*' },
    decision: 'ask',
    reason: 'I want to see it first.',
  });
  const asks = await world.chat('Fix the parser', 'auto', [
    acts(`@conductor::echo::{"text":"ask me about ${'a very long word '.repeat(8)}"}`),
  ]);
  asks.said.reply();
  const acting = await world.chat('Tea and biscuits', 'auto', [
    acts(`@conductor::echo::${JSON.stringify({ text: LONG })}`, '@conductor::nothing::{}'),
    'It is late.\n\n- one\n- **two**\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\nconst tea = 1;\n```',
  ]);
  acting.said.reply();
  const approval = await idOf(world, 'approvals', 'approval_id');
  const artifact = await idOf(world, 'artifacts', 'artifact_id');
  const instruction = await idOf(world, 'instructions', 'instruction_id');
  const job = await uncertain(world);
  const run = await plannedRun(world);
  await ruledTeam(world);
  const resource = await openResources(world);
  const [rule] = conductor.rows<{ id: string }>('select rule_id as id from policy_rules');
  const paths: Readonly<Record<string, string>> = {
    now: '/',
    approvals: '/approvals',
    approval: `/approvals/${approval}`,
    conversations: '/conversations',
    conversation: `/conversations/${acting.id}`,
    deliveries: '/jobs',
    delivery: `/jobs/${job}`,
    action: `/actions/${instruction}`,
    trail: '/trail',
    event: '/trail?event=2',
    artifacts: '/artifacts',
    artifact: `/artifacts/${artifact}`,
    tools: '/tools/conductor',
    rules: '/rules',
    rule: `/rules/${rule?.id ?? ''}`,
    browsers: '/browsers',
    runs: '/runs',
    run: `/runs/${run}`,
    'the calls of a run': `/runs/${run}?show=calls`,
    'the evidence of a run': `/runs/${run}?show=evidence`,
    'a run being written': '/runs?write=feature',
    teams: '/runs?show=teams',
    'a team being written': '/runs?show=teams&team=release&write=edit',
    templates: '/runs?show=templates&template=acp%3Acodex',
    'a template being written': '/runs?show=templates&write=new',
    agents: '/agents',
    agent: '/agents/assistant',
    'an agent being written': '/agents?write=new',
    schedules: '/agents?show=schedules',
    'a schedule being written': '/agents?show=schedules&write=new',
    models: '/agents?show=models',
    resources: '/resources',
    resource: `/resources/${resource}`,
    numbers: '/numbers',
    settings: '/settings',
    sessions: '/settings/sessions',
    about: '/settings/about',
    help: '/help',
    gone: '/jobs/nothing',
  };
  return Object.entries(paths).map(([name, path]) => ({ name, path }));
}

/** A team of one's own, whose tester may not do everything. */
async function ruledTeam({ conductor }: FaceWorld): Promise<void> {
  await conductor.admin('PUT', '/v1/teams/release', {
    name: 'Release',
    scene: 'A release with its notes.',
    roles: [
      { role: 'Planner', is_planner: true, task: 'Plans.' },
      {
        role: 'Tester',
        task: 'Tests what is to be released.',
        rules: [
          { tool: 'conductor::*', decision: 'run' },
          { tool: 'mcp.files::write_*', params: { path: '/home/me/**' }, decision: 'deny' },
        ],
      },
    ],
  });
}

/** A page that a program opened in a browser, and a terminal of the worker here; returns the terminal's id. */
async function openResources(world: FaceWorld): Promise<string> {
  const { conductor } = world;
  const { browser, inbox } = await conductor.browser({
    origin: 'moz-extension://99999999-2222-4333-8444-555555555555',
  });
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant(SITE);
  await inbox.allAcked();
  const made = await conductor.admin('POST', '/v1/sessions', { label: 'a program' });
  const { chat_session_id: session } = (await made.json()) as { readonly chat_session_id: string };
  const call = (tool: string, args: object): Promise<Response> =>
    conductor.admin('POST', `/v1/sessions/${session}/calls?wait=5000`, {
      tool,
      args,
      judge: false,
    });
  await call('browser.ensure', { url: `${SITE}/orders` });
  await call('terminal.open', {});
  const [terminal] = conductor.rows<{ id: string }>(
    "select resource_id as id from resources where resource_type = 'terminal'",
  );
  return terminal?.id ?? '';
}

/** A delivery of which nobody knows whether it was sent. */
async function uncertain({ conductor }: FaceWorld): Promise<string> {
  const { browser, inbox } = await conductor.browser({
    origin: 'moz-extension://88888888-2222-4333-8444-555555555555',
  });
  browser.send(runtimeReport(['uncertain']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  browser.send(finalMessage('uncertain', 'reply-0', 'Hello.'));
  await conductor.admin('PATCH', `/v1/conversations/${id}`, { title: 'Release 1.4' });
  await conductor.admin('POST', `/v1/conversations/${id}/messages`, {
    text: 'Write the changelog.',
  });
  const enqueued = await inbox.first('delivery.enqueue');
  browser.send(
    deliveryResult(enqueued, 'failed', {
      error_code: 'delivery_uncertain',
      error_message: 'The page was closed while it sent.',
    }),
  );
  await inbox.first('conversation.state', ({ jobs }) =>
    jobs.some(({ status }) => status === 'failed'),
  );
  return enqueued.job_id;
}

/** A run whose planner has not answered: a person wrote the plan. */
async function plannedRun({ conductor }: FaceWorld): Promise<string> {
  const goal = 'Add `--json` to export, with tests and a line of the changelog.';
  const made = await conductor.admin('POST', '/v1/runs', { goal, team: 'feature' });
  const { run_id: id } = (await made.json()) as { readonly run_id: string };
  await conductor.admin('PUT', `/v1/runs/${id}/plan`, {
    tasks: [
      { title: 'Write the rows', instructions: 'One object a line.', role: 'Executor' },
      { title: 'Test it', instructions: 'Empty and long.', role: 'Tester', depends_on: [1] },
    ],
  });
  return id;
}

function idOf({ conductor }: FaceWorld, table: string, column: string): Promise<string> {
  return waitUntil(`a row of ${table}`, 20_000, () => {
    const [row] = conductor.rows<{ id: string }>(`select ${column} as id from ${table} limit 1`);
    return Promise.resolve(row?.id ?? null);
  });
}
