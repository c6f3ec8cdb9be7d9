// npm test [path…] [-- --no-skips --again]: all tests, or those under the paths, with the databases of this machine.
// Two files at a time: much of a test is waiting, for a browser, a lease or a database.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { startServices } from './test-services.ts'

const given = process.argv.slice(2)
const isStrict = given.includes('--no-skips')
const isPatient = given.includes('--again')
/** Files with failures that are run again: more of them are no unsteadiness. */
const unsteadyMax = 5
/** `-t word` is one flag of two words. */
const isFlag = (one: string, index: number) => one.startsWith('-') || given[index - 1] === '-t'
const flags = given.filter((one, index) => isFlag(one, index) && one !== '--no-skips' && one !== '--again')
const paths = given.filter((one, index) => !isFlag(one, index))

// Before the first of them: two files at a time must not both build it.
if (paths.length === 0 || paths.some((path) => path.includes('server'))) {
  const script = join(root, 'scripts/build-console.mjs')
  const build = Bun.spawnSync([process.execPath, script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (build.exitCode !== 0) process.exit(build.exitCode)
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))
chmodSync(folder, 0o711)
const isOrHolds = (path: string) =>
  'server/test/api-description.test.ts'.startsWith(path.replace(/^\.\//, ''))
const needsSchemathesis = paths.length === 0 || paths.some(isOrHolds)
const { services, missing } = await startServices(folder, { needsSchemathesis })

const all = ['./contract', './server', './console', './scripts']
const first = await run(paths.length > 0 ? paths.map(asPath) : all, 2)
const counts = await withoutUnsteady(first)
await Promise.all(services.map((service) => service.stop()))
rmSync(folder, { recursive: true, force: true })

for (const { variable, reason } of missing) console.log(`skipped: what needs ${variable} (${reason})`)
for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
const skips = missing.length + counts.skippedNames.length
if (isStrict && skips > 0) console.log(`${skips} skipped, and nothing may be skipped here`)

// A file that cannot be loaded has no test to fail, yet the run did.
let failed = counts.failedNames.length + (isStrict ? skips : 0)
if (failed === 0 && (counts.exitCode !== 0 || counts.passed === 0)) failed = 1
console.log(`${counts.passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** The tests under `targets`, so many files at a time. */
async function run(targets: readonly string[], filesAtOnce: number): Promise<Counts & { exitCode: number }> {
  const report = join(folder, `${crypto.randomUUID()}.xml`)
  const tests = Bun.spawn(
    [
      ...[process.execPath, 'test', '--isolate', '--timeout', '60000', '--no-orphans'],
      ...(flags.some((flag) => flag.startsWith('--parallel')) ? [] : [`--parallel=${filesAtOnce}`]),
      ...['--reporter=junit', `--reporter-outfile=${report}`, ...flags, ...targets],
    ],
    {
      cwd: root,
      env: { ...process.env, ...Object.fromEntries(services.map(({ variable, url }) => [variable, url])) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const stop = (signal: NodeJS.Signals) => tests.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const exitCode = await tests.exited
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  return { exitCode, ...readCounts(report) }
}

/**
 * Files with failures once more, alone. What fails again has failed; what does not is a race in the test or in the product:
 * it does not end the run, and is named, so that it is mended.
 */
async function withoutUnsteady(
  counts: Counts & { exitCode: number },
): Promise<Counts & { exitCode: number }> {
  const { failedNames, failedFiles, passed } = counts
  if (!isPatient || failedFiles.length === 0 || failedFiles.length > unsteadyMax) return counts
  console.log(`\nonce more, alone: ${failedFiles.join(', ')}`)
  const again = await run(failedFiles.map(asPath), 1)
  const isSteady = again.exitCode === 0 || again.failedNames.length > 0
  const unsteady = isSteady ? failedNames.filter((name) => !again.failedNames.includes(name)) : []
  for (const name of unsteady) console.log(`unsteady: ${name}`)
  const still = [
    ...new Set([...failedNames.filter((name) => !unsteady.includes(name)), ...again.failedNames]),
  ]
  return {
    ...counts,
    failedNames: still,
    passed: passed + unsteady.length,
    exitCode: still.length > 0 ? 1 : 0,
  }
}

function asPath(path: string): string {
  return path.startsWith('/') || path.startsWith('./') ? path : `./${path}`
}

interface Counts {
  passed: number
  /** `file: name` */
  failedNames: string[]
  failedFiles: string[]
  skippedNames: string[]
}

/** What the report says. A report that is missing or empty counts as nothing passed. */
function readCounts(file: string): Counts {
  let xml = ''
  try {
    xml = readFileSync(file, 'utf8')
  } catch {
    console.log('the test run left no report')
  }
  const cases = xml.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? []
  const skipped = cases.filter((one) => /<skipped\b/.test(one))
  const failed = cases.filter((one) => /<(?:failure|error)\b/.test(one))
  const fileOf = (one: string) => /\bfile="([^"]*)"/.exec(one)?.[1] ?? ''
  const nameOf = (one: string) =>
    `${fileOf(one)}: ${/\bclassname="([^"]*)"/.exec(one)?.[1] ?? ''} ${/\bname="([^"]*)"/.exec(one)?.[1]}`
  return {
    passed: cases.length - skipped.length - failed.length,
    failedNames: failed.map(nameOf),
    failedFiles: [...new Set(failed.map(fileOf))].filter((name) => name !== ''),
    skippedNames: skipped.map(nameOf),
  }
}
