import { expect, test } from 'bun:test'
import { type LockedPackage, listPlanned, planInstall } from './install-plan.mjs'

const wanted: Record<string, LockedPackage> = {
  '': {},
  server: {},
  'node_modules/@sluice/server': { link: true },
  'node_modules/hono': { version: '2' },
  'node_modules/hono/node_modules/a': { version: '1' },
  'node_modules/elsewhere': { version: '1', optional: true },
  'node_modules/checker': { version: '1', dev: true },
}
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(wanted).filter(([path]) => !names.some((name) => path.endsWith(name))))
const plan = (level: 'run' | 'develop', present: Record<string, LockedPackage> | null) =>
  planInstall({ wanted, present, level })

test('a fresh clone installs the requested packages', () => {
  expect(plan('run', null)).toEqual(['ci', '--omit=dev'])
  expect(plan('develop', null)).toEqual(['ci'])
})

test('a complete installation changes nothing, even without packages of other platforms', () => {
  for (const present of [wanted, without('elsewhere')])
    for (const level of ['run', 'develop'] as const) expect(plan(level, present)).toBeNull()
})

test('development packages are added to those for running, and running does not require them', () => {
  const present = without('checker')
  expect(plan('run', present)).toBeNull()
  expect(plan('develop', present)).toEqual(['install', '--no-save'])
  expect(plan('develop', { ...wanted, 'node_modules/checker': { version: '0', dev: true } })).toEqual([
    'install',
    '--no-save',
  ])
})

test('running never removes development packages', () => {
  const old = { version: '1' }
  expect(plan('run', { ...without('checker'), 'node_modules/hono': old })).toEqual(['ci', '--omit=dev'])
  expect(plan('run', { ...wanted, 'node_modules/hono': old })).toEqual(['ci'])
  expect(plan('run', without('/a'))).toEqual(['ci'])
  expect(plan('develop', without('checker', '/a'))).toEqual(['ci'])
})

test('the packages of an installation are listed for its progress, without those of other platforms', () => {
  expect(listPlanned(wanted, ['ci', '--omit=dev'])).toEqual(['node_modules/hono', 'node_modules/hono/node_modules/a'])
  expect(listPlanned(wanted, ['ci'])).toContain('node_modules/checker')
  expect(listPlanned(null, ['ci'])).toEqual([])
})
