import { expect, test } from 'bun:test'
import { findCycles, findHandlerRules, findUnusedPublicFiles, findWrongArrows } from './check-arrows.ts'
import { type ImportGraph, readImportGraph, specifiersIn } from './import-graph.ts'

const buildGraph = (arrows: Record<string, string[]>): ImportGraph =>
  new Map(
    Object.entries(arrows).map(([file, targets]) => [
      file,
      targets.map((target) => ({ specifier: target, file: target.includes('/src/') ? target : null })),
    ]),
  )

test('an import against the arrows is reported', () => {
  const wrong = findWrongArrows(buildGraph({ 'server/src/store/users.ts': ['server/src/ledger/ledger.ts'] }))
  expect(wrong).toEqual(['server/src/store/users.ts → server/src/ledger/ledger.ts: store does not use ledger'])
})

test('an import along the arrows is accepted', () => {
  const graph = buildGraph({
    'server/src/relay/relay.ts': ['server/src/providers/index.ts', 'server/src/store/schema.ts', 'hono'],
  })
  expect(findWrongArrows(graph)).toEqual([])
})

test('pure rooms import only pure packages', () => {
  const graph = buildGraph({ 'server/src/core/a.ts': ['node:fs', 'zod'] })
  expect(findWrongArrows(graph)).toEqual(['server/src/core/a.ts → node:fs: core is pure'])
})

test('only a wire.ts may import an SDK, and only its types', () => {
  const sdk = (isType: boolean) => [{ specifier: 'openai/resources', file: null, isType }]
  const graph: ImportGraph = new Map([
    ['server/src/protocols/openai-chat/wire.ts', sdk(true)],
    ['server/src/protocols/gemini/wire.ts', sdk(false)],
    ['server/src/protocols/openai-chat/build-usage.ts', sdk(true)],
    ['server/test/raw-calls.ts', sdk(false)],
  ])
  const fault = 'openai/resources: only types of SDKs, and only in a wire.ts'
  expect(findWrongArrows(graph)).toEqual([
    `server/src/protocols/gemini/wire.ts → ${fault}`,
    `server/src/protocols/openai-chat/build-usage.ts → ${fault}`,
  ])
})

test('the product does not import test helpers', () => {
  const graph = buildGraph({
    'server/src/upkeep/upkeep.ts': ['server/src/upkeep/test-channel.ts'],
    'server/src/upkeep/upkeep.test.ts': ['server/src/upkeep/test-channel.ts'],
  })
  expect(findWrongArrows(graph)).toEqual([
    'server/src/upkeep/upkeep.ts → server/src/upkeep/test-channel.ts: test-* is for tests alone',
  ])
})

test('admin resources do not import each other', () => {
  const graph = buildGraph({
    'server/src/admin/channels/routes.ts': ['server/src/admin/users/service.ts', 'server/src/admin/door.ts'],
  })
  expect(findWrongArrows(graph)).toHaveLength(1)
})

test('a stage of a relayed call imports only from earlier stages', () => {
  const graph = buildGraph({
    'server/src/relay/upstream/attempt.ts': [
      'server/src/relay/routing/route.ts',
      'server/src/relay/answer/answer-call.ts',
    ],
    'server/src/relay/attic/a.ts': ['server/src/relay/call/caller.ts'],
  })
  expect(findWrongArrows(graph)).toEqual([
    'server/src/relay/upstream/attempt.ts → server/src/relay/answer/answer-call.ts: relay/upstream comes before relay/answer',
    'server/src/relay/attic/a.ts → server/src/relay/call/caller.ts: relay/attic is not in the list of stages',
  ])
})

test('of a folder of the relay, others import only the public files', () => {
  const graph = buildGraph({
    'server/src/relay/answer/answer-call.ts': [
      'server/src/relay/settlement/settle-call.ts',
      'server/src/relay/upstream/attempt.ts',
      'server/src/relay/answer/answer-headers.ts',
      'server/src/relay/call/caller.ts',
    ],
    'server/src/tasks/submit-task.ts': ['server/src/relay/admission/admit.ts', 'server/src/relay/admission/hold.ts'],
    'server/src/tasks/submit-task.test.ts': ['server/src/relay/admission/admit.ts'],
  })
  expect(findWrongArrows(graph)).toEqual([
    'server/src/relay/answer/answer-call.ts → server/src/relay/upstream/attempt.ts: relay/upstream keeps it private',
    'server/src/tasks/submit-task.ts → server/src/relay/admission/admit.ts: relay/admission keeps it private',
  ])
})

test('a folder of the relay without a list of public files is refused', () => {
  const graph = buildGraph({ 'server/src/tasks/a.ts': ['server/src/relay/attic/b.ts'] })
  expect(findWrongArrows(graph)[0]).toContain('relay/attic has no list of public files')
})

test('a public file of the relay that nothing imports is reported', () => {
  const own = 'server/src/relay/answer/refusal-from.ts'
  const closed = findUnusedPublicFiles(
    buildGraph({
      'server/src/relay/answer/answer-call.ts': [own],
      'server/src/tasks/tasks.test.ts': [own],
      'server/src/relay/relay-one.ts': ['server/src/relay/answer/answer-call.ts'],
    }),
  )
  expect(closed).toContain('relay/answer/refusal-from is public, but no other folder imports it')
  expect(closed).not.toContain('relay/answer/answer-call is public, but no other folder imports it')
  expect(findUnusedPublicFiles(readImportGraph())).toEqual([])
})

test('a room that is missing in the table is refused', () => {
  const graph = buildGraph({ 'server/src/attic/a.ts': ['server/src/core/errors.ts'] })
  expect(findWrongArrows(graph)[0]).toContain('not in the table')
})

test('a cycle of files is found once', () => {
  const [a, b, c] = ['server/src/core/a.ts', 'server/src/core/b.ts', 'server/src/core/c.ts']
  expect(findCycles(buildGraph({ [a]: [b], [b]: [c], [c]: [a] }))).toEqual([`${a} → ${b} → ${c} → ${a}`])
})

test('type imports, side effects, lazy imports and workers count; comments do not', () => {
  const found = specifiersIn(`
    import type { A } from './a.ts'
    import './b.css'
    export {
      c,
    } from './c.ts'
    const d = await import('./d.ts')
    new Worker(new URL('./e.ts', import.meta.url))
    // import { f } from './f.ts'
    /* import { g } from './g.ts' */
  `)
  expect(found.sort()).toEqual(['./a.ts', './b.css', './c.ts', './d.ts', './e.ts'])
})

test('handlers of the management API do not import the store and the ledger, except for types', () => {
  const fault = 'handlers call a service'
  const graph: ImportGraph = new Map([
    ...buildGraph({
      'server/src/admin/users/routes.ts': ['server/src/store/users.ts'],
      'server/src/admin/users/key-routes.ts': ['server/src/ledger/ledger.ts'],
      'server/src/admin/users/service.ts': ['server/src/store/users.ts'],
    }),
    [
      'server/src/admin/users/pay-form-route.ts',
      [{ specifier: 'row', file: 'server/src/store/schema.ts', isType: true }],
    ],
  ])
  expect(findWrongArrows(graph)).toEqual([
    `server/src/admin/users/routes.ts → server/src/store/users.ts: ${fault}`,
    `server/src/admin/users/key-routes.ts → server/src/ledger/ledger.ts: ${fault}`,
  ])
})

test('handlers of the management API neither throw nor read the state', () => {
  const refuses = "api.route('GET /api/x', () => {\n  throw new GatewayError('not_found')\n})"
  const reads = 'const { options } = deps.state.current()'
  const texts = new Map([
    ['server/src/admin/users/routes.ts', `// Services throw; state.current() is theirs.\n${refuses}`],
    ['server/src/admin/users/key-routes.ts', `/** Does not throw. */\n${reads}`],
    ['server/src/admin/users/pay-form-route.ts', 'api.route(key, () => service.read())'],
    ['server/src/admin/users/service.ts', `${refuses}\n${reads}`],
  ])
  expect(findHandlerRules(texts)).toEqual([
    'server/src/admin/users/routes.ts: handlers do not throw: the rule belongs to a service',
    'server/src/admin/users/key-routes.ts: handlers do not read the state: a service does',
  ])
})
