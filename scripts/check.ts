// npm run check: types, lint and format, import arrows, unused code, licences.
import { root } from './bun-path.mjs'
import { findCycles, findHandlerRules, findUnusedPublicFiles, findWrongArrows, isHandlerFile } from './check-arrows.ts'
import { findRepeatedDecisions, mustNotDecide } from './check-decisions.ts'
import { findLicenceFaults } from './check-licences.ts'
import { readImportGraph, readTexts } from './import-graph.ts'

const graph = readImportGraph()
const knip = ['knip/bin/knip-bun.js', '--no-progress', '--treat-config-hints-as-errors'] as const
const checks: Record<string, () => string[] | Promise<string[]>> = {
  'types of contract': () => checkTypes('contract'),
  'types of server': () => checkTypes('server'),
  'types of console': () => checkTypes('console'),
  'types of e2e': () => checkTypes('e2e'),
  'lint and format': () =>
    runTool(['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=200']),
  'import arrows': () => [...findWrongArrows(graph), ...findUnusedPublicFiles(graph)],
  'rules in handlers': () => findHandlerRules(readTexts([...graph.keys()].filter(isHandlerFile))),
  'repeated decisions': () => findRepeatedDecisions(readTexts(mustNotDecide(graph))),
  'import cycles': () => findCycles(graph),
  'unused code': () => runTool([...knip]),
  'unused files of the product': () => runTool([...knip, '--production', '--include', 'files']),
  licences: () => findLicenceFaults(),
}

/** Two at a time: most use one core for much of their time. */
const checksAtOnce = 2
const pending = Object.entries(checks).map(([name, check]) => ({
  name,
  check,
  result: Promise.withResolvers<string[]>(),
}))
const queue = pending.values()
const runNext = async () => {
  for (const { check, result } of queue) result.resolve(await check())
}
for (let count = 0; count < checksAtOnce; count++) void runNext()

let failed = 0
for (const { name, result } of pending) {
  const complaints = await result.promise
  console.log(`${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  for (const complaint of complaints) console.log(complaint)
  if (complaints.length > 0) failed += 1
}
process.exit(failed > 0 ? 1 : 0)

/**
 * `.cache` keeps earlier results, so that a second run takes a tenth of the time. Several checkers would each work out
 * the types that they share: four take three times the CPU of one.
 */
function checkTypes(workspace: string): Promise<string[]> {
  return runTool([
    'typescript/bin/tsc',
    '-p',
    workspace,
    '--noEmit',
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/${workspace}.tsbuildinfo`,
  ])
}

/** The output of a tool from node_modules that fails; empty if it passes. */
async function runTool([tool, ...flags]: [string, ...string[]]): Promise<string[]> {
  const child = Bun.spawn([process.execPath, `node_modules/${tool}`, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  const code = await child.exited
  return code === 0 ? [] : [`${out}${err}`.trim() || `exit code ${code}`]
}
