// npm run release -- <version> [--dry-run]: one version for all packages, the changelog's section, a commit and a tag;
// then the bill of materials and the licences of the packages in `dist`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './bun-path.mjs'
import { writeInventory } from './inventory.ts'
import { isNewer, releaseChangelog, withChartVersion, withVersion } from './release-files.ts'

const workspaces = ['contract', 'server', 'console', 'e2e']
const packageFiles = ['package.json', ...workspaces.map((name) => `${name}/package.json`)]

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const version = positionals[0] ?? ''
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const current = (JSON.parse(read('package.json')) as { version: string }).version

const subject = `release: ${version}`
const isFirst = version === current && run('git', ['log', '--grep=^release: ', '--format=%s']) === ''
if (!isFirst && !isNewer(version, current)) fail(`usage: npm run release -- <version>, newer than ${current}`)
if (run('git', ['status', '--porcelain']).trim() !== '') fail('there are changes that are not committed')

const changed = new Map(packageFiles.map((file) => [file, withVersion(read(file), current, version)]))
changed.set('package-lock.json', withVersion(read('package-lock.json'), current, version))
const chart = 'deploy/helm/sluice/Chart.yaml'
changed.set(chart, withChartVersion(read(chart), version))
const today = new Date().toISOString().slice(0, 10)
changed.set('CHANGELOG.md', releaseChangelog(read('CHANGELOG.md'), version, today))

if (values['dry-run']) {
  console.log(`v${version} would change ${[...changed.keys()].join(', ')}`)
} else {
  for (const [file, text] of changed) writeFileSync(join(root, file), text)
  run('git', ['add', ...changed.keys()])
  run('git', ['commit', '--message', subject])
  run('git', ['tag', '--annotate', `v${version}`, '--message', `v${version}`])
  for (const path of writeInventory(join(root, 'dist'))) console.log(`attach to the release: ${path}`)
  console.log(`v${version} is committed and tagged; push it with: git push --follow-tags`)
}

function run(command: string, args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([command, ...args], { cwd: root })
  if (exitCode !== 0) fail(`${command} ${args.join(' ')}:\n${stderr.toString()}`)
  return stdout.toString()
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
