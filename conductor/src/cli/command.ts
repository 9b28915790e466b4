import { Command } from '@commander-js/extra-typings';

import { type CommandContext, type GlobalOptions, openContext } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { Failure, tellFailure } from './output.ts';

/** As the options that all commands have are parsed. */
export type CommonOptions = { json?: true; url?: string; dataDir?: string };

/** A command with the options that all have. */
export function command(name: string, description: string): Command<[], CommonOptions> {
  return new Command(name)
    .description(description)
    .option('--json', 'answer as JSON on standard output')
    .option('--url <url>', 'address of the conductor (BATON_URL)')
    .option('--data-dir <folder>', "the conductor's data folder (BATON_DATA_DIR)");
}

/** A command that is nothing but the commands within it: options are theirs. */
export function group(name: string, description: string): Command {
  return new Command(name).description(description);
}

/** Runs a command's work against the conductor; what fails ends the process with its exit code. */
export async function withContext(
  options: GlobalOptions,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  await guarded(options, () => work(openContext(options)));
}

/** Runs the work of a command. A Failure is printed, and its exit code is set; any other error becomes exit code 1. */
export async function guarded(options: GlobalOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const failure =
      cause instanceof Failure
        ? cause
        : new Failure(
            { code: 'internal', text: cause instanceof Error ? cause.message : String(cause) },
            EXIT.fault,
          );
    tellFailure(failure, options.json === true);
    process.exitCode = failure.exitCode;
  }
}

/** A value of the command line that does not fit. */
export function usage(text: string, field?: string): Failure {
  return new Failure({ code: 'invalid_request', text, ...(field && { field }) }, EXIT.usage);
}

/** The number that an option says. @throws Failure (exit code 2) that names the option, if it is no whole number. */
export function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw usage(`${name}: is a whole number (it was ${text}).`, name);
  return Number(text);
}

/** `90`, `30s`, `10m`, `2h`, `3d`; a bare number is seconds. In milliseconds. */
export function duration(name: string, text: string): number {
  const [, count, unit = 's'] = /^(\d+)(ms|s|m|h|d)?$/.exec(text) ?? [];
  if (count === undefined)
    throw usage(`${name}: is a time as 30s, 10m, 2h or 3d (it was ${text}).`, name);
  const factor = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 1_000;
  return Number(count) * factor;
}

/** The text itself, or all of standard input for `-`. */
export async function textOrStdin(text: string): Promise<string> {
  if (text !== '-') return text;
  let whole = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) whole += String(chunk);
  return whole;
}

/** The object that an option says as JSON. @throws Failure (exit code 2) that names the option, if it is no object. */
export function jsonObject(name: string, text: string): Record<string, never> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, never>;
  } catch {
    // Said below, with what it should be.
  }
  throw usage(`${name}: is one JSON object (it was ${text.slice(0, 80)}).`, name);
}
