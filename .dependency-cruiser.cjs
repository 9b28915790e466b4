// The walls between rooms (ARCHITECTURE.md, "Rooms"). A rule's comment says what would break without it.
const wall = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const only = (name, room, allowed, comment) =>
  wall(name, { path: room }, { pathNot: allowed }, comment);
/** The same of our own files alone: packages and Node's modules are no matter. */
const onlyOfOurs = (name, room, allowed, comment) =>
  wall(name, { path: room }, { path: OURS, pathNot: allowed }, comment);
const OURS =
  '^(bench|chaos|conductor|extension|face|launcher|look|playground|shared|tests|worker)/';

/** Features of the conductor in their order: each may enter those before it. */
const FEATURES = [
  'browsers',
  'face',
  'settings',
  'conversations',
  'policy',
  'artifacts',
  'deliveries',
  'actions',
  'approvals',
  'renewals',
  'replies',
  'requests',
  'data',
  'service',
  'overview',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    wall('no-cycles', {}, { circular: true }, 'A cycle has no bottom to read from.'),
    wall(
      'no-unresolved',
      // They run where the benchmark, or the zoo, installed their packages, and nowhere else.
      { pathNot: '^(bench/peers/[a-z]+-peer\\.mjs|tests/zoo/pages/[^/]+/page\\.jsx?)$' },
      { couldNotResolve: true, pathNot: '^(wxt|#imports)' },
      'A wall cannot judge what it cannot see.',
    ),
    only(
      'shared-is-a-leaf',
      '^shared/(link|protocol|model|lib)/',
      ['^shared/', 'node_modules/zod/'],
      'Both sides load it: no DOM, no Node.',
    ),
    wall(
      'protocol-has-one-door',
      { pathNot: '^shared/' },
      { path: '^shared/protocol/', pathNot: '^shared/protocol/index\\.ts$' },
      'index.ts is the contract.',
    ),
    wall(
      'conductor-not-extension',
      { path: '^conductor/' },
      { path: '^(extension|playground|launcher)/' },
      'They meet on the wire only.',
    ),
    wall(
      'extension-not-conductor',
      { path: '^extension/' },
      { path: '^(conductor|playground|launcher)/' },
      'They meet on the wire only.',
    ),
    wall(
      'playground-stands-alone',
      { path: '^playground/' },
      { path: '^(conductor|extension|launcher|shared)/' },
      'It plays a foreign site: it may know nothing of Baton.',
    ),
    only(
      'face-asks-by-the-contract',
      '^face/',
      [
        '^(face|look)/',
        '^shared/(api|model|lib)/',
        'node_modules/(preact|@preact/signals|@preact/signals-core|preact-iso|tinykeys|marked|@speed-highlight/core|diff|qrcode-generator|eventsource-parser|idb)/',
      ],
      'It is a client of the operations, as any program.',
    ),
    wall(
      'face-takes-types-of-operations',
      { path: '^face/' },
      { path: '^shared/api/', dependencyTypesNot: ['type-only'] },
      'Operations bring zod, which is larger than the whole page.',
    ),
    wall(
      'nobody-needs-face',
      { pathNot: '^(face|tests)/' },
      { path: '^face/' },
      'It is built and served as files.',
    ),
    only('look-is-a-leaf', '^look/', ['^look/'], 'Every page of ours is drawn with it.'),
    wall(
      'nobody-needs-chaos',
      { pathNot: '^(chaos|tests)/' },
      { path: '^chaos/' },
      'It breaks the others; they know nothing of it.',
    ),
    wall(
      'chaos-judges-apart',
      { path: '^chaos/(check|schedule|site/site-log)' },
      { path: '^(chaos/(world|real)|conductor|extension)/' },
      'What judges a run may lean on nothing that takes part in it.',
    ),
    only(
      'engine-knows-no-feature',
      '^conductor/src/engine/',
      [
        '^conductor/src/engine/',
        '^shared/',
        'node_modules/(xstate|zod|prom-client)/',
        '^timers/promises$',
      ],
      'A feature is added beside the others, and the engine stays as it is.',
    ),
    only(
      'grammar-is-pure',
      '^conductor/src/baa/',
      ['^conductor/src/baa/', '^shared/'],
      'It reads what strangers wrote: tested and fuzzed alone.',
    ),
    ...FEATURES.map((feature, place) =>
      onlyOfOurs(
        `${feature}-enters-by-doors`,
        `^conductor/src/features/${feature}/`,
        [
          `^conductor/src/features/${feature}/`,
          ...FEATURES.slice(0, place).map(
            (lower) => `^conductor/src/features/${lower}/feature\\.ts$`,
          ),
          '^conductor/src/(engine|baa|stores)/',
          '^shared/',
        ],
        'A feature enters those before it by their feature.ts, and none of those after it.',
      ),
    ),
    only(
      'steps-are-pure',
      '^conductor/src/features/[^/]+/(steps/|[^/]+\\.machine\\.ts)',
      ['^conductor/src/(engine|baa|features)/', '^shared/', 'node_modules/xstate/'],
      'Decisions are tested without clocks, disks or sockets.',
    ),
    wall(
      'engines-have-their-files',
      {
        path: '^conductor/src/(features|engine)/',
        // What has to do with the data as a whole is of its engine, whatever it is called.
        pathNot:
          '(\\.|/)sqlite\\.ts$|^conductor/src/features/data/(data-port|restore-backup)\\.ts$',
      },
      { path: ['node_modules/(drizzle-orm|better-sqlite3)/', '^conductor/src/stores/'] },
      'Another engine brings files of its own beside these.',
    ),
    onlyOfOurs(
      'stores-know-no-feature',
      '^conductor/src/stores/',
      [
        '^conductor/src/(stores|engine)/',
        '^conductor/src/(data-dir|program-files)\\.ts$',
        '^shared/',
      ],
      'A store runs the steps it is given.',
    ),
    wall(
      'edges-not-stores',
      { path: '^conductor/src/(edges|tool-servers)/' },
      { path: '^conductor/src/(stores|features/[^/]+/(?!feature\\.ts$))' },
      'Edges parse, call and answer.',
    ),
    wall(
      'edges-stand-apart',
      { path: '^conductor/src/(edges/[^/]+|tool-servers|cli)/' },
      {
        path: '^conductor/src/(edges/[^/]+|tool-servers|cli)/',
        pathNot: '^conductor/src/$1/',
      },
      'conductor.ts composes them.',
    ),
    wall(
      'nothing-needs-the-whole',
      { path: '^conductor/src/[^/]+/' },
      { path: '^conductor/src/(conductor|features)\\.ts$' },
      'Whoever imports the composition root imports everything.',
    ),
    wall(
      'clients-speak-http',
      { path: '^conductor/src/(client|cli|edges/mcp)/' },
      {
        path: '^conductor/src/(engine|features|stores|tool-servers|conductor)',
        // Whether a folder is a backup, and whether a restore was cut short, is asked while no conductor runs.
        pathNot: '^conductor/src/stores/sqlite/(backup|restore-journal)\\.ts$',
      },
      'What they can do, any program can.',
    ),
    only(
      'platforms-are-pure',
      '^extension/platforms/',
      ['^extension/platforms/', '^shared/'],
      'Adapters are tested with recorded traffic alone.',
    ),
    wall(
      'kit-knows-no-site',
      { path: '^extension/platforms/kit/' },
      { path: '^extension/platforms/(?!kit/)[^/]+/' },
      'What every adapter leans on may lean on none.',
    ),
    only(
      'messages-are-a-leaf',
      '^extension/messages/',
      ['^extension/messages/', '^shared/'],
      'Every world loads them.',
    ),
    only(
      'i18n-is-a-leaf',
      '^extension/i18n/',
      ['^extension/(i18n|messages)/', '^extension/public/_locales/', '^shared/'],
      'Every page of the extension says them.',
    ),
    wall(
      'content-stays-in-its-world',
      { path: '^extension/content(-conductor)?/' },
      { path: '^extension/(background|page|popup|options|consent|send|entrypoints)/' },
      'Worlds share messages/ only.',
    ),
    wall(
      'content-takes-types-of-shared',
      { path: '^extension/(content|page)/' },
      { path: '^shared/', dependencyTypesNot: ['type-only'] },
      'zod in a content script grows it sixfold.',
    ),
    wall(
      'page-stays-in-its-world',
      { path: '^extension/page/' },
      {
        path: [
          '^extension/(background|content|popup|options|consent|send|entrypoints)/',
          'node_modules/',
        ],
      },
      "It runs in the site's realm.",
    ),
    wall(
      'background-stays-in-its-world',
      { path: '^extension/background/' },
      {
        path: '^extension/(content|page|popup|options|consent|send|entrypoints)/',
        dependencyTypesNot: ['type-only'],
      },
      'Worlds share messages/ only.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
