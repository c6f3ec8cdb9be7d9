import { expect, test } from 'bun:test'
import type { DoctorClient, DoctorPair, DoctorResult, DoctorRun } from '@sluice/contract/channel-doctor'
import { countResults, failuresOf, testedBy, verdictOf } from './doctor-results.ts'

const result = (outcome: DoctorResult['outcome']): DoctorResult => ({
  check: 'plain',
  outcome,
  finding: null,
  detail: '',
  time: 0,
})
const pair = (
  client: DoctorClient,
  state: DoctorPair['state'],
  ...outcomes: DoctorResult['outcome'][]
): DoctorPair => ({
  model: 'm',
  client,
  state,
  results: outcomes.map(result),
})
const run = (...pairs: DoctorPair[]): DoctorRun => ({
  state: 'finished',
  started_at: 1,
  finished_at: 2,
  started_by: 'ada',
  checks: ['plain'],
  pairs,
})
const verdict = (...pairs: DoctorPair[]) => verdictOf('m', testedBy(run(...pairs)))

test('a model passes when every check of every client did, or cannot be made', () => {
  expect(verdict(pair('openai', 'done', 'passed', 'absent', 'unknown'), pair('anthropic', 'done', 'passed'))).toBe(
    'passed',
  )
  expect(verdict(pair('openai', 'done', 'passed'), pair('anthropic', 'done', 'failed'))).toBe('failed')
  expect(verdict(pair('openai', 'done', 'failed'), pair('anthropic', 'waiting'))).toBe('failed')
  // What was not tested proves nothing.
  expect(verdict(pair('openai', 'done', 'passed'), pair('anthropic', 'waiting'))).toBe('untested')
  expect(verdict(pair('openai', 'done', 'passed'), pair('anthropic', 'refused'))).toBe('untested')
})

test('progress counts pairs, results count checks', () => {
  const found = run(
    pair('openai', 'done', 'passed', 'failed'),
    pair('anthropic', 'refused'),
    pair('gemini', 'running'),
    pair('responses', 'waiting'),
  )
  expect(countResults(found)).toEqual({ done: 2, total: 4, passed: 1, failed: 1 })
  expect(testedBy(found)).toMatchObject({ models: ['m'], clients: ['openai', 'anthropic', 'gemini', 'responses'] })
})

test('a cause that several clients and checks share is named once', () => {
  const failed = (check: DoctorResult['check'], detail: string): DoctorResult => ({
    ...result('failed'),
    check,
    finding: 'status',
    detail,
  })
  const pairOf = (client: DoctorClient, ...results: DoctorResult[]): DoctorPair => ({
    ...pair(client, 'done'),
    results,
  })
  const wrongKey = '401 wrong key'
  const tested = testedBy(
    run(
      pairOf('openai', failed('plain', wrongKey), result('passed'), failed('stream', wrongKey)),
      pairOf('responses', failed('plain', wrongKey), failed('stream', wrongKey)),
      pairOf('anthropic', failed('plain', wrongKey), failed('stream', '500')),
    ),
  )
  const cause = { finding: 'status' as const, detail: wrongKey }
  expect(failuresOf('m', tested)).toEqual([
    { ...cause, clients: ['openai', 'responses'], checks: ['plain', 'stream'] },
    { ...cause, clients: ['anthropic'], checks: ['plain'] },
    { ...cause, detail: '500', clients: ['anthropic'], checks: ['stream'] },
  ])
  expect(failuresOf('other', tested)).toEqual([])
})
