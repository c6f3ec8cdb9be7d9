import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { platforms, writeArtefacts } from './release-artefacts.ts'
import { notesOf } from './release-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'release-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Stands for the compiler, whose executables have a test of their own: a script that says what it was built for. */
async function buildScript(target: string, path: string): Promise<void> {
  writeFileSync(target.includes('windows') ? `${path}.exe` : path, `#!/bin/sh\necho ${target}\n`, { mode: 0o755 })
}

const outputOf = (...words: string[]): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { cwd: folder })
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString()
}

test('a release has an archive for each platform, image, chart, inventory, notes and checksums', async () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const notes = notesOf(changelog, '0.1.0')
  const names = await writeArtefacts({ version: '0.1.0', notes, folder, build: buildScript })
  expect(names).toEqual([
    'latest.json',
    'notes.md',
    'sluice-0.1.0-chart.tgz',
    'sluice-0.1.0-image.tar.gz',
    ...Object.keys(platforms)
      .map((platform) => `sluice-0.1.0-${platform}.tar.gz`)
      .toSorted(),
    'sluice.cdx.json',
    'third-party-licences.txt',
  ])
  expect(outputOf('sha256sum', '--check', '--quiet', 'SHA256SUMS')).toBe('')
  const licences = ['LICENSE', 'NOTICE', 'sluice.cdx.json', 'third-party-licences.txt']
  const listOf = (archive: string) => outputOf('tar', '--list', `--file=sluice-0.1.0-${archive}`).trim().split('\n')
  const isDoc = (name: string) => name.startsWith('docs/')
  const besideDocs = (archive: string) =>
    listOf(archive)
      .filter((name) => !isDoc(name))
      .toSorted()
  expect(besideDocs('linux-x64.tar.gz')).toEqual([...licences, 'sluice'].toSorted())
  expect(besideDocs('windows-x64.tar.gz')).toEqual([...licences, 'sluice.exe'].toSorted())
  const docs = listOf('linux-x64.tar.gz').filter(isDoc)
  expect(docs).toEqual(
    expect.arrayContaining(['docs/index.html', 'docs/recipes/reseller.html', 'docs/docs.js', 'docs/search-data.js']),
  )
  expect(docs.filter((name) => /\.(br|gz)$/.test(name))).toEqual([])
  expect(listOf('image.tar.gz').map((name) => name.replace('./', ''))).toEqual(
    expect.arrayContaining([...licences, 'Dockerfile', 'sluice-amd64', 'sluice-arm64']),
  )
  expect(listOf('chart.tgz')).toContain('sluice/Chart.yaml')
  outputOf('tar', '--extract', '--file=sluice-0.1.0-macos-arm64.tar.gz')
  expect(outputOf('./sluice')).toBe('bun-darwin-arm64\n')
  expect(JSON.parse(readFileSync(join(folder, 'latest.json'), 'utf8'))).toEqual({ tag_name: 'v0.1.0', body: notes })
}, 120_000)

test('the notes of a release are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Fixed\n\n- Two.\n\n## [0.1.0] - 2026-11-28\n\n- One.\n'
  expect(notesOf(changelog, '0.2.0')).toBe('### Fixed\n\n- Two.\n')
  expect(notesOf(changelog, '0.1.0')).toBe('- One.\n')
  expect(() => notesOf(changelog, '0.3.0')).toThrow('no section of 0.3.0')
})

test('the image of a release copies only what its context has', () => {
  const description = readFileSync(join(root, 'deploy/release.Dockerfile'), 'utf8')
  const copied = [...description.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)].flatMap(
    (match) => match[1]?.split(' ') ?? [],
  )
  const processor = '$' + '{TARGETARCH}'
  expect(copied.toSorted()).toEqual([
    'LICENSE',
    'NOTICE',
    `sluice-${processor}`,
    'sluice.cdx.json',
    'third-party-licences.txt',
  ])
})
