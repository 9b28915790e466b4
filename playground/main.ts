import { isIP } from 'node:net';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Assistant } from './assistant.ts';
import { createOpenAiAssistant } from './openai-assistant.ts';
import { DEFAULT_DELAY_MS, DEFAULT_PORT, startPlayground } from './server.ts';
import type { Playground } from './server.ts';

const MAX_DELAY_MS = 60_000;

const command = new Command('playground')
  .description('A small chat site of its own, to see Baton at work without an account.')
  .option('--port <number>', 'port to listen on, 0 for any free one', portNumber, DEFAULT_PORT)
  .option('--host <address>', 'the one address to listen on', oneAddress, '127.0.0.1')
  .option('--data-dir <path>', 'where conversations are kept', '.baton/playground')
  .option('--delay-ms <number>', 'pause between two words', delay, DEFAULT_DELAY_MS)
  .option('--json', 'say that it listens as one line of JSON')
  .option('--stop-with-stdin', 'stop when standard input ends: with the program that started it')
  .addHelpText(
    'after',
    '\nWith OPENAI_BASE_URL set (and OPENAI_API_KEY, OPENAI_MODEL where needed) a real model answers\n' +
      'instead of the scripted assistant.',
  )
  .parse();

const { port, host, dataDir, delayMs, json, stopWithStdin } = command.opts();
try {
  const assistant = assistantFrom(process.env);
  const playground = await startPlayground({
    port,
    host,
    dataDir,
    delayMs,
    ...(assistant && { assistant }),
  });
  stopWhenAsked(playground, stopWithStdin === true);
  announce(playground, json === true);
} catch (error) {
  command.error(`error: ${explain(error)}`);
}

function assistantFrom(env: NodeJS.ProcessEnv): Assistant | undefined {
  const baseUrl = env['OPENAI_BASE_URL'];
  if (!baseUrl) return undefined;
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new Error(`OPENAI_BASE_URL must be an http or https address, not "${baseUrl}"`);
  }
  return createOpenAiAssistant({
    baseUrl,
    apiKey: env['OPENAI_API_KEY'] || null,
    model: env['OPENAI_MODEL'] || null,
  });
}

function announce({ url, port: listeningPort }: Playground, asJson: boolean): void {
  const line = asJson
    ? JSON.stringify({ event: 'listening', url, port: listeningPort })
    : `The playground is open at ${url}`;
  process.stdout.write(`${line}\n`);
}

function stopWhenAsked(playground: Playground, withStdin: boolean): void {
  const stop = (): void => {
    void playground.close().then(() => process.exit());
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  if (withStdin) process.stdin.resume().once('end', stop);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `port ${port} is taken; choose another with --port`;
  }
  return error.message;
}

function portNumber(value: string): number {
  return wholeNumber(value, 65_535);
}

function delay(value: string): number {
  return wholeNumber(value, MAX_DELAY_MS);
}

function wholeNumber(value: string, max: number): number {
  if (!/^\d+$/.test(value) || Number(value) > max) {
    throw new InvalidArgumentError(`Expected a whole number from 0 to ${max}.`);
  }
  return Number(value);
}

/** A wildcard address would leave the server unable to tell its own name from a foreign one. */
function oneAddress(value: string): string {
  if (value !== 'localhost' && isIP(value) === 0) {
    throw new InvalidArgumentError('Expected an IP address or "localhost".');
  }
  if (value === '0.0.0.0' || value === '::') {
    throw new InvalidArgumentError('Expected one address, not all of them.');
  }
  return value;
}
