import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './bun-path.mjs'
import { type ImportGraph, isTest, isTestSupport } from './import-graph.ts'

const productEntries = ['server/src/main.ts', 'console/src/main.tsx']
const isProduct = (file: string): boolean => /^(contract|server|console)\/src\//.test(file)

/**
 * Files that nothing reaches: product files not used by the product itself (their own test does not count),
 * and files around it that neither one of the `tools` nor a test uses.
 */
export function findUnusedFiles(graph: ImportGraph, tools: readonly string[] = toolEntries(graph)): string[] {
  const product = reachable(graph, productEntries)
  const tests = [...graph.keys()].filter(isTest)
  const everything = reachable(graph, [...productEntries, ...tests, ...tools])
  return [...graph.keys()].filter((file) => {
    if (isTest(file) || file.endsWith('.d.ts')) return false
    return isProduct(file) && !isTestSupport(file) ? !product.has(file) : !everything.has(file)
  })
}

/** Files that package.json, CI or a tool starts by their path, or by their name from the folder they share. */
function toolEntries(graph: ImportGraph): string[] {
  const starters = ['package.json', '.ci/run', ...graph.keys()].filter(
    (file) => !isProduct(file) && !file.endsWith('check-unused.ts'),
  )
  const text = starters.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const isStarted = (file: string) => text.includes(file) || text.includes(`'${basename(file)}'`)
  return [...graph.keys()].filter(
    (file) => !isProduct(file) && (isStarted(file) || file.endsWith('/vite.config.ts')),
  )
}

function reachable(graph: ImportGraph, entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = entries.filter((entry) => graph.has(entry))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const next of graph.get(file) ?? []) if (next.file) open.push(next.file)
  }
  return seen
}
