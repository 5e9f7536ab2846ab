// The law of imports between the rooms of the house (see README, "The map of the house").
const room = (name, from, ...allowed) => ({
  name: `law-${name}`,
  comment: `${from} may import only ${allowed.join(', ')} of our own rooms`,
  severity: 'error',
  from: { path: from },
  to: { path: '^(shared|extension|sync-server|media|test|scripts)/', pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    room('shared', '^shared/'),
    room('app', '^extension/app/', '^shared/'),
    room('vscode', '^extension/vscode/', '^extension/app/', '^shared/'),
    room('node', '^extension/node/', '^extension/app/', '^shared/'),
    room('web', '^extension/web/', '^extension/app/', '^shared/'),
    room('entry', '^extension/[^/]+\\.ts$', '^extension/', '^shared/'),
    room('server', '^sync-server/', '^shared/'),
    room('media', '^media/', '^shared/'),
    room('scripts', '^scripts/', '^test/support/'),
    {
      name: 'vscode-only-in-its-room',
      comment: 'only extension/vscode (and the host tests) may import vscode; the entries hand its objects on',
      severity: 'error',
      from: { pathNot: '^(extension/vscode/|extension/extension\\.|test/host/)' },
      to: { path: '^vscode$' },
    },
    {
      name: 'shared-and-app-are-pure',
      comment: 'shared and extension/app run in every host: no Node built-in',
      severity: 'error',
      from: { path: '^(shared|extension/app|extension/vscode|extension/web|media)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'host-tests-run-in-browsers',
      comment: 'test/host runs in every host; what needs Node is in test/host/node',
      severity: 'error',
      from: { path: '^test/host/', pathNot: ['mocha-entry', '^test/host/node/'] },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
    { name: 'nobody-imports-test', severity: 'error', from: { pathNot: '^(test|scripts)/' }, to: { path: '^test/' } },
    { name: 'no-barrels', severity: 'error', from: {}, to: { path: '(^|/)index\\.ts$', pathNot: 'node_modules' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The other servers of the benchmark: a package of its own, installed only when it runs.
    exclude: { path: '^test/bench/others/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
