// The walls between rooms (ARCHITECTURE.md, "Rooms"). A rule's comment says what would break without it.
const wall = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const only = (name, room, allowed, comment) =>
  wall(name, { path: room }, { pathNot: allowed }, comment);

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
      '^shared/(protocol|model|lib)/',
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
      'domain-is-pure',
      '^conductor/src/domain/',
      ['^conductor/src/domain/', '^shared/', 'node_modules/xstate/'],
      'Decisions are tested without clocks, disks or sockets.',
    ),
    wall(
      'store-knows-no-callers',
      { path: '^conductor/src/store/' },
      { path: '^conductor/src/(services|http|ws|tools)/' },
      'The store runs steps and knows no use case.',
    ),
    wall(
      'services-know-no-edges',
      { path: '^conductor/src/services/' },
      {
        path: [
          '^conductor/src/(http|ws)/',
          'node_modules/(fastify|@fastify|drizzle-orm|better-sqlite3)/',
        ],
      },
      'Use cases speak out through ports.',
    ),
    wall(
      'edges-not-store',
      { path: '^conductor/src/(http|ws)/' },
      { path: '^conductor/src/store/' },
      'Edges call services.',
    ),
    wall(
      'edges-stand-apart',
      { path: '^conductor/src/(http|ws|mcp|mcp-server|cli)/' },
      {
        path: '^conductor/src/(http|ws|mcp|mcp-server|cli)/',
        pathNot: '^conductor/src/$1/',
      },
      'start-conductor.ts composes them.',
    ),
    only(
      'api-is-a-table',
      '^conductor/src/api/',
      ['^conductor/src/api/', '^shared/', 'node_modules/zod/'],
      'Server, document and client are made from it alone.',
    ),
    wall(
      'clients-speak-http',
      { path: '^conductor/src/(client|cli|mcp-server)/' },
      {
        path: '^conductor/src/(domain|services|tools|store|start-conductor)',
        // A backup is brought back while no conductor runs.
        pathNot: '^conductor/src/store/(backup|restore-backup|restore-journal)\\.ts$',
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
