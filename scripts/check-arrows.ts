import { type Import, type ImportGraph, isTest, isTestSupport, withoutComments } from './import-graph.ts'

/** The rooms that each room may import from besides itself. A file directly in `src` is a room too. */
const underLedger = ['state', 'store', 'platform', 'core']
const underServices = ['services', 'ledger', ...underLedger]
const underRelay = ['providers', 'protocols', 'notify', ...underServices]
const underUpkeep = ['relay', ...underRelay]
const underAdmin = ['doctor', 'payments', 'prices', 'upkeep', 'identity', ...underUpkeep]
const rooms: Record<string, readonly string[]> = {
  core: [],
  protocols: ['core'],
  providers: ['protocols', 'core'],
  platform: ['core'],
  store: ['platform', 'core'],
  state: ['store', 'platform', 'core'],
  ledger: underLedger,
  services: ['ledger', ...underLedger],
  notify: underServices,
  identity: underServices,
  payments: underServices,
  prices: ['notify', ...underServices],
  doctor: ['identity', 'providers', 'protocols', ...underServices],
  relay: underRelay,
  upkeep: underUpkeep,
  tasks: ['relay', ...underRelay],
  batches: ['relay', ...underRelay],
  realtime: ['relay', ...underRelay],
  jobs: ['batches', 'tasks', ...underAdmin],
  admin: ['tasks', ...underAdmin],
  importer: ['identity', 'notify', 'protocols', ...underServices],
  cli: ['importer', 'version', ...underAdmin],
  version: [],
  console: ['admin', ...underAdmin],
  probes: ['admin', ...underAdmin],
  app: ['console', 'probes', 'admin', ...underAdmin],
  'open-services': ['notify', ...underServices],
  starting: ['admin', ...underAdmin],
  'describe-start': ['version', 'platform', 'core'],
  serve: [
    'starting',
    'describe-start',
    'open-services',
    'app',
    'admin',
    'batches',
    'realtime',
    'tasks',
    'jobs',
    'version',
    ...underAdmin,
  ],
  main: ['serve', 'cli'],
}

/** Rooms without outside dependencies, and the packages that they may use. */
const pureRooms = ['core', 'protocols', 'providers']
const purePackages = [
  '@monyone/aho-corasick',
  '@smithy/eventstream-codec',
  'aws4fetch',
  'csv-parse/sync',
  'gpt-tokenizer',
  'ipaddr.js',
  'jose',
  'zod',
]

/** SDKs whose types a `wire.ts` may import. They are installed only for development. */
const typePackages = ['@anthropic-ai/sdk', '@google/genai', 'openai']

const consoleRooms: Record<string, readonly string[]> = {
  locales: [],
  docs: [],
  lib: ['locales'],
  components: ['lib', 'locales'],
  app: ['components', 'lib', 'locales'],
  pages: ['app', 'components', 'docs', 'lib', 'locales'],
  router: ['pages', 'app', 'components', 'lib'],
  main: ['router', 'app', 'components', 'lib'],
}

/**
 * The stages of a relayed call, in order: each may import from earlier ones. Files directly in `relay` are stages too;
 * of the folders, only `modeless`, the calls without a model, comes after `relay-tools`.
 */
const relayStages = [
  'sensitive',
  'call',
  'formats',
  'passage',
  'entry',
  'limits',
  'routing',
  'guard',
  'watch',
  'admission',
  'upstream',
  'streaming',
  'settlement',
  'deposits',
  'background',
  'answer',
  'relay-tools',
  'modeless',
  'call-deadline',
  'relay-one',
  'served-paths',
  'refuse-early',
  'relay',
]

/**
 * The files of each folder of the relay that others may import: the function of a stage comes first, parts for tasks,
 * batches, realtime sessions and the management API follow. `call` holds what all share, and is open.
 */
const publicFiles: Record<string, readonly string[] | 'all'> = {
  sensitive: ['screen', 'screen-answer', 'screen-prompt', 'screen-runs', 'texts', 'word-matchers'],
  call: 'all',
  formats: [
    'index',
    'media-format',
    'upstream-format',
    'translated-path',
    'opaque-state',
    'countable-body',
    'assemble-stream',
    'assembled-answer',
    'read-refusal',
  ],
  passage: [
    'choose-passage',
    'passage',
    'operations',
    'amendments',
    'system-prompt',
    'stream-shaper',
    'outgoing-frames',
    'rename-model',
    'is-empty-answer',
    'is-foreign-answer',
    'neutral-call',
    'inline-media',
    'uploaded-media',
    'large-frames',
  ],
  entry: [
    'identify-call',
    'entry-tools',
    'enter-by-key',
    'authenticate',
    'playground',
    'read-client-body',
    'request-target',
  ],
  limits: ['create-limits', 'inspect-limits', 'watch-reservation'],
  routing: [
    'route',
    'routing-tools',
    'route-errors',
    'pick-key',
    'view-route',
    'channel-health',
    'answer-owners',
    'shares-objects',
    'object-owners',
  ],
  guard: ['channel-guard', 'channel-switch', 'key-switch'],
  watch: ['call-counter', 'warn-of-usage', 'open-tracing', 'add-call-metrics', 'add-channel-metrics'],
  admission: [
    'admit-call',
    'check-rights',
    'price-of',
    'asked-tools',
    'hold',
    'find-holder',
    'open-answers',
    'refuse-unpaid',
    'unpriced-service',
  ],
  upstream: [
    'try-channels',
    'upstream-tools',
    'attempt-outcome',
    'open-stream',
    'attempt-work',
    'attempt-token',
    'token-cache',
  ],
  streaming: ['pump-stream', 'screen-shaper', 'array-stream', 'bytes-shaper'],
  settlement: ['settle-call', 'settle-abandoned', 'settle-refusal', 'meter', 'build-call-rows', 'record-refusal'],
  deposits: ['build-rows', 'deposited-work', 'poll-times', 'poll-works', 'settle-work', 'work-account'],
  background: ['answer-end', 'ask-stored', 'background-answers'],
  answer: ['answer-call', 'answer-headers', 'background-interruption', 'build-client-error', 'refusal-from'],
  modeless: ['find-modeless-call', 'count-tokens', 'extension-api', 'models', 'remember-items'],
}

/** Folders whose subfolders are siblings that do not import each other. */
const familyFolders = ['server/src/admin', 'server/src/providers', 'server/src/protocols', 'console/src/pages']
/** Wire formats may import these two folders, which are not wire formats. */
const sharedSiblings = ['server/src/protocols/sse', 'server/src/protocols/json']

/** One line for each import against an arrow. Tests and test helpers may import anything. */
export function findWrongArrows(graph: ImportGraph): string[] {
  return [...graph]
    .filter(([file]) => !isTest(file) && !isTestSupport(file))
    .flatMap(([file, imports]) =>
      imports.flatMap((imported) => {
        const fault = findFault(file, imported)
        return fault ? [`${file} → ${imported.specifier}: ${fault}`] : []
      }),
    )
}

function findFault(from: string, { specifier, file, isType = false }: Import): string | null {
  if (file === null) return findPackageFault(from, specifier, isType)
  if (file.includes('node_modules/')) return 'reaches into node_modules'
  // The rules do not apply to files with such a name, so the product must not import them.
  if (isProduct(from) && isTestSupport(file)) return 'test-* is for tests alone'
  return (
    findWorkspaceFault(from, specifier, file) ??
    findRoomFault(from, file) ??
    findStageFault(from, file) ??
    findPrivateFileFault(from, file) ??
    findSiblingFault(from, file) ??
    findHandlerFault(from, file, isType)
  )
}

function findPackageFault(from: string, specifier: string, isType: boolean): string | null {
  if (isProduct(from) && isOneOf(typePackages, specifier))
    return isType && from.endsWith('/wire.ts') ? null : 'only types of SDKs, and only in a wire.ts'
  const room = roomOf(from, 'server')
  if (room === null || !pureRooms.includes(room)) return null
  return isOneOf(purePackages, specifier) ? null : `${room} is pure`
}

const isOneOf = (packages: readonly string[], specifier: string): boolean =>
  packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))

function findWorkspaceFault(from: string, specifier: string, to: string): string | null {
  const [source, target] = [from.split('/')[0], to.split('/')[0]]
  if (source === target || source === 'scripts' || isFromBrowserTests(from, to)) return null
  // What the project says of itself.
  if (to === 'package.json') return null
  if (target === 'scripts') return isProduct(from) ? 'the product does not use the scripts' : null
  if (target !== 'contract') return `${source} does not use ${target}`
  return specifier.startsWith('@sluice/contract/') ? null : 'write @sluice/contract/…'
}

/** Browser tests start servers and fake upstreams with the helpers of the server's tests. */
const isFromBrowserTests = (from: string, to: string): boolean =>
  from.startsWith('e2e/') && /^(server|scripts)\//.test(to)

const isProduct = (file: string): boolean => /^(contract|server|console)\/src\//.test(file)

function findRoomFault(from: string, to: string): string | null {
  for (const [workspace, table] of [['server', rooms] as const, ['console', consoleRooms] as const]) {
    const [source, target] = [roomOf(from, workspace), roomOf(to, workspace)]
    if (source === null) continue
    if (target === null) return to.startsWith(`${workspace}/`) && !to.endsWith('.json') ? 'outside src' : null
    const allowed = table[source]
    if (!allowed) return `the room ${source} is not in the table of arrows`
    if (source !== target && !allowed.includes(target)) return `${source} does not use ${target}`
  }
  return null
}

/** The first folder below src, or the name of a file directly in it. */
function roomOf(file: string, workspace: string): string | null {
  if (workspace === 'console' && /^console\/src\/app\/(router|open-pages|console-app)\.tsx$/.test(file)) return 'router'
  const match = new RegExp(`^${workspace}/src/([^/.]+)`).exec(file)
  return match?.[1] ?? null
}

function findStageFault(from: string, to: string): string | null {
  const [source, target] = [stageOf(from), stageOf(to)]
  if (source === null || target === null) return null
  const [sourceAt, targetAt] = [relayStages.indexOf(source), relayStages.indexOf(target)]
  if (sourceAt < 0) return `relay/${source} is not in the list of stages`
  return targetAt > sourceAt ? `relay/${source} comes before relay/${target}` : null
}

/** The folder below relay, or the name of a file directly in it. */
const stageOf = (file: string): string | null => /^server\/src\/relay\/([^/.]+)/.exec(file)?.[1] ?? null

/** The folder below relay and the file in it. */
function placeInRelay(file: string): { folder: string; name: string } | null {
  const [, folder, name] = /^server\/src\/relay\/([^/]+)\/(.+)\.tsx?$/.exec(file) ?? []
  return folder !== undefined && name !== undefined ? { folder, name } : null
}

function findPrivateFileFault(from: string, to: string): string | null {
  const target = placeInRelay(to)
  if (target === null || !isProduct(from) || placeInRelay(from)?.folder === target.folder) return null
  const files = publicFiles[target.folder]
  if (files === undefined) return `relay/${target.folder} has no list of public files`
  return files === 'all' || files.includes(target.name) ? null : `relay/${target.folder} keeps it private`
}

/** One line for each public file of a folder of the relay that no other file of the product imports. */
export function findUnusedPublicFiles(graph: ImportGraph): string[] {
  const imported = new Set<string>()
  for (const [file, imports] of graph) {
    if (!isProduct(file) || isTest(file) || isTestSupport(file)) continue
    for (const { file: to } of imports) {
      if (to !== null && placeInRelay(to)?.folder !== placeInRelay(file)?.folder) imported.add(to)
    }
  }
  return Object.entries(publicFiles).flatMap(([folder, files]) =>
    (files === 'all' ? [] : files)
      .filter((name) => !imported.has(`server/src/relay/${folder}/${name}.ts`))
      .map((name) => `relay/${folder}/${name} is public, but no other folder imports it`),
  )
}

function findSiblingFault(from: string, to: string): string | null {
  for (const family of familyFolders) {
    const [source, target] = [findChild(from, family), findChild(to, family)]
    if (!source || !target || source === target) continue
    if (sharedSiblings.includes(`${family}/${target}`)) continue
    return `${source} and ${target} are siblings`
  }
  return null
}

/** The handlers of a resource of the management API. */
export const isHandlerFile = (file: string): boolean => /^server\/src\/admin\/[^/]+\/([\w-]+-)?routes?\.ts$/.test(file)

/** Handlers of the management API read, call and answer: rules and rows belong to services. */
function findHandlerFault(from: string, to: string, isType: boolean): string | null {
  if (isType || !isHandlerFile(from)) return null
  return /^server\/src\/(store|ledger)\//.test(to) ? 'handlers call a service' : null
}

const notInHandlers = [
  { pattern: /\bthrow\b/, fault: 'handlers do not throw: the rule belongs to a service' },
  { pattern: /\bstate\s*\.\s*current\s*\(/, fault: 'handlers do not read the state: a service does' },
]

/** One line for each rule in a handler. `texts` are the sources by file; other files than those of handlers pass. */
export function findHandlerRules(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) => {
    const code = withoutComments(text)
    const found = isHandlerFile(file) ? notInHandlers.filter(({ pattern }) => pattern.test(code)) : []
    return found.map(({ fault }) => `${file}: ${fault}`)
  })
}

function findChild(file: string, folder: string): string | null {
  if (!file.startsWith(`${folder}/`)) return null
  const rest = file.slice(folder.length + 1).split('/')
  return rest.length > 1 ? (rest[0] ?? null) : null
}

/** Import cycles between files, types included; one line each. */
export function findCycles(graph: ImportGraph): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (file: string) => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) if (next.file) visit(next.file)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
