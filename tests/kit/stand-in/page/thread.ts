/** The marks a site's pages put on their turns. Turns are told apart by them, and by nothing else. */
export interface ThreadMarks {
  dressTurn(
    turn: HTMLElement,
    bubble: HTMLElement,
    role: 'user' | 'assistant',
    number: number,
  ): void;
  dressAnswer(bubble: HTMLElement, markdown: HTMLElement): void;
  name(bubble: HTMLElement, messageId: string): void;
  isStreaming(bubble: HTMLElement, markdown: HTMLElement, streaming: boolean): void;
}

/** The list of turns, with the marks the real site's pages carry. */
export class Thread {
  readonly #place: HTMLElement;
  readonly #marks: ThreadMarks;
  #newestUser: HTMLElement | null = null;

  constructor(place: HTMLElement, marks: ThreadMarks) {
    this.#place = place;
    this.#marks = marks;
  }

  clear(): void {
    this.#place.replaceChildren();
  }

  addUser(messageId: string, text: string): void {
    const bubble = this.#addTurn('user', messageId);
    bubble.append(text);
    this.#newestUser = bubble;
    this.#scrollToEnd();
  }

  /** The site gave the newest message of the person's its own id. */
  nameUser(messageId: string): void {
    if (this.#newestUser !== null) this.#marks.name(this.#newestUser, messageId);
  }

  /** A turn of the assistant's that has no message yet. */
  addAssistant(): AssistantTurn {
    const bubble = this.#addTurn('assistant', `request-placeholder-${crypto.randomUUID()}-0`);
    const turn = new AssistantTurn(bubble, this.#marks);
    this.#scrollToEnd();
    return turn;
  }

  addError(text: string): void {
    const note = document.createElement('div');
    note.className = 'error';
    note.role = 'alert';
    note.textContent = text;
    this.#place.append(note);
    this.#scrollToEnd();
  }

  #addTurn(role: 'user' | 'assistant', messageId: string): HTMLElement {
    const turn = document.createElement('article');
    const number = this.#place.querySelectorAll('article').length + 1;
    turn.dataset['turn'] = role;
    const bubble = document.createElement('div');
    this.#marks.dressTurn(turn, bubble, role, number);
    this.#marks.name(bubble, messageId);
    turn.append(bubble);
    this.#place.append(turn);
    return bubble;
  }

  #scrollToEnd(): void {
    this.#place.scrollTop = this.#place.scrollHeight;
  }
}

export class AssistantTurn {
  readonly #bubble: HTMLElement;
  readonly #marks: ThreadMarks;
  readonly #thinking = document.createElement('div');
  readonly #markdown = document.createElement('div');

  constructor(bubble: HTMLElement, marks: ThreadMarks) {
    this.#bubble = bubble;
    this.#marks = marks;
    this.#thinking.className = 'thinking';
    this.#markdown.className = 'markdown';
    marks.dressAnswer(bubble, this.#markdown);
    marks.isStreaming(bubble, this.#markdown, true);
    bubble.append(this.#thinking, this.#markdown);
  }

  showThinking(): void {
    this.#thinking.textContent = 'Thinking';
  }

  showAnswer(messageId: string, text: string): void {
    this.#marks.name(this.#bubble, messageId);
    this.#thinking.remove();
    this.#markdown.replaceChildren(...blocksOf(text));
  }

  finish(): void {
    this.#marks.isStreaming(this.#bubble, this.#markdown, false);
  }

  remove(): void {
    this.#bubble.closest('article')?.remove();
  }
}

/** Paragraphs and fenced code; the fences themselves are not shown. */
function blocksOf(text: string): HTMLElement[] {
  return text.split(/^(`{3,}[^\n]*\n[^]*?(?:^`{3,}$|$(?![^])))/m).flatMap((part) => {
    const fenced = /^`{3,}([^\n]*)\n([^]*?)(?:\n?`{3,})?$/.exec(part);
    if (!fenced) return paragraphsOf(part);
    const [, language = '', code = ''] = fenced;
    const block = document.createElement('pre');
    const inner = document.createElement('code');
    inner.className = `language-${language}`;
    inner.textContent = code;
    block.append(inner);
    return [block];
  });
}

function paragraphsOf(text: string): HTMLElement[] {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => {
    const element = document.createElement('p');
    element.textContent = paragraph;
    return element;
  });
}
