// npm test [path…] [-- --no-skips --again]: all tests, or those under the paths, with the databases of this machine.
// Three files at a time: on two cores, tests wait half of their time, for a browser, a lease or a database.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { root } from './bun-path.mjs'
import { addCounts, type Counts } from './test-counts.ts'
import { runBrowserTests, runBunTests, runComponentTests } from './test-runs.ts'
import { startServices } from './test-services.ts'

const given = process.argv.slice(2)
const isStrict = given.includes('--no-skips')
const isPatient = given.includes('--again')
/** At most this many files with failures are run again: more are not flakiness. */
const unsteadyMax = 5
/** `-t word` is one flag of two words. */
const isFlag = (one: string, index: number) => one.startsWith('-') || given[index - 1] === '-t'
const flags = given.filter((one, index) => isFlag(one, index) && one !== '--no-skips' && one !== '--again')
const paths = given.filter((one, index) => !isFlag(one, index)).map((path) => relative(root, resolve(path)))
const targets = paths.length > 0 ? paths : ['contract', 'server', 'console', 'scripts', 'e2e']

// Before the tests: files that run at the same time must not all build it.
if (targets.some((path) => path.includes('server') || isOfBrowser(path))) {
  const script = join(root, 'scripts/build-console.mjs')
  const build = Bun.spawnSync([process.execPath, script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (build.exitCode !== 0) process.exit(build.exitCode)
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))
chmodSync(folder, 0o711)
const needsSchemathesis = targets.some((path) => 'server/test/api-description.test.ts'.startsWith(path))
const { services, missing } = await startServices(folder, { needsSchemathesis })
const environment = Object.fromEntries(services.map(({ variable, url }) => [variable, url]))

// Failed tests are run again, with traces.
const counts = await withoutUnsteady(await run(targets, 3, !isPatient))
await Promise.all(services.map((service) => service.stop()))
rmSync(folder, { recursive: true, force: true })

for (const { variable, reason } of missing) console.log(`skipped: what needs ${variable} (${reason})`)
for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
const skips = missing.length + counts.skippedNames.length
if (isStrict && skips > 0) console.log(`${skips} skipped, and --no-skips allows none`)

// A file that cannot be loaded has no failed test, but the run has failed.
let failed = counts.failedNames.length + (isStrict ? skips : 0)
if (failed === 0 && (counts.exitCode !== 0 || counts.passed === 0)) failed = 1
console.log(`${counts.passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Runs the tests under `paths`, each with its runner, `filesAtOnce` at a time. */
async function run(paths: readonly string[], filesAtOnce: number, isTraced: boolean): Promise<Counts> {
  const options = { folder, environment, flags, filesAtOnce, isTraced }
  const ofBun = paths.filter((path) => !isOfBrowser(path))
  const plain = ofBun.map((path) => `./${path}`)
  const ofBrowser = 'TEST_CHROMIUM' in environment ? paths.filter(isOfBrowser) : []
  const counts = addCounts(await runComponentTests(ofBun, options), await runBunTests(plain, options))
  return addCounts(counts, await runBrowserTests(ofBrowser, options))
}

function isOfBrowser(path: string): boolean {
  return path === 'e2e' || path.startsWith('e2e/')
}

/**
 * Runs files with failures again, one at a time. A second failure counts. A test that then passes has a race, in the
 * test or in the product: it does not fail the run, but is reported.
 */
async function withoutUnsteady(counts: Counts): Promise<Counts> {
  const { failedNames, failedFiles, passed } = counts
  if (!isPatient || failedFiles.length === 0 || failedFiles.length > unsteadyMax) return counts
  console.log(`\nrunning again, one at a time: ${failedFiles.join(', ')}`)
  const again = await run(failedFiles, 1, true)
  const isSteady = again.exitCode === 0 || again.failedNames.length > 0
  const unsteady = isSteady ? failedNames.filter((name) => !again.failedNames.includes(name)) : []
  for (const name of unsteady) console.log(`unsteady: ${name}`)
  const still = [...new Set([...failedNames.filter((name) => !unsteady.includes(name)), ...again.failedNames])]
  return {
    ...counts,
    failedNames: still,
    passed: passed + unsteady.length,
    exitCode: still.length > 0 ? 1 : 0,
  }
}
