import { expect, test } from 'bun:test'
import { findLicenceFaults, isAllowed, type PackageFile } from './check-licences.ts'

test.each([
  ['MIT', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND (GPL-3.0-only OR ISC)', true],
  ['GPL-3.0-only OR MIT AND ISC', true],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
])('%p is allowed: %p', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected)
})

test('a package without an allowed licence is reported, unless it is for development only', () => {
  const files: Record<string, PackageFile> = {
    'node_modules/good': { license: 'MIT' },
    'node_modules/old': { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] },
    'node_modules/bare': {},
    'node_modules/@scope/closed': { license: 'UNLICENSED' },
    'node_modules/good/node_modules/nested': { license: 'AGPL-3.0' },
    'node_modules/tool': { license: 'GPL-3.0' },
  }
  const locked = {
    '': {},
    server: {},
    'node_modules/@sluice/server': { link: true },
    ...Object.fromEntries(Object.keys(files).map((path) => [path, { dev: path.endsWith('tool') }])),
    'node_modules/for-another-machine': { optional: true, license: 'MIT' },
    'node_modules/closed-elsewhere': { optional: true, license: 'UNLICENSED' },
    'node_modules/missing': {},
  }
  expect(findLicenceFaults(locked, (path) => files[path] ?? null)).toEqual([
    'node_modules/bare names no licence',
    'node_modules/@scope/closed has the licence UNLICENSED',
    'node_modules/good/node_modules/nested has the licence AGPL-3.0',
    'node_modules/closed-elsewhere has the licence UNLICENSED',
    'node_modules/missing is not installed',
  ])
})
