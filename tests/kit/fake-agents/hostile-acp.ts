import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A program that begins as the Agent Client Protocol says, and does on its first prompt what its argument names. Started as
 * a process: `hostile-acp.ts <what>`.
 */
const what = process.argv[2] ?? '';

const write = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const say = (text: string, sessionId = 's1'): void =>
  write({
    method: 'session/update',
    params: {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    },
  });

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
];

function ask(toolCall: object, sessionId = 's1'): void {
  const params = { sessionId, toolCall: { toolCallId: 'c1', ...toolCall }, options: OPTIONS };
  write({ id: 'asked', method: 'session/request_permission', params });
}

const ESCAPE = '\u001B]0;stolen\u0007';
let prompt: unknown = null;

const ACTS: Readonly<Record<string, () => void>> = {
  /** Answers to what nobody asked, garbage, and updates of no shape: words for a log. */
  'forged-answers'() {
    for (let id = 100; id < 110; id += 1) write({ id: `${ESCAPE}${id}`, result: {} });
    write({ id: 0, result: { stopReason: 'end_turn' } });
    write({ method: 'session/update', params: { sessionId: ESCAPE, update: 1 } });
    write({ method: 'session/update', id: { no: 'id' }, params: {} });
    write({ method: `unknown${ESCAPE}`, params: {} });
    process.stdout.write(`[1,2]\nnull\n{"a":1}\nno json ${ESCAPE}\n`);
    say('Still here.');
    say('Of another session.', 's2');
    write({ id: prompt, result: { stopReason: 'end_turn' } });
    write({ id: prompt, result: { stopReason: 'cancelled' } });
  },
  /** Asks for what was never offered to it, and reads no answer. */
  'asks-without-reading'() {
    process.stdin.pause();
    // It stays, and asks not without end: it must not fall for want of memory of its own.
    setInterval(() => undefined, 1_000);
    for (let times = 0; times < 2_000; times += 1) {
      write({
        id: 'f',
        method: 'fs/read_text_file',
        params: { sessionId: 's1', path: '/etc/passwd' },
      });
      write({ id: 't', method: 'terminal/create', params: { command: 'id' } });
    }
  },
  'endless-line'() {
    const part = 'x'.repeat(2 ** 20);
    const more = (): void => void process.stdout.write(part, more);
    more();
  },
  'question-in-lines': () =>
    ask({ title: 'echo tidy # all is well\nrm -rf ~', rawInput: { command: 'rm' } }),
  'question-told-before'() {
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Run a command' };
    write({
      method: 'session/update',
      params: { sessionId: 's1', update: { ...update, rawInput: { command: 'rm -rf ~' } } },
    });
    ask({});
  },
  'question-too-long': () =>
    ask({ title: 'Run', rawInput: { command: `${'#'.repeat(200_000)}rm` } }),
  'question-of-another-session': () => ask({ title: 'Run' }, 's2'),
  /** Leaves a child behind that wants to stay, and goes. */
  'leaves-a-child'() {
    const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.once('data', () => {
      say(`child ${child.pid}`);
      process.stdout.write('', () => process.exit(3));
    });
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result } = JSON.parse(line) as {
    readonly id: unknown;
    readonly method?: string;
    readonly result?: { readonly outcome: { readonly optionId?: string } };
  };
  if (method === 'initialize') write({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') write({ id, result: { sessionId: 's1' } });
  else if (method === 'session/prompt') {
    prompt = id;
    ACTS[what]?.();
  } else if (id === 'asked') {
    say(`Chosen: ${result?.outcome.optionId ?? 'nothing'}.`);
    write({ id: prompt, result: { stopReason: 'end_turn' } });
  }
});
