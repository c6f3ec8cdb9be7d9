import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSONReport } from '@playwright/test/reporter'
import { root } from './bun-path.mjs'
import { type Counts, countBrowserTests, countBunTests, noCounts } from './test-counts.ts'

export interface TestRun {
  /** The folder of the report. */
  folder: string
  environment: Record<string, string>
  flags: readonly string[]
  filesAtOnce: number
  /** Whether browser tests record a trace. Recording takes a fifth of their time. */
  isTraced: boolean
}

/** The tests under `targets` with Bun's runner, except those of components and those that measure. */
export async function runBunTests(targets: readonly string[], run: TestRun): Promise<Counts> {
  const isSpecial = (target: string) => isComponentTest(target) || measuringTests.includes(target)
  const others = targets.filter((target) => !isSpecial(target)).map(asPath)
  const parallel = run.flags.some((flag) => flag.startsWith('--parallel')) ? [] : [`--parallel=${run.filesAtOnce}`]
  const ignored = [componentTests, ...measuringTests].map((pattern) => `--path-ignore-patterns=${pattern}`)
  return others.length === 0 ? noCounts : await runBun(['--isolate', ...parallel, ...ignored], others, run)
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
  const found = [...new Bun.Glob(`console/${componentTests}`).scanSync(root)]
  const paths = found.filter(isUnder(targets)).sort().map(asPath)
  if (paths.length === 0) return noCounts
  return runBun(['--conditions=browser', '--preload=./console/test/setup.ts'], paths, run, { isOutputLate: true })
}

const componentTests = '**/*.test.tsx'
const isComponentTest = (path: string): boolean => path.endsWith('.test.tsx')
/** Other files at the same time would change what these measure. */
const measuringTests = ['server/test/large-blocks.test.ts']
const isUnder = (targets: readonly string[]) => (file: string) =>
  targets.some((target) => file === target || file.startsWith(`${target}/`))
const asPath = (target: string): string => `./${target}`

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
