import type { Assistant } from '../../playground/assistant.ts';
import type { Turn } from '../../playground/chat-turn.ts';

export const PLAN = '# Plan\n\n1. Read the notes.\n2. Keep what matters.\n';
export const REVIEW = 'The plan is short and clear. I would ship it.';

/** An assistant whose reply is a function of what was said, in one piece. */
function speaking(compose: (history: readonly Turn[]) => string): Assistant {
  return {
    async *reply(history) {
      yield compose(history);
    },
  };
}

/**
 * The evening's chat: looks at the notes, asks to write a plan, has it reviewed by another chat, and reports. What it
 * says next depends on the results alone, so a result that is lost, doubled or out of place shows.
 */
export function writerAssistant(notesDir: string): Assistant {
  return speaking((history) => {
    const results = history
      .filter((turn) => turn.role === 'user' && turn.text.startsWith('Baton results'))
      .map((turn) => turn.text);
    const last = results.at(-1) ?? '';
    switch (results.length) {
      case 0:
        return say(
          'First I look at what is there.',
          `@mcp.files::list_directory::${JSON.stringify({ path: notesDir })}`,
        );
      case 1:
        return say(
          `I found ${['monday.md', 'tuesday.md'].filter((name) => last.includes(name)).join(' and ')}. May I write the plan?`,
          `@mcp.files::write_file::${JSON.stringify({ path: `${notesDir}/plan.md`, content: PLAN })}`,
        );
      case 2:
        return say(
          last.includes('write_file ok') ? 'The plan is written.' : 'I may not write, then.',
          '@conversation::list::{"query":"Reviewer"}',
        );
      case 3:
        return say(
          'I ask for a review.',
          `@conversation::send_and_wait::${JSON.stringify({ to: idIn(last), text: `Please review this plan.\n\n${PLAN}` })}`,
        );
      default:
        return last.includes(REVIEW)
          ? `Done. The reviewer says: “${REVIEW}”`
          : `Something went wrong:\n\n${last}`;
    }
  });
}

export const reviewerAssistant: Assistant = speaking((history) =>
  history.at(-1)?.text.includes(PLAN) ? REVIEW : 'Hello. Send me a plan to review.',
);

function say(text: string, action: string): string {
  return `${text}\n\n\`\`\`baa\n${action}\n\`\`\``;
}

function idIn(result: string): string {
  return /"local_conversation_id":\s*"([^"]+)"/.exec(result)?.[1] ?? 'none';
}
