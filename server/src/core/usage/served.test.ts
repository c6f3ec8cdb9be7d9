import { expect, test } from 'bun:test'
import { readAsked, readServed, readServedAxes, servedAs, withoutFields } from './served.ts'

test('the names of answers are read in one spelling, and anything else says nothing', () => {
  expect(readServed('tier', 'priority')).toEqual({ tier: 'priority' })
  expect(readServed('tier', 'SERVICE_TIER_FLEX')).toEqual({ tier: 'flex' })
  for (const name of ['default', 'standard', 'on_demand']) expect(readServed('tier', name)).toEqual({ tier: 'default' })
  for (const value of [null, undefined, 7, {}, '', 'a b', 'x'.repeat(33)]) expect(readServed('tier', value)).toBeNull()
  expect(readServedAxes({ tier: undefined, speed: 'fast', geo: 'us' })).toEqual({ speed: 'fast', geo: 'us' })
  expect(readServedAxes({ tier: undefined, speed: 1, geo: null })).toBeNull()
})

test('a request asks only for what is not the standard', () => {
  expect(readAsked({ service_tier: 'default', speed: 'standard', inference_geo: 'global' })).toBeUndefined()
  expect(readAsked({ speed: 1.5, service_tier: null })).toBeUndefined()
  expect(readAsked({ service_tier: 'Priority', speed: 'fast' })).toEqual({
    tier: { value: 'priority', field: 'service_tier' },
    speed: { value: 'fast', field: 'speed' },
  })
  expect(readAsked({ service_tier: 'auto' })).toEqual({ tier: { value: 'auto', field: 'service_tier' } })
})

test.each([
  ['priority', 'priority', { tier: 'priority' }],
  ['priority', 'default', undefined],
  ['auto', 'priority', { tier: 'priority' }],
  [undefined, 'priority', { tier: 'priority' }],
  ['flex', 'flex', { tier: 'flex' }],
  // Where the answer does not say, only a dearer tier counts.
  ['priority', undefined, { tier: 'priority' }],
  ['flex', undefined, undefined],
  ['auto', undefined, undefined],
])('asked for as %s and answered as %s', (asked, answered, served) => {
  const answer = readServed('tier', answered) ?? undefined
  expect(servedAs(answer, readAsked({ service_tier: asked }))).toEqual(served)
})

test('a field that did not reach the upstream asks for nothing', () => {
  const asked = readAsked({ service_tier: 'priority', speed: 'fast' }) ?? {}
  expect(withoutFields(asked, ['user'])).toBe(asked)
  expect(withoutFields(asked, ['speed'])).toEqual({ tier: { value: 'priority', field: 'service_tier' } })
  expect(withoutFields(asked, ['service_tier', 'speed'])).toBeUndefined()
})
