import { setTimeout as sleep } from 'node:timers/promises';
import { type Assistant, AssistantError } from './assistant.ts';
import type { Turn } from './chat-turn.ts';
import { demoScript, helpScript, WORDS } from './scripts.ts';
import type { Line, Script } from './scripts.ts';
import { teamReply } from './team-script.ts';

/** How a message that brings results of actions begins. Everything else was written by a person. */
const RESULTS_START = 'Baton results';

/** A `/slow` reply takes this many times as long. */
const SLOW_FACTOR = 12;

/**
 * Returns the scripted assistant's line after `history`, whose last turn is a user's. Keeps no state: a person's last
 * message chooses the script, and the number of the assistant's turns since then chooses the line.
 */
export function composeReply(history: readonly Turn[]): Line {
  const ofTeam = teamReply(history);
  if (ofTeam !== null) return { text: ofTeam, pace: 'normal' };
  const asked = history.findLastIndex((turn) => turn.role === 'user' && !bringsResults(turn));
  const question = saidBy(history[asked]?.text ?? '');
  const since = history.slice(asked + 1);
  const spoken = since.filter((turn) => turn.role === 'assistant').length;
  const results = since.filter(bringsResults).map((turn) => turn.text);

  const isFirst = history.slice(0, Math.max(asked, 0)).every((turn) => turn.role !== 'user');
  const { script, argument } = chooseScript(question, isFirst);
  const line = script[Math.min(spoken, script.length - 1)];
  return line ? line({ argument, results }) : { text: '', pace: 'normal' };
}

/** Where a chat is told more than a person wrote, their words come last, below a heading. */
const PERSON_WRITES = '\n# The person writes\n';

function saidBy(text: string): string {
  const told = text.lastIndexOf(PERSON_WRITES);
  return (told === -1 ? text : text.slice(told + PERSON_WRITES.length)).trim();
}

function chooseScript(question: string, isFirst: boolean): { script: Script; argument: string } {
  const [, command, argument = ''] = /^\/([a-z]+)\s*([^]*)$/.exec(question) ?? [];
  const slashed =
    command === 'help' ? helpScript : WORDS.find(({ word }) => word === command)?.script;
  return { script: slashed ?? (isFirst ? demoScript : helpScript), argument };
}

function bringsResults(turn: Turn): boolean {
  return turn.role === 'user' && turn.text.startsWith(RESULTS_START);
}

/** Speaks the scripts word by word, with `delayMs` between two words (0: all at once). */
export function createScriptedAssistant(delayMs: number): Assistant {
  return {
    words: WORDS.map(({ word, what }) => ({ word, what })),
    async *reply(history, signal) {
      const { text, pace } = composeReply(history);
      const pauseMs = pace === 'slow' ? delayMs * SLOW_FACTOR : delayMs;
      const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
      for (const [index, word] of words.entries()) {
        if (pace === 'broken' && index > words.length / 2)
          throw new AssistantError('The connection to the model was lost.');
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal });
        yield word;
      }
    },
  };
}
