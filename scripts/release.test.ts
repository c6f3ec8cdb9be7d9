import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { findChangelogFaults, isNewer, releaseChangelog, withChartVersion, withVersion } from './release-files.ts'

describe('a release', () => {
  const old = '## [0.1.0] - 2026-01-02\n\n### Added\n\n- Old.\n'

  test('moves the unreleased entries under its version', () => {
    const text = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One.\n\n${old}`
    expect(releaseChangelog(text, '0.2.0', '2026-11-22')).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n### Added\n\n- One.\n\n${old}`,
    )
  })

  test('dates the section of the first version, which has all entries', () => {
    const text = `# Changelog\n\n## [Unreleased]\n\n${old}`
    expect(releaseChangelog(text, '0.1.0', '2026-11-22')).toBe(text.replace('2026-01-02', '2026-11-22'))
    const more = text.replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n\n- One.\n')
    expect(() => releaseChangelog(more, '0.1.0', '2026-11-22')).toThrow('unreleased entries beside those of 0.1.0')
  })

  test('is refused without entries', () => {
    const text = `# Changelog\n\n## [Unreleased]\n\n${old}`
    expect(() => releaseChangelog(text, '0.2.0', '2026-11-22')).toThrow('no unreleased entries')
  })

  test('leaves the changelog in its form', () => {
    const text = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One.\n\n${old}`
    expect(findChangelogFaults(releaseChangelog(text, '0.2.0', '2026-11-22'), '0.2.0')).toEqual([])
    expect(findChangelogFaults(releaseChangelog(text, '0.0.9', '2026-11-22'), '0.1.0')).toEqual([
      'the newest version is not 0.1.0',
      '0.0.9 is above 0.1.0',
    ])
    expect(findChangelogFaults('# Changelog\n\n## 0.1.0 (2026-01-02)\n\n## Old\n\n### Console\n', '0.1.0')).toEqual([
      'the first section is not "## [Unreleased]"',
      'the newest version is not 0.1.0',
      '"## Old" is not "## [version] - date"',
      '"Console" is not a kind of change',
    ])
  })

  test('finds the changelog of the repository in that form, with the version of the packages first', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(findChangelogFaults(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)).toEqual([])
  })

  test('sets the version only of the workspace packages', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    const { version } = JSON.parse(lock) as { version: string }
    const before = JSON.parse(lock) as { packages: Record<string, { version?: string }> }
    const after = JSON.parse(withVersion(lock, version, '9.9.9')) as typeof before
    const changed = Object.keys(before.packages).filter(
      (path) => before.packages[path]?.version !== after.packages[path]?.version,
    )
    expect(changed.toSorted()).toEqual(['', 'console', 'contract', 'e2e', 'server'])
    expect(withVersion(lock, version, version)).toBe(lock)
  })

  test('sets the version of the chart and of the image that it deploys', () => {
    const chart = readFileSync(join(root, 'deploy/helm/sluice/Chart.yaml'), 'utf8')
    const released = withChartVersion(chart, '9.9.9')
    expect(released).toContain('\nversion: 9.9.9\nappVersion: 9.9.9\n')
    expect(released.match(/9\.9\.9/g)).toHaveLength(2)
    expect(released).toContain('apiVersion: v2\n')
  })

  test('must be newer than the previous one', () => {
    expect(isNewer('0.1.1', '0.1.0')).toBeTrue()
    expect(isNewer('1.0.0', '0.9.9')).toBeTrue()
    for (const version of ['0.1.0', '0.0.9', '1.0', 'v1.0.0', '']) expect(isNewer(version, '0.1.0')).toBeFalse()
  })
})
