/**
 * Builds what one turn looks like. The text content of a turn is its text, character for character:
 * marks such as fences are styled, never removed. Nothing a message says becomes markup.
 */
export function createTurn({ role, messageId, text = '', failed = false }) {
  const turn = element('article', 'turn');
  turn.dataset.role = role;
  turn.setAttribute('aria-label', role === 'user' ? 'Your message' : 'Reply');
  const body = element('div', 'text');
  turn.append(body);
  if (failed) {
    turn.classList.add('failed');
    turn.setAttribute('role', 'alert');
    body.textContent = text;
  } else {
    turn.dataset.messageAuthorRole = role;
    if (role === 'user' && text.startsWith(RESULTS_START)) fold(turn);
    if (messageId) turn.dataset.messageId = messageId;
    setText(turn, text);
  }
  return turn;
}

/** How a message that brings results of actions begins: for the assistant, and long. */
const RESULTS_START = 'Baton results';

/** Shows its first lines, with a button for the rest. The button has no text: that of a turn is its message alone. */
function fold(turn) {
  const toggle = element('button', 'unfold');
  const show = (open) => {
    turn.classList.toggle('folded', !open);
    toggle.ariaLabel = open ? 'Show less' : 'Show all of the results';
    toggle.ariaExpanded = String(open);
  };
  toggle.type = 'button';
  toggle.addEventListener('click', () => show(turn.classList.contains('folded')));
  show(false);
  turn.append(toggle);
}

export function setText(turn, text) {
  const body = turn.querySelector('.text');
  if (turn.dataset.role === 'user') body.textContent = text;
  else body.replaceChildren(...blocksOf(text));
}

/** A message that did not leave, with a way to get its words back. */
export function createUnsent(text, reason, onTakeBack) {
  const note = element('div', 'unsent');
  note.setAttribute('role', 'alert');
  const why = element('p', 'why');
  why.textContent = `Not sent. ${reason}`;
  const words = element('p', 'words');
  words.textContent = text;
  const again = element('button', 'again');
  again.type = 'button';
  again.textContent = 'Edit again';
  again.addEventListener('click', () => {
    note.remove();
    onTakeBack(text);
  });
  note.append(why, words, again);
  return note;
}

/** Fenced code as blocks of its own, everything else as paragraphs of running text. */
function blocksOf(text) {
  const blocks = [];
  let fence = null;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (fence) {
      const closes = closesFence(line, fence.marks);
      fence.block.append(closes ? mark(line, 'fence end') : line);
      if (closes) fence = null;
      continue;
    }
    const opening = /^ {0,3}(`{3,}|~{3,})([^`\n]*)(\n?)$/.exec(line);
    if (opening) {
      const block = element('pre', 'code');
      const [, marks, info, lineEnd] = opening;
      block.append(mark(line.slice(0, line.indexOf(marks)) + marks, 'fence'));
      block.append(mark(info + lineEnd, 'info'));
      blocks.push(block);
      fence = { marks, block };
    } else {
      const last = blocks.at(-1);
      const prose = last?.matches('.prose') ? last : element('div', 'prose');
      if (prose !== last) blocks.push(prose);
      prose.append(...(line === '\n' ? [mark(line, 'blank')] : inlineOf(line)));
    }
  }
  return blocks;
}

function closesFence(line, marks) {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*\n?$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === marks[0] && closing.length >= marks.length;
}

/** `code` and **strong** within a line. */
function inlineOf(line) {
  return line.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part, index) => {
    if (index % 2 === 0) return part;
    const width = part.startsWith('**') ? 2 : 1;
    const styled = element(width === 2 ? 'strong' : 'code');
    styled.append(mark(part.slice(0, width), 'mark'), part.slice(width, -width));
    styled.append(mark(part.slice(-width), 'mark'));
    return styled;
  });
}

function mark(text, className) {
  const span = element('span', className);
  span.textContent = text;
  return span;
}

function element(tag, className = '') {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}
