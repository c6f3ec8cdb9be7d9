import { describe, expect, test } from 'bun:test'
import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { writeChannelReason } from '../channel-reason.ts'
import { judgeTest, type TestedChannel, type TestFinding, type TestRules } from './judge-test.ts'

const upstreamSaid = (text: string): ChannelReason => ({ code: 'upstream_said', params: { text } })

const enabled: TestedChannel = { status: 1, autoBan: true, slowTests: 0, refusedTests: 0 }
const passed: TestFinding = { reason: null, durationMs: 900, blamesAccount: false, isTimed: true }
const slow: TestFinding = { ...passed, durationMs: 7_240 }
const refused: TestFinding = { ...passed, reason: upstreamSaid('bad key'), blamesAccount: true }
const failed: TestFinding = { ...passed, reason: { code: 'upstream_status', params: { status: 500 } } }
const rules: TestRules = { occasion: 'scheduled', slowAfterMs: 5_000, mayDisable: true, mayEnable: true }

/** The channel after the test results, and the verdict on each. */
function judgeInTurn(channel: TestedChannel, findings: readonly TestFinding[], testRules = rules) {
  let now = channel
  return findings.map((finding) => {
    const { change, reason, ...streaks } = judgeTest(now, finding, testRules)
    now = { ...now, ...streaks }
    return change === null
      ? `${streaks.slowTests} ${streaks.refusedTests}`
      : `${change}: ${reason && writeChannelReason(reason)}`
  })
}

describe('slow tests', () => {
  test('three scheduled slow tests in a row switch the channel off, with a reason', () => {
    expect(judgeInTurn(enabled, [slow, slow, slow])).toEqual([
      '1 0',
      '2 0',
      'disable: 3 tests in a row took longer than 5 s, the last one 7.2 s',
    ])
  })
  test('a fast test between them resets the count', () => {
    expect(judgeInTurn(enabled, [slow, slow, passed, slow])).toEqual(['1 0', '2 0', '0 0', '1 0'])
  })
  test('manual tests do not count, nor any test without a limit or without a meaningful duration', () => {
    const start = { ...enabled, slowTests: 2 }
    expect(judgeInTurn(start, [slow], { ...rules, occasion: 'by hand' })).toEqual(['2 0'])
    expect(judgeInTurn(start, [slow], { ...rules, occasion: 'single' })).toEqual(['2 0'])
    expect(judgeInTurn(start, [slow], { ...rules, slowAfterMs: 0 })).toEqual(['0 0'])
    expect(judgeInTurn(start, [{ ...slow, isTimed: false }])).toEqual(['0 0'])
  })
})

describe('refusals', () => {
  test('three in sweeps switch the channel off, whatever else failed between them', () => {
    expect(judgeInTurn(enabled, [refused, failed, refused, refused])).toEqual(['0 1', '0 1', '0 2', 'disable: bad key'])
    const byHand = { ...rules, occasion: 'by hand' } as const
    expect(judgeInTurn({ ...enabled, refusedTests: 2 }, [refused], byHand)).toEqual(['disable: bad key'])
  })
  test('a success resets the count; a test of a single channel does not count', () => {
    expect(judgeInTurn(enabled, [refused, refused, passed, refused])).toEqual(['0 1', '0 2', '0 0', '0 1'])
    const single = { ...rules, occasion: 'single' } as const
    expect(judgeInTurn({ ...enabled, refusedTests: 2 }, [refused], single)).toEqual(['0 2'])
  })
  test('other failures never switch a channel off', () => {
    expect(judgeInTurn(enabled, Array(9).fill(failed)).at(-1)).toBe('0 0')
  })
})

test('nothing is switched off without both options', () => {
  const worst = { ...enabled, slowTests: 9, refusedTests: 9 }
  expect(judgeTest({ ...worst, autoBan: false }, refused, rules).change).toBeNull()
  expect(judgeTest(worst, refused, { ...rules, mayDisable: false }).change).toBeNull()
  expect(judgeTest({ ...worst, status: 2 }, refused, rules).change).toBeNull()
})

test('only a channel that the gateway switched off is switched on, by a test that passes in time', () => {
  const off = { ...enabled, status: 3 }
  const change = (channel: TestedChannel, finding: TestFinding, testRules = rules) =>
    judgeTest(channel, finding, testRules).change
  expect(change(off, passed)).toBe('enable')
  expect(change(off, passed, { ...rules, occasion: 'single' })).toBe('enable')
  expect(change(off, slow)).toBeNull()
  expect(change(off, failed)).toBeNull()
  expect(change(off, passed, { ...rules, mayEnable: false })).toBeNull()
  expect(change({ ...off, status: 2 }, passed)).toBeNull()
})
