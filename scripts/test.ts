// npm test [path…] [-- --no-skips]: all tests, or those under the paths, with the databases of this machine.
// Two files at a time: much of a test is waiting, for a browser, a lease or a database.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { startServices } from './test-services.ts'

const given = process.argv.slice(2)
const isStrict = given.includes('--no-skips')
/** `-t word` is one flag of two words. */
const isFlag = (one: string, index: number) => one.startsWith('-') || given[index - 1] === '-t'
const flags = given.filter((one, index) => isFlag(one, index) && one !== '--no-skips')
const paths = given.filter((one, index) => !isFlag(one, index))

// Before the first of them: two files at a time must not both build it.
if (paths.length === 0 || paths.some((path) => path.includes('server'))) {
  const script = join(root, 'scripts/build-console.mjs')
  const build = Bun.spawnSync([process.execPath, script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (build.exitCode !== 0) process.exit(build.exitCode)
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))
chmodSync(folder, 0o711)
const { services, missing } = await startServices(folder)

const report = join(folder, 'junit.xml')
const tests = Bun.spawn(
  [
    ...[process.execPath, 'test', '--isolate', '--timeout', '60000', '--no-orphans'],
    ...(flags.some((flag) => flag.startsWith('--parallel')) ? [] : ['--parallel=2']),
    ...['--reporter=junit', `--reporter-outfile=${report}`, ...flags],
    ...(paths.length > 0 ? paths.map(asPath) : ['./contract', './server', './console', './scripts']),
  ],
  {
    cwd: root,
    env: { ...process.env, ...Object.fromEntries(services.map(({ variable, url }) => [variable, url])) },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const exitCode = await tests.exited

const counts = readCounts(report)
await Promise.all(services.map((service) => service.stop()))
rmSync(folder, { recursive: true, force: true })

for (const { variable, reason } of missing) console.log(`skipped: what needs ${variable} (${reason})`)
for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
const skips = missing.length + counts.skippedNames.length
if (isStrict && skips > 0) console.log(`${skips} skipped, and nothing may be skipped here`)

// A file that cannot be loaded has no test to fail, yet the run did.
let failed = counts.failed + (isStrict ? skips : 0)
if (failed === 0 && (exitCode !== 0 || counts.passed === 0)) failed = 1
console.log(`${counts.passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function asPath(path: string): string {
  return path.startsWith('/') || path.startsWith('./') ? path : `./${path}`
}

/** What the report says. A report that is missing or empty counts as nothing passed. */
function readCounts(file: string): { passed: number; failed: number; skippedNames: string[] } {
  let xml = ''
  try {
    xml = readFileSync(file, 'utf8')
  } catch {
    console.log('the test run left no report')
  }
  const cases = xml.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? []
  const skipped = cases.filter((one) => /<skipped\b/.test(one))
  const failed = cases.filter((one) => /<(?:failure|error)\b/.test(one))
  return {
    passed: cases.length - skipped.length - failed.length,
    failed: failed.length,
    skippedNames: skipped.map(
      (one) => `${/\bfile="([^"]*)"/.exec(one)?.[1]}: ${/\bname="([^"]*)"/.exec(one)?.[1]}`,
    ),
  }
}
