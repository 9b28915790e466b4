import { decoded } from './coded-text.ts';

/** How a shell reads: which sign takes the next one as it is, and what quotes. */
export type Dialect = 'posix' | 'powershell' | 'cmd';

/** One word of a command, as the program would get it. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A part of it is known only when it runs: a variable, the output of a command, a pattern for names of files. */
  readonly isComputed: boolean;
  /** It was written with codes in place of letters: `$'\x72'`. */
  readonly isCoded: boolean;
  /** Braces stand in it that the shell makes several words of. */
  readonly hasBraces: boolean;
}

/** Words up to the next sign that ends a command. */
export interface Command {
  readonly words: Word[];
  /** What it writes to by `>`. */
  readonly writes: Word[];
  /** What it reads by `<<<`. */
  readonly given: Word[];
  /** The command in whose words this one stands. */
  readonly within: Command | null;
  /** The command whose output it reads. */
  readonly pipedFrom: Command | null;
}

export interface ShellReading {
  readonly commands: readonly Command[];
  /** Where quotes begin and end is not sure: shells differ. */
  readonly isDoubtful: boolean;
  /** A quote does not end. */
  readonly isUnended: boolean;
}

interface Draft {
  text: string;
  start: number;
  end: number;
  isComputed: boolean;
  isCoded: boolean;
  hasBraces: boolean;
}

type Redirect = 'write' | 'read' | 'document' | 'given';

interface Frame {
  /** `quote` and `parameter` are parts of a word of the frame below. */
  readonly kind: 'commands' | 'backtick' | 'quote' | 'parameter';
  readonly within: Command | null;
  command: Command | null;
  word: Draft | null;
  redirect: Redirect | null;
  pipedFrom: Command | null;
}

const ESCAPE: Readonly<Record<Dialect, string>> = { posix: '\\', powershell: '`', cmd: '^' };
const SINGLE: Readonly<Record<Dialect, string>> = { posix: "'", powershell: "'‘’‚‛", cmd: '' };
const DOUBLE: Readonly<Record<Dialect, string>> = { posix: '"', powershell: '"“”„', cmd: '"' };

/** Of these the folder is known: they stand for it. */
const HOME = /^(?:HOME|USERPROFILE|env:HOME|env:USERPROFILE)$/i;
const WINDOWS = /^(?:env:)?(?:windir|SystemRoot)$/i;
const PROGRAMS = /^(?:env:)?ProgramFiles(?:\(x86\))?$/i;

const VARIABLE = /\$(?:(?:env:)?[A-Za-z_]\w*|\{(?:env:)?[A-Za-z_]\w*\}|[\d@*#?$!-])/iy;
const PERCENT = /%[A-Za-z_][\w()]*%/y;
const CODED = /(?:[^'\\]|\\[^])*/y;

/**
 * Finds the commands of a text as a shell would: in quotes and substitutions, behind `;`, `&&`, a pipe. Takes linear
 * time. It never says that a text is wrong: what shells read in different ways is read so that more commands are seen.
 *
 * @param isBlunt Quotes are read as if they were not there, so that no command can hide in one.
 */
export function readShell(text: string, dialect: Dialect, isBlunt = false): ShellReading {
  const reader = new ShellReader(text, dialect, isBlunt);
  reader.read();
  const { commands, isDoubtful, isUnended } = reader;
  return { commands, isDoubtful: isDoubtful || isUnended, isUnended };
}

class ShellReader {
  readonly commands: Command[] = [];
  isDoubtful = false;
  isUnended = false;
  readonly #text: string;
  readonly #dialect: Dialect;
  /** Up to here quotes are not looked at: a comment or a document may hold one alone. */
  #bluntUntil: number;
  #at = 0;
  #top: Frame = commandFrame('commands', null);
  readonly #below: Frame[] = [];
  /** What ends each document that begins behind this line. */
  #documents: string[] = [];
  #lastQuote = new Map<string, number>();

  constructor(text: string, dialect: Dialect, isBlunt: boolean) {
    this.#text = text;
    this.#dialect = dialect;
    this.#bluntUntil = isBlunt ? Infinity : 0;
  }

  read(): void {
    while (this.#at < this.#text.length) {
      if (this.#top.kind === 'quote') this.#quoted();
      else if (this.#top.kind === 'parameter') this.#parameter();
      else this.#plain();
    }
    if (this.#below.length > 0) this.isDoubtful = true;
    while (this.#below.length > 0) this.#pop();
    this.#endCommand(null);
  }

  /** The frame whose word is written. */
  #owner(): Frame {
    if (this.#top.kind === 'commands' || this.#top.kind === 'backtick') return this.#top;
    for (let place = this.#below.length - 1; place >= 0; place -= 1) {
      const frame = this.#below[place];
      if (frame?.kind === 'commands' || frame?.kind === 'backtick') return frame;
    }
    return this.#top;
  }

  #plain(): void {
    const char = this.#text.charAt(this.#at);
    if (this.#tookQuote(char)) return;
    if (this.#tookSubstitution(char)) return;
    switch (char) {
      case ' ':
      case '\t':
      case '\r':
        this.#endWord();
        break;
      case '\n':
        this.#endCommand(null);
        this.#skipToDocument();
        break;
      case ';':
        this.#endCommand(null);
        break;
      case '&':
        if (this.#text.charAt(this.#at + 1) === '>') this.#endWord();
        else this.#endCommand(null);
        break;
      case '|':
        this.#pipe();
        break;
      case '(':
        this.#endWord();
        this.#push('commands');
        break;
      case ')':
        this.#close('commands');
        break;
      case '<':
      case '>':
        this.#redirect(char);
        return;
      case '#':
        this.#comment();
        break;
      case '{':
      case '}':
        this.#brace(char);
        break;
      default:
        this.#add(char, 1);
        return;
    }
    this.#at += 1;
  }

  #isBlunt(): boolean {
    return this.#at < this.#bluntUntil;
  }

  /** Quotes, and what takes the sign behind it as it is. */
  #tookQuote(char: string): boolean {
    if (char === ESCAPE[this.#dialect]) {
      const next = this.#text.charAt(this.#at + 1);
      if (this.#isBlunt() || next === '') this.#at += 1;
      else if (next === '\n') this.#at += 2;
      else this.#add(next, 2);
      return true;
    }
    const isSingle = char !== '' && SINGLE[this.#dialect].includes(char);
    const isDouble = char !== '' && DOUBLE[this.#dialect].includes(char);
    if (!isSingle && !isDouble) return false;
    if (this.#isBlunt() || !this.#closes(char, this.#at + 1)) {
      if (!this.#isBlunt()) this.isUnended = true;
      this.#add('', 1);
      return true;
    }
    if (isDouble) {
      this.#add('', 1);
      this.#pushFrame('quote');
      return true;
    }
    const end = this.#text.indexOf(char, this.#at + 1);
    const content = this.#text.slice(this.#at + 1, end);
    // To some shells this sign does not end it.
    if (content.endsWith('\\')) this.isDoubtful = true;
    this.#add(content, end + 1 - this.#at);
    return true;
  }

  #tookSubstitution(char: string): boolean {
    if (char === '`' && this.#dialect === 'posix') {
      if (this.#owner().kind === 'backtick') this.#close('backtick');
      else {
        this.#computed();
        this.#push('backtick');
      }
      this.#at += 1;
      return true;
    }
    if (char === '%' && this.#dialect === 'cmd') return this.#tookVariable(PERCENT);
    if (char !== '$') return false;
    const next = this.#text.charAt(this.#at + 1);
    if (next === '(') {
      this.#computed();
      this.#at += 2;
      this.#push('commands');
      return true;
    }
    if (next === "'" && this.#dialect === 'posix' && this.#top.kind !== 'quote')
      return this.#tookCoded();
    if (this.#tookVariable(VARIABLE)) return true;
    if (next !== '{') return false;
    this.isDoubtful = true;
    this.#computed();
    const isOne = !this.#isBlunt() && this.#closes('}', this.#at + 2);
    this.#add('', 2);
    if (isOne) this.#pushFrame('parameter');
    return true;
  }

  #tookVariable(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return false;
    const name = found.replaceAll(/^[$%]\{?|[}%]$/g, '');
    const stands = HOME.test(name)
      ? '~'
      : WINDOWS.test(name)
        ? 'C:\\Windows'
        : PROGRAMS.test(name)
          ? 'C:\\Program Files'
          : null;
    if (stands === null) this.#computed();
    this.#add(stands ?? '', found.length);
    return true;
  }

  #tookCoded(): boolean {
    CODED.lastIndex = this.#at + 2;
    const body = CODED.exec(this.#text)?.[0] ?? '';
    const end = this.#at + 2 + body.length;
    if (this.#isBlunt() || this.#text.charAt(end) !== "'") {
      if (!this.#isBlunt()) this.isUnended = true;
      this.#add('', 2);
      return true;
    }
    const text = decoded(body);
    this.#add(text, end + 1 - this.#at);
    const word = this.#owner().word;
    if (word !== null && /\\[xuU0-7]/.test(body)) word.isCoded = true;
    return true;
  }

  #quoted(): void {
    const char = this.#text.charAt(this.#at);
    if (DOUBLE[this.#dialect].includes(char)) {
      this.#popFrame();
      this.#add('', 1);
      return;
    }
    if (char === ESCAPE[this.#dialect] && this.#dialect !== 'cmd') {
      const next = this.#text.charAt(this.#at + 1);
      const isTaken = this.#dialect === 'powershell' || '"$`\\'.includes(next);
      if (next === '\n') this.#at += 2;
      else if (isTaken) this.#add(next, 2);
      else this.#add(char, 1);
      return;
    }
    if (!this.#tookSubstitution(char)) this.#add(char, 1);
  }

  /** What stands in `${…}` is not known; commands in it are. */
  #parameter(): void {
    const char = this.#text.charAt(this.#at);
    if (char === '}') {
      this.#popFrame();
      this.#at += 1;
    } else if (!this.#tookSubstitution(char)) this.#at += 1;
  }

  #pipe(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === '|') this.#at += 1;
    this.#endCommand(next === '|' ? null : 'piped');
    if (next === '&') this.#at += 1;
  }

  #redirect(char: string): void {
    const owner = this.#owner();
    // The number of what is redirected.
    if (owner.word !== null && /^\d+$/.test(owner.word.text)) owner.word = null;
    else this.#endWord();
    const sign = /(?:<<<|<<-?|<>|<&|>>|>\||>&|[<>])/y;
    sign.lastIndex = this.#at;
    const found = sign.exec(this.#text)?.[0] ?? char;
    this.#at += found.length;
    if (found.length === 1 && this.#text.charAt(this.#at) === '(') {
      this.#at += 1;
      this.#push('commands');
      return;
    }
    owner.redirect =
      found === '<<<'
        ? 'given'
        : found.startsWith('<<')
          ? 'document'
          : found.includes('>')
            ? 'write'
            : 'read';
  }

  /** A comment to some shells, and words to others. */
  #comment(): void {
    if (this.#owner().word !== null || this.#dialect === 'cmd') {
      this.#add('#', 0);
      return;
    }
    this.#endCommand(null);
    const end = this.#text.indexOf('\n', this.#at);
    this.#bluntUntil = Math.max(this.#bluntUntil, end === -1 ? this.#text.length : end);
  }

  #brace(char: string): void {
    const { word } = this.#owner();
    const next = this.#text.charAt(this.#at + 1);
    const isAlone = word === null && (char === '}' || /^\s?$/.test(next));
    if (this.#dialect === 'powershell' || isAlone) this.#endCommand(null);
    else {
      this.#add(char, 0);
      const { word: written } = this.#owner();
      if (written !== null) written.hasBraces = true;
    }
  }

  /** What a document holds may be what a shell is to run. */
  #skipToDocument(): void {
    if (this.#documents.length === 0) return;
    this.isDoubtful = true;
    const [...waiting] = this.#documents;
    this.#documents = [];
    if (this.#isBlunt()) return;
    let line = this.#at + 1;
    while (waiting.length > 0 && line < this.#text.length) {
      const feed = this.#text.indexOf('\n', line);
      const end = feed === -1 ? this.#text.length : feed;
      if (this.#text.slice(line, end).replace(/^\t+/, '') === waiting[0]) waiting.shift();
      line = end + 1;
    }
    this.#bluntUntil = Math.max(this.#bluntUntil, line - 1);
  }

  #closes(char: string, from: number): boolean {
    let last = this.#lastQuote.get(char);
    if (last === undefined) {
      last = this.#text.lastIndexOf(char);
      this.#lastQuote.set(char, last);
    }
    return last >= from;
  }

  #add(part: string, length: number): void {
    const owner = this.#owner();
    const start = this.#at;
    this.#at += length;
    owner.word ??= {
      text: '',
      start,
      end: start,
      isComputed: false,
      isCoded: false,
      hasBraces: false,
    };
    owner.word.text += part;
    owner.word.end = Math.max(start + 1, this.#at);
    if (length === 1 && this.#top.kind === 'commands' && /^[*?[]$/.test(part))
      owner.word.isComputed = true;
  }

  #computed(): void {
    this.#add('', 0);
    const { word } = this.#owner();
    if (word !== null) word.isComputed = true;
  }

  #commandOf(owner: Frame): Command {
    owner.command ??= {
      words: [],
      writes: [],
      given: [],
      within: owner.within,
      pipedFrom: owner.pipedFrom,
    };
    return owner.command;
  }

  #endWord(): void {
    const owner = this.#owner();
    const { word, redirect } = owner;
    if (word === null) return;
    owner.word = null;
    owner.redirect = null;
    if (redirect === 'document') this.#documents.push(word.text);
    else if (redirect === 'write') this.#commandOf(owner).writes.push(word);
    else if (redirect === 'given') this.#commandOf(owner).given.push(word);
    else if (redirect === null) this.#commandOf(owner).words.push(word);
  }

  #endCommand(next: 'piped' | null): void {
    this.#endWord();
    const owner = this.#owner();
    const { command } = owner;
    owner.command = null;
    owner.redirect = null;
    owner.pipedFrom = next === 'piped' ? command : null;
    if (command !== null) this.commands.push(command);
  }

  /** Commands within the present one. */
  #push(kind: 'commands' | 'backtick'): void {
    const owner = this.#owner();
    this.#below.push(this.#top);
    this.#top = commandFrame(kind, this.#commandOf(owner));
  }

  #pushFrame(kind: 'quote' | 'parameter'): void {
    this.#below.push(this.#top);
    this.#top = { ...commandFrame('commands', null), kind };
  }

  #popFrame(): void {
    this.#top = this.#below.pop() ?? this.#top;
  }

  #pop(): void {
    if (this.#top.kind === 'commands' || this.#top.kind === 'backtick') this.#endCommand(null);
    this.#popFrame();
  }

  /** Ends the commands of the frame, if there is one that they are within. */
  #close(kind: 'commands' | 'backtick'): void {
    this.#endCommand(null);
    if (this.#top.kind === kind && this.#below.length > 0) this.#popFrame();
    else this.isDoubtful = true;
  }
}

function commandFrame(kind: 'commands' | 'backtick', within: Command | null): Frame {
  return { kind, within, command: null, word: null, redirect: null, pipedFrom: null };
}
