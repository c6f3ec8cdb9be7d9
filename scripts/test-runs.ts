import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSONReport } from '@playwright/test/reporter'
import { root } from './bun-path.mjs'
import { addCounts, type Counts, countBrowserTests, countBunTests, noCounts } from './test-counts.ts'

export interface TestRun {
  /** The folder of the report. */
  folder: string
  environment: Record<string, string>
  flags: readonly string[]
  filesAtOnce: number
  /** Whether browser tests record a trace. Recording takes a fifth of their time. */
  isTraced: boolean
}

/**
 * The tests under `targets` with Bun's runner, except those of components and those that measure. The slowest files
 * start first, so that none of them runs alone at the end.
 */
export async function runBunTests(targets: readonly string[], run: TestRun): Promise<Counts> {
  const files = findTests('{contract,server,console,scripts}/**/*.test.ts', targets)
  const others = files.filter((file) => !measuringTests.includes(file))
  const parallel = run.flags.some((flag) => flag.startsWith('--parallel')) ? [] : [`--parallel=${run.filesAtOnce}`]
  const options = [...parallel, `--timings=${writeTimings(others, run.folder)}`]
  const runAll = async (mode: string, paths: readonly string[]) =>
    paths.length === 0 ? noCounts : await runBun([mode, ...options], paths.map(asPath), run)
  const alone = others.filter((file) => !sharesModules(file))
  // The slowest files mostly wait, so they go with the tests of components and the check, which do not.
  const isolated = await runAll('--isolate', alone)
  return addCounts(isolated, await runAll('--no-isolate', others.filter(sharesModules)))
}

/** The tests under `targets` that measure. Nothing else may run meanwhile. */
export async function runMeasuringTests(targets: readonly string[], run: TestRun): Promise<Counts> {
  const paths = measuringTests.filter(isUnder(targets)).map(asPath)
  return paths.length === 0 ? noCounts : await runBun(['--isolate'], paths, run)
}

/**
 * The tests of components under `targets`: all in one process with a DOM, which loads the libraries once. The condition
 * `browser` chooses the files that Vite bundles. The output follows at the end, as other tests may run meanwhile.
 */
export async function runComponentTests(targets: readonly string[], run: TestRun): Promise<Counts> {
  const paths = findTests('console/**/*.test.tsx', targets).map(asPath)
  if (paths.length === 0) return noCounts
  return runBun(['--conditions=browser', '--preload=./console/test/setup.ts'], paths, run, { isOutputLate: true })
}

/** Other files at the same time would change what these measure. */
const measuringTests = ['server/test/large-blocks.test.ts']
/** Seconds of the slowest files, with three files at a time on two cores. All others count as one second. */
export const slowSeconds: Readonly<Record<string, number>> = {
  'server/test/log-store-crash.test.ts': 177,
  'server/test/api-description.test.ts': 134,
  'server/src/admin/hostile-values.test.ts': 126,
  'server/test/background-crash.test.ts': 104,
  'server/test/two-nodes.test.ts': 94,
  'server/test/tasks-crash.test.ts': 86,
  'server/test/batches-crash.test.ts': 80,
  'server/test/fleet.test.ts': 71,
  'server/src/ledger/fleet-history.test.ts': 40,
}
/**
 * These files share the modules that they import: nearly each needs a good part of the app, and loading the whole app
 * takes as long as the tests themselves. They have no state in common: each starts an app of its own. A slow file gains
 * nothing.
 */
const sharesModules = (file: string): boolean => file.startsWith('server/src/') && !(file in slowSeconds)
const isUnder = (targets: readonly string[]) => (file: string) =>
  targets.some((target) => file === target || file.startsWith(`${target}/`))
const asPath = (target: string): string => `./${target}`

const findTests = (pattern: string, targets: readonly string[]): string[] =>
  [...new Bun.Glob(pattern).scanSync(root)]
    .filter((file) => !file.includes('node_modules/'))
    .filter(isUnder(targets))
    .sort()

/** Writes how long the files take. Bun orders files by it only if it names each of them. Returns its path. */
function writeTimings(files: readonly string[], folder: string): string {
  const path = join(folder, 'timings.json')
  const milliseconds = Object.fromEntries(files.map((file) => [file, (slowSeconds[file] ?? 1) * 1_000]))
  writeFileSync(path, JSON.stringify({ version: 1, files: milliseconds }))
  return path
}

async function runBun(
  options: readonly string[],
  targets: readonly string[],
  run: TestRun,
  output: Output = {},
): Promise<Counts> {
  const report = join(run.folder, `${crypto.randomUUID()}.xml`)
  const exitCode = await runToEnd(
    [
      'test',
      '--timeout',
      '60000',
      '--no-orphans',
      '--pass-with-no-tests',
      ...options,
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...run.flags,
      ...targets,
    ],
    run.environment,
    output,
  )
  return countBunTests(readReport(report), exitCode)
}

/** The browser tests under `targets` with Playwright's runner, which runs in Bun too. */
export async function runBrowserTests(targets: readonly string[], run: TestRun): Promise<Counts> {
  if (targets.length === 0) return noCounts
  const report = join(run.folder, `${crypto.randomUUID()}.json`)
  const exitCode = await runToEnd(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e',
      '--reporter=list,json',
      '--pass-with-no-tests',
      `--workers=${run.filesAtOnce}`,
      ...run.flags.map(asPlaywrightFlag),
      ...(run.isTraced ? [] : ['--trace=off']),
      // Playwright treats targets as patterns.
      ...targets.map((path) => path.replaceAll('.', '\\.')),
    ],
    { ...run.environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  const text = readReport(report)
  return text === '' ? { ...noCounts, exitCode: 1 } : countBrowserTests(JSON.parse(text) as JSONReport, root, exitCode)
}

const asPlaywrightFlag = (flag: string): string =>
  flag === '-t' ? '--grep' : flag.replace(/^--parallel=/, '--workers=')

interface Output {
  /** Shown once the run has ended, instead of line by line. */
  isOutputLate?: boolean
}

async function runToEnd(
  argv: readonly string[],
  environment: Record<string, string>,
  { isOutputLate = false }: Output = {},
): Promise<number> {
  const command = [process.execPath, ...argv]
  const tests = Bun.spawn(isOutputLate ? ['sh', '-c', 'exec "$@" 2>&1', 'sh', ...command] : command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', isOutputLate ? 'pipe' : 'inherit', 'inherit'],
  })
  const stop = (signal: NodeJS.Signals) => tests.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const output = tests.stdout ? await tests.stdout.text() : ''
  const exitCode = await tests.exited
  process.stdout.write(output)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  return exitCode
}

/** The text of a report; empty if the run wrote none. */
function readReport(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    console.log('the test run left no report')
    return ''
  }
}
