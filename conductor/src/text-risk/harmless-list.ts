import {
  anyFile,
  anyPath,
  anyText,
  branch,
  count,
  file,
  type Kind,
  like,
  onePath,
  path,
  revision,
  script,
} from './operands.ts';

/** How a program of the list may be called. What is not said here may not stand there. */
export interface Listed {
  /** Options without a value of their own, whole. */
  readonly flags?: RegExp;
  /** Options, and what may stand behind each. */
  readonly valued?: Readonly<Record<string, Kind>>;
  /** Kinds of its first operands, in order. */
  readonly first?: readonly Kind[];
  /** All behind them. */
  readonly rest?: Kind;
  /** The option that says what the first operand would: with it, all operands are those behind the first. */
  readonly saysFirst?: string;
  readonly least?: number;
  /** Where it reads what the command before it puts out. Without a file it would else read what is typed next. */
  readonly pipedLeast?: number;
  readonly most?: number;
  /** Kind of operands behind `--`; left out: no `--` may stand there. */
  readonly behind?: Kind;
}

type Entry = readonly [names: string, listed: Listed];

const LS =
  /^(?:-[1AaBCdFGghHilLnopRrSstTuUvXx]+|--(?:all|almost-all|human-readable|recursive|reverse|size|color|color=\w+|sort=\w+))$/;
const SEDS = like(
  /^(?:(?:\d+(?:,(?:\d+|\$))?|\/[^/]+\/(?:,\/[^/]+\/)?)p|s(?:\/[^/]+\/[^/]*\/|\|[^|]+\|[^|]*\||,[^,]+,[^,]*,)[gp]*)$/,
);
const AWKS = like(/^\{ ?print(?: ?\$(?:\d+|NF))?(?:,? ?(?:\$(?:\d+|NF)|"[\w :,.-]*"))* ?\}$/);
/** Brackets hold a number or nothing: a name in them is a program, and `env` shows what the shell was given. */
const JQ_PATH = String.raw`\.(?:\w+|\[\d*\])?(?:\.\w+|\.?\[\d*\])*`; // guard: places-by-number
const JQS = like(new RegExp(`^${JQ_PATH}(?: ?\\| ?(?:keys|length|type|sort|${JQ_PATH}))*$`));
const GREP_LETTERS = 'abcEFGHhIiLlnoPqsvwxyZ'; // guard: shown-one-by-one
const GREP_MORE =
  '[ABCm]\\d+|-(?:include|exclude|exclude-dir)=[\\w.*?-]+|-(?:count|fixed-strings|ignore-case|invert-match|line-number|word-regexp|color|color=\\w+)';
const GREP_VALUES = { '-A': count, '-B': count, '-C': count, '-m': count, '-e': anyText };
const GREP: Listed = {
  flags: new RegExp(`^-(?:[${GREP_LETTERS}]+|${GREP_MORE})$`),
  valued: GREP_VALUES,
  saysFirst: '-e',
  first: [anyText],
  rest: anyFile,
  least: 2,
  pipedLeast: 1,
};
const RG_PIPED: Listed = {
  flags:
    /^-(?:[cFHhiIlLnNoPqsSuvwx]+|[ABCm]\d+|[tT]\w+|-(?:count|files|files-with-matches|fixed-strings|heading|hidden|ignore-case|line-number|no-heading|word-regexp))$/,
  valued: GREP_VALUES,
  saysFirst: '-e',
  first: [anyText],
  least: 2,
  pipedLeast: 1,
};
const RG: Listed = {
  ...RG_PIPED,
  valued: { ...GREP_VALUES, '-g': anyText, '--glob': anyText, '-t': branch, '--type': branch },
  rest: file,
  least: 1,
};
const GIT_SHOWS =
  /^(?:-(?:\d+|[bpw]|U\d+)|--(?:abbrev-commit|all|branches|cached|color|date=[\w-]+|decorate|first-parent|follow|format=[\w%:, .()|-]+|graph|ignore-all-space|merges|name-only|name-status|no-color|no-merges|no-patch|numstat|oneline|patch|pretty=[\w%:, .()|-]+|reverse|shortstat|staged|stat|tags|word-diff|(?:since|until|after|before|author|grep)=[\w :.@+-]+))$/;
const GIT_SHOWN: Listed = {
  flags: GIT_SHOWS,
  valued: { '-n': count, '-S': anyText, '-G': anyText },
  rest: revision,
  behind: onePath,
};

/** Programs that only show, and `cd` within the folder. */
export const HARMLESS = listOf([
  ['pwd', { flags: /^-[LP]$/ }],
  ['whoami,true,false', {}],
  ['uname', { flags: /^-[amnrsv]+$/ }],
  ['date', { flags: /^-u$/, first: [like(/^\+[\w%:. /-]+$/)], least: 0 }],
  ['cd', { first: [onePath] }],
  ['ls', { flags: LS, rest: anyPath }],
  ['cat', { flags: /^-[AbEenstTuv]+$/, rest: anyFile, least: 1, pipedLeast: 0 }],
  [
    'head,tail',
    {
      flags: /^-(?:\d+|[qv]|[nc]\+?\d+)$/,
      valued: { '-n': count, '-c': count },
      rest: anyFile,
      least: 1,
      pipedLeast: 0,
    },
  ],
  ['wc', { flags: /^-[clLmw]+$/, rest: anyPath, least: 1, pipedLeast: 0 }],
  [
    'sort',
    {
      flags: /^(?:-[bdfghinMnrRsuVz]+|-k[\d.,]+[bdfghiMnrRV]*|-t[,;:|])$/,
      valued: { '-k': like(/^[\d.,]+[bdfghiMnrRV]*$/), '-t': like(/^[,;:|]$/) },
      rest: file,
      least: 1,
      pipedLeast: 0,
    },
  ],
  // Its second operand is written.
  ['uniq', { flags: /^-[cdDiu]+$/, first: [onePath], pipedLeast: 0 }],
  [
    'cut',
    {
      flags: /^(?:-[dfcb][\w,;:|-]+|-s)$/,
      valued: { '-d': like(/^.$/), '-f': like(/^[\d,-]+$/), '-c': like(/^[\d,-]+$/) },
      rest: file,
      least: 1,
      pipedLeast: 0,
    },
  ],
  // It reads nothing but what another command puts out.
  ['tr', { flags: /^-[cds]+$/, first: [anyText, anyText], least: 3, pipedLeast: 1 }],
  ['grep,egrep,fgrep', GREP],
  // It searches a folder like a file, and what the folder holds: here it is told only what another command puts out.
  ['rg', RG_PIPED], // guard: folders-not-shown
  [
    'find',
    {
      flags: /^-(?:not|o|a|print|empty)$/,
      valued: {
        '-name': anyText,
        '-iname': anyText,
        '-path': anyText,
        '-type': like(/^[fdl]$/),
        '-maxdepth': count,
        '-mindepth': count,
        '-mtime': like(/^[+-]?\d+$/),
        '-mmin': like(/^[+-]?\d+$/),
        '-size': like(/^[+-]?\d+[ckMG]?$/),
      },
      rest: path,
      least: 1,
    },
  ],
  [
    'tree',
    {
      flags: /^-[adfhs]+$/,
      valued: { '-L': count, '-I': anyText, '-P': anyText },
      rest: path,
    },
  ],
  ['stat', { valued: { '-c': anyText, '-f': anyText }, rest: path, least: 1 }],
  ['file', { flags: /^-[bi]+$/, rest: path, least: 1 }],
  [
    'du',
    {
      flags: /^(?:-[abchkmsSx]+|-d\d|--max-depth=\d+)$/,
      valued: { '-d': count },
      rest: path,
    },
  ],
  ['df', { flags: /^-[hikT]+$/, rest: path }],
  ['which', { rest: branch, least: 1 }],
  ['test', { valued: testsOf(onePath) }],
  ['echo', { flags: /^-[neE]+$/, rest: anyText }],
  // The next two take an operand for a script, and later ones for files.
  ['sed', { flags: /^-[nEr]+$/, first: [SEDS, onePath], rest: onePath, least: 2, pipedLeast: 1 }],
  [
    'awk',
    {
      flags: /^-F[,;:|]$/,
      valued: { '-F': like(/^[,;:|]$/) },
      first: [AWKS, onePath],
      rest: onePath,
      least: 2,
      pipedLeast: 1,
    },
  ],
  [
    'jq',
    {
      flags: /^-[cCerMsS]+$/,
      first: [JQS, onePath],
      rest: onePath,
      least: 2,
      pipedLeast: 1,
    },
  ],
  ['ps', { flags: /^-[aAefx]+$/, first: [like(/^[aux]+$/)], least: 0 }],
  ...[
    'git',
    'docker', // guard: picked-by-folder
    'make',
    'cmake',
    'gcc',
    'jq',
    'node',
    'deno',
    'python',
    'python3',
    'ruby',
    'java',
    'javac',
  ].map((name): Entry => [`${name} --version`, {}]),
  ['node -v,python -V,python3 -V,java -version', {}],
  [
    'git status',
    {
      flags: /^(?:-[sbu]+|-uno|--(?:short|branch|porcelain|ignored|long))$/,
      rest: path,
      behind: onePath,
    },
  ],
  ['git diff,git log,git show', GIT_SHOWN],
  ['git stash show', { flags: GIT_SHOWS, first: [revision], least: 0 }],
  ['git stash list', { flags: GIT_SHOWS }],
  [
    'git branch',
    {
      flags: /^(?:-[arv]+|--(?:all|list|remotes|show-current|merged|no-merged|verbose))$/,
    },
  ],
  // Without addresses, which may hold a token.
  ['git remote', {}], // guard: addresses-of-remotes
  [
    'git rev-parse',
    {
      flags:
        /^--(?:abbrev-ref|short|verify|show-toplevel|git-dir|is-inside-work-tree|show-prefix)$/,
      rest: revision,
    },
  ],
  [
    'git ls-files',
    {
      flags: /^(?:-[cdmo]+|--(?:cached|deleted|modified|others|exclude-standard))$/,
      rest: like(/^[\w*][\w*./-]*$/),
    },
  ],
  [
    'git blame',
    {
      flags: /^-(?:w|L\d+,\+?\d+)$/,
      valued: { '-L': like(/^\d+,\+?\d+$/) },
      rest: revision,
      behind: onePath,
    },
  ],
  ['git tag', { flags: /^-n\d*$/, valued: {} }],
  ['git tag -l,git tag --list', { first: [anyText], least: 0 }],
  ['git describe', { flags: /^--(?:tags|always|all|long)$/, first: [revision], least: 0 }],
  ['git merge-base', { first: [revision, revision] }],
  ['git rev-list', { flags: /^--count$/, first: [revision] }],
  ['git worktree list', {}],
  ['docker ps,docker images', { flags: /^(?:-[aqls]+|--all|--quiet)$/ }],
]);

const RUNS_SCRIPT: Listed = {
  flags: /^(?:-s|--silent|--if-present|--workspaces|--workspace=[\w@/.-]+)$/,
  first: [script],
  rest: onePath,
  behind: ({ text, glob }) =>
    glob === null &&
    /^(?:--(?:run|watch=false|coverage|fix|bail|verbose|silent)|[\w][\w./-]*)$/.test(text) &&
    onePath({ text: text.replace(/^--/, ''), glob, start: 0, end: 0 }),
};
const RUNS_ITSELF: Listed = {
  ...RUNS_SCRIPT,
  first: [],
};
const TESTS: Listed = {
  flags: /^(?:--(?:coverage|bail|run|ci|watch=false|verbose|silent|passWithNoTests|runInBand)|-i)$/,
  valued: {
    '-t': anyText,
    '--testNamePattern': anyText,
    '--project': branch,
    '--reporter': branch,
  },
  rest: onePath,
};
const CARGO: Listed = {
  flags:
    /^(?:-[qrv]|--(?:release|all|workspace|all-targets|all-features|no-default-features|verbose|quiet|lib|bins|tests|locked|offline|no-run|check))$/,
  valued: {
    '-p': branch,
    '--package': branch,
    '--test': branch,
    '--bin': branch,
    '--example': branch,
  },
  first: [branch],
  least: 0,
  behind: like(/^--(?:nocapture|test-threads=\d+|ignored|exact)$/),
};
const GO: Listed = {
  flags: /^-(?:v|race|cover|short|count=\d+|run=[\w/|-]+|timeout=\w+)$/,
  valued: { '-run': anyText, '-count': count },
  rest: ({ text, glob }) =>
    glob === null &&
    /^(?:\.\/)?(?:[\w-][\w./-]*)?(?:\.\.\.)?$/.test(text) &&
    !/(?:^|\/)\.\.(?:\/|$)/.test(text),
};
const LINTS: Listed = {
  flags: /^(?:--(?:fix|quiet|cache|no-color|check|strict)|-q)$/,
  rest: path,
};

/**
 * Programs that do what the project says in its own files: its scripts, its tests, its hooks. Many run another version of
 * themselves that such a file names, or ask the server that it names, whatever they are asked; and what shows all files of
 * a folder shows hidden ones and keys.
 */
export const PROJECT_TOOLS = listOf([
  ...['npm', 'yarn', 'pnpm', 'bun', 'pip', 'pip3', 'cargo', 'rustc', 'tsc', 'eslint', 'prettier']
    .concat(['jest', 'vitest', 'pytest', 'mvn', 'gradle', 'dotnet'])
    .map((name): Entry => [`${name} --version`, {}]),
  ['npm -v,yarn -v,pnpm -v,tsc -v,go version', {}],
  ['npm ls,npm list', { flags: /^(?:--depth=\d+|--all|-g|--prod)$/, rest: branch }],
  ['npm outdated,npm audit', {}],
  [
    'npm view',
    {
      first: [like(/^(?:@[\w.-]+\/)?[A-Za-z0-9][\w.-]*(?:@[\w.^-]+)?$/)],
      rest: like(/^[A-Za-z][\w.-]*$/),
    },
  ],
  ['pip list,pip3 list', { flags: /^--outdated$/ }],
  ['pip show,pip3 show', { rest: branch, least: 1 }],
  ['docker compose ps', { flags: /^-[aq]+$/ }],
  [
    'grep,egrep,fgrep',
    { ...GREP, flags: new RegExp(`^-(?:[${GREP_LETTERS}rR]+|${GREP_MORE}|-recursive)$`) },
  ],
  ['rg', RG],
  ['diff', { flags: /^-(?:[abBiNqrsuwy]+|U\d+)$/, first: [onePath, onePath] }],
  ['git grep', { flags: /^-[cEFhilnwI]+$/, first: [anyText], rest: revision, behind: onePath }],
  ['git remote', { flags: /^-v$/ }],
  ['npm run,pnpm run,yarn run,bun run,npm run-script', RUNS_SCRIPT],
  ['npm test,npm t,pnpm test,yarn test,bun test,pnpm -r test,pnpm -r build', RUNS_ITSELF],
  ['yarn,pnpm', { ...RUNS_SCRIPT, least: 1 }],
  ['npm ci', { flags: /^--(?:ignore-scripts|no-audit|no-fund|prefer-offline)$/ }],
  ['make', { flags: /^(?:-s|-j\d*|-k|-n|-B)$/, valued: { '-j': count }, rest: script }],
  [
    'pytest,python -m pytest,python3 -m pytest',
    {
      flags: /^(?:-[qsvxl]+|--(?:tb=\w+|lf|ff|maxfail=\d+|co|collect-only|durations=\d+))$/,
      valued: { '-k': anyText, '-m': anyText },
      rest: onePath,
    },
  ],
  ['python -m unittest,python3 -m unittest', { flags: /^-[vfqb]+$/, rest: onePath }],
  ['python,python3', { first: [like(/^[\w][\w./-]*\.py$/)], rest: onePath }],
  ['node', { first: [like(/^[\w][\w./-]*\.[cm]?[jt]s$/)], rest: onePath }],
  [
    'cargo build,cargo test,cargo check,cargo clippy,cargo fmt,cargo run,cargo doc,cargo bench',
    CARGO,
  ],
  ['go build,go test,go vet,go fmt', GO],
  ['go run', { first: [like(/^(?:\.\/)?[\w][\w./-]*$|^\.$/)], rest: onePath }],
  [
    'tsc',
    {
      flags: /^(?:--(?:noEmit|build|pretty|watch|incremental)|-[bw])$/,
      valued: { '-p': onePath, '--project': onePath },
      rest: onePath,
    },
  ],
  ['eslint', { ...LINTS, valued: { '--ext': like(/^[\w.,]+$/), '--max-warnings': count } }],
  ['vitest,vitest run,jest', TESTS],
  ['prettier', { ...LINTS, flags: /^(?:--check|-c)$/ }],
  ['ruff check,ruff format,black,mypy,flake8,oxlint,biome check,biome lint', LINTS],
  ['mvn', { flags: /^-[qBoe]$/, rest: like(/^(?:clean|compile|test|package|verify|validate)$/) }],
  ['gradle', { flags: /^-(?:q|-info|-offline|-no-daemon)$/, rest: script }],
  [
    'dotnet build,dotnet test,dotnet run,dotnet restore',
    { flags: /^--(?:no-restore|no-build)$/, rest: onePath },
  ],
  ['git add', { flags: /^(?:-[Auv]|--all|--update)$/, rest: path, behind: onePath }],
  ['git commit', { flags: /^(?:-[aq]|--all|--quiet)$/, valued: saysSo('-m', '-am', '--message') }],
  ['git switch', { first: [branch] }],
  ['git switch -c,git checkout -b', { first: [branch, branch], least: 1 }],
  [
    'git fetch',
    { flags: /^--(?:all|tags|quiet)$/, first: [like(/^[A-Za-z]\w*$/), branch], least: 0 },
  ],
  ['mkdir', { flags: /^(?:-[pv]+|--parents)$/, rest: onePath, least: 1 }],
  ['touch', { rest: onePath, least: 1 }],
]);

/** Groups entries by program: one may have several forms. */
function listOf(entries: readonly Entry[]): ReadonlyMap<string, readonly Listed[]> {
  const list = new Map<string, Listed[]>();
  for (const [names, listed] of entries)
    for (const name of names.split(',')) list.set(name, [...(list.get(name) ?? []), listed]);
  return list;
}

function testsOf(kind: Kind): Readonly<Record<string, Kind>> {
  return Object.fromEntries(['-d', '-e', '-f', '-r', '-s', '-x'].map((flag) => [flag, kind]));
}

function saysSo(...flags: readonly string[]): Readonly<Record<string, Kind>> {
  return Object.fromEntries(flags.map((flag) => [flag, anyText]));
}
