// npm test [path…] [-- --no-skips --again --check]: all tests, or those under the paths, with the databases of this
// machine. Four files at a time, and the tests of components beside them: on two cores, tests wait half of their time
// and more, for a lease, a database or a process. Tests in the browser wait less: three. Files that measure run alone.
// With --again, files with failures run once more to find out which failures repeat; the run fails in any case.
// With --check, `npm run check` runs beside the tests, and fails the run if it fails.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { buildExecutable } from './build-executable.ts'
import { root } from './bun-path.mjs'
import { addCounts, type Counts, describeFailure, listSlowest } from './test-counts.ts'
import { runBrowserTests, runBunTests, runComponentTests, runMeasuringTests } from './test-runs.ts'
import { type Service, startServices } from './test-services.ts'

const given = process.argv.slice(2)
const isStrict = given.includes('--no-skips')
const repeatsFailures = given.includes('--again')
const isChecked = given.includes('--check')
const ownFlags = ['--no-skips', '--again', '--check']
/** At most this many files with failures are run again: more failures are no coincidence. */
const unsteadyMax = 5
const slowestCount = 20
/**
 * A file system in memory. On it, making and dropping a database takes a fifth of the CPU, and nothing waits for the
 * disk.
 */
const memoryFolder = '/dev/shm'
/** The data of a run takes a part of it. */
const memoryBytesMin = 4 * 2 ** 30
/** `-t word` is one flag of two words. */
const isFlag = (word: string, index: number) => word.startsWith('-') || given[index - 1] === '-t'
const flags = given.filter((word, index) => isFlag(word, index) && !ownFlags.includes(word))
const paths = given.filter((word, index) => !isFlag(word, index)).map((path) => relative(root, resolve(path)))
const targets = paths.length > 0 ? paths : ['contract', 'server', 'console', 'scripts', 'e2e']

// The console is built before the tests, so that parallel test files do not all build it.
if (targets.some((path) => path.includes('server') || isBrowserTest(path))) {
  const script = join(root, 'scripts/build-console.mjs')
  const build = Bun.spawnSync([process.execPath, script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (build.exitCode !== 0) process.exit(build.exitCode)
}

const checking = isChecked ? check() : Promise.resolve(true)
const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), 'sluice-test-'))
chmodSync(folder, 0o711)
const needsSchemathesis = targets.some((path) => 'server/test/api-description.test.ts'.startsWith(path))
const clickhouseTests = ['server/src/store/dialects/clickhouse', 'server/src/store/log-store/', 'server/test/log-store']
const needsClickhouse = targets.some((path) =>
  clickhouseTests.some((start) => start.startsWith(path) || path.startsWith(start)),
)
const { services, missing } = await startServices(folder, { needsSchemathesis, needsClickhouse })
const environment: Record<string, string> = {
  TMPDIR: folder,
  ...Object.fromEntries(services.map(({ variable, url }) => [variable, url])),
}
if (targets.some((path) => !path.startsWith('scripts') && !path.startsWith('contract')))
  environment.TEST_TEMPLATES = await makeTemplates(services)
// Building takes as much CPU as a few starts from the sources save.
if (targets.some((path) => /^(server|server\/test|e2e|e2e\/tests)$/.test(path))) {
  environment.TEST_EXECUTABLE = join(folder, 'sluice')
  await buildExecutable(environment.TEST_EXECUTABLE)
}

// If failed tests are run again, only the second run records traces.
const counts = await run(targets, 4, !repeatsFailures)
if (repeatsFailures) await repeatFailures(counts)
await Promise.all(services.map((service) => service.stop()))
rmSync(folder, { recursive: true, force: true })

if (Object.keys(counts.secondsByFile).length > slowestCount)
  console.log(['', 'slowest files:', ...listSlowest(counts, slowestCount), ''].join('\n'))
for (const name of counts.failedNames) console.log(`failed: ${describeFailure(counts, name)}`)
const isCheckPassed = await checking
if (!isCheckPassed) console.log('failed: npm run check (see above)')
for (const { variable, reason } of missing) console.log(`skipped: what needs ${variable} (${reason})`)
for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
const skips = missing.length + counts.skippedNames.length
if (isStrict && skips > 0) console.log(`${skips} skipped, and --no-skips allows none`)

// A file that cannot be loaded has no failed test, but the run has failed.
let failed = counts.failedNames.length + (isStrict ? skips : 0) + (isCheckPassed ? 0 : 1)
if (failed === 0 && (counts.exitCode !== 0 || counts.passed === 0)) failed = 1
console.log(`${counts.passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Runs the tests under `paths`, each with its runner, `filesAtOnce` at a time, in the browser at most three. */
async function run(paths: readonly string[], filesAtOnce: number, isTraced: boolean): Promise<Counts> {
  const options = { folder, environment, flags, filesAtOnce, isTraced }
  const bunPaths = paths.filter((path) => !isBrowserTest(path))
  const browserPaths = 'TEST_CHROMIUM' in environment ? paths.filter(isBrowserTest) : []
  const components = runComponentTests(bunPaths, options)
  if (filesAtOnce === 1 || flags.includes('--parallel=1')) await components
  const others = await runBunTests(bunPaths, options)
  const drawn = await components
  await checking
  const measured = await runMeasuringTests(bunPaths, options)
  const shown = await runBrowserTests(browserPaths, { ...options, filesAtOnce: Math.min(filesAtOnce, 3) })
  return [drawn, others, measured, shown].reduce(addCounts)
}

/** Runs `npm run check` with the CPU that tests leave, shows its output at the end, and returns whether it passes. */
async function check(): Promise<boolean> {
  const command = ['nice', '-n', '19', process.execPath, join(root, 'scripts/check.ts')]
  const child = Bun.spawn(command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await child.stdout.text()
  console.log(`\nnpm run check\n${output}`)
  return (await child.exited) === 0
}

/** Makes the databases that tests copy, on the servers of this run only: others may be in use. Returns their folder. */
async function makeTemplates(services: readonly Service[]): Promise<string> {
  const templates = join(folder, 'templates')
  mkdirSync(templates)
  const own = services.filter(({ pid }) => pid !== undefined).map(({ variable, url }) => [variable, url])
  const others = Object.fromEntries(services.map(({ variable }) => [variable, '']))
  const child = Bun.spawn([process.execPath, join(root, 'server/test/make-templates.ts')], {
    env: { ...process.env, ...others, ...Object.fromEntries(own), TEST_TEMPLATES: templates },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error('the templates of databases cannot be made')
  return templates
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return Math.min(bavail * bsize, freemem()) >= memoryBytesMin
}

function isBrowserTest(path: string): boolean {
  return path === 'e2e' || path.startsWith('e2e/')
}

/**
 * Runs files with failures again, one at a time, with traces. A test that then passes has a race, in the test or in the
 * product, and is named.
 */
async function repeatFailures({ failedNames, failedFiles }: Counts): Promise<void> {
  if (failedFiles.length === 0 || failedFiles.length > unsteadyMax) return
  console.log(`\nrunning again, one at a time: ${failedFiles.join(', ')}`)
  const again = await run(failedFiles, 1, true)
  const isComplete = again.exitCode === 0 || again.failedNames.length > 0
  const unsteady = isComplete ? failedNames.filter((name) => !again.failedNames.includes(name)) : []
  for (const name of unsteady) console.log(`unsteady: ${name}`)
}
