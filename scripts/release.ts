// npm run release -- <version> [--dry-run]: one version for all packages, the changelog's section, a commit and a tag;
// then the files to publish in `dist/release`. `npm run release -- --artefacts` makes these again for the version that
// is checked out.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildExecutable } from './build-executable.ts'
import { root } from './bun-path.mjs'
import { readPackage, withAbsoluteLinks } from './project-links.ts'
import { writeArtefacts } from './release-artefacts.ts'
import { isNewer, notesOf, releaseChangelog, withChartVersion, withVersion } from './release-files.ts'

const workspaces = ['contract', 'server', 'console', 'e2e']
const packageFiles = ['package.json', ...workspaces.map((name) => `${name}/package.json`)]

const { values, positionals } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    artefacts: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const current = (JSON.parse(read('package.json')) as { version: string }).version

if (values.artefacts) await publish(current)
else await release(positionals[0] ?? '')

async function release(version: string): Promise<void> {
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
    return
  }
  for (const [file, text] of changed) writeFileSync(join(root, file), text)
  run('git', ['add', ...changed.keys()])
  run('git', ['commit', '--message', subject])
  run('git', ['tag', '--annotate', `v${version}`, '--message', `v${version}`])
  await publish(version)
  console.log(`v${version} is committed and tagged; push it with: git push --follow-tags`)
}

async function publish(version: string): Promise<void> {
  const folder = join(root, 'dist/release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const notes = withAbsoluteLinks(notesOf(read('CHANGELOG.md'), version), 'CHANGELOG.md', readPackage())
  const build = (target: string, path: string) => buildExecutable(path, target)
  const names = await writeArtefacts({ version, notes, folder, build })
  for (const name of [...names, 'SHA256SUMS']) console.log(`attach to the release: ${join('dist/release', name)}`)
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
