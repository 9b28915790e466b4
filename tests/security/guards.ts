/** A line that enforces a promise: how to take it out, and the test that must fail then. */
export interface Guard {
  /** As in its comment in the source and in `threats/`. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly before: string;
  readonly after: string;
  readonly test: string;
  /** Part of the test's name, as a regular expression. */
  readonly shows: string;
}

const READ_BY_SHELL = 'tests/security/attacks/secrets-read-by-a-shell.test.ts';
const OF_A_FOLDER = 'tests/security/attacks/secrets-of-a-folder.test.ts';
const CREDENTIALS = 'tests/security/credentials.test.ts';
const PEERS = 'tests/security/peers.test.ts';
const DATA_DIR = 'tests/conductor/data-dir.test.ts';
const LOCKED = 'tests/integration/locked-database.test.ts';
const ACTIONS = 'tests/security/actions.test.ts';
const IMPORT = 'tests/security/import.test.ts';
const FILES = 'tests/security/files.test.ts';
const STRANGE_BACKUP = 'tests/security/strange-backup.test.ts';
const SERVERS = 'tests/security/tool-servers.test.ts';
const FOREIGN = 'tests/conductor/baa/stands-in.test.ts';
const LOG = 'tests/security/log-redaction.test.ts';
const NUMBERS = 'tests/security/numbers.test.ts';
const RESTORE = 'tests/security/restore.test.ts';
const RESTORE_KILLED = 'tests/conductor/stores/sqlite/restore-killed.test.ts';
const MARKUP = 'tests/security/markup.test.ts';
const BRIDGE = 'tests/conductor/edges/bridge/bridge.test.ts';
const SUB_AGENTS = 'tests/conductor/features/minds/agents/sub-agents.test.ts';
const CHAT = 'tests/conductor/features/minds/agents/chat.test.ts';
const ROUTES = 'tests/conductor/edges/http/routes.test.ts';
const PERMISSIONS = 'tests/security/permissions.test.ts';
const PAIRING = 'tests/extension/background/conductor-link/pairing.test.ts';
const SEEN = 'tests/extension/consent/seen-button.test.ts';
const CURSORS = 'tests/security/hostile-cursors.test.ts';
const FACE = 'tests/security/face.test.ts';
const PROSE = 'tests/face/parts/prose/markdown.test.ts';
const HOSTILE = 'tests/security/hostile-browser.test.ts';
const TURNS = 'tests/conductor/edges/bridge/fair-turns.test.ts';
const FAILING = 'tests/conductor/features/heart/deliveries/failing-rows.test.ts';
const CARRYING_OUT = 'tests/integration/carrying-data-out.test.ts';
const CHANGED_TOOL = 'tests/integration/changed-tool.test.ts';
const HELD = 'tests/conductor/features/heart/replies/held-reply.test.ts';
const REPLIES = 'tests/extension/background/delivery/record-reply.test.ts';
const LOOK = 'tests/extension/content/find-our-turn.test.ts';
const WATCHED = 'tests/security/watched-pages.test.ts';
const HOST = 'tests/extension/messages/conductor-host.test.ts';
const SHOWN = 'tests/extension/content/shown-reply.test.ts';
const WORK = 'tests/extension/background/resources/executor.test.ts';
const GRANTS = 'extension/background/resources/site-grants.ts';
const ANSWERS = 'tests/security/attacks/answers-of-a-terminal.test.ts';
const TAKEN_BACK = 'tests/security/attacks/rights-taken-back.test.ts';
const OF_LISTS = 'tests/security/attacks/roles-that-may-not.test.ts';
const TERMINALS = 'tests/worker/terminals/terminals.test.ts';
const WORKERS = 'tests/security/workers.test.ts';
const ADDRESS = 'tests/worker/link/conductor-address.test.ts';
const RESTORED_AGENTS = 'tests/security/restored-agents.test.ts';
const ELSEWHERE = 'tests/integration/server-elsewhere.test.ts';
const PREVIEW = 'tests/security/preview.test.ts';
const CALLS = 'tests/conductor/features/hands/resources/calls.test.ts';
const MCP_RESOURCES = 'tests/conductor/edges/mcp/resource-tools.test.ts';
const RUNS = 'tests/conductor/features/teams/runs/runs.test.ts';
const OF_RUNS = 'tests/security/runs.test.ts';
const SEALED_FILE = 'tests/conductor/features/teams/runs/sealed-file.test.ts';

const ROLE_LIMITS = 'tests/conductor/features/teams/runs/role-limits.test.ts';
const IMPORTED_RUNS = 'tests/security/imported-runs.test.ts';
const OF_ROLES = 'tests/security/role-rules.test.ts';
const SAY_TEXT = 'tests/worker/terminals/say-text.test.ts';
const TERMINAL_WORKERS = 'tests/conductor/features/teams/runs/terminal-workers.test.ts';
const SHELL_WORKERS = 'tests/conductor/features/teams/runs/shell-workers.test.ts';
const PLANNER_LINES = 'tests/security/planner-lines.test.ts';
const ACP_WORKERS = 'tests/conductor/features/teams/runs/acp-workers.test.ts';
const ACP_PROGRAMS = 'tests/security/acp-programs.test.ts';
const SEALED = 'tests/conductor/features/teams/runs/sealed.test.ts';
const TAINT = 'tests/conductor/features/hands/resources/grants-and-taint.test.ts';
const ASKING = 'tests/conductor/features/minds/agents/asking-one-another.test.ts';
const PUBLIC_HOSTS = 'tests/conductor/features/hands/resources/is-public.test.ts';
const RATE_SHELL = 'tests/conductor/text-risk/rate-shell.test.ts';
const CALL_RISK = 'tests/conductor/features/hands/resources/call-risk.test.ts';
const RESOURCES = 'conductor/src/features/hands/resources';
const CHAT_MODELS = 'tests/conductor/features/minds/agents/chat-models.test.ts';
const ARTIFACTS = 'conductor/src/features/heart/artifacts';
const BUCKET = 'tests/conductor/features/heart/artifacts/bucket.test.ts';
const LINKS = 'tests/conductor/edges/http/linked-artifacts.test.ts';
const MODELS = 'tests/conductor/models/models.test.ts';
const UI_TABS = 'tests/conductor/features/minds/agents/ui-tabs/ui-tabs.test.ts';
const WEB = 'conductor/src/features/hands/tools/web';
const FETCH = 'tests/conductor/features/hands/tools/web/fetch-page.test.ts';
const PAGE = 'tests/conductor/features/hands/tools/web/page-text.test.ts';
const SKILLS = 'tests/conductor/features/hands/tools/skills/skills.test.ts';
const SENDER = 'tests/extension/background/browser/judge-sender.test.ts';

function guard(
  name: string,
  file: string,
  [before, after]: readonly [string, string],
  [test, shows]: readonly [string, string],
): Guard {
  return { name, file, before, after, test, shows };
}

export const GUARDS: readonly Guard[] = [
  guard(
    'secrets-of-resource',
    'extension/background/resources/executor.ts',
    [
      'resultFrame(row.frame, withoutSecrets(secrets, outcome), begun)',
      'resultFrame(row.frame, outcome, begun)',
    ],
    [WORK, 'of no later page, dialog or window'],
  ),
  guard(
    'secrets-in-quotes',
    'shared/lib/without-secrets.ts',
    ['if (IN_QUOTES.has(name)) return values.blankQuoted(text);', ''],
    ['tests/shared/lib/secret-values.test.ts', 'keeps the words of ours in its lines'],
  ),
  guard(
    'secrets-in-cells',
    'shared/lib/secret-values.ts',
    ['CELLS_BEGIN.exec(line)?.[0]', "CELLS_BEGIN.exec('')?.[0]"],
    ['tests/shared/lib/secret-values.test.ts', 'has it in no cell of a line'],
  ),
  guard(
    'secrets-in-logins',
    'shared/lib/secret-values.ts',
    ['scheme + this.blank(login) + host', 'scheme + login + host'],
    ['tests/shared/lib/secret-values.test.ts', 'has it in no address as the password'],
  ),
  guard(
    'answered-alone',
    'conductor/src/features/heart/actions/approvals/handlers.ts',
    ["(asked.instruction.risk === 'high' ||", '('],
    [
      'tests/conductor/features/heart/actions/reviews/reviews.test.ts',
      'what is of high risk is allowed alone',
    ],
  ),
  guard(
    'face-live-ended',
    'conductor/src/edges/http/event-stream.ts',
    ['...(faceSession === null ? [] : [faceSession.ended])', ''],
    ['tests/conductor/edges/http/live.test.ts', 'ends at once with the session'],
  ),
  guard(
    'bridge-link-scope',
    'conductor/src/features/ground/people/start.ts',
    ["links.offer({ scope: 'answer', digits", "links.offer({ scope: 'full', digits"],
    [FACE, 'is for answering where a paired browser asks for it'],
  ),
  guard(
    'bridge-link-one',
    'conductor/src/features/ground/people/start.ts',
    ['digits: false, of: clientId }', 'digits: false }'],
    [FACE, 'is for answering where a paired browser asks for it'],
  ),
  guard(
    'prose-links',
    'face/parts/prose/safe-address.ts',
    [' || !SCHEMES.includes(address.protocol)', ''],
    [PROSE, 'becomes nothing but what is allowed'],
  ),
  guard(
    'prose-users',
    'face/parts/prose/safe-address.ts',
    ["if (address.username !== '' || address.password !== '') return null;", ''],
    [PROSE, 'becomes nothing but what is allowed'],
  ),
  guard(
    'prose-steering',
    'face/parts/prose/markdown.tsx',
    ['return steeringShown(text);', 'return text;'],
    [PROSE, 'what turns a line around is written as its code'],
  ),
  guard(
    'prose-stresses',
    'face/parts/prose/read-markdown.ts',
    ['count(text, /[*_]/g) > MOST_STRESSES ||', ''],
    [PROSE, 'what takes long to be read stands as it was written'],
  ),
  guard(
    'prose-depth',
    'face/parts/prose/read-markdown.ts',
    ['if (TOO_DEEP.test(text)) return [asWritten(text)];', ''],
    [PROSE, 'what takes long to be read stands as it was written'],
  ),
  guard(
    'own-hosts',
    'extension/content/root-host.ts',
    ["document.createElement('div')", 'document.createElement(`baton-${what}`)'],
    ['tests/extension/content/state-chip.test.ts', 'is of HTML’s own'],
  ),
  guard(
    'both-addresses',
    'conductor/src/edges/http/listen-on-loopback.ts',
    ['beside.listen({ host: LOOPBACK_6, port: taken.port });', 'beside.listen({ port: 0 });'],
    [CREDENTIALS, 'are held while it runs: ::1'],
  ),
  guard(
    'face-own-port',
    'conductor/src/features/ground/people/sessions.ts',
    [
      'if (entry?.pageTokenHash !== hash(pageToken)) return undefined;',
      'if (entry === undefined) return undefined;',
    ],
    [FACE, 'is nobody’s without what its page keeps'],
  ),
  guard(
    'preview-path',
    'conductor/src/features/heart/actions/reviews/preview-action.ts',
    ['path === null ? null : nameIn(params, PATHS)', 'nameIn(params, PATHS)'],
    ['tests/security/attacks/previews-of-changes.test.ts', 'whatever path is'],
  ),
  guard(
    'preview-whole',
    'conductor/src/features/heart/actions/reviews/preview-action.ts',
    ['filter(([name]) => !look.shows.includes(name))', 'filter(() => false)'],
    [
      'tests/conductor/features/heart/actions/reviews/preview-action.test.ts',
      'what is shown leaves out nothing that the action brings',
    ],
  ),
  guard(
    'preview-one-meaning',
    'conductor/src/features/heart/actions/reviews/preview-action.ts',
    ['return others.length === 0 ? name : null;', 'return name;'],
    [
      'tests/conductor/features/heart/actions/reviews/preview-action.test.ts',
      'guesses nothing where a param could be meant by two names',
    ],
  ),
  guard(
    'preview-shown-first',
    'face/screens/approvals/answer-bar.tsx',
    ['isShown && answering.ready', 'answering.ready'],
    [
      'tests/face/screens/approval-detail.test.ts',
      'is not answered before it is shown what it would do',
    ],
  ),
  guard(
    'preview-in-turns',
    'conductor/src/features/heart/actions/reviews/preview-rules.ts',
    ['await new Promise(setImmediate);', ''],
    [
      'tests/conductor/features/heart/actions/reviews/preview-rules.test.ts',
      'others have their turn meanwhile',
    ],
  ),
  guard(
    'marks-in-a-row',
    'shared/lib/normal-form.ts',
    ['text.replaceAll(MANY_MARKS, `$&${JOINER}`)', 'text'],
    ['tests/shared/lib/normal-form.test.ts', 'takes no long time for a letter with 250,000 marks'],
  ),
  guard(
    'face-streams',
    'conductor/src/edges/http/event-stream.ts',
    ['oldest?.end();', ''],
    ['tests/conductor/edges/http/live.test.ts', 'ends what it followed first'],
  ),
  guard(
    'playground-addresses',
    'playground/listen-on-loopback.ts',
    ['beside.listen({ host: other, port: address.port });', 'beside.listen({ port: 0 });'],
    ['tests/playground/server.test.ts', 'nobody else gets its port at'],
  ),
  guard(
    'sites-few',
    'conductor/src/features/desk/overview/sites/start.ts',
    ['[...healths].slice(0, -MAX_HEALTHS)', '[...healths].slice(0, 0)'],
    [
      'tests/conductor/features/desk/overview/sites/sites.test.ts',
      'has those least told of forgotten',
    ],
  ),
  guard(
    'face-link-once',
    'conductor/src/features/ground/people/links.ts',
    ['open = open.filter((one) => one !== found);', ''],
    [FACE, 'is used once, also when several bring it'],
  ),
  guard(
    'face-link-argv',
    'conductor/src/cli/commands/open.ts',
    ['openUrl(writeOpeningPage(found.dataDir, link.url))', 'openUrl(link.url)'],
    [
      'tests/conductor/cli/open.test.ts',
      'opens a page that only its owner can read, and no link stands on a command line',
    ],
  ),
  guard(
    'face-link-tries',
    'conductor/src/features/ground/people/links.ts',
    ['if (wrong >= MAX_WRONG) {', 'if (wrong < 0) {'],
    [FACE, 'has digits that are void once five wrong codes were tried'],
  ),
  guard(
    'face-link-always',
    'conductor/src/features/ground/people/links.ts',
    ['open = open.map((one) => ({ ...one, digitsHash: null }));', 'open = [];'],
    [FACE, 'has digits that are void once five wrong codes were tried'],
  ),
  guard(
    'face-mark-own',
    'shared/api/face.ts',
    ["fullFields: ['session_id'],", ''],
    [
      'tests/conductor/features/ground/people/marks.test.ts',
      'is moved with everything allowed alone',
    ],
  ),
  guard(
    'face-many-cookies',
    'conductor/src/edges/http/slow-peers.ts',
    ['mayBeLong ? LONG_HEADER_BYTES : HEADER_BYTES', 'HEADER_BYTES'],
    [FACE, 'is answered among all the cookies that other ports of its host can set'],
  ),
  guard(
    'face-link-life',
    'conductor/src/features/ground/people/links.ts',
    ['open = open.filter(({ endsAt }) => endsAt > steadyNow());', ''],
    ['tests/conductor/features/ground/people/links.test.ts', 'is good for a minute'],
  ),
  guard(
    'face-link-path',
    'shared/model/face-path.ts',
    ['(?![/\\\\])', ''],
    [FACE, 'leads to no other address'],
  ),
  guard(
    'face-origin',
    'conductor/src/edges/http/face-request.ts',
    ['headers.origin !== `http://${faceHost}`', "headers.origin === 'nobody'"],
    [FACE, 'changes nothing for another Origin'],
  ),
  guard(
    'face-fetch-site',
    'conductor/src/edges/http/face-request.ts',
    ["headers['sec-fetch-site'] !== 'same-origin'", "headers['sec-fetch-site'] === 'nowhere'"],
    [FACE, 'is not answered for a page of another site'],
  ),
  guard(
    'face-own-header',
    'conductor/src/edges/http/face-request.ts',
    ["headers['baton-via'] !== 'face'", "headers['baton-via'] === 'nobody'"],
    [FACE, 'where a form or a link could have sent it'],
  ),
  guard(
    'face-own-type',
    'conductor/src/edges/http/face-request.ts',
    ['type !== undefined && !BODY_TYPES.test(type)', "type === 'none'"],
    [FACE, 'where a form or a link could have sent it'],
  ),
  guard(
    'face-one-credential',
    'conductor/src/edges/http/lock-routes.ts',
    [
      'request.headers.authorization !== undefined && token !== null',
      'request.headers.authorization === token',
    ],
    [FACE, 'is refused with the admin secret beside it'],
  ),
  guard(
    'face-address',
    'conductor/src/edges/http/face-request.ts',
    ['if (headers.host !== faceHost) return null;', ''],
    [FACE, 'counts at its own address alone'],
  ),
  guard(
    'face-named-routes',
    'conductor/src/edges/http/lock-routes.ts',
    [' || scope === undefined', ''],
    [FACE, 'opens nothing that names no scope'],
  ),
  guard(
    'face-scope',
    'conductor/src/edges/http/lock-routes.ts',
    ['scopeCovers(session.value.scope, scope)', 'scope.length > 0'],
    [FACE, 'is what it needs at least'],
  ),
  guard(
    'face-edited-params',
    'conductor/src/edges/http/serve-operations.ts',
    ["!scopeCovers(held, 'full') &&", 'held === undefined &&'],
    [FACE, 'of an answer with other params is full'],
  ),
  guard(
    'face-run-name',
    'conductor/src/conductor.ts',
    ['newFaceName();', "'aaaaaaaaaa';"],
    [FACE, 'ends with the run of the conductor, which takes its name with it'],
  ),
  guard(
    'face-known-name',
    'conductor/src/edges/http/guard-request.ts',
    ['if (host === knownHost)', "if (host === 'none')"],
    [FACE, 'is the same at all its addresses'],
  ),
  guard(
    'face-link-name',
    'extension/background/runtime/open-face.ts',
    ['[a-z2-7]{10}\\.', ''],
    ['tests/extension/background/runtime/open-face.test.ts', 'names another address'],
  ),
  guard(
    'face-ended',
    'conductor/src/features/ground/people/start.ts',
    ['sessions.drop(sessionId))],', 'undefined)],'],
    [FACE, 'ends when its page leaves'],
  ),
  guard(
    'face-idle',
    'conductor/src/features/ground/people/sessions.ts',
    ['return isIdle(entry.session, now()) ? undefined : entry;', 'return entry;'],
    [FACE, 'ends after 30 days without use'],
  ),
  guard(
    'face-csp',
    'conductor/src/edges/http/serve-face.ts',
    ['"require-trusted-types-for \'script\'",', ''],
    [FACE, 'is the same at all its addresses'],
  ),
  guard(
    'face-files',
    'conductor/src/edges/http/serve-face.ts',
    ['FILE_NAME.test(name) && type !== undefined', 'type !== undefined'],
    [FACE, 'is the same at all its addresses'],
  ),
  guard(
    'address-taken-back',
    'conductor/src/conductor.ts',
    ['    dataDir.noteStopping();', ''],
    [CREDENTIALS, 'is told nobody any more before it stops listening'],
  ),
  guard(
    'worker-to-running',
    'worker/link/conductor-link.ts',
    ['const url = parts.address.now();', 'const url = parts.address.last;'],
    [ADDRESS, 'does not dial where its conductor was'],
  ),
  guard(
    'worker-told-running',
    'worker/link/link-session.ts',
    ['if (!parts.isThere()) return over(1006);', ''],
    [ADDRESS, 'says nothing where its conductor ended meanwhile'],
  ),
  guard(
    'feed-to-running',
    'worker/link/feed.ts',
    ['const url = address.now();', 'const url = address.last;'],
    [ADDRESS, 'does not dial where its conductor was'],
  ),
  guard(
    'feed-told-running',
    'worker/link/feed.ts',
    ['if (address.now() === url) say(', 'if (own) say('],
    [ADDRESS, 'says nothing where its conductor ended meanwhile'],
  ),
  guard(
    'secret-to-running',
    'conductor/src/running-url.ts',
    ['if (!isHeld(dir)) return null;', ''],
    ['tests/conductor/cli/without-conductor.test.ts', 'tells a stranger no secret'],
  ),
  guard(
    'waiting-text',
    'shared/link/link.ts',
    ['waitingText(inbound) >= link.limits.maxWaitingText', 'false'],
    [TURNS, 'a million characters of its chats'],
  ),
  guard(
    'turn-of-job',
    'conductor/src/features/heart/deliveries/steps/settle-delivery.ts',
    ['if (told !== null) {', "if (told?.author === 'baton') {"],
    [HOSTILE, 'is it also where another browser used its id'],
  ),
  guard(
    'quoted-in-time',
    'conductor/src/baa/loose-form.ts',
    ["signs.replaceAll(UNSEEN, '')", 'signs'],
    [FOREIGN, 'marks on a letter is read'],
  ),
  guard(
    'quoted-digits',
    'conductor/src/baa/loose-form.ts',
    ["return withPlainDigits(letters.normalize('NFKD'))", "return letters.normalize('NFKD')"],
    ['tests/security/attacks/orders-in-other-signs.test.ts', 'is found in them'],
  ),
  guard(
    'quoted-pictures',
    'conductor/src/baa/loose-form.ts',
    ['.replaceAll(PICTURED, letterIn)', ''],
    ['tests/security/attacks/orders-in-other-signs.test.ts', 'is found in them'],
  ),
  guard(
    'quoted-escapes',
    'conductor/src/baa/loose-form.ts',
    ["if (decoded.includes('\\\\'))", 'if (false)'],
    [FOREIGN, 'in each of many writings'],
  ),
  guard(
    'answers-taken',
    'conductor/src/tool-servers/connection.ts',
    ['untaken >= MAX_UNTAKEN', 'untaken >= Infinity'],
    [SERVERS, 'does not read the answers'],
  ),
  guard(
    'list-when-wanted',
    'conductor/src/tool-servers/connection.ts',
    [
      'Schema, () => {\n        made.isStale = true;',
      'Schema, () => {\n        void list(AbortSignal.timeout(connectLimitMs));',
    ],
    [SERVERS, 'asked for them once'],
  ),
  guard(
    'schemas-later',
    'conductor/src/tool-servers/server-tools.ts',
    ['typeof validatorOf> | null = null;', 'typeof validatorOf> | null = validatorOf(tool);'],
    [SERVERS, 'has a thousand tools'],
  ),
  guard(
    'admin-secret',
    'conductor/src/edges/http/lock-routes.ts',
    ['isAdmin(request, adminSecret) ?', 'adminSecret ?'],
    [CREDENTIALS, 'takes the admin secret and no other'],
  ),
  guard(
    'exact-host',
    'conductor/src/edges/http/guard-request.ts',
    ['![...hosts, faceHost].includes(host)', "host === ''"],
    [CREDENTIALS, 'is not answered to a rebound Host'],
  ),
  guard(
    'exact-origin',
    'conductor/src/edges/http/guard-request.ts',
    ['!own.includes(origin) &&', '!own.some((one) => origin.startsWith(one)) &&'],
    [CREDENTIALS, 'is not answered to another Origin'],
  ),
  guard(
    'paired-origin',
    'conductor/src/edges/bridge/gateway.ts',
    [
      'if (await services.knowsOrigin(request.headers.origin)) return;',
      'if (request.headers) return;',
    ],
    [BRIDGE, 'an upgrade'],
  ),
  guard(
    'token-of-its-origin',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['|| client.origin !== origin) return null', ') return null'],
    [BRIDGE, 'with the token of another origin'],
  ),
  guard(
    'answers-sealed',
    'conductor/src/features/ground/people/idempotency/sealed-response.ts',
    [
      'encrypted(keyOf(request), key, JSON.stringify([status, body])),',
      'JSON.stringify([status, body]) + request + key,',
    ],
    ['tests/security/stored-answers.test.ts', 'lies nowhere in plain'],
  ),
  guard(
    'token-hashed',
    'conductor/src/features/ground/browsers/pairing.ts',
    ["tokenHash: hash(token).toString('hex'),", 'tokenHash: token,'],
    [ROUTES, 'gives a browser a token for a code'],
  ),
  guard(
    'revoked-at-once',
    'conductor/src/edges/bridge/gateway.ts',
    ["sessions.get(clientId)?.close('unauthorized')", 'sessions.get(clientId)?.flush()'],
    [CREDENTIALS, 'is cut off at once'],
  ),
  guard(
    'revoked-origin',
    'conductor/src/features/ground/browsers/queries.sqlite.ts',
    ['db.select().from(clients).where(isNull(clients.revokedAt))', 'db.select().from(clients)'],
    [CREDENTIALS, 'as the last of its Origin'],
  ),
  guard(
    'code-once',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['offers.splice(index, 1);', ''],
    [ROUTES, 'either of the two once'],
  ),
  guard(
    'code-tries',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['wrongDigits.length < MAX_WRONG_DIGITS.fromAll', 'wrongDigits.length < Infinity'],
    [CREDENTIALS, 'from Origins made up for each try'],
  ),
  guard(
    'code-tries-of-one',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['own.length < MAX_WRONG_DIGITS.fromOneOrigin &&', 'own.length < Infinity &&'],
    [CREDENTIALS, 'from one Origin is heard five times'],
  ),
  guard(
    'link-always',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['if (isShort && !mayGuess(origin)) {', 'if (!mayGuess(origin)) {'],
    [CREDENTIALS, 'and the link pairs all the same'],
  ),
  guard(
    'code-life',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['offers = offers.filter((offer) => offer.endsAt > steadyNow());', ''],
    [ROUTES, 'older than ten minutes'],
  ),
  guard(
    'extension-pairs',
    'conductor/src/features/ground/browsers/pairing.ts',
    [
      'origin === undefined || !(isWorker || EXTENSION_ORIGIN.test(origin))',
      'origin === undefined',
    ],
    [ROUTES, 'is refused to a web page'],
  ),
  guard(
    'no-frames',
    'conductor/src/edges/http/pair-page.ts',
    ["; frame-ancestors 'none'", ''],
    [ROUTES, 'stands in no frame'],
  ),
  guard(
    'secret-files',
    'conductor/src/write-durably.ts',
    ["openSync(draft, 'wx', 0o600)", "openSync(draft, 'wx', 0o644)"],
    ['tests/conductor/main.test.ts', 'keeps its secrets'],
  ),
  guard(
    'private-folder',
    'conductor/src/make-private.ts',
    ['if ((info.mode & OTHERS) !== 0) chmodSync(path, info.mode & 0o700);', ''],
    [DATA_DIR, 'that everybody could read'],
  ),
  guard(
    'own-files',
    'conductor/src/make-private.ts',
    ['if (info.uid !== uid)', 'if (info.uid < 0)'],
    [DATA_DIR, 'that is another user'],
  ),
  guard(
    'no-links',
    'conductor/src/make-private.ts',
    ['throw new NotPrivate(`${path} is a link. Put what it leads to in its place.`);', 'continue;'],
    [DATA_DIR, 'is a link is refused, and what it leads to left alone'],
  ),
  guard(
    'own-parents',
    'conductor/src/make-private.ts',
    ['refuseSharedParents(realpathSync(dirname(dir)), uid);', ''],
    [DATA_DIR, 'below one that others may write'],
  ),
  guard(
    'whole-secrets',
    'conductor/src/data-dir.ts',
    ['const SECRET = /^[\\w-]{43}$/;', 'const SECRET = /^/;'],
    [DATA_DIR, 'is refused, and left as it is'],
  ),
  guard(
    'secrets-once',
    'conductor/src/data-dir.ts',
    ['const mayMake = isNew || newSecrets;', 'const mayMake = isNew || dir.length > 0;'],
    [DATA_DIR, 'that is lost is made anew only where a person says so'],
  ),
  guard(
    'store-once',
    'conductor/src/conductor.ts',
    [
      'openDatabase(databaseFile, { isNew, tables })',
      'openDatabase(databaseFile, { isNew: isNew || true, tables })',
    ],
    [DATA_DIR, 'is not made anew where it'],
  ),
  guard(
    'waits-outside',
    'conductor/src/stores/sqlite/open-database.ts',
    ['{ timeout: 0 }', '{ timeout: 5_000 }'],
    [LOCKED, 'a write waits, and nothing else does'],
  ),
  guard(
    'given-up-together',
    'conductor/src/stores/sqlite/step-store.ts',
    [
      'giveUp(takeAll(), fault);\n    drained();',
      'giveUp(waiting.splice(0, 1), fault);\n    drained();',
    ],
    ['tests/conductor/stores/sqlite/step-store.test.ts', 'an end for all that wait'],
  ),
  guard(
    'no-files-left',
    'conductor/src/stores/sqlite/commit-faults.ts',
    ['|NOMEM|CANTOPEN|', '|NOMEM|'],
    ['tests/conductor/stores/sqlite/step-store.test.ts', 'when SQLite can open no more files'],
  ),
  guard(
    'full-disk-told',
    'conductor/src/stores/sqlite/commit-faults.ts',
    ['/^SQLITE_(FULL|IOERR_SHMSIZE)$/', '/^SQLITE_(IOERR_SHMSIZE)$/'],
    ['tests/conductor/stores/sqlite/step-store.test.ts', 'when the commit itself fails'],
  ),
  guard(
    'full-disk-files',
    'shared/api/store-refusal.ts',
    ['return isDiskFull(thrown)', 'return isDiskFull(null)'],
    ['tests/integration/full-disk.test.ts', 'what a person asks for on a full disk'],
  ),
  guard(
    'files-in-place',
    'conductor/src/stores/sqlite/step-store.ts',
    ['if (!areInPlace()) throw new FilesGone();', ''],
    ['tests/conductor/stores/sqlite/step-store.test.ts', 'are not at their path'],
  ),
  guard(
    'answer-read',
    'conductor/src/edges/http/slow-peers.ts',
    ['if (peer.open > 0 && !isStuck) peer.since = now;', 'if (peer.open > 0) peer.since = now;'],
    [PEERS, 'reads none of it is let go'],
  ),
  guard(
    'next-request',
    'conductor/src/edges/http/slow-peers.ts',
    ['if (peer.open > 0 && !isStuck) peer.since = now;', 'if (!isStuck) peer.since = now;'],
    [PEERS, 'drips empty lines after its answer is let go'],
  ),
  guard(
    'headers-in-time',
    'conductor/src/edges/http/server.ts',
    ['headersTimeout: requestTimeoutMs,', ''],
    [PEERS, 'drips its body is let go'],
  ),
  guard(
    'looked-at-often',
    'conductor/src/edges/http/server.ts',
    ['connectionsCheckingInterval: lookEvery(requestTimeoutMs),', ''],
    [PEERS, 'drips its headers is let go'],
  ),
  guard(
    'log-lost',
    'conductor/src/log-destination.ts',
    ["destination.on('error', () => undefined);", ''],
    ['tests/conductor/main.test.ts', 'goes on while its log has no room'],
  ),
  guard(
    'few-waiting',
    'conductor/src/edges/http/slow-peers.ts',
    ['its.destroy();', ''],
    ['tests/conductor/edges/http/slow-peers.test.ts', 'the one that waits longest goes'],
  ),
  guard(
    'few-long-headers',
    'conductor/src/edges/http/slow-peers.ts',
    ['const mayBeLong = long.size < MAX_LONG;', 'const mayBeLong = long.size < MAX_WAITING;'],
    ['tests/integration/flooded.test.ts', 'headers of a mebibyte that do not end'],
  ),
  guard(
    'few-strangers',
    'conductor/src/edges/http/slow-peers.ts',
    [
      'socket.once(KNOWN, () => waiting.delete(nameOf(socket)));',
      'waiting.delete(nameOf(socket));',
    ],
    ['tests/conductor/edges/http/slow-peers.test.ts', 'of too many by upgrade'],
  ),
  guard(
    'few-waiting-by-tls',
    'conductor/src/edges/http/listen-with-tls.ts',
    ['keepFewWaiting(server);', ''],
    [ELSEWHERE, 'the one that waits longest goes'],
  ),
  guard(
    'unknown-bytes',
    'conductor/src/edges/bridge/limit-unknown.ts',
    ['if (bytes > MAX_BYTES) socket.terminate();', ''],
    [PEERS, 'sends more than a hello before it is known'],
  ),
  guard(
    'log-sparingly',
    'conductor/src/edges/log-sparingly.ts',
    ['if (steadyNow() - saidAt < REST_MS) return;', ''],
    ['tests/conductor/edges/log-sparingly.test.ts', 'then once a minute'],
  ),
  guard(
    'broken-sparingly',
    'conductor/src/edges/bridge/gateway.ts',
    ['if (fault.code === undefined) log.error', "if (fault.code !== '') log.error"],
    [PEERS, 'is in the log once'],
  ),
  guard(
    'log-short',
    'conductor/src/run-conductor.ts',
    ['formatters: { log: cutFields },', ''],
    [LOG, 'holds no secret'],
  ),
  guard(
    'log-steers-nothing',
    'conductor/src/log-destination.ts',
    ['destination.write(steeringEscaped(line))', 'destination.write(line)'],
    [LOG, 'holds no secret'],
  ),
  guard(
    'goodbye-in-time',
    'conductor/src/edges/bridge/gateway.ts',
    ['...GOODBYE,', ''],
    [PEERS, 'answers no goodbye of the bridge'],
  ),
  guard(
    'frame-size',
    'conductor/src/edges/bridge/session.ts',
    ["if (data.length > settings.maxFrameBytes) return close('frame_too_large');", ''],
    [BRIDGE, 'a frame that is too large'],
  ),
  guard(
    'frame-rate',
    'conductor/src/edges/bridge/session.ts',
    ["if (!limit.take()) return close('flooding');", ''],
    [BRIDGE, 'is cut off, and no other'],
  ),
  guard(
    'possible-cursor',
    'conductor/src/features/ground/browsers/steps/pair-client.ts',
    [
      'return lastSeq <= MAX_SEQ ? Math.max(sentSeq, lastSeq) : sentSeq;',
      'return Math.max(sentSeq, lastSeq);',
    ],
    [CURSORS, 'holds nobody up, over a restart too'],
  ),
  guard(
    'possible-seq',
    'shared/protocol/fields.ts',
    ['seq: z.int().check(z.positive(), z.maximum(MAX_SEQ)),', 'seq: z.int().check(z.positive()),'],
    [CURSORS, 'is refused by name, and not noted'],
  ),
  guard(
    'row-alone',
    'conductor/src/engine/row-steps.ts',
    ['if (isOfNoRow(result.reason)) throw result.reason;', 'throw result.reason;'],
    [FAILING, 'in a dispatch lets the others go'],
  ),
  guard(
    'result-of-holder',
    'conductor/src/features/heart/deliveries/steps/settle-delivery.ts',
    ['if (holder !== input.clientId) {', 'if (holder === undefined) {'],
    [HOSTILE, 'from a browser that was not given it'],
  ),
  guard(
    'result-in-place',
    'conductor/src/features/heart/deliveries/steps/settle-delivery.ts',
    [
      'if (conversation === null || byName?.conversationKey !== job.conversationKey) {',
      'if (conversation === null) {',
    ],
    [HOSTILE, 'that names another conversation counts for nothing'],
  ),
  guard(
    'reply-reported',
    'conductor/src/features/heart/replies/steps/record-final-message.ts',
    [
      "return isMine || frame.source === 'replay' ? frame.source : 'snapshot';",
      'return frame.source;',
    ],
    [HOSTILE, 'which nobody serves, is kept and does not act'],
  ),
  guard(
    'reply-of-server',
    'conductor/src/features/heart/replies/steps/record-final-message.ts',
    ['if (!isMine && isServedByAnother) return true;', ''],
    [HOSTILE, 'of a conversation that another browser serves is not taken'],
  ),
  guard(
    'reply-of-holder',
    'conductor/src/features/heart/replies/steps/record-final-message.ts',
    ['if (source === LIVE) return isHeldByAnother;', 'if (source === LIVE) return false;'],
    [HOSTILE, 'ends no delivery that another browser has under way'],
  ),
  guard(
    'reply-to-own-message',
    'conductor/src/features/heart/replies/steps/record-final-message.ts',
    ['return named === job.jobId && job.clientId === clientId;', 'return named === job.jobId;'],
    [HOSTILE, 'to a message that another browser sent ends no delivery'],
  ),
  guard(
    'turn-reported',
    'conductor/src/features/heart/conversations/steps/record-user-turn.ts',
    ['if (!isMine) return { plan: joinPlans(resolved, kept, words), outcome: refusals };', ''],
    [HOSTILE, 'holds nothing back where its browser has not reported'],
  ),
  guard(
    'turn-of-server',
    'conductor/src/features/heart/conversations/steps/record-user-turn.ts',
    ['isKnown || (!isMine && isServedByAnother)', 'isKnown'],
    [HOSTILE, 'is not taken from a browser that has not reported its conversation'],
  ),
  guard(
    'alias-reported',
    'conductor/src/features/heart/conversations/standing.ts',
    ['      isTied(row) &&\n', ''],
    [HOSTILE, 'takes none either after its browser has left'],
  ),
  guard(
    'alias-unserved',
    'conductor/src/features/heart/conversations/standing.ts',
    ['      !isServedByAnother(row) &&\n', ''],
    [HOSTILE, 'takes no conversation from the browser that serves it'],
  ),
  guard(
    'alias-given-up',
    'conductor/src/features/heart/conversations/standing.ts',
    ['const own = isClaimed ? undefined : named;', 'const own = named;'],
    [HOSTILE, 'that nobody knows yet is given up'],
  ),
  guard(
    'alias-count',
    'conductor/src/features/heart/conversations/standing.ts',
    ['(isNews && room < 0)', '(isNews && room < -1_000)'],
    [HOSTILE, 'is one of 64 at most'],
  ),
  guard(
    'report-slices',
    'conductor/src/features/heart/conversations/record-report.ts',
    ['const SLICE_WEIGHT = 32;', 'const SLICE_WEIGHT = 100_000;'],
    [TURNS, 'be committed in between'],
  ),
  guard(
    'told-in-turns',
    'conductor/src/features/desk/overview/publisher.ts',
    ['const TOLD_AT_ONCE = 4;', 'const TOLD_AT_ONCE = 100_000;'],
    [TURNS, 'is told of them in turns, too'],
  ),
  guard(
    'offered-length',
    'conductor/src/features/heart/actions/shown-action.ts',
    ['if (rawText.length > LONGEST_OFFERED) return [];', ''],
    [
      'tests/conductor/features/heart/replies/held-reply.test.ts',
      'takes long to take apart is not offered',
    ],
  ),
  guard(
    'report-weight',
    'conductor/src/edges/bridge/session.ts',
    ["if (!limit.take(weightBeyondOne(parsed.value))) return close('flooding');", ''],
    [TURNS, 'more often than anyone needs is cut off'],
  ),
  guard(
    'conversation-count',
    'conductor/src/features/heart/conversations/record-report.ts',
    ['return isOpen || room >= 0 ?', 'return isOpen || room < 1e9 ?'],
    [TURNS, 'are refused by name, the rest is taken'],
  ),
  guard(
    'gone-frames',
    'conductor/src/engine/frames.ts',
    ['isWanted() ? handler.take(frame, from) : Promise.resolve([])', 'handler.take(frame, from)'],
    [TURNS, 'leaves nothing behind that is still taken'],
  ),
  guard(
    'unread-answers',
    'conductor/src/edges/bridge/session.ts',
    ['if (socket.bufferedAmount > MAX_UNREAD_BYTES) return giveUp();', ''],
    [PEERS, 'never reads the answers'],
  ),
  guard(
    'no-compression',
    'conductor/src/edges/bridge/gateway.ts',
    ['perMessageDeflate: false', 'perMessageDeflate: true'],
    [PEERS, 'is not offered to pack frames'],
  ),
  guard(
    'body-size',
    'conductor/src/edges/http/server.ts',
    ['bodyLimit: MAX_BODY_BYTES', 'bodyLimit: 2 ** 30'],
    [PEERS, 'is cut off at the limit of the route'],
  ),
  guard(
    'body-shape',
    'conductor/src/edges/read-request.ts',
    [
      "const body = part('body', operation.body, given.body ?? undefined);",
      'const body = ok(given.body ?? {});',
    ],
    ['tests/conductor/edges/http/bad-input.test.ts', 'the body of setMode'],
  ),
  guard(
    'mode',
    'conductor/src/features/heart/replies/verdict.ts',
    ["if (!mayAct(conversation.mode)) return 'mode';", 'mayAct(conversation.mode);'],
    [ACTIONS, 'nobody switched to auto'],
  ),
  guard(
    'whole-replies',
    'conductor/src/features/heart/replies/verdict.ts',
    ["if (completenessOf(frame) !== 'whole') return 'not_whole';", ''],
    ['tests/conductor/features/heart/replies/acting.test.ts', 'does not act on a reply that is'],
  ),
  guard(
    'whole-calls',
    'conductor/src/features/minds/agents/find-calls.ts',
    ["if (complete !== 'whole') return { ok: false, error: CALL_OF_PART };", ''],
    ['tests/conductor/features/minds/agents/runs.test.ts', 'are not made, which its model is told'],
  ),
  guard(
    'whole-lines',
    'conductor/src/features/teams/runs/programs/program-runner.ts',
    ["said.complete === 'whole' ? found : found.map(notMade)", 'found'],
    ['tests/conductor/features/teams/runs/acp-workers.test.ts', 'ended before its own end'],
  ),
  guard(
    'part-by-site',
    'extension/platforms/claude/answer-text.ts',
    ["['max_tokens', 'cut']", "['max_tokens', 'whole']"],
    ['tests/extension/platforms/claude.test.ts', 'ended with max_tokens'],
  ),
  guard(
    'retry-looks',
    'conductor/src/features/heart/deliveries/steps/retry-delivery.ts',
    ['isOutcomeOpen(job) || isForPerson(job))', 'isOutcomeOpen(job)) && !isForPerson(job)'],
    [
      'tests/conductor/features/heart/deliveries/delivering.test.ts',
      'for delivery_uncertain goes out again',
    ],
  ),
  guard(
    'second-asks',
    'conductor/src/features/heart/policy/judge-action.ts',
    ["['secondReply', 'second_reply'],", ''],
    ['tests/conductor/features/heart/replies/acting.test.ts', 'asks for every action'],
  ),
  guard(
    'second-by-turn',
    'conductor/src/features/heart/replies/second-reply.ts',
    ['return !isSending && (newestTurns[0]?.observedAt ?? 0) <= at;', 'return false;'],
    ['tests/conductor/features/heart/replies/acting.test.ts', 'that its page does not name asks'],
  ),
  guard(
    'second-said-again',
    'conductor/src/features/heart/replies/second-reply.ts',
    ['return wordsOf(last) === wordsOf(before);', 'return false;'],
    ['tests/security/attacks/second-replies.test.ts', 'the same words under another id'],
  ),
  guard(
    'second-by-order',
    'conductor/src/features/heart/replies/steps/record-final-message.ts',
    ['seenAt(frame.observed_at, seenFrom, now)', 'seenAt(frame.observed_at, 0, now)'],
    ['tests/security/attacks/second-replies.test.ts', 'a clock that was set back'],
  ),
  guard(
    'left-branch',
    'conductor/src/features/heart/replies/second-reply.ts',
    ['if (follows !== null && follows.assistantMessageId !== newest) return true;', ''],
    ['tests/conductor/features/heart/replies/acting.test.ts', 'put after an older reply'],
  ),
  guard(
    'left-not-sent',
    'conductor/src/features/heart/replies/steps/record-final-message.ts',
    ['...results.filter(isOfIt).map(', '...results.filter(isOfIt).slice(results.length).map('],
    [
      'tests/conductor/features/heart/replies/acting.test.ts',
      'what waits of the first is not sent',
    ],
  ),
  guard(
    'left-not-made',
    'conductor/src/features/heart/actions/deliver-results.ts',
    ['if (!mayBeThere && leftAt === null) return made;', 'if (!mayBeThere) return made;'],
    [
      'tests/conductor/features/heart/replies/acting.test.ts',
      'that come only then wait for a person',
    ],
  ),
  guard(
    'live-replies',
    'conductor/src/features/heart/replies/verdict.ts',
    ["if (source !== LIVE) return 'not_live';", ''],
    [ACTIONS, 'a reply that a page showed'],
  ),
  guard(
    'conductor-host',
    'extension/messages/conductor-host.ts',
    [
      'return isHere ? portOf(page) === portOf(conductor) : host === conductor.host;',
      'return false;',
    ],
    [HOST, 'the conductor’s own'],
  ),
  guard(
    'whole-reply',
    'extension/content/teach/shown-reply.ts',
    ['if (more !== null && more.length > found.length) found = more;', ''],
    [SHOWN, 'all of it, or nothing'],
  ),
  guard(
    'shown-replies',
    'extension/background/delivery/record-reply.ts',
    ["(own !== null && reply.source !== 'shown')", 'own !== null'],
    [REPLIES, 'that the page merely shows'],
  ),
  guard(
    'errors-shown',
    'extension/content/find-our-turn.ts',
    ["if (fate === 'unanswered') return { ...none, is_unanswered: true };", ''],
    [LOOK, 'where the site met it with an error'],
  ),
  guard(
    'unsaid-replies',
    'extension/content/find-our-turn.ts',
    ["page.describeReply(later, ourId, 'shown')", "page.describeReply(later, ourId, 'snapshot')"],
    [LOOK, 'of which nothing says that it is whole'],
  ),
  guard(
    'shown-question',
    'extension/content/standing-turn.ts',
    ['if (known.includes(turn.id) || turns[at - 1]?.id !== known.at(-1)) return null;', ''],
    [LOOK, 'cannot be told from the same said before'],
  ),
  guard(
    'new-replies',
    'conductor/src/features/heart/replies/verdict.ts',
    ["if (!isNewest(frame, conversation, now)) return 'stale';", ''],
    [ACTIONS, 'before the newest'],
  ),
  guard(
    'top-level-blocks',
    'conductor/src/baa/find-action-blocks.ts',
    ["info.split(/[ \\t]/, 1)[0] === 'baa'", 'info !== null'],
    [ACTIONS, 'a block of another kind|a block in a larger one'],
  ),
  guard(
    'html-blocks',
    'conductor/src/baa/html-block.ts',
    ['interruptsParagraph || !inParagraph', 'interruptsParagraph && !inParagraph'],
    ['tests/security/fuzz/commonmark.test.ts', 'nothing runs that micromark does not see'],
  ),
  guard(
    'params-shape',
    'conductor/src/features/heart/actions/tools/check-params.ts',
    [
      'if (checked === undefined || checked.success) return null;',
      'if (!checked?.error || params) return null;',
    ],
    [SERVERS, 'still refuses what does not fit'],
  ),
  guard(
    'bounded-schema',
    'conductor/src/features/heart/actions/tools/check-params.ts',
    ['z.fromJSONSchema(boundedSchema(schema))', 'z.fromJSONSchema(schema, boundedSchema && {})'],
    [SERVERS, 'a regular expression that never ends'],
  ),
  guard(
    'bounded-answers',
    'conductor/src/tool-servers/connection.ts',
    ['fetch: limitedFetch(MAX_LINE_BYTES),', 'fetch: limitedFetch(2 ** 40),'],
    [SERVERS, 'that unpacks without an end'],
  ),
  guard(
    'bounded-lines',
    'conductor/src/tool-servers/line-buffer.ts',
    ['if (size > maxLineBytes) {', 'if (size > 2 ** 40) {'],
    ['tests/conductor/tool-servers/line-buffer.test.ts', 'a line of more than it may have'],
  ),
  guard(
    'lines-in-turns',
    'conductor/src/tool-servers/line-buffer.ts',
    [
      'if (isResting || tookMs < TURN_MS) return isResting;',
      'if (tookMs < Infinity) return false;',
    ],
    ['tests/conductor/tool-servers/line-buffer.test.ts', 'has others have their turn'],
  ),
  guard(
    'events-in-turns',
    'conductor/src/tool-servers/limited-fetch.ts',
    ['await pause(fresh + busyMs * REST);', ''],
    [SERVERS, 'waits for its turn, where there are many'],
  ),
  guard(
    'few-values',
    'conductor/src/tool-servers/json-parts.ts',
    ['if (parts > MAX_PARTS)', 'if (parts > Infinity)'],
    [SERVERS, 'of more values than any message'],
  ),
  guard(
    'config-quotes-nothing',
    'conductor/src/tool-servers/server-config.ts',
    ['is not JSON${placeOf(cause)}.', 'is not JSON${String(cause) + placeOf(cause)}.'],
    [LOG, 'holds no secret'],
  ),
  guard(
    'agent-tools',
    'conductor/src/features/minds/agents/find-calls.ts',
    [' || !isKnown(name)', ''],
    ['tests/conductor/features/minds/agents/runs.test.ts', 'may not know of a tool'],
  ),
  guard(
    'chat-history',
    'conductor/src/edges/http/chat-request.ts',
    ['all?.at(-1)', 'all?.at(0)'],
    [CHAT, 'history that a client makes up'],
  ),
  guard(
    'chat-foreign-ids',
    'conductor/src/features/minds/agents/queries.sqlite.ts',
    [
      "sql`${conversations.localConversationId} = ${sql.placeholder('localConversationId')}`",
      'sql`true`',
    ],
    [CHAT, 'ids of other sessions'],
  ),
  guard(
    'chat-opening-scope',
    'conductor/src/edges/http/serve-agent-streams.ts',
    ['return request.ask.open !== null;', 'return false;'],
    [FACE, 'opens a session with an agent is full'],
  ),
  guard(
    'chat-foreign-approvals',
    'conductor/src/features/minds/agents/answer-in-chat.ts',
    ['(approvalId === null || one.approvalId === approvalId) &&', ''],
    ['tests/conductor/features/minds/agents/approvals.test.ts', 'answers that are made up'],
  ),
  guard(
    'chat-params-scope',
    'conductor/src/edges/http/serve-agent-streams.ts',
    ['some(({ params }) => params !== undefined)', 'some(() => false)'],
    [FACE, 'changes the params of an action is full'],
  ),
  guard(
    'bound-reply',
    'conductor/src/features/heart/replies/verdict.ts',
    ["if (isBound) return 'bound';", ''],
    [CHAT_MODELS, 'and acts nowhere'],
  ),
  guard(
    'agent-reply',
    'conductor/src/features/heart/replies/verdict.ts',
    ["status === 'acked' && origin === 'agent'", 'status !== status && origin !== origin'],
    [CHAT_MODELS, 'does not act there'],
  ),
  guard(
    'bound-held-reply',
    'conductor/src/features/heart/replies/queries.sqlite.ts',
    [
      "if (rowsOf(db, bindingsOfChat, key).some(({ state }) => state === 'bound')) return null;",
      '',
    ],
    [CHAT_MODELS, 'and acts nowhere'],
  ),
  guard(
    'bound-denials',
    'conductor/src/features/heart/policy/holds-in.ts',
    ["(decision === 'deny' && boundKey === of)", 'decision === boundKey'],
    [CHAT_MODELS, 'its agent is denied'],
  ),
  guard(
    'asked-once',
    'conductor/src/features/minds/agents/chat-model.ts',
    ['if (asking !== null) return ok(asking);', ''],
    [CHAT_MODELS, 'sends nothing twice'],
  ),
  guard(
    'agent-run-mode',
    'conductor/src/features/minds/agents/tool-packs.ts',
    ['if (!modeLets(mode, tool)) return false;', ''],
    ['tests/conductor/features/minds/agents/registry.test.ts', 'a session for reading'],
  ),
  guard(
    'agent-read-only-pack',
    'conductor/src/features/minds/agents/tool-packs.ts',
    ['(entry.readOnly === undefined || tool.readOnly)', 'true'],
    ['tests/conductor/features/minds/agents/tool-packs.test.ts', 'change nothing'],
  ),
  guard(
    'skill-owner',
    'conductor/src/skill-files.ts',
    ['if (fault !== null) return err(fault);', ''],
    [SKILLS, 'that others may write'],
  ),
  guard(
    'skill-folder',
    'conductor/src/skill-files.ts',
    ['!path.startsWith(root + sep) || ', ''],
    [SKILLS, 'stays in its folder'],
  ),
  guard(
    'sub-agent-alone',
    'conductor/src/features/heart/deliveries/steps/enqueue-message.ts',
    ['parentKey !== null && parentKey !== via', 'parentKey !== parentKey'],
    [SUB_AGENTS, 'by no other conversation'],
  ),
  guard(
    'sub-agent-tools',
    'conductor/src/features/minds/agents/tool-packs.ts',
    [
      'if (allowedTools?.some((pattern) => fitsGlob(pattern, tool.id)) === false) return false;',
      '',
    ],
    [SUB_AGENTS, 'beyond those it was held to'],
  ),
  guard(
    'agent-file-owner',
    'conductor/src/own-file.ts',
    ['(mode & 0o022) === 0', '(mode & 0o022) >= 0'],
    ['tests/conductor/agent-files.test.ts', 'others may write'],
  ),
  guard(
    'agents-own-words',
    'shared/protocol/fields.ts',
    ['[AGENT_PLATFORM, ...PROGRAM_PLATFORMS]', 'PROGRAM_PLATFORMS'],
    ['tests/security/agents.test.ts', 'gets no turn of an agent'],
  ),
  guard(
    'agent-calls',
    'conductor/src/features/minds/agents/find-calls.ts',
    ['if (index >= room)', 'if (room === -1)'],
    ['tests/conductor/features/minds/agents/runs.test.ts', 'as many calls as the limits'],
  ),
  guard(
    'model-reply-size',
    'conductor/src/models/ask-model.ts',
    ['if (length > MAX_REPLY_LENGTH || begun > MAX_REPLY_CALLS)', 'if (length < 0)'],
    [MODELS, 'a reply of more'],
  ),
  guard(
    'model-answer-size',
    'conductor/src/models/fetch-model.ts',
    ['if (left >= 0)', 'if (left >= -Infinity)'],
    [MODELS, 'ends once it is larger than any reply'],
  ),
  guard(
    'model-event-size',
    'conductor/src/models/fetch-model.ts',
    ['createEventLines(MAX_EVENT_BYTES)', 'createEventLines(2 ** 40)'],
    [MODELS, 'an event that no reply needs'],
  ),
  guard(
    'model-calls-at-once',
    'conductor/src/models/ask-model.ts',
    ['metadataExtractor: FEW_CALLS,', ''],
    [MODELS, 'calls without end in one event'],
  ),
  guard(
    'events-alone',
    'shared/lib/event-lines.ts',
    ['} else if (isField(whole)) {', '} else {'],
    ['tests/shared/lib/event-lines.test.ts', 'nothing else is'],
  ),
  guard(
    'model-tokens',
    'conductor/src/models/ask-model.ts',
    ['Math.min(Math.max(Math.round(tokens ?? 0), 0), MAX_TOKENS)', '(tokens ?? 0)'],
    [MODELS, 'is a count, or says nothing'],
  ),
  guard(
    'model-key-as-sent',
    'conductor/src/features/ground/settings/read-secret.ts',
    ['env[variable]?.trim()', 'env[variable]'],
    [MODELS, 'whatever blanks its variable has around it'],
  ),
  guard(
    'model-redirects',
    'conductor/src/models/fetch-model.ts',
    ["redirect: 'error'", "redirect: 'follow'"],
    [MODELS, 'and to no other'],
  ),
  guard(
    'model-plain-http',
    'conductor/src/models/models-config.ts',
    ['if (!isSafeForKeys(new URL(url)))', 'if (!URL.canParse(url))'],
    [MODELS, 'each faulty entry'],
  ),
  guard(
    'model-address-shown',
    'conductor/src/models/models-config.ts',
    ['if (hasPassword(new URL(url)))', 'if (!URL.canParse(url))'],
    [MODELS, 'each faulty entry'],
  ),
  guard(
    'model-key-file',
    'conductor/src/features/ground/settings/read-secret.ts',
    ['& 0o077) !== 0', '& 0o077) < 0'],
    [MODELS, 'others may read'],
  ),
  guard(
    'model-key-hidden',
    'conductor/src/models/ask-model.ts',
    ["left.replaceAll(secret ?? '', '…')", 'left'],
    [MODELS, 'no answer repeats it'],
  ),
  guard(
    'faults-quote-nothing',
    'conductor/src/tool-servers/connection.ts',
    ['kind: cause.name }', 'kind: cause.message }'],
    [LOG, 'holds no secret'],
  ),
  guard(
    'artifact-names',
    'conductor/src/features/heart/artifacts/artifact-files.ts',
    ['const SHA256 = /^[0-9a-f]{64}$/;', 'const SHA256 = /[^]*/;'],
    [FILES, 'is neither read nor removed'],
  ),
  guard(
    'import-names',
    'conductor/src/stores/sqlite/export-rows.ts',
    ["if (name === 'sha256' &&", "if (name === 'sha1' &&"],
    [IMPORT, 'an artifact whose content is named'],
  ),
  guard(
    'import-foreign-words',
    'conductor/src/stores/sqlite/export-rows.ts',
    ['for (const rows of FOREIGN_WORDS)', 'for (const rows of FOREIGN_WORDS.slice(9))'],
    ['tests/conductor/features/desk/data/import.test.ts', 'words of others were kept'],
  ),
  guard(
    'import-disarmed',
    'conductor/src/features/desk/data/steps/import-conversation.ts',
    ['lines: taken, changed } = disarmed(lines)', 'changed } = disarmed(lines), taken = lines'],
    [IMPORT, 'what had not ended ends'],
  ),
  guard(
    'import-shapes',
    'conductor/src/stores/sqlite/export-rows.ts',
    [
      'if (isList ? !isTexts(parsed) : !isGroup(parsed))',
      'if (isList && !isTexts(parsed) && !isGroup(parsed))',
    ],
    [IMPORT, 'a value that no reader of it knows'],
  ),
  guard(
    'import-ids',
    'conductor/src/stores/sqlite/export-rows.ts',
    ['if (OWN_IDS.includes(name) &&', "if (name === 'id' && OWN_IDS.includes(name) &&"],
    [IMPORT, 'an id of ours that is'],
  ),
  guard(
    'import-own-columns',
    'conductor/src/stores/sqlite/export-rows.ts',
    ['all.filter(({ name }) => !OWN_COLUMNS.includes(name))', 'all'],
    ['tests/conductor/stores/sqlite/space-id.test.ts', 'an import cannot choose what number'],
  ),
  guard(
    'import-own-names',
    'conductor/src/features/desk/data/steps/import-conversation.ts',
    ['if (shadowed.length > 0 || ', 'if ('],
    [IMPORT, 'goes by its own name'],
  ),
  guard(
    'import-kin',
    'conductor/src/features/desk/data/disarm.ts',
    ["const kin = ['agent_id', 'parent_key'].filter(", "const kin = ['none'].filter("],
    [IMPORT, 'is kin to none of here'],
  ),
  guard(
    'import-renewals',
    'conductor/src/features/desk/data/disarm.ts',
    ["return row['status'] === 'active'", "return row['status'] === 'none'"],
    [IMPORT, 'what had not ended ends'],
  ),
  guard(
    'import-line-length',
    'conductor/src/features/desk/data/upload-file.ts',
    ['if (length > MAX_LINE_BYTES)', 'if (length === -1)'],
    ['tests/conductor/features/desk/data/import.test.ts', 'longer than any row'],
  ),
  guard(
    'believed-clock',
    'conductor/src/features/desk/data/retention.ts',
    ['void run(false, believed).then(', 'void run(false, now).then('],
    ['tests/conductor/features/desk/data/retention.test.ts', 'forget nothing that is young'],
  ),
  guard(
    'default-modes-few',
    'shared/api/settings.ts',
    ['Object.keys(modes).length <= MAX_SITES', 'Object.keys(modes).length <= MAX_SITES * 2'],
    [HOSTILE, 'holds so many sites'],
  ),
  guard(
    'completion-quoted',
    'conductor/src/cli/commands/completion.ts',
    ['printf -v word %q "$word"', 'true'],
    ['tests/conductor/cli/without-conductor.test.ts', 'runs no word that others have named'],
  ),
  guard(
    'own-backup',
    'conductor/src/features/desk/data/restore-backup.ts',
    ['return here !== null && here === there;', 'return true;'],
    ['tests/conductor/cli/commands.test.ts', 'who says that it is theirs'],
  ),
  guard(
    'backup-links',
    'conductor/src/features/desk/data/restore-backup.ts',
    ['await refuseLinks(from);', ''],
    [FILES, 'leads elsewhere restores nothing'],
  ),
  guard(
    'backup-schema',
    'conductor/src/stores/sqlite/strange-database.ts',
    ['if (!knownSchemas().has(schemaOf(client)))', "if (schemaOf(client) === '')"],
    [STRANGE_BACKUP, 'and brings a trigger'],
  ),
  guard(
    'backup-whole',
    'conductor/src/stores/sqlite/strange-database.ts',
    ["const found = client.pragma('integrity_check(1)', { simple: true });", "const found = 'ok';"],
    [STRANGE_BACKUP, 'has two tables share their pages'],
  ),
  guard(
    'backup-own-tables',
    'conductor/src/stores/sqlite/strange-database.ts',
    ['OWN_TABLES.get(name) === sql', 'OWN_TABLES.has(name)'],
    [STRANGE_BACKUP, 'a computed column in a table of SQLite’s own'],
  ),
  guard(
    'backup-numbers',
    'conductor/src/stores/sqlite/strange-database.ts',
    ['lastNumber(client) <= Number.MAX_SAFE_INTEGER', 'lastNumber(client) <= Infinity'],
    [STRANGE_BACKUP, 'and brings numbers'],
  ),
  guard(
    'backup-fits-disk',
    'conductor/src/features/desk/data/restore-backup.ts',
    ['await refuseLargerThanRoom(from, dataDir);', ''],
    [STRANGE_BACKUP, 'larger than any disk'],
  ),
  guard(
    'upgrades-where-meant',
    'conductor/src/edges/http/server.ts',
    ['guardUpgrades(app);', ''],
    [ROUTES, 'no WebSocket is opened on a route that takes none'],
  ),
  guard(
    'tls-key-file',
    'conductor/src/edges/http/listen-with-tls.ts',
    ['(statSync(keyFile).mode & OTHERS) !== 0', '(statSync(keyFile).mode & OTHERS) === -1'],
    [ELSEWHERE, 'that everybody may read is not taken'],
  ),
  guard(
    'sent-by-field',
    'conductor/src/features/hands/resources/said-by-name.ts',
    ['return role === SEARCH || !submits(args);', 'return true;'],
    [TAINT, 'a form is sent by a field of it'],
  ),
  guard(
    'keys-by-any-name',
    'conductor/src/features/hands/resources/said-by-name.ts',
    ["typeof args['key'] === 'string' && isKeySaid(args['key'], role)", "args['key'] !== 'Enter'"],
    [CALL_RISK, 'field is sent by|take .* for anything'],
  ),
  guard(
    'pressed-whole',
    'conductor/src/features/hands/resources/said-by-name.ts',
    ['return PRESSED.has(role) || FIELDS.has(role);', 'return true;'],
    [CALL_RISK, 'what is pressed lies in a'],
  ),
  guard(
    'pair-by-press',
    'face/screens/browsers/pairing.tsx',
    ["section.current?.querySelector('button')?.focus();", 'void make();'],
    ['tests/face/screens/browsers.test.ts', 'offers nothing by itself'],
  ),
  guard(
    'import-no-proto',
    'conductor/src/features/desk/data/import.ts',
    ["if (Object.hasOwn((value as ExportLine).row, '__proto__'))", "if (table === '')"],
    [IMPORT, 'that no reader of it knows'],
  ),
  guard(
    'worker-own-names',
    'shared/lib/net-address.ts',
    ["return ['loopback', 'unspecified'].includes", "return ['loopback'].includes"],
    ['tests/worker/browsers/reachable-url.test.ts', 'is the conductor, by whatever name'],
  ),
  guard(
    'demo-text',
    'launcher/turn-lines.ts',
    ['return steeringShown(still);', 'return still;'],
    ['tests/launcher/turn-lines.test.ts', 'cannot speak to the terminal'],
  ),
  guard(
    'worker-told-text',
    'worker/link/pairing.ts',
    ['steeringShown(said.data.detail)', 'said.data.detail'],
    ['tests/worker/worker.test.ts', 'ends where it may not'],
  ),
  guard(
    'backup-manifest',
    'conductor/src/features/desk/data/restore-backup.ts',
    ['.size > MAX_MANIFEST_BYTES)', '.size === -1)'],
    [STRANGE_BACKUP, 'has a manifest of gigabytes'],
  ),
  guard(
    'backup-secret',
    'conductor/src/restore-backup.ts',
    ['if (!hasInstallSecret(copy))', "if (copy === '')"],
    [STRANGE_BACKUP, 'has another text for its secret'],
  ),
  guard(
    'restored-jobs',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ['...unsent.map((job) => lookedFor(job, now)),', ''],
    [RESTORE, 'is looked for before it goes out'],
  ),
  guard(
    'restored-frames',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ['plan({ changes: [forgetFrames({ clientId: null })] }),', ''],
    [RESTORE, 'goes to no browser as the frame'],
  ),
  guard(
    'restored-actions',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    [
      '...instructions.map(({ instruction, approval }) => mayHaveRun(instruction, approval, now)),',
      '',
    ],
    [RESTORE, 'runs only when a person says so, as it changes'],
  ),
  guard(
    'restored-results',
    'conductor/src/features/heart/actions/deliver-results.ts',
    ['if (!mayBeThere && leftAt === null) return made;', 'if (made) return made;'],
    [RESTORE, 'its result goes out only when'],
  ),
  guard(
    'restored-held',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ["update(MESSAGE_ANCHORS, row, { source: 'snapshot' })", ''],
    [HELD, 'came back from a backup is not offered'],
  ),
  guard(
    'restored-renewals',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ["...renewals.map((renewal) => stopped(renewal, 'restored', now, 'conductor')),", ''],
    [RESTORE, 'renewals have ended'],
  ),
  guard(
    'restored-agents',
    'conductor/src/features/desk/data/stop-restored.ts',
    ['of runs) await', 'of runs.slice(runs.length)) await'],
    [RESTORED_AGENTS, 'agents stay stopped'],
  ),
  guard(
    'restored-turns',
    'conductor/src/features/desk/data/stop-restored.ts',
    ['if (session !== null)', 'if (session === null)'],
    [RESTORED_AGENTS, 'agents stay stopped'],
  ),
  guard(
    'restored-schedules',
    'conductor/src/features/desk/data/stop-restored.ts',
    ["if (status === 'active')", "if (status === 'ended')"],
    [RESTORED_AGENTS, 'agents stay stopped'],
  ),
  guard(
    'restored-calls',
    'conductor/src/features/desk/data/stop-restored.ts',
    ['for (const { callId } of calls)', 'for (const { callId } of calls.slice(calls.length))'],
    [RESTORED_AGENTS, 'agents stay stopped'],
  ),
  guard(
    'restored-rules',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ['rules.has(rule.ruleId)', 'rules.has(String())'],
    [TAKEN_BACK, 'a rule that was removed since'],
  ),
  guard(
    'restored-limits',
    'conductor/src/features/desk/data/taken-back.ts',
    ['if (known === null) await', 'if (known === undefined) await'],
    [TAKEN_BACK, 'a rule that was made since to deny'],
  ),
  guard(
    'restored-grants',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ['!grants.has(grant.grantId)', '!grants.has(String())'],
    [TAKEN_BACK, 'a site that was taken back since'],
  ),
  guard(
    'restored-modes',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ['modes.get(conversation.conversationKey)', 'modes.get(String())'],
    [TAKEN_BACK, 'a chat that was made paused since'],
  ),
  guard(
    'restored-pairing',
    'conductor/src/features/desk/data/steps/recover-restored.ts',
    ['...gone.map((client) => unpairedAgain(client, now)),', ''],
    [RESTORE, 'lets in no browser'],
  ),
  guard(
    'restore-ended',
    'conductor/src/data-dir.ts',
    ['const restoreNote = endRestore(dir);', 'const restoreNote = endRestore(`${dir}/none`);'],
    [RESTORE_KILLED, 'leaves a new machine restored'],
  ),
  guard(
    'bounded-waits',
    'conductor/src/features/heart/deliveries/named-wait.ts',
    ['if (namedMs <= LONGEST_NAMED_WAIT_MS) return', 'if (namedMs) return'],
    [NUMBERS, 'parks an account for a week at most|holds back any other try'],
  ),
  guard(
    'told-numbers',
    'shared/protocol/told-numbers.ts',
    [
      'if (!isNumber(value) || value < 0) return null;',
      'if (!isNumber(value)) return value as null;',
    ],
    [NUMBERS, 'loses no report of a failure'],
  ),
  guard(
    'seen-in-time',
    'conductor/src/features/heart/conversations/seen-at.ts',
    ['return Math.min(Math.max(said, notBefore), now);', 'return said;'],
    [NUMBERS, 'is put between its pairing and now'],
  ),
  guard(
    'terminal-text',
    'conductor/src/cli/terminal-text.ts',
    ['return steeringShown(plain.toWellFormed());', 'return steeringShown(plain) && plain;'],
    ['tests/conductor/cli/terminal-text.test.ts', 'holds nothing that a terminal would obey'],
  ),
  guard(
    'terminal-usage',
    'conductor/src/cli/program.ts',
    ["process.stderr.write(safeText(text, 'block'))", 'process.stderr.write(text)'],
    ['tests/conductor/cli/terminal-usage.test.ts', 'steers no terminal'],
  ),
  guard(
    'terminal-json',
    'conductor/src/cli/output.ts',
    ['if (json) write(terminalJson(value));', 'if (json) write(JSON.stringify(value));'],
    [MARKUP, 'the command line'],
  ),
  guard(
    'markdown-inert',
    'conductor/src/features/desk/data/export-markdown.ts',
    ['? inert(line) : line}`', '? line : inert(line)}`'],
    [MARKUP, 'an export to read'],
  ),
  guard(
    'popup-text',
    'extension/popup/conversation-card.tsx',
    ['<Visible text={title} />', '<bdi dangerouslySetInnerHTML={{ __html: title }} />'],
    ['tests/extension/popup/popup.test.ts', 'a title is text'],
  ),
  guard(
    'steering-shown',
    'look/visible.tsx',
    ['<bdi>{steeringShown(text)}</bdi>', '<bdi>{steeringShown(text) && text}</bdi>'],
    ['tests/extension/popup/popup.test.ts', 'a title cannot turn its line around'],
  ),
  guard(
    'own-content-scripts',
    'extension/background/browser/judge-sender.ts',
    [' || sender.frameId !== 0) return false', ') return false'],
    [SENDER, 'from a frame inside the page'],
  ),
  guard(
    'own-popup',
    'extension/background/browser/judge-sender.ts',
    ['&& sender.url?.startsWith(ownBaseUrl) === true', '|| ownBaseUrl === sender.url'],
    [SENDER, 'only own pages may speak as the popup'],
  ),
  guard(
    'asked-in-our-page',
    'extension/background/conductor-link/pairing.ts',
    ['await parts.askConsent(held.id);', 'void pair(offer.conductor_url, offer.code);'],
    [PAIRING, 'has a person asked, and pairs nothing by itself'],
  ),
  guard(
    'known-conductor',
    'extension/background/conductor-link/pairing.ts',
    ['if (!knows(offer.conductor_url)) {', "if (offer.code === '') {"],
    [PAIRING, 'an address that no person has named'],
  ),
  guard(
    'standing-pairing',
    'extension/background/conductor-link/pairing.ts',
    ['return pairing !== null && !pairing.refused;', 'return pairing?.client_id === null;'],
    [PAIRING, 'while a pairing stands'],
  ),
  guard(
    'offer-rate',
    'extension/background/conductor-link/pairing.ts',
    ['if (Math.abs(clock.now() - lastOfferAt) < OFFER_PAUSE_MS) {', "if (offer.code === '') {"],
    [PAIRING, 'not faster than they can look'],
  ),
  guard(
    'consent-press-rows',
    'extension/consent/seen-button.ts',
    ['if (button.disabled) guard();', ''],
    [SEEN, 'in that second begins it anew'],
  ),
  guard(
    'seen-first',
    'extension/consent/seen-button.ts',
    [
      'waiting = setTimeout(() => (button.disabled = false), GUARD_MS);',
      'button.disabled = false;',
    ],
    [SEEN, 'a click in the first second'],
  ),
  guard(
    'consent-by-hand',
    'extension/consent/seen-button.ts',
    ['if (event.isTrusted && !button.disabled) pressed();', 'if (!button.disabled) pressed();'],
    [SEEN, 'a click that a script made'],
  ),
  guard(
    'loopback-conductor',
    'extension/background/browser/judge-sender.ts',
    [
      'return isPairingPage(url, message.conductor_url);',
      'return URL.canParse(url) || isPairingPage(url, url);',
    ],
    [SENDER, 'cannot offer'],
  ),
  guard(
    'bounded-streams',
    'extension/platforms/kit/pending-text.ts',
    ['if (this.#length > MAX_PENDING_CHARS) {', 'if (this.#length > 2 * MAX_PENDING_CHARS) {'],
    ['tests/security/fuzz/decoders.test.ts', 'that go past every bound'],
  ),
  guard(
    'damage-is-no-final',
    'extension/platforms/kit/reply-decoder.ts',
    ['    this.#isDamaged = true;', '    this.#isDamaged = false;'],
    ['tests/extension/platforms/kit/splitters.test.ts', 'gives no final after'],
  ),
  guard(
    'policy-asks',
    'conductor/src/features/heart/policy/judge-action.ts',
    [': { decision, rule, because, risk };', ": { decision: 'run', rule, because, risk };"],
    [PERMISSIONS, 'does nothing before a person has said yes'],
  ),
  guard(
    'denial-wins',
    'conductor/src/features/heart/policy/policy.ts',
    [
      "Number(b.decision === 'deny') - Number(a.decision === 'deny') || byNarrowness(a, b)",
      'byNarrowness(a, b)',
    ],
    [PERMISSIONS, 'a rule that denies wins'],
  ),
  guard(
    'answered-once',
    'conductor/src/features/heart/actions/approvals/steps/answer-approval.ts',
    ["if (approval.decision === 'open') {", 'if (approval.decision) {'],
    [PERMISSIONS, 'is answered once'],
  ),
  guard(
    'quoted-actions',
    'conductor/src/features/heart/policy/judge-action.ts',
    ["['quoted', 'quoted'],", ''],
    ['tests/security/provenance.test.ts', 'asks when it came in a result'],
  ),
  guard(
    'changed-tools',
    'conductor/src/features/heart/policy/judge-action.ts',
    ["['toolChanged', 'tool_changed'],", ''],
    [CHANGED_TOOL, 'whatever the rules say'],
  ),
  guard(
    'allowed-tool',
    'conductor/src/features/heart/actions/run-tool.ts',
    ['if (row.toolPin !== null && row.toolPin !== tool.value.pin)', 'if (false)'],
    [CHANGED_TOOL, 'what was allowed is what runs'],
  ),
  guard(
    'approved-tool',
    'conductor/src/features/heart/actions/steps/judge-instruction.ts',
    ['(toolPin === null || toolPin === now.pin)', 'true'],
    [CHANGED_TOOL, 'is asked about once more'],
  ),
  guard(
    'approved-by-rules',
    'conductor/src/features/heart/actions/instruction.machine.ts',
    ["APPROVE: 'pending'", "APPROVE: 'ready'"],
    [
      'tests/conductor/features/minds/agents/approvals.test.ts',
      'what the rules have come to forbid',
    ],
  ),
  guard(
    'accepted-as-seen',
    'conductor/src/features/heart/policy/tool-pins/steps/accept-tool.ts',
    ['if (pin.changed?.sha256 !== sha256)', 'if (pin.changed === null)'],
    [CHANGED_TOOL, 'whatever the rules say'],
  ),
  guard(
    'carried-out',
    'conductor/src/features/heart/policy/policy.ts',
    ['if (action.mayLeak === true &&', 'if (action.mayLeak === undefined &&'],
    [CARRYING_OUT, 'asks once the conversation has read'],
  ),
  guard(
    'own-pages-private',
    'conductor/src/features/hands/resources/verb-tools.ts',
    ["...(isTheirs && { brings: ['private'] })", ''],
    [TAINT, 'own in their browser: what carries that out'],
  ),
  guard(
    'seen-noted',
    'conductor/src/features/heart/actions/steps/run-instruction.ts',
    ['markSeen(session, brings, row.target, now),', ''],
    [CARRYING_OUT, 'asks once the conversation has read'],
  ),
  guard(
    'held-for-auto',
    'conductor/src/features/heart/replies/steps/run-held-reply.ts',
    ['if (!mayAct(conversation.mode))', "if (!mayAct('auto'))"],
    [HELD, 'nothing runs before the mode is auto'],
  ),
  guard(
    'held-newest',
    'conductor/src/features/heart/replies/queries.sqlite.ts',
    ['if ((conversation.latestUserTurnAt ?? 0) > reply.observedAt) return null;', ''],
    [HELD, 'after the conversation has moved on'],
  ),
  guard(
    'held-others',
    'conductor/src/features/heart/actions/steps/judge-instruction.ts',
    ['(approval.quoted || !now.quoted) &&', ''],
    [HELD, 'in the words of others asks on its own'],
  ),
  guard(
    'held-shown',
    'conductor/src/features/heart/actions/shown-action.ts',
    ['.filter(({ paramsJson }) => fitsPopup(paramsJson))', ''],
    [HELD, 'no popup shows whole asks on its own'],
  ),
  guard(
    'always-others',
    'conductor/src/features/heart/actions/approvals/steps/answer-approval.ts',
    [
      'if (quoted || toolChanged || mayLeak || secondReply)',
      'if (toolChanged || mayLeak || secondReply)',
    ],
    [PERMISSIONS, 'makes no rule for words of others'],
  ),
  guard(
    'default-mode',
    'conductor/src/features/heart/conversations/resolve-conversation.ts',
    ['.get(ref.platform)', '.values().next().value'],
    [
      'tests/conductor/features/desk/overview/overview-broadcaster.test.ts',
      'there and nowhere else',
    ],
  ),
  guard(
    'begun-by-hand',
    'conductor/src/features/heart/conversations/resolve-conversation.ts',
    ['(byHand ? chosen : null)', 'chosen'],
    [
      'tests/conductor/features/desk/overview/overview-broadcaster.test.ts',
      'nobody was seen beginning',
    ],
  ),
  guard(
    'marked-seen',
    'shared/lib/visible-text.ts',
    ['return { text: seen, hidden };', 'return { text, hidden };'],
    ['tests/shared/lib/visible-text.test.ts', 'loses tags'],
  ),
  guard(
    'marked-as-opened',
    'extension/background/toolbar/marked-as-opened.ts',
    ['return isSame ? read : given;', 'return isSame || read ? read : given;'],
    ['tests/security/attacks/marked-texts.test.ts', 'goes out as it was'],
  ),
  guard(
    'own-hand',
    'extension/content/person-send-watch.ts',
    ['isInComposer && this.#isEmpty()', 'isInComposer'],
    ['tests/extension/content/person-send-watch.test.ts', 'brought along'],
  ),
  guard(
    'quoted-turns',
    'conductor/src/features/heart/conversations/steps/record-user-turn.ts',
    ['text: frame.raw_text,\n      source', "text: '',\n      source"],
    ['tests/security/provenance.test.ts', 'asks when a person pasted it'],
  ),
  guard(
    'answered-in-time',
    'conductor/src/features/heart/actions/approvals/steps/answer-approval.ts',
    ['if (isOver(approval, input.now)) {', 'if (isOver(approval, 0)) {'],
    [
      'tests/conductor/features/heart/actions/approvals/approvals.test.ts',
      'answered when its time is over',
    ],
  ),
  guard(
    'seen-whole',
    'extension/popup/approval-item.tsx',
    ['(RUNS.includes(says) && !isWhole(approval))', 'isWhole(approval) && RUNS.length === 0'],
    ['tests/extension/popup/popup.test.ts', 'cannot be let run where it is not shown whole'],
  ),
  guard(
    'fits-popup',
    'conductor/src/features/heart/actions/approvals/steps/answer-approval.ts',
    ['!fitsPopup(row.paramsJson)', "!fitsPopup('')"],
    [PERMISSIONS, 'is let run by no popup'],
  ),
  guard(
    'visible-params',
    'shared/lib/visible-text.ts',
    ['all.replace(/[⟨⟩]/, codeOf)', 'all'],
    ['tests/shared/lib/visible-text.test.ts', 'a value that a person decides about'],
  ),
  guard(
    'edited-params',
    'conductor/src/features/heart/actions/approvals/handlers.ts',
    [
      'const fault = checkParams(tool.value, params);',
      'const fault = checkParams(tool.value, before);',
    ],
    [PERMISSIONS, 'runs with params of a person only'],
  ),
  guard(
    'known-frames',
    'shared/protocol/parse-frame.ts',
    [
      'Object.hasOwn(schemas, type) ? schemas[type] : undefined',
      "schemas[type] ?? schemas['ping']",
    ],
    [PERMISSIONS, 'is changed by no frame'],
  ),
  guard(
    'results-fenced',
    'conductor/src/baa/compose-results.ts',
    ["'`'.repeat(Math.max(3, longestRun + 1))", "'`'.repeat(Math.min(3, longestRun + 3))"],
    [ACTIONS, 'in the words of a tool server is quoted'],
  ),
  guard(
    'answer-alone',
    'extension/platforms/chatgpt/message.ts',
    ["channel === 'final' &&", 'channel !== null &&'],
    ['tests/extension/platforms/chatgpt-stream.test.ts', 'is a thought'],
  ),
  guard(
    'address-leads',
    'conductor/src/features/heart/policy/text-forms.ts',
    ['...slashed.map(withoutDots), ...leads])', '...slashed.map(withoutDots), ...leads.slice(1)])'],
    ['tests/security/param-readings.test.ts', 'of any host under one lets none fetch another'],
  ),
  guard(
    'climbs-however',
    'conductor/src/features/heart/policy/text-forms.ts',
    ["normalForm(text).replaceAll(PASSED_OVER, '')", "text.replaceAll('', '')"],
    ['tests/security/param-readings.test.ts', 'of one folder lets none fetch what lies beside it'],
  ),
  guard(
    'denied-however',
    'conductor/src/features/heart/policy/text-forms.ts',
    ['    .trim()\n    .toLowerCase();', '    .trim();'],
    ['tests/security/param-readings.test.ts', 'finds its folder in'],
  ),
  guard(
    'doubt-asks',
    'conductor/src/features/heart/policy/policy.ts',
    ["return evasive ? 'perhaps' : 'no';", "return 'no';"],
    ['tests/security/param-readings.test.ts', 'asks about what may lead to it'],
  ),
  guard(
    'names-inside',
    'conductor/src/features/heart/policy/param-readings.ts',
    [
      'const names = Array.isArray(value) ? [] : Object.keys(value);',
      'const names: string[] = [];',
    ],
    ['tests/security/param-readings.test.ts', 'looks at names inside a param'],
  ),
  guard(
    'long-params',
    'conductor/src/features/heart/policy/param-readings.ts',
    ['sum + length, 0) > LONGEST_READ', 'sum + length, 0) > Infinity'],
    ['tests/security/param-readings.test.ts', 'are asked about where a rule looks at them'],
  ),
  guard(
    'thought-end-outside',
    'extension/platforms/kit/without-thought.ts',
    ['!before.includes(OPENING) && !standsOpen(before);', '!before.includes(OPENING);'],
    ['tests/extension/platforms/kit/without-thought.test.ts', 'not in what it shows'],
  ),
  guard(
    'thought-end-once',
    'extension/platforms/kit/without-thought.ts',
    ['isCut ? rest.includes(CLOSING) :', 'isCut ? false :'],
    ['tests/extension/platforms/kit/without-thought.test.ts', 'not in what it shows'],
  ),
  guard(
    'parts-apart',
    'extension/platforms/kit/without-parts.ts',
    ['add(joins ? APART : kept);', "add(joins ? '' : kept);"],
    ['tests/extension/platforms/kit/without-parts.test.ts', 'leaves what it stood in code as code'],
  ),
  guard(
    'results-no-answer',
    'extension/platforms/generic/envelopes.ts',
    [
      'return isOfReply(kind) && !isAside(value, kind);',
      "return kind !== 'none' || isAside(value, kind) || isOfReply(kind);",
    ],
    ['tests/security/results-in-streams.test.ts', 'is no answer, though it looks like one in'],
  ),
  guard(
    'understood-to-its-end',
    'extension/platforms/generic/decode-stream.ts',
    ['!this.#hasFailed && !this.#isUnclear', '!this.#hasFailed'],
    ['tests/security/fuzz/told-failures.test.ts', 'has no final once a failure was told'],
  ),
  guard(
    'beside-by-name',
    'extension/platforms/generic/scored-text.ts',
    ['isNoAnswer(name) || wordsOf', 'wordsOf'],
    [
      'tests/extension/platforms/generic-vocabularies.test.ts',
      'is read to its end by the words of its names',
    ],
  ),
  guard(
    'whose-message',
    'extension/platforms/generic/vocabularies/openai.ts',
    ["'role') ?? role;", "'role') ?? 'assistant';"],
    [
      'tests/security/results-in-streams.test.ts',
      'also where only its first piece says whose it is',
    ],
  ),
  guard(
    'own-chats',
    'extension/platforms/chatgpt/locate.ts',
    ['excluded: segment === undefined && !NEW_CHAT.test(page.pathname)', 'excluded: false'],
    ['tests/extension/platforms/chatgpt.test.ts', 'is watched by nobody'],
  ),
  guard(
    'own-origin',
    'extension/platforms/tap.ts',
    ['`^(POST ${own}/|GET ${own}/[^#]*[?])`', "'^POST '"],
    ['tests/extension/platforms/tap.test.ts', 'is its own'],
  ),
  guard(
    'named-models',
    'extension/content/read-models.ts',
    ['origins.includes(new URL(event.url).origin)', 'origins.length > 0'],
    ['tests/extension/content/read-models.test.ts', 'nobody named that'],
  ),
  guard(
    'offered-here',
    'extension/popup/model-offer.tsx',
    ['return isHere && !isConductor &&', 'return'],
    ['tests/extension/popup/popup.test.ts', 'is offered for the page that the tab shows'],
  ),
  guard(
    'own-sockets',
    'extension/platforms/tap.ts',
    ["return new RegExp(`^${escaped(origin).replace('http', '(http|ws)')}/`);", 'return /^/;'],
    ['tests/extension/platforms/tap.test.ts', 'is its own'],
  ),
  guard(
    'server-environment',
    'conductor/src/tool-servers/connection.ts',
    ['...getDefaultEnvironment(), ...config.env', '...process.env, ...config.env'],
    [SERVERS, 'is told what is configured for it'],
  ),
  guard(
    'artifact-downloads',
    'conductor/src/edges/http/send-artifact.ts',
    ["{ type: 'attachment' }", "{ type: 'inline' }"],
    [FILES, 'is given out to be kept'],
  ),
  guard(
    'artifact-length',
    'conductor/src/edges/http/of-length.ts',
    ['return pipeline(bytes, exact, () => undefined);', 'return exact.destroyed ? exact : bytes;'],
    [FILES, 'nothing of it stands where the next answer does'],
  ),
  guard(
    'artifact-sandbox',
    'conductor/src/edges/http/send-artifact.ts',
    [`'content-security-policy': "sandbox; default-src 'none'",`, ''],
    [FILES, 'is given out to be kept'],
  ),
  guard(
    'artifact-link-one',
    `${ARTIFACTS}/artifact-links.ts`,
    ['artifact link ${until} ${artifactId}', 'artifact link ${until}'],
    [LINKS, 'lets its bearer read that one artifact'],
  ),
  guard(
    'artifact-link-ends',
    `${ARTIFACTS}/artifact-links.ts`,
    ['return now() < Number(until)', 'return true'],
    [LINKS, 'lets its bearer read that one artifact'],
  ),
  guard(
    'bucket-redirects',
    `${ARTIFACTS}/s3-bucket.ts`,
    ["redirect: 'error'", "redirect: 'follow'"],
    [BUCKET, 'leads to another address'],
  ),
  guard(
    'bucket-plain-http',
    `${ARTIFACTS}/bucket-config.ts`,
    ['if (!isSafeForKeys(url))', 'if (false)'],
    [BUCKET, 'says where it is faulty'],
  ),
  guard(
    'bucket-content',
    `${ARTIFACTS}/open-content.ts`,
    ['quotaBytes, sha256 }', 'quotaBytes }'],
    [BUCKET, 'takes back nothing that is not'],
  ),
  guard(
    'bucket-names',
    `${ARTIFACTS}/open-content.ts`,
    [' || !isContentName(content.sha256)', ''],
    [BUCKET, 'is asked for nothing but hashes'],
  ),
  guard(
    'bucket-last-copy',
    `${ARTIFACTS}/trim-contents.ts`,
    ['if (there.value === copy.sizeBytes) files', 'if (there.ok) files'],
    [BUCKET, 'keeps what the bucket has lost'],
  ),
  guard(
    'no-sniffing',
    'conductor/src/edges/http/server.ts',
    [".header('x-content-type-options', 'nosniff')", ''],
    [FILES, 'is given out to be kept'],
  ),
  guard(
    'no-markup',
    'extension/popup/action-params.tsx',
    ['<dd>{value}</dd>', '<dd dangerouslySetInnerHTML={{ __html: value }} />'],
    [MARKUP, 'never makes markup or code of a text'],
  ),
  guard(
    'hello-first',
    'conductor/src/edges/bridge/session.ts',
    ["return close('bad_hello');", 'return;'],
    [BRIDGE, 'that is no hello'],
  ),
  guard(
    'hello-in-time',
    'conductor/src/edges/bridge/session.ts',
    ["setTimeout(() => close('hello_timeout'),", 'setTimeout(() => undefined,'],
    [BRIDGE, 'that never comes ends the connection'],
  ),
  guard(
    'frames-once',
    'conductor/src/features/ground/browsers/steps/from-client.ts',
    ['if (seq <= sender.lastReceivedSeq) return null;', ''],
    [
      'tests/conductor/features/ground/browsers/from-client.test.ts',
      'that was received before, changes nothing',
    ],
  ),
  guard(
    'request-in-time',
    'conductor/src/edges/http/server.ts',
    ['requestTimeout: requestTimeoutMs,', 'requestTimeout: 0,'],
    [PEERS, 'drips its body is let go'],
  ),
  guard(
    'locked-packages',
    'package-lock.json',
    [
      '"integrity": "sha512-Z/oxOPiIqiS7fItRdxaaOEC+6GD3OpGi0IxoR0dMefzQHolsKLzScw2DNcu/5gUPok3tv+G9mslvYB5bo3i0qg==",',
      '',
    ],
    ['tests/launcher/lock-file.test.ts', 'has its hash'],
  ),
  guard(
    'known-node',
    'bootstrap.mjs',
    ['if (found !== integrity)', 'if (!found)'],
    ['tests/launcher/bootstrap.test.ts', 'whose hash is known is not unpacked'],
  ),
  guard(
    'service-path',
    'conductor/src/cli/service-definition.ts',
    [
      String.raw`.filter((folder) => !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder))`,
      '',
    ],
    ['tests/conductor/cli/service-definition.test.ts', 'does not last'],
  ),
  guard(
    'service-lines',
    'conductor/src/cli/service-definition.ts',
    ['.replaceAll(/\\p{Cc}/gu', '.replaceAll(/(?!)/gu'],
    ['tests/conductor/cli/service-definition.test.ts', 'is of as many lines whatever a path holds'],
  ),
  guard(
    'terminal-content',
    'conductor/src/cli/save-to.ts',
    ['isShown ? forTerminal(body) : body', 'isShown ? body : forTerminal(body)'],
    ['tests/conductor/cli/save-to.test.ts', 'does not steer a terminal'],
  ),
  guard(
    'folder-of-others',
    'conductor/src/cli/put-extension.ts',
    ['nameOf(chromium) !== nameOf(built))', 'nameOf(built) === undefined)'],
    ['tests/conductor/cli/put-extension.test.ts', 'does not take that of'],
  ),
  guard(
    'service-words',
    'conductor/src/cli/service-definition.ts',
    [String.raw`.replace(/["\\]/g, String.raw`, String.raw`.replace(/["]/g, String.raw`],
    ['tests/conductor/cli/service-definition.test.ts', 'mean something of systemd’s'],
  ),
  guard(
    'own-frames',
    'extension/platforms/poe/tap.ts',
    [String.raw`(quora|poe)\.com`, String.raw`[\w.-]+`],
    ['tests/extension/platforms/poe.test.ts', 'is watched when it may be a send'],
  ),
  guard(
    'sent-elsewhere',
    'extension/content/conversation-tracker.ts',
    ['sentTo !== null && !this.isAt(sentTo)', 'sentTo === placeNumber'],
    [WATCHED, 'is not the one’s shown that its message was not sent to'],
  ),
  guard(
    'sent-to-left',
    'extension/content/conversation-tracker.ts',
    ['if (id !== null) this.#gone.add(before.remoteConversationId);', ''],
    [WATCHED, 'to a chat that the page has left'],
  ),
  guard(
    'named-in-time',
    'extension/content/conversation-tracker.ts',
    [
      'if (this.#isTakenForSent && this.#shown.remoteConversationId !== remoteConversationId) {',
      'if (this.#isTakenForSent && remoteConversationId === null) {',
    ],
    [WATCHED, 'is not that of the chat opened before the new one had a name'],
  ),
  guard(
    'own-events',
    'extension/platforms/generic/decode-stream.ts',
    ['if (!this.#isLasting || expected', 'if (!this.#isSocket || expected'],
    [WATCHED, 'what an event source brings of another conversation is no answer in this one'],
  ),
  guard(
    'own-history',
    'extension/content/history-access.ts',
    ['const isWhole = !/[\\w-]$/.test(left) &&', 'const isWhole = left !== null ||'],
    [WATCHED, 'what a page reads at'],
  ),
  guard(
    'unopened-thought',
    'extension/platforms/kit/without-thought.ts',
    ['const rest = isThought ? answer.slice(', 'const rest = end === undefined ? answer.slice('],
    [
      'tests/extension/platforms/kit/without-thought.test.ts',
      'is no answer where nothing opens it',
    ],
  ),
  guard(
    'made-id-once',
    'extension/background/answer-page.ts',
    ['if (id === null || !isMade(id)) return false;', 'if (id !== undefined) return false;'],
    ['tests/extension/background/answer-page.test.ts', 'gives it up'],
  ),
  guard(
    'outbox-share',
    'extension/background/storage/outbox-share.ts',
    ['if (frames >= MOST_FRAMES || text >= MOST_TEXT)', 'if (frames < 0)'],
    ['tests/extension/background/storage/outbox-share.test.ts', 'as much of a site'],
  ),
  guard(
    'crowded-out',
    'extension/background/runtime/oldest-to-forget.ts',
    ['return tooMany <= 0 ? []', 'return tooMany > 0 ? []'],
    [
      'tests/extension/background/runtime/record-runtimes.test.ts',
      'has the oldest of its own site forgotten, and none that is in use',
    ],
  ),
  guard(
    'report-fits-frame',
    'extension/background/runtime/record-runtimes.ts',
    ['|| length + its > MAX_REPORT_LENGTH', ''],
    [
      'tests/extension/background/runtime/record-runtimes.test.ts',
      'names as long as names may be are told in frames that are taken',
    ],
  ),
  guard(
    'reads-forgotten-first',
    'extension/content/exchanges.ts',
    ['const one = read ?? oldest;', 'const one = oldest ?? read;'],
    [WATCHED, 'does not have the reply forgotten, however often it asks its site'],
  ),
  guard(
    'linear-expressions',
    'extension/content/same-message.ts',
    ['lines.map((line) => line.trimEnd())', 'lines.map((line) => line.replace(/\\s+$/, ""))'],
    ['tests/security/fuzz/expressions.test.ts', 'linear time'],
  ),
  guard(
    'bounded-bodies',
    'extension/content/exchanges.ts',
    ['before.length + text.length > MAX_BODY', 'MAX_BODY < 0'],
    [WATCHED, 'is kept no longer than a page could mean it'],
  ),
  guard(
    'face-seen-first',
    'face/frame/seen-presses.ts',
    ["addEventListener('focus', begin);", ''],
    ['tests/face/frame/seen-presses.test.ts', 'comes to the front begins its half second anew'],
  ),
  guard(
    'face-press-rows',
    'face/frame/seen-presses.ts',
    ["if (!isTaken || event.type === 'click') begin();", ''],
    ['tests/face/frame/seen-presses.test.ts', 'are not taken for as long as they go on'],
  ),
  guard(
    'face-held-keys',
    'face/parts/keys.ts',
    ['if (event.repeat && row?.repeats !== true) return;', ''],
    ['tests/face/parts/keys.test.ts', 'a key that is held answers once'],
  ),
  guard(
    'steady-answers',
    'extension/popup/steady-clicks.ts',
    ["if (list.dataset['moved'] !== undefined) event.stopPropagation();", 'void event;'],
    ['tests/extension/popup/steady-clicks.test.ts', 'the second of two clicks does not answer'],
  ),
  guard(
    'terminal-env',
    'worker/terminals/clean-environment.ts',
    ['if (isPassed && value', 'if (value'],
    [TERMINALS, 'is in its environment'],
  ),
  guard(
    'terminal-roots',
    'worker/terminals/within-roots.ts',
    ['const folder = realpathSync(wanted);', 'const folder = wanted;'],
    [TERMINALS, 'within the folders of the settings'],
  ),
  guard(
    'terminal-marks',
    'worker/terminals/terminal.ts',
    ['if (told.at(-1) !== this.#key) return;', 'if (told.length < 0) return;'],
    [TERMINALS, 'cannot pass for the end of a command'],
  ),
  guard(
    'terminal-own-words',
    'worker/terminals/terminal.ts',
    ["mark === 'D' && /^\\d{1,3}$/.test(told[0] ?? '')", "mark === 'D'"],
    ['tests/security/attacks/terminal-shells.test.ts', 'whatever a command shows'],
  ),
  guard(
    'terminal-folder',
    'worker/terminals/terminal.ts',
    ['here !== null && isWithin(folder, here) &&', 'here !== null && isWithin(folder, folder) &&'],
    ['tests/security/attacks/terminal-shells.test.ts', 'stands where the system says'],
  ),
  guard(
    'terminal-line',
    'worker/terminals/terminal.ts',
    [
      'if (!this.#isTyped && !this.#isBegun) return true;',
      'if (this.start.kind !== null) return true;',
    ],
    [TERMINALS, 'runs a command alone'],
  ),
  guard(
    'terminal-answers',
    'worker/terminals/terminal.ts',
    ['if (!this.#isAtLine()) this.write(text);', 'this.write(text);'],
    [ANSWERS, 'no answer to a program in the background'],
  ),
  guard(
    'said-alone',
    'worker/terminals/say-text.ts',
    ['!(await terminal.clearLine(signal)))', 'folder === String())'],
    [ANSWERS, 'takes no answer to a file'],
  ),
  guard(
    'said-as-shown',
    'worker/terminals/say-text.ts',
    ['else if (!terminal.enterLine())', "else if (String(terminal.write('\\r')) === '')"],
    [ANSWERS, 'into which a person has typed'],
  ),
  guard(
    'terminal-links',
    'worker/terminals/screen.ts',
    ['registerOscHandler(8, () => true)', 'registerOscHandler(8, () => false)'],
    [ANSWERS, 'links that a program shows'],
  ),
  guard(
    'terminal-hidden',
    'worker/terminals/terminals.ts',
    ['if (/[^\\P{Cc}\\n\\t]/u.test(command)) {', 'if (command === null) {'],
    [TERMINALS, 'a hidden sign are refused'],
  ),
  guard(
    'worker-long-code',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['if (isShort && isWorker) {', 'if (false) {'],
    [WORKERS, 'never by digits'],
  ),
  guard(
    'worker-frames',
    'conductor/src/edges/bridge/may-say.ts',
    ['FROM_WORKER.includes(frame.type)', 'FROM_WORKER.length > 0'],
    [WORKERS, 'answers no approval'],
  ),
  guard(
    'browser-no-worker',
    'conductor/src/edges/bridge/may-say.ts',
    ["claims.every((adapter) => adapter === 'tab')", 'claims.length >= 0'],
    [WORKERS, 'a browser cannot pass for a worker'],
  ),
  guard(
    'worker-no-tabs',
    'conductor/src/edges/bridge/may-say.ts',
    ["frame.capabilities.adapters.includes('tab')", 'frame.capabilities.adapters.length < 0'],
    [WORKERS, 'a worker holds no tabs'],
  ),
  guard(
    'lent-by-person',
    'conductor/src/edges/bridge/may-say.ts',
    ["frame.origin_kind === 'lent'", "frame.offer_id === ''"],
    [WORKERS, 'lends no page as a person does'],
  ),
  guard(
    'result-files',
    'conductor/src/features/hands/resources/steps/record-call-result.ts',
    ['const { attachments: _, ...data } = result ?? {};', 'const data = { ...result };'],
    [CALLS, 'where data of a result is named as its files are'],
  ),
  guard(
    'result-depth',
    'shared/protocol/resources.ts',
    ['nestsWithin(value, MAX_DEPTH)', 'nestsWithin(value, 1_000_000)'],
    ['tests/shared/protocol/parse-frame.test.ts', 'nested too deep'],
  ),
  guard(
    'unnamed-words',
    'conductor/src/features/hands/resources/steps/record-call-result.ts',
    ['if (meant !== null) return [meant];', ''],
    [TAINT, 'where its executor names nobody'],
  ),
  guard(
    'element-in-one-look',
    'shared/lib/page-line.ts',
    ['"|(?<![^ ])(?<ref>', '"|(?<ref>'],
    [CALL_RISK, 'in no more time than it takes to read the text'],
  ),
  guard(
    'refs-of-ours',
    'shared/lib/page-line.ts',
    ['NEEDS_QUOTES.test(shown)', 'false'],
    ['tests/shared/lib/page-line.test.ts', 'has no reference of its page'],
  ),
  guard(
    'answer-fits-frame',
    'shared/protocol/fit-result.ts',
    ['if (fits && bytes <= MAX_BYTES)', 'if (fits || bytes <= MAX_BYTES)'],
    ['tests/shared/protocol/fit-result.test.ts', 'that would be too large is told without'],
  ),
  guard(
    'grant-per-origin',
    GRANTS,
    ['grant.origin === wanted.origin &&', ''],
    [WORK, 'opens nothing for what is allowed for another site'],
  ),
  guard(
    'grant-per-chat',
    GRANTS,
    ['(grant.chat_session_id === null || grant.chat_session_id === wanted.chat_session_id) &&', ''],
    [WORK, 'opens nothing for what is allowed for another chat'],
  ),
  guard(
    'grant-level',
    GRANTS,
    ["(grant.level === 'act' || wanted.level === 'read'),", 'true,'],
    [WORK, 'does nothing in a site that the chat may read'],
  ),
  guard(
    'grant-rechecked',
    GRANTS,
    ['return revoked_at === null && (until', 'return (until'],
    [WORK, 'stops where a person takes back what they allowed'],
  ),
  guard(
    'redirect-stops',
    'extension/background/resources/go-to-page.ts',
    [
      "if (origin === null || state.url === null) return notGranted(context, state.url, 'read');",
      "if (state.url === null) return notGranted(context, state.url, 'read');",
    ],
    [WORK, 'leaves a page alone that leads to a site that is not allowed'],
  ),
  guard(
    'stop-holds',
    'extension/background/resources/executor.ts',
    ['if (isStopped || held?.hold', 'if (held?.hold'],
    [WORK, 'begins nothing once the person stopped it'],
  ),
  guard(
    'lent-stays',
    'extension/background/resources/executor.ts',
    ['if (state === null || isAt(state.url, held.lent_origin)) return;', 'if (true) return;'],
    [WORK, 'works for nobody once it has left its site'],
  ),
  guard(
    'lent-not-closed',
    'extension/background/resources/executor.ts',
    ["held.kind === 'opened' && held.tab_id !== null", 'held.tab_id !== null'],
    [WORK, 'is given back by .*resource.close'],
  ),
  guard(
    'stop-trusted',
    'extension/content-resource/page-mark.ts',
    ['if (event.isTrusted) onStop();', 'onStop();'],
    ['tests/extension/content-resource/page-mark.test.ts', 'is not pressed by a script'],
  ),
  guard(
    'mark-stays',
    'extension/content-resource/page-mark.ts',
    [".replaceAll(/;|$/g, ' !important;')", ".replaceAll(/;$/g, '')"],
    ['tests/extension/content-resource/page-mark.test.ts', 'is not hidden by styles'],
  ),
  guard(
    'picture-of-page',
    'extension/background/resources/take-picture.ts',
    ["if (originNow(context, held, after?.url ?? null, 'read') !== origin)", 'if (after === null)'],
    [WORK, 'a picture is of the page that the chat may read'],
  ),
  guard(
    'unpaired-calls',
    'extension/background/conductor-link/change-pairing.ts',
    ['calls: [...view.calls.keys()],', ''],
    [WORK, 'with its pairing all that was asked of its tabs ends'],
  ),
  guard(
    'windows-granted',
    'extension/background/resources/page-doings.ts',
    [
      "if (originNow(context, wanted, url, 'read') === null) return { url, not_allowed: true };",
      '',
    ],
    [WORK, 'what a page asks and opens is told'],
  ),
  guard(
    'lend-no-control',
    'extension/background/resources/lend-tab.ts',
    ['if (url === null || origin === null) {', 'if (url === null) {'],
    [WORK, 'is not lent of a chat site'],
  ),
  guard(
    'no-self-control',
    'extension/background/resources/reachable-origin.ts',
    ['if (isChat || STORES.has(origin) || isConductorHost(host, conductorUrl)) return null;', ''],
    [WORK, 'never works in .*whoever allows it'],
  ),
  guard(
    'dotted-names',
    'extension/background/resources/reachable-origin.ts',
    ["if (hostname.endsWith('.')) return null;", ''],
    [WORK, 'never works in .*whoever allows it'],
  ),
  guard(
    'private-by-any-name',
    `${RESOURCES}/is-public.ts`,
    [
      'return addressesIn(labels).every(isPublicAddress);',
      'return addressesIn(labels).length < 9;',
    ],
    [PUBLIC_HOSTS, 'a name that spells one of these'],
  ),
  guard(
    'private-by-its-end',
    `${RESOURCES}/is-public.ts`,
    ['!isDelegated || ', ''],
    [PUBLIC_HOSTS, 'a name of a network of its own'],
  ),
  guard(
    'journal-before-page',
    'extension/background/resources/executor.ts',
    ["if (row.state === 'begun' && BROWSER_WRITES.has(frame.tool)) {", 'if (row.state === null) {'],
    [WORK, 'a click is made once, at whatever moment'],
  ),
  guard(
    'popup-grants-only',
    'conductor/src/features/heart/actions/approvals/steps/answer-other.ts',
    [
      "approval.subjectKind === 'grant' && approval.subject?.givenBy !== 'answer'",
      'decision === undefined',
    ],
    [TAINT, 'waits for the popup, and no other surface can allow it'],
  ),
  guard(
    'grant-before-dispatch',
    `${RESOURCES}/steps/dispatch-call.ts`,
    ['if (wanted !== null) {', 'if (wanted?.origin === null) {'],
    [TAINT, 'waits for the popup, and no other surface can allow it'],
  ),
  guard(
    'grant-level-judged',
    `${RESOURCES}/grants.ts`,
    ["(grant.level === 'act' || wanted.level === 'read')", 'grant.level.length > 0'],
    [TAINT, 'is asked for again where only reading was granted'],
  ),
  guard(
    'grant-chat-judged',
    `${RESOURCES}/grants.ts`,
    ['(grant.chatSessionId === null || grant.chatSessionId === wanted.chatSessionId)', 'true'],
    [TAINT, 'a grant of another chat is none'],
  ),
  guard(
    'revoked-stays',
    `${RESOURCES}/steps/take-grants.ts`,
    ['revokedAt: before?.revokedAt ?? told.revoked_at', 'revokedAt: told.revoked_at'],
    [TAINT, 'closes what is open of it when it is taken back'],
  ),
  guard(
    'preview-admin',
    'conductor/src/edges/http/face-request.ts',
    [
      "if (method === 'GET' && headers.upgrade !== undefined)\n    return headers.origin === `http://${faceHost}`",
      "if (method === 'GET' && headers.upgrade !== undefined)\n    return true",
    ],
    [PREVIEW, 'the web UI’s own page with its session'],
  ),
  guard(
    'preview-act',
    'conductor/src/edges/http/serve-preview.ts',
    ["if ('input' in said && !mayAct)", 'if (!mayAct && isBinary)'],
    [PREVIEW, 'not acted in by a session that may only look'],
  ),
  guard(
    'feed-paired',
    'conductor/src/edges/bridge/serve-feed.ts',
    ['isWorkerOrigin(origin) && (await services.knowsOrigin(origin))', 'isWorkerOrigin(origin)'],
    [PREVIEW, 'a paired worker alone, and by its token'],
  ),
  guard(
    'tls-off-loopback',
    'conductor/src/edges/http/guard-request.ts',
    ['if (isFromElsewhere(request.raw)) return guardDistant(request, reply, publicHost);', ''],
    [ELSEWHERE, 'pairing and the bridge are answered, and nothing else'],
  ),
  guard(
    'tls-needed',
    'conductor/src/config.ts',
    ["TLS.some((name) => parsed.data[name] !== '')", 'TLS.length === 0'],
    [ELSEWHERE, 'nothing is answered without TLS'],
  ),
  guard(
    'distant-digits',
    'conductor/src/features/ground/browsers/pairing.ts',
    ['if (isShort && isDistant) {', 'if (isShort && isDistant && isWorker) {'],
    [ELSEWHERE, 'a code works once, and never as digits'],
  ),
  guard(
    'link-adds-nothing',
    'conductor/src/cli/pass-to-server.ts',
    ['for (const name of PASSED) if', 'for (const name of Object.keys(headers)) if'],
    [ELSEWHERE, 'keeps the Origin, replaces the Host, and adds nothing'],
  ),
  guard(
    'link-own-host',
    'conductor/src/cli/pass-to-server.ts',
    ["!own().includes(headers.host ?? '') || !isPassed(url)", '!isPassed(url)'],
    [ELSEWHERE, 'keeps the Origin, replaces the Host, and adds nothing'],
  ),
  guard(
    'own-tabs-only',
    `${RESOURCES}/bind-call.ts`,
    ['named === null || named.resource.chatSessionId !== session.chatSessionId', 'named === null'],
    [CALLS, 'nor a page of another session'],
  ),
  guard(
    'no-own-pages',
    `${RESOURCES}/origin-of.ts`,
    ["if (isOwn(origin, ownOrigin)) return 'Baton never acts on itself.';", ''],
    [CALLS, 'cannot reach the conductor itself'],
  ),
  guard(
    'holder-answers',
    `${RESOURCES}/steps/record-call-result.ts`,
    ['standing === null || standing.resource.executorId !== executorId', 'standing === null'],
    [CALLS, 'ends by the word of the browser that holds its page alone'],
  ),
  guard(
    'holder-tells',
    `${RESOURCES}/resource-events.ts`,
    ['if (shown?.resource.executorId !== clientId) return;', 'if (shown === null) return;'],
    [
      'tests/conductor/features/hands/resources/resource-events.test.ts',
      'is told by who holds the resource alone',
    ],
  ),
  guard(
    'clients-own-session',
    `${RESOURCES}/handlers.ts`,
    ["if (caller.via === 'mcp' && session.kind !== 'client')", 'if (caller === null)'],
    [MCP_RESOURCES, 'do nothing in the session of a conversation'],
  ),
  guard(
    'clients-own-calls',
    'conductor/src/edges/mcp/wait-for-call.ts',
    [
      "if ('call' in asked && begun.value.chat_session_id !== asked.session)",
      'if (begun === null)',
    ],
    [MCP_RESOURCES, 'and with none of another client'],
  ),
  guard(
    'aliases-judged',
    'conductor/src/features/heart/actions/steps/judge-instruction.ts',
    [
      '      target,\n      tool,\n      params,\n      risk: known.risk,',
      '      target: row.target,\n      tool: row.tool,\n      params,\n      risk: known.risk,',
    ],
    [CALLS, 'is judged by the name that its words mean'],
  ),
  guard(
    'taint-raises',
    'conductor/src/features/heart/policy/policy.ts',
    ["const isRaised = isSteered(action) && action.risk === 'medium';", 'const isRaised = false;'],
    [TAINT, 'asks before it changes something anywhere'],
  ),
  guard(
    'pressed-by-name',
    'conductor/src/features/hands/resources/call-risk.ts',
    [
      'element && isSaidByName(tool, args, element.role)',
      '!element || isSaidByName(tool, args, element.role)',
    ],
    [TAINT, 'presses what is named by (a selector|its place|a ref|where the focus)'],
  ),
  guard(
    'listed-in-own-browser',
    'conductor/src/features/hands/resources/grants.ts',
    ['find(({ name }) => name === browserName)', 'find(({ name }) => name !== null)'],
    [
      'tests/conductor/features/hands/resources/worker-browsers.test.ts',
      'so is that site in another browser of the worker',
    ],
  ),
  guard(
    'worker-origins-denied',
    'conductor/src/features/hands/resources/steps/dispatch-call.ts',
    ["resource.adapter !== 'tab' && decision === 'deny'", 'false'],
    [
      'tests/conductor/features/hands/resources/worker-browsers.test.ts',
      'the setting worker_origins lets new sites be opened unasked, or refuses them',
    ],
  ),
  guard(
    'attached-here-or-tls',
    'worker/browsers/named-browsers.ts',
    ['(isHere && plain.includes(protocol))', 'plain.includes(protocol)'],
    ['tests/worker/browsers/named-browsers.test.ts', 'a port of another machine, in the clear'],
  ),
  guard(
    'worker-windows-granted',
    'conductor/src/features/hands/resources/steps/take-offer.ts',
    ['if (isOfWorker && !isAllowed)', 'if (isOfWorker && origin === null)'],
    [TAINT, 'what a window needs that a page of it opened'],
  ),
  guard(
    'act-on-shown-document',
    'conductor/src/features/hands/resources/steps/propose-call.ts',
    ['...(doc !== null && { doc }),', ''],
    [
      'tests/conductor/features/hands/resources/changed-document.test.ts',
      'on a document that its chat was not shown',
    ],
  ),
  guard(
    'grave-joined',
    'conductor/src/features/hands/resources/is-grave.ts',
    ["plain.replaceAll(WORD_BEGINS, ' ')", 'plain'],
    ['tests/security/attacks/purchases-under-plain-names.test.ts', 'is pressed after a question'],
  ),
  guard(
    'grave-apart',
    'conductor/src/features/hands/resources/is-grave.ts',
    ['const joined = plain.match(APART) ?? [];', 'const joined: string[] = [];'],
    ['tests/security/attacks/purchases-under-plain-names.test.ts', 'is pressed after a question'],
  ),
  guard(
    'amounts-of-all',
    'shared/lib/has-amount.ts',
    ['AMOUNT.test(plain) || BY_ISO.test(plain)', 'AMOUNT.test(plain)'],
    ['tests/security/attacks/purchases-under-plain-names.test.ts', 'is pressed after a question'],
  ),
  guard(
    'address-length',
    'conductor/src/features/hands/resources/call-risk.ts',
    [
      'new URL(url).href.length - origin.length >',
      'new URL(url).pathname.length + new URL(url).search.length >',
    ],
    ['tests/security/attacks/purchases-under-plain-names.test.ts', 'is opened after a question'],
  ),
  guard(
    'grave-in-any-script',
    'conductor/src/features/hands/resources/is-grave.ts',
    ['return OTHER_SCRIPT.test(plain) || ', 'return '],
    [CALL_RISK, 'in whatever language'],
  ),
  guard(
    'blanks-in-turn',
    'shared/lib/visible-text.ts',
    ['signs.length <= MAX_BLANKS && lines <= MAX_LINES', 'signs.length <= Infinity'],
    ['tests/shared/lib/visible-text.test.ts', 'blanks and line ends in turn'],
  ),
  guard(
    'named-in-data',
    'conductor/src/features/hands/resources/call-risk.ts',
    ["textsIn(read).join('\\n')", 'JSON.stringify(read)'],
    [TAINT, 'by what an act said had come'],
  ),
  guard(
    'secret-forms-ask',
    'conductor/src/features/hands/resources/call-risk.ts',
    ["verbRisk === 'high' || sendsSecretNow(facts)", "verbRisk === 'high'"],
    [TAINT, 'knows what sends a form with a secret'],
  ),
  guard(
    'grave-questions',
    'conductor/src/features/hands/resources/is-grave-press.ts',
    ['if (questions.some((name) => isGrave({ role: null, name }))) return true;', ''],
    [
      'tests/security/attacks/questions-of-pages.test.ts',
      'answers a question after a person was asked',
    ],
  ),
  guard(
    'grave-by-place',
    'conductor/src/features/hands/resources/call-risk.ts',
    ['sendsSecretNow(facts) || pressesGrave(facts)) return', 'sendsSecretNow(facts)) return'],
    [TAINT, 'asks before a form is sent or money stands by'],
  ),
  guard(
    'grave-choices',
    'conductor/src/features/hands/resources/call-risk.ts',
    [
      "chosen.some((value) => typeof value === 'string' && isGrave({ role: null, name: value })) ||",
      '',
    ],
    ['tests/security/attacks/purchases-under-plain-names.test.ts', 'is chosen after a question'],
  ),
  guard(
    'judged-secrets',
    'conductor/src/features/hands/resources/steps/propose-call.ts',
    ['...(sendsSecretNow({ tool, args, standing, resource }) && { sends_secret: true }),', ''],
    [TAINT, 'tells the page what was judged as sending a secret'],
  ),
  guard(
    'named-once',
    'conductor/src/features/ground/settings/own-id.ts',
    ['if (idSeed === null) return newId();', "if (idSeed !== '') return newId();"],
    ['tests/conductor/edges/http/repeats.test.ts', 'a request that the conductor died over'],
  ),
  guard(
    'uploads-own',
    'conductor/src/features/heart/artifacts/artifacts.ts',
    ['return artifact?.conversationKey === key ? artifact : null;', 'return artifact;'],
    [CALLS, 'puts an artifact of its chat into a page'],
  ),
  guard(
    'dragged-into-frames',
    'conductor/src/features/hands/resources/call-risk.ts',
    ['[ref, from, to].some(', '[ref].some('],
    [TAINT, 'what it is dragged to'],
  ),
  guard(
    'taint-of-titles',
    'conductor/src/features/hands/resources/steps/take-report.ts',
    [
      'if (raised === null) return plan({});',
      "if (raised === null || origin !== '') return plan({});",
    ],
    [TAINT, 'title of a page that is lent'],
  ),
  guard(
    'taint-of-lent-pages',
    'conductor/src/features/hands/resources/steps/take-offer.ts',
    ['...(raised !== null && { taint: raised.taint }),', ''],
    [TAINT, 'title of a page that is lent'],
  ),
  guard(
    'taint-of-who-answers',
    'conductor/src/features/heart/deliveries/create-conversation-port.ts',
    ['if (asker !== undefined && job !== null)', 'if (asker === undefined && job !== null)'],
    [ASKING, 'that answers counts'],
  ),
  guard(
    'taint-of-who-asks',
    'conductor/src/features/heart/deliveries/steps/enqueue-message.ts',
    ['plan: joinPlans(made, heard)', 'plan: joinPlans(made)'],
    [ASKING, 'that asks counts'],
  ),
  guard(
    'taint-of-workers',
    'conductor/src/features/heart/lineage/bindings/heard-words.sqlite.ts',
    ['rowsOf(db, workersByAsker, one)', '[]'],
    [SUB_AGENTS, 'a worker has read'],
  ),
  guard(
    'taint-of-bound-chats',
    'conductor/src/features/heart/lineage/sessions/queries.sqlite.ts',
    ['[...heardBy(db, key)]', '[key]'],
    [CHAT_MODELS, 'bound chat has read'],
  ),
  guard(
    'quoted-in-bound-chats',
    'conductor/src/features/heart/actions/foreign-words.sqlite.ts',
    ['of heardBy(db, conversationKey)', 'of [conversationKey]'],
    [CHAT_MODELS, 'pasted into the bound chat'],
  ),
  guard(
    'taint-outlasts-rules',
    'conductor/src/features/heart/policy/policy.ts',
    ['rule !== null && rule.createdAt < (action.taint?.since ?? 0)', 'rule === undefined'],
    [TAINT, 'a rule from before asks once more'],
  ),
  guard(
    'public-addresses',
    'shared/lib/net-address.ts',
    ["if (one.range() !== 'unicast' || one.toString() === AZURE_HOST) return false;", ''],
    [FETCH, 'is public'],
  ),
  guard(
    'addresses-in-figures',
    `${WEB}/page-address.ts`,
    ['if (isIP(host) !== 0 && !mayReach(host))', 'if (isIP(host) > 6 && !mayReach(host))'],
    [FETCH, 'nothing is asked of'],
  ),
  guard(
    'every-address',
    `${WEB}/fetch-page.ts`,
    ['|| !found.every(({ address }) => mayReach(address))', '|| mayReach === null'],
    [FETCH, 'is judged by all of its addresses'],
  ),
  guard(
    'redirects-judged',
    `${WEB}/fetch-page.ts`,
    [
      'pageAddress(next, deps.mayReach)',
      'pageAddress(next, hops > 0 ? () => true : deps.mayReach)',
    ],
    [FETCH, 'leads on to is judged again'],
  ),
  guard(
    'page-size',
    `${WEB}/fetch-page.ts`,
    ['if (size > MAX_BYTES) {', 'if (size > 1_000 * MAX_BYTES) {'],
    [FETCH, 'a page that is too large'],
  ),
  guard(
    'page-depth',
    `${WEB}/page-text.ts`,
    ["if (depth > MAX_DEPTH) throw new NoPage('It is nested too deep to be read.');", ''],
    [PAGE, 'nested to keep its reader busy'],
  ),
  guard(
    'page-length',
    `${WEB}/page-text.ts`,
    ['if (length > MAX_TEXT_LENGTH)', 'if (length > MAX_TEXT_LENGTH * 1_000)'],
    [PAGE, 'a hundred thousand times'],
  ),
  guard(
    'page-in-turns',
    `${WEB}/page-text.ts`,
    ['await othersFirst();', ''],
    [PAGE, 'others have their turn'],
  ),
  guard(
    'page-unseen',
    `${WEB}/page-text.ts`,
    [".replaceAll(UNSEEN, '')", ''],
    [PAGE, 'characters that nobody sees'],
  ),
  guard(
    'page-taint',
    `${WEB}/web-tools.ts`,
    [
      'return (await heardFrom(page.url.origin)) ? outcome : gone;',
      'return page.url.origin === "" ? gone : outcome;',
    ],
    ['tests/conductor/features/hands/tools/web/web.test.ts', 'strangers may have had a word with'],
  ),
  guard(
    'led-elsewhere',
    `${WEB}/web-tools.ts`,
    ['ledBy === null || (await heardFrom(ledBy.origin))', "message !== ''"],
    ['tests/conductor/features/hands/tools/web/web.test.ts', 'there is no page at'],
  ),
  guard(
    'tab-own-session',
    'conductor/src/features/minds/agents/ui-tabs/tab-snapshots.ts',
    ['one.conversationKey === conversationKey && isFresh(one)', 'isFresh(one)'],
    [UI_TABS, 'in its session alone'],
  ),
  guard(
    'tab-taint',
    'conductor/src/features/minds/agents/ui-tabs/start.ts',
    ['if (origin !== null && session !== null) {', "if (origin === '' && session !== null) {"],
    [UI_TABS, 'a stranger has then had a word'],
  ),
  guard(
    'open-url-asks',
    'conductor/src/features/heart/policy/judge-action.ts',
    ["['asksAlways', 'always'],", ''],
    [UI_TABS, 'only when a person says so, whatever a rule says'],
  ),
  guard(
    'planner-alone',
    'conductor/src/features/teams/runs/run-tools.ts',
    ['if (found?.worker.isPlanner === true) return', 'if (found !== null) return'],
    [RUNS, 'acts as the planner'],
  ),
  guard(
    'run-told-first',
    'conductor/src/features/teams/runs/run-tools.ts',
    [
      'runs.wasToldBefore({ workerId, instructionId })))) return null',
      'runs.wasToldBefore({ workerId, instructionId })))) {}',
    ],
    [OF_RUNS, 'no call of the run that it works for by now'],
  ),
  guard(
    'run-tools-told',
    'conductor/src/features/heart/actions/read-manual.ts',
    ['if (toldTo === undefined) return true;', 'if (toldTo !== null) return true;'],
    [RUNS, 'nobody but a planner'],
  ),
  guard(
    'high-always-asks',
    'conductor/src/features/teams/runs/looked-at.ts',
    ['asksAlways: asks', 'asksAlways: false'],
    [RUNS, 'asks whatever a rule says'],
  ),
  guard(
    'notes-looked-at',
    'conductor/src/features/teams/runs/planner-tools.ts',
    ['return [result, blockedBy].flatMap(', 'return [blockedBy].flatMap('],
    ['tests/security/texts-to-workers.test.ts', 'task.update is told as its result'],
  ),
  guard(
    'reports-looked-at',
    'conductor/src/features/teams/runs/worker-tools.ts',
    ['async (params) => wordsIn(params)', 'async ({ status }) => wordsIn(status ?? null)'],
    ['tests/security/texts-to-workers.test.ts', 'worker.report is told as its result'],
  ),
  guard(
    'goals-looked-at',
    'conductor/src/features/teams/runs/handlers.ts',
    [
      'const goal = [{ text: body.goal, shell: null }];',
      "const goal = [{ text: '', shell: null }];",
    ],
    ['tests/security/persons-texts-to-workers.test.ts', 'sent only when confirmed'],
  ),
  guard(
    'plan-as-told',
    'conductor/src/features/teams/runs/planner-tools.ts',
    [
      'tasks.flatMap((one) => taskTold(wishOf(one), state.value, texts))',
      '[{ text: JSON.stringify(tasks), shell: null }]',
    ],
    [OF_RUNS, 'at the beginning of a line'],
  ),
  guard(
    'plan-as-shown',
    'conductor/src/features/teams/runs/steps/plan-run.ts',
    ['if (run.planHash !== planHash)', 'if (run.planHash === null)'],
    [OF_RUNS, 'the one that they were shown'],
  ),
  guard(
    'plan-shown-first',
    'face/screens/runs/run-deeds.tsx',
    ["body: { plan: seen.current ?? '' }", "body: { plan: plan ?? '' }"],
    ['tests/face/screens/runs/runs.test.ts', 'came in its place'],
  ),
  guard(
    'stopped-unsent',
    'conductor/src/features/teams/runs/steps/steer-run.ts',
    ["event === 'STOP' ? takeBack(", "event === 'START' ? takeBack("],
    [OF_RUNS, 'once the run is stopped'],
  ),
  guard(
    'ended-unsent',
    'conductor/src/features/teams/runs/run-changes.ts',
    ['takeBack(unsent.filter(isIts),', 'takeBack([],'],
    [OF_RUNS, 'once the worker is ended'],
  ),
  guard(
    'one-run-each',
    'conductor/src/features/teams/runs/queries.sqlite.ts',
    ['workersNamed(db).all({ ids: JSON.stringify(localConversationIds), exceptRun })', '[]'],
    [OF_RUNS, 'two runs at once'],
  ),
  guard(
    'taint-of-teams',
    'conductor/src/features/teams/runs/steps/send-input.ts',
    [': { parentKey: parentKey ?? worksFor }', ': { parentKey: worksFor ?? parentKey }'],
    [OF_RUNS, 'counts in its next one'],
  ),
  guard(
    'taint-of-renamed',
    'conductor/src/features/heart/conversations/resolve-conversation.ts',
    ['moveWorkers({ from, into: key }),', ''],
    [OF_RUNS, 'counts in its next one'],
  ),
  guard(
    'taint-of-parted',
    'conductor/src/features/teams/runs/steps/send-input.ts',
    ['leaves ? parted(', '!leaves ? parted('],
    [OF_RUNS, 'stays known of both'],
  ),
  guard(
    'person-confirms',
    'conductor/src/features/teams/runs/handlers.ts',
    ['if (!asks || isConfirmed)', 'if (!asks || isConfirmed !== null)'],
    [RUNS, 'sent when they say so once more'],
  ),
  guard(
    'worker-is-data',
    'conductor/src/features/teams/runs/prompts.ts',
    [
      "[heading, ...said.map((part) => fenced(cut(part ?? ''), 'text'))]",
      "[heading, ...said.map((part) => cut(part ?? ''))]",
    ],
    [RUNS, 'reaches the planner as data'],
  ),
  guard(
    'line-key',
    'conductor/src/features/teams/runs/lines/tool-line.ts',
    [
      "if (given === undefined) return ignored('no_key');\n  if (given !== key) return",
      'if (given !== undefined && given !== key) return',
    ],
    [ACP_WORKERS, 'without the key of its planner'],
  ),
  guard(
    'line-once',
    'conductor/src/features/teams/runs/programs/line-calls.ts',
    ['known: (id) => seen.get(id)', 'known: () => undefined'],
    [ACP_WORKERS, 'an id that is used twice'],
  ),
  guard(
    'program-folder',
    'conductor/src/features/teams/runs/programs/program-templates.ts',
    ['if (isTooMuch || sensitivePaths({ home, dataFolder }).has(folder))', 'if (folder === home)'],
    [ACP_WORKERS, 'a program that cannot work there'],
  ),
  guard(
    'program-asks-person',
    'conductor/src/features/teams/runs/programs/acp-kind.ts',
    ['const approved = await promise;', 'const approved = true;'],
    [ACP_WORKERS, 'asks permission for'],
  ),
  guard(
    'shell-runs-it',
    'conductor/src/features/teams/runs/start.ts',
    ['shell: shell && { name', 'shell: null && { name'],
    [SHELL_WORKERS, 'cp notes'],
  ),
  guard(
    'program-door',
    'conductor/src/features/teams/runs/programs/program-runner.ts',
    [
      'const error = isFresh ? refusalOf(found) : null;',
      'const error = isFresh ? null : refusalOf(found);',
    ],
    [SHELL_WORKERS, 'another chat tells a program nothing'],
  ),
  guard(
    'typed-once',
    'worker/terminals/say-text.ts',
    ["return failed('input_uncertain', 'The text does not show in the terminal.', { from });", ';'],
    [SAY_TEXT, 'is uncertain where it does not show'],
  ),
  guard(
    'terminal-turns',
    'worker/terminals/screen.ts',
    ['spentMs < ms ? nextPiece() : null', 'spentMs < ms ? nextPiece() : nextPiece()'],
    ['tests/worker/terminals/costly-streams.test.ts', 'while one prints without end'],
  ),
  guard(
    'terminal-sequences',
    'worker/terminals/limit-sequences.ts',
    ["String(Math.min(number, part === 'names' ? MOST_NAME : most()))", 'String(number)'],
    ['tests/worker/terminals/limit-sequences.test.ts', 'numbers in a sequence'],
  ),
  guard(
    'terminal-strings',
    'worker/terminals/limit-sequences.ts',
    ["> MOST_STRING) return '';", '> MOST_STRING) return sign;'],
    ['tests/worker/terminals/limit-sequences.test.ts', 'strings in a sequence'],
  ),
  guard(
    'terminal-joined',
    'worker/terminals/limit-sequences.ts',
    ['limited.replaceAll(JOINED, `$&${APART}`)', 'limited'],
    ['tests/worker/terminals/limit-sequences.test.ts', 'few signs join another'],
  ),
  guard(
    'terminal-waiting',
    'worker/terminals/limit-reading.ts',
    ['isEarly || waiting > MOST_WAITING', 'isEarly'],
    ['tests/worker/terminals/limit-reading.test.ts', 'still to be taken in'],
  ),
  guard(
    'typed-anew',
    'worker/terminals/say-text.ts',
    ['shown() > before', 'shown() > 0'],
    [SAY_TEXT, 'only what was said before shows'],
  ),
  guard(
    'answer-to-screen',
    'worker/terminals/terminals.ts',
    ['if (now !== screen)', "if (screen === '')"],
    [SAY_TEXT, 'does not go to another one'],
  ),
  guard(
    'screen-told-whole',
    'worker/terminals/watched-screens.ts',
    ["text.length > MAX_TEXT ? '' : text", 'text.slice(-2_000)'],
    [SAY_TEXT, 'which is told whole'],
  ),
  guard(
    'question-whole',
    'conductor/src/features/teams/runs/programs/terminal-kind.ts',
    ["lines.filter((line) => line.trim() !== '')", 'lastLines(lines, Infinity)'],
    ['tests/security/terminal-programs.test.ts', 'shown all lines of a question'],
  ),
  guard(
    'person-types-first',
    'worker/terminals/say-text.ts',
    ['if (terminal.hasHalfLine())', "if (asked === '')"],
    [SAY_TEXT, 'is not put into the line that they began'],
  ),
  guard(
    'own-verbs',
    'conductor/src/features/hands/resources/calls.ts',
    ['verb === null || (verb.isOwn === true && !isOwn)', 'verb === null'],
    [TERMINAL_WORKERS, 'nobody but Baton starts a program'],
  ),
  guard(
    'program-unasked',
    'conductor/src/acp/program-stream.ts',
    ['return awaited.delete(id);', 'return awaited.delete(id) || true;'],
    [ACP_PROGRAMS, 'answers unasked'],
  ),
  guard(
    'program-asks-few',
    'conductor/src/acp/program-stream.ts',
    ['if (asked > MAX_ASKED) throw', 'if (asked < 0) throw'],
    [ACP_PROGRAMS, 'asks for more than it takes answers to'],
  ),
  guard(
    'program-lines-end',
    'conductor/src/acp/program-stream.ts',
    ['if (size > MAX_LINE_BYTES)', 'if (size < 0)'],
    [ACP_PROGRAMS, 'a line without an end'],
  ),
  guard(
    'program-shown-whole',
    'conductor/src/acp/acp-programs.ts',
    ['JSON.stringify(question).length > MAX_QUESTION', 'false'],
    [ACP_PROGRAMS, 'no person could be shown'],
  ),
  guard(
    'program-said-before',
    'conductor/src/acp/acp-programs.ts',
    ['calls.hear(update.toolCallId, update);', ''],
    [ACP_PROGRAMS, 'with what it said of it before'],
  ),
  guard(
    'program-yes-once',
    'conductor/src/features/teams/runs/programs/acp-kind.ts',
    ["first('allow_once', 'allow_always')", "first('allow_always', 'allow_once')"],
    [ACP_WORKERS, 'asks permission for'],
  ),
  guard(
    'program-leaves-nothing',
    'conductor/src/acp/acp-programs.ts',
    ["child.once('exit', () => signal(child, 'SIGKILL'));", ''],
    [ACP_PROGRAMS, 'what a program started ends with it'],
  ),
  guard(
    'worker-token',
    'conductor/src/features/teams/runs/programs/call-tokens.ts',
    ['found?.isAlive() === true ? found.worker : null', 'found?.worker ?? null'],
    ['tests/security/run-tools.test.ts', 'for as long as they work'],
  ),
  guard(
    'worker-tools',
    'conductor/src/features/teams/runs/programs/program-calls.ts',
    ['isPlanner ? tools.planner : tools.worker', 'isPlanner ? tools.planner : tools.planner'],
    ['tests/security/run-tools.test.ts', 'for as long as they work'],
  ),
  guard(
    'program-calls-few',
    'conductor/src/features/teams/runs/programs/line-calls.ts',
    ['if (calls.length === MAX_CALLS) break;', ''],
    [PLANNER_LINES, 'more calls than a chat'],
  ),
  guard(
    'plan-before-words',
    'conductor/src/features/teams/runs/steps/say-to-workers.ts',
    [
      "if (input.origin === 'planner' && isPlanToAccept(run))",
      "if (input.origin === 'run' && isPlanToAccept(run) && run.status === 'draft')",
    ],
    [OF_RUNS, 'whose plan nobody has accepted'],
  ),
  guard(
    'imported-team-words',
    'conductor/src/features/teams/runs/new-run.ts',
    ["found.source === 'imported' && asks", "found.source !== 'imported' && asks"],
    [OF_RUNS, 'a team of somebody else'],
  ),
  guard(
    'shell-since',
    'conductor/src/features/teams/runs/programs/program-runner.ts',
    ['if (runsWhatItIsTold(template.value) && program.isShell !== true)', 'if (false)'],
    ['tests/conductor/features/teams/runs/templates.test.ts', 'whose program became a shell'],
  ),
  guard(
    'role-rules',
    'conductor/src/features/teams/runs/steps/send-input.ts',
    ['beginRules(worker, state.run, conversationKey, now)', 'plan({})'],
    [OF_ROLES, 'has the rules of its role'],
  ),
  guard(
    'role-rules-again',
    'conductor/src/features/teams/runs/steps/steer-run.ts',
    ["event === 'REOPEN' ? beginRulesAgain", "event === 'START' ? beginRulesAgain"],
    [OF_ROLES, 'what its role denies is denied'],
  ),
  guard(
    'role-rules-of-more',
    'conductor/src/features/teams/runs/more-workers.ts',
    ['rules: (replaced ?? like)?.rules ?? []', 'rules: []'],
    [OF_ROLES, 'has the rules of its role'],
  ),
  guard(
    'role-rules-end',
    'conductor/src/features/teams/runs/role-rules.ts',
    ["decision === 'run' && (of === null", "decision === 'run' && (of !== null"],
    [OF_ROLES, 'in the midst of its answer'],
  ),
  guard(
    'role-rules-answered',
    'conductor/src/features/teams/runs/role-rules.ts',
    ["decision === 'run' && (of === null", '(of === null'],
    [OF_ROLES, 'in the midst of its answer'],
  ),
  guard(
    'taint-outlasts-roles',
    'conductor/src/features/teams/runs/role-rules.ts',
    ['          createdAt,', '          createdAt: now,'],
    [OF_ROLES, 'read before its run was opened again'],
  ),
  guard(
    'planner-first',
    'conductor/src/features/teams/runs/next-move.ts',
    ['planner.worker.begunAt === null && to !== planner', 'planner.worker.begunAt === 0'],
    [OF_ROLES, 'a text that waited for a worker'],
  ),
  guard(
    'taint-of-planners',
    'conductor/src/features/teams/runs/steps/send-input.ts',
    ['worker.isPlanner ? takenOver(', 'worker.endedAt !== null ? takenOver('],
    [OF_ROLES, 'for the planner before this one'],
  ),
  guard(
    'role-inputs',
    'conductor/src/features/teams/runs/steps/say-to-workers.ts',
    ['if (spent !== undefined) return nothing(spent);', ''],
    [ROLE_LIMITS, 'no more messages than its role lets it'],
  ),
  guard(
    'plain-text',
    'conductor/src/text-risk/rate-shell.ts',
    ["return [{ rule: 'not-readable', ...reading.fault }];", 'return [];'],
    [RATE_SHELL, 'no attack form is low'],
  ),
  guard(
    'plain-signs',
    'conductor/src/text-risk/read-plain.ts',
    ['const SIGNS = /^[ -~\\n]*$/;', 'const SIGNS = /^/;'],
    [RATE_SHELL, 'in quotes too'],
  ),
  guard(
    'listed-commands',
    'conductor/src/text-risk/rate-shell.ts',
    [
      'if (listed.some((one) => fits(one, words.slice(length), isPiped)))',
      'if (listed.length > 0)',
    ],
    [RATE_SHELL, 'no attack form is low'],
  ),
  guard(
    'other-shells',
    'conductor/src/text-risk/rate-shell.ts',
    ['return name !== null && FAMILY.has(name);', 'return true || FAMILY.has(name ?? String());'],
    [RATE_SHELL, 'what goes to fish asks'],
  ),
  guard(
    'said-by-option',
    'conductor/src/text-risk/rate-shell.ts',
    ['words.some(({ text }) => text === saysFirst) ? 1 : 0', '0'],
    [READ_BY_SHELL, 'as the place of a pattern'],
  ),
  guard(
    'patterns-of-keys',
    'conductor/src/text-risk/operands.ts',
    ['glob === null || ENDING.test(text)', 'text !== String(glob)'],
    [READ_BY_SHELL, 'a key by a name that stands for others'],
  ),
  guard(
    'shown-one-by-one',
    'conductor/src/text-risk/harmless-list.ts',
    ["const GREP_LETTERS = 'abc", "const GREP_LETTERS = 'rRabc"],
    [READ_BY_SHELL, 'hidden files, by going down'],
  ),
  guard(
    'folders-not-shown',
    'conductor/src/text-risk/harmless-list.ts',
    ["['rg', RG_PIPED]", "['rg', RG]"],
    [OF_A_FOLDER, 'keys, by a search of the folder'],
  ),
  guard(
    'places-by-number',
    'conductor/src/text-risk/harmless-list.ts',
    ['(?:\\.\\w+|\\.?\\[\\d*\\])*`', '(?:\\.\\w+|\\.?\\[[\\w.]*\\])*`'],
    [OF_A_FOLDER, 'a variable, by what a filter complains of'],
  ),
  guard(
    'addresses-of-remotes',
    'conductor/src/text-risk/harmless-list.ts',
    ["['git remote', {}]", "['git remote', { flags: /^-v$/ }]"],
    [OF_A_FOLDER, 'the token in the address of a remote'],
  ),
  guard(
    'picked-by-folder',
    'conductor/src/text-risk/harmless-list.ts',
    ["'git',\n    'docker',", "'yarn',\n    'git',\n    'docker',"],
    [
      'tests/security/attacks/programs-picked-by-the-folder.test.ts',
      'runs the file that .yarnrc names',
    ],
  ),
  guard(
    'project-tools',
    'conductor/src/text-risk/rate-shell.ts',
    ['return isTrusted ? []', 'return isTrusted || true ? []'],
    [RATE_SHELL, 'in a folder that a person trusts alone'],
  ),
  guard(
    'at-prompt',
    'worker/terminals/say-text.ts',
    ['!(await terminal.promptsIn(folder))) {', 'folder === String()) {'],
    ['tests/worker/terminals/say-text.test.ts', 'is not said'],
  ),
  guard(
    'lines-at-once',
    'worker/terminals/say-text.ts',
    ['folder === undefined ? lines : inOneLine(lines)', "folder === '' ? inOneLine(lines) : lines"],
    ['tests/security/attacks/lines-for-a-program.test.ts', 'runs no command of its own'],
  ),
  guard(
    'in-own-folder',
    'conductor/src/features/hands/resources/call-risk.ts',
    ['return isTrusted(cwd, [folder]) ?', 'return isTrusted(cwd, [cwd]) ?'],
    [CALL_RISK, 'asks, as the shell has left its folder'],
  ),
  guard(
    'role-words-within',
    'conductor/src/text-risk/role-commands.ts',
    ['[parts, parts.map(withoutQuotes)]', '[parts]'],
    [OF_LISTS, 'is not told sh -c'],
  ),
  guard(
    'role-computed-words',
    'conductor/src/text-risk/role-commands.ts',
    ['return word.isPattern && (', 'return word.text === String() && ('],
    [OF_LISTS, 'is not told git p'],
  ),
  guard(
    'role-program',
    'conductor/src/text-risk/role-commands.ts',
    ["place === 0 && !one.includes('/')", "place === -1 && !one.includes('/')"],
    ['tests/conductor/text-risk/role-commands.test.ts', 'allows that name alone'],
  ),
  guard(
    'role-folders',
    'conductor/src/features/teams/runs/new-worker.ts',
    ['!folders.some((one)', 'folders.some((one)'],
    [ROLE_LIMITS, 'in the folders of its role'],
  ),
  guard(
    'role-commands',
    'conductor/src/features/teams/runs/role-limits.ts',
    ['if (held === undefined) continue;', 'if (held !== undefined) continue;'],
    [ROLE_LIMITS, 'nobody tells a worker to run what its role denies'],
  ),
  guard(
    'mcp-confirms-nothing',
    'conductor/src/edges/mcp/run-tools.ts',
    [': [worker], text };', ': [worker], text, confirmed: true };'],
    ['tests/conductor/edges/mcp/run-tools.test.ts', 'nor confirms what could do harm'],
  ),
  guard(
    'imported-team-rules',
    'conductor/src/features/teams/runs/team-handlers.ts',
    ["({ decision }) => decision !== 'run'", "({ decision }) => decision !== 'ask'"],
    [OF_ROLES, 'a team of somebody else'],
  ),
  guard(
    'role-on-a-line',
    'shared/api/run-fields.ts',
    [String.raw`!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)`, 'text.length > 0'],
    ['tests/conductor/features/teams/runs/teams.test.ts', 'goes on below its name'],
  ),
  guard(
    'answer-as-shown',
    'conductor/src/features/teams/runs/programs/terminal-kind.ts',
    ['return asked === question;', "return asked !== '' || question !== '';"],
    ['tests/security/terminal-programs.test.ts', 'to none that came after it'],
  ),
  guard(
    'program-heard',
    'conductor/src/features/teams/runs/programs/program-runner.ts',
    ['retryCommits(kit.store, stopping.signal)', 'kit.store'],
    ['tests/integration/full-disk.test.ts', 'what a program says while nothing'],
  ),
  guard(
    'told-once',
    'conductor/src/features/teams/runs/programs/acp-kind.ts',
    ["if (!isFresh) return err({ code: 'worker_lost', text: LOST });", ''],
    [ACP_WORKERS, 'is not told again unasked'],
  ),
  guard(
    'sealed-place',
    'conductor/src/features/teams/runs/sealed.ts',
    ['JSON.stringify([VERSION, keyId, table, rowId, column])', 'JSON.stringify([VERSION, keyId])'],
    [SEALED, 'opens in no other row'],
  ),
  guard(
    'sealed-export-whole',
    'conductor/src/features/teams/runs/sealed-file.ts',
    ['JSON.stringify([first, index])', 'JSON.stringify([first])'],
    [SEALED_FILE, 'gives them back in their order'],
  ),
  guard(
    'sealed-export-cost',
    'conductor/src/features/teams/runs/sealed-file.ts',
    ['n: z.literal(COST.n)', 'n: z.int()'],
    [SEALED_FILE, 'one that would keep us for longer'],
  ),
  guard(
    'imported-run-read',
    'conductor/src/features/teams/runs/handlers.ts',
    ['texts.run(state.run).isOfFile === true', 'texts.run(state.run).isLocked'],
    ['tests/security/runs.test.ts', 'a run out of a file'],
  ),
  guard(
    'imported-run-ids',
    'conductor/src/features/teams/runs/run-of-file.ts',
    ['/^\\w[\\w.-]{0,255}$/', '/^/'],
    [IMPORTED_RUNS, 'of a file, runs stay there'],
  ),
  guard(
    'imported-run-times',
    'conductor/src/features/teams/runs/run-of-file.ts',
    ['if (!haveTimes(view))', "if (view.run_id === '')"],
    [IMPORTED_RUNS, 'of a file, runs stay there'],
  ),
];
