import { expect, test } from 'bun:test'
import type { DoctorResult } from '@sluice/contract/channel-doctor'
import { countResults, keyOfPair, type PairState, pairsOf, verdictOf } from './doctor-results.ts'

const result = (outcome: DoctorResult['outcome']): DoctorResult => ({
  check: 'plain',
  outcome,
  finding: null,
  detail: '',
  time: 0,
})
const done = (...outcomes: DoctorResult['outcome'][]): PairState => ({ kind: 'done', results: outcomes.map(result) })
const clients = ['openai', 'anthropic'] as const
const statesOf = (one: PairState, two?: PairState) =>
  new Map([
    [keyOfPair({ model: 'm', client: 'openai' }), one],
    ...(two ? [[keyOfPair({ model: 'm', client: 'anthropic' }), two] as const] : []),
  ])

test('a model passes when every check of every client did, or does not exist in its format', () => {
  expect(verdictOf('m', clients, statesOf(done('passed', 'absent'), done('passed')))).toBe('passed')
  expect(verdictOf('m', clients, statesOf(done('passed'), done('failed')))).toBe('failed')
  expect(verdictOf('m', clients, statesOf(done('failed')))).toBe('failed')
  // What was not tested proves nothing.
  expect(verdictOf('m', clients, statesOf(done('passed')))).toBe('untested')
  expect(verdictOf('m', clients, statesOf(done('passed'), { kind: 'refused', reason: 'busy' }))).toBe('untested')
})

test('progress counts pairs, results count checks', () => {
  const pairs = pairsOf(['m', 'n'], clients)
  expect(pairs.map(keyOfPair)).toEqual(['openai m', 'anthropic m', 'openai n', 'anthropic n'])
  expect(countResults(pairs, statesOf(done('passed', 'failed'), { kind: 'refused', reason: '' }))).toEqual({
    done: 2,
    total: 4,
    passed: 1,
    failed: 1,
  })
})
