import { COMPLETENESS, incompleteWords } from '../../../../../shared/model/completeness.ts';
import { fenced } from '../../../baa/fenced.ts';
import type { ExportLine, Row } from './data-port.ts';

/** Most characters shown of one result; the JSON lines have all of it. */
const MAX_SHOWN_LENGTH = 2_000;

/** One conversation as Markdown: its messages, its actions, and who allowed them. */
export function renderMarkdown(lines: readonly ExportLine[]): string {
  const rows = (table: string): Row[] =>
    lines.filter((one) => one.table === table).map((one) => one.row);
  const [conversation] = rows('conversations');
  if (conversation === undefined) return '';
  const title = text(conversation, 'custom_title') || text(conversation, 'title') || 'Untitled';
  const instructions = rows('instructions');
  const approvals = rows('approvals');
  const jobs = new Map(rows('delivery_jobs').map((job) => [text(job, 'job_id'), job]));

  const told = [
    // Turns first: in the same millisecond one comes before the reply to it.
    ...rows('user_turns').map((turn) => ({
      at: time(turn, 'observed_at'),
      text: userTurn(turn, jobs.get(text(turn, 'job_id'))),
    })),
    ...rows('message_anchors').map((anchor) => ({
      at: time(anchor, 'observed_at'),
      text: reply(
        anchor,
        instructions.filter((one) => one['anchor_id'] === anchor['anchor_id']),
        approvals,
      ),
    })),
    ...[...jobs.values()]
      .filter((job) => job['status'] === 'failed')
      .map((job) => ({ at: time(job, 'finished_at'), text: failedDelivery(job) })),
  ].toSorted((a, b) => a.at - b.at);

  return [
    `# ${inline(title)}`,
    [
      `- Site: ${inline(text(conversation, 'platform'))}`,
      `- Begun: ${localTime(time(conversation, 'created_at'))}`,
      `- Mode: ${text(conversation, 'mode')}${reasonOf(conversation)}`,
    ].join('\n'),
    ...told.map((one) => one.text),
    '',
  ].join('\n\n');
}

function reasonOf(conversation: Row): string {
  const reason = text(conversation, 'pause_reason');
  return reason === '' ? '' : ` (${inline(reason)})`;
}

function reply(anchor: Row, actions: readonly Row[], approvals: readonly Row[]): string {
  const complete = COMPLETENESS.find((one) => one === anchor['complete']) ?? 'whole';
  const part = incompleteWords(complete);
  const said = [
    `**Assistant** · ${localTime(time(anchor, 'observed_at'))}`,
    ...(part === null ? [] : [`*${part}*`]),
    quoted(text(anchor, 'raw_text')),
  ].join('\n\n');
  const done = actions
    .toSorted((a, b) => Number(a['position']) - Number(b['position']))
    .map((action) => {
      const asked = approvals.filter((one) => one['instruction_id'] === action['instruction_id']);
      return actionTold(action, asked);
    });
  return [said, ...done].join('\n\n');
}

function actionTold(action: Row, approvals: readonly Row[]): string {
  const target = text(action, 'target');
  const name = target === '' ? 'an unreadable action' : `${target}::${text(action, 'tool')}`;
  const status = text(action, 'status');
  const code = text(action, 'error_code');
  const outcome =
    status === 'failed' && code !== '' ? `failed (${inline(code)})` : status.replaceAll('_', ' ');
  const result = text(action, 'result_text') || text(action, 'error_text');
  const params = text(action, 'params_json');
  return [
    `**Action** ${inlineCode(name)} — ${outcome}`,
    ...approvals.map(approvalTold),
    ...(params === '' || params === '{}' ? [] : [fencedText(params, 'json')]),
    ...(result === '' ? [] : [`Result:\n\n${fencedText(result, 'text')}`]),
  ].join('\n\n');
}

function approvalTold(approval: Row): string {
  const decision = text(approval, 'decision').replaceAll('_', ' ');
  if (decision === 'open')
    return `_Waits for a person since ${localTime(time(approval, 'created_at'))}._`;
  const by = inline(text(approval, 'decided_by'));
  const reason = text(approval, 'reason');
  const because = reason === '' ? '' : `: ${inline(reason)}`;
  return `_Asked ${localTime(time(approval, 'created_at'))}; ${decision} by ${by}, ${localTime(time(approval, 'decided_at'))}${because}_`;
}

function userTurn(turn: Row, job: Row | undefined): string {
  const at = localTime(time(turn, 'observed_at'));
  if (turn['author'] === 'person') return `**You** · ${at}\n\n${quoted(text(turn, 'raw_text'))}`;
  const origin = job === undefined ? '' : text(job, 'origin');
  // The results stand with their actions above; once is enough.
  if (origin === 'reply') return `_Baton sent the results · ${at}_`;
  const whose = { person: 'for you', conversation: 'for another chat', renewal: 'to go on' }[
    origin
  ];
  return `**Baton${whose === undefined ? '' : `, ${whose}`}** · ${at}\n\n${quoted(text(turn, 'raw_text'))}`;
}

function failedDelivery(job: Row): string {
  const why = inline(text(job, 'last_error_text') || text(job, 'last_error_code'));
  return `_A message was not delivered · ${localTime(time(job, 'finished_at'))}: ${why}_\n\n${quoted(text(job, 'message_text'))}`;
}

function text(row: Row, name: string): string {
  return String(row[name] ?? '');
}

function time(row: Row, name: string): number {
  return Number(row[name] ?? 0);
}

function localTime(at: number): string {
  // Of the locales with plain digits and 24 hours, Swedish also orders the parts as ISO 8601 does.
  return new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
}

/** Control characters, except tab and line feed, show nothing and may do things to a terminal. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * A message as a block quote, which nothing in it can leave. Its own Markdown is kept; HTML, links and images are not:
 * what a chat wrote must not load or run anything where the document is shown.
 */
function quoted(message: string): string {
  let fence: string | null = null;
  return message
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROLS, '\uFFFD')
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      const isFence = mark !== undefined && (fence === null || mark.startsWith(fence));
      if (isFence) fence = fence === null ? mark : null;
      return `> ${fence === null && !isFence ? inert(line) : line}`; // guard: markdown-inert
    })
    .join('\n');
}

function inert(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/[[\]]/g, '\\$&');
}

/** Someone else's words on one line, as nothing but words. */
function inline(words: string): string {
  return words
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]#|~]/g, '\\$&');
}

function inlineCode(words: string): string {
  return `\`${words
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/[`\s]+/g, ' ')
    .trim()}\``;
}

/** Writes a text in a fence that the text cannot close. */
function fencedText(content: string, info: string): string {
  const whole = content.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '\uFFFD');
  const shown =
    whole.length <= MAX_SHOWN_LENGTH
      ? whole
      : `${whole.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}\n[… ${whole.length - MAX_SHOWN_LENGTH} more characters]`;
  return fenced(shown, info);
}
