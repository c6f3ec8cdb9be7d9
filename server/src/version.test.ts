import { afterAll, beforeAll, expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeVersion, readCommitOf, version } from './version.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-version-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the commit of a checkout comes from its own repository, and from no other one around it', () => {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  expect(readCommitOf(folder)).toBeNull()
  git('init', '--quiet')
  // A repository without a commit.
  expect(readCommitOf(folder)).toBeNull()
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'one')
  expect(readCommitOf(folder)).toBe(git('rev-parse', 'HEAD').slice(0, 12))
  const inner = join(folder, 'unpacked')
  mkdirSync(inner)
  expect(readCommitOf(inner)).toBeNull()
})

test('the version names the commit where it is known', () => {
  expect(describeVersion('c0ffee012345')).toBe(`${version} (commit c0ffee012345)`)
  expect(describeVersion(null)).toBe(version)
})
