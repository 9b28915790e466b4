// The walls between rooms. Each room's is an allow-list, made from its row in rooms.json; those below say what no list of
// rooms can. A rule's comment says what would break without it.
const { features, parts, rooms } = require('./rooms.json');

const wall = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const OURS = parts.all;

const filesOf = ({ room, files }) => files ?? `^${room}`;
const FEATURE = /<f>/g;

/** Files of a feature that others may import: its door, and what it declares. */
const DECLARED = 'asks|changes|effects|given|queries|rows';
const DOORS = `(feature|${DECLARED}|[^/]+/(${DECLARED}))`;

/** The files that a row's words for them stand for. `feature`: of which one it is asked. */
function patternsOf(words, feature) {
  return words.flatMap((word) => {
    if (word === 'features before it' || word === 'their tables') {
      const file = word === 'their tables' ? '.*tables\\.sqlite' : DOORS;
      return features
        .slice(0, features.indexOf(feature))
        .map((lower) => `^conductor/src/features/${lower}/${file}\\.ts$`);
    }
    const named = rooms.find(({ name }) => name === word);
    const pattern = parts[word] ?? (named && filesOf(named));
    if (pattern === undefined) throw new Error(`rooms.json: nothing is called "${word}".`);
    return pattern.replace(FEATURE, '[^/]+/[^/]+');
  });
}

/** Packages by name; `node`: all of Node's own modules, `node:x`: one of them. */
function packagePatterns(packages) {
  return packages.map((name) =>
    name.startsWith('node:') ? `^${name.slice('node:'.length)}$` : `node_modules/${name}/`,
  );
}

const NODES_OWN = ['core'];
const PACKAGES = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'];

function wallsOf(row, feature) {
  const { name, rooms: mayEnter, types = [], packages, exceptFiles, why } = row;
  const called = feature === undefined ? name : `${name} ${feature}`;
  const own = filesOf(row).replace(FEATURE, feature ?? '[^/]+/[^/]+');
  const ownFeature = feature === undefined ? own : `^conductor/src/features/${feature}/`;
  const from = { path: own, ...(exceptFiles && { pathNot: exceptFiles }) };
  const entered = [own, ownFeature, ...patternsOf(mayEnter, feature)];
  const seen = patternsOf(types, feature);
  const all = mayEnter.includes('all')
    ? []
    : [wall(`rooms of ${called}`, from, { path: OURS, pathNot: [...entered, ...seen] }, why)];
  if (seen.length > 0) {
    const values = { path: seen, pathNot: entered, dependencyTypesNot: ['type-only'] };
    all.push(wall(`types alone for ${called}`, from, values, why));
  }
  if (packages !== undefined) {
    const kinds = packages.includes('node') ? PACKAGES : [...PACKAGES, ...NODES_OWN];
    const others = { dependencyTypes: kinds, pathNot: [OURS, ...packagePatterns(packages)] };
    all.push(wall(`packages of ${called}`, from, others, why));
  }
  return all;
}

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
    wall(
      'protocol-has-one-door',
      { pathNot: '^shared/' },
      { path: '^shared/protocol/', pathNot: '^shared/protocol/index\\.ts$' },
      'index.ts is the contract.',
    ),
    wall(
      'nothing-needs-the-whole',
      { path: '^conductor/src/[^/]+/' },
      { path: '^conductor/src/(conductor|features)\\.ts$' },
      'Whoever imports the composition root imports everything.',
    ),
    wall(
      'kit-knows-no-site',
      { path: '^extension/platforms/kit/' },
      { path: '^extension/platforms/(?!kit/)[^/]+/' },
      'What every adapter leans on may lean on none.',
    ),
    wall(
      'site-log-stands-apart',
      { path: '^chaos/site/site-log' },
      { path: '^(chaos/(world|real)|conductor|extension)/' },
      'It says what the site has seen, whatever took part in the run.',
    ),
    ...rooms.flatMap((row) =>
      filesOf(row).includes('<f>')
        ? features.flatMap((feature) => wallsOf(row, feature))
        : wallsOf(row),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
