import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { channelStatus } from '@sluice/contract/roles'

/** The properties of a channel that the verdict depends on. */
export interface TestedChannel {
  status: number
  /** The operator allows the gateway to switch it off. */
  autoBan: boolean
  /** Consecutive tests before this one. */
  slowTests: number
  refusedTests: number
}

export interface TestFinding {
  /** Why it failed, without keys; null = it passed. */
  reason: ChannelReason | null
  durationMs: number
  /** The upstream reported a fault of the account or key. */
  blamesAccount: boolean
  /** Whether the duration is meaningful: making an image takes long on a good channel too. */
  isTimed: boolean
}

export interface TestRules {
  /** `single`: a manual test of one channel. */
  occasion: 'scheduled' | 'by hand' | 'single'
  /** 0 = no limit. */
  slowAfterMs: number
  mayDisable: boolean
  mayEnable: boolean
}

export interface TestVerdict {
  slowTests: number
  refusedTests: number
  change: 'disable' | 'enable' | null
  /** The reason of the change. */
  reason: ChannelReason | null
}

/** One bad test proves nothing: this many in a row do. */
const badTestsToDisable = 3

/**
 * The verdict of a test on its channel. Only scheduled tests count as slow; a refusal of the account counts in any
 * sweep over all channels. Other failures (network, overload) neither count nor reset. Only channels that the gateway
 * itself switched off come back.
 */
export function judgeTest(channel: TestedChannel, finding: TestFinding, rules: TestRules): TestVerdict {
  const isSlow = finding.isTimed && rules.slowAfterMs > 0 && finding.durationMs > rules.slowAfterMs
  const slowTests = rules.occasion !== 'scheduled' ? channel.slowTests : isSlow ? channel.slowTests + 1 : 0
  const refusedTests = refusedAfter(channel, finding, rules)
  const verdict = { slowTests, refusedTests, change: null, reason: null }
  if (channel.status === channelStatus.autoDisabled)
    return finding.reason === null && !isSlow && rules.mayEnable
      ? { ...verdict, change: 'enable', reason: { code: 'test_passed', params: {} } }
      : verdict
  if (channel.status !== channelStatus.enabled || !channel.autoBan || !rules.mayDisable) return verdict
  if (refusedTests >= badTestsToDisable) return { ...verdict, change: 'disable', reason: finding.reason }
  if (slowTests < badTestsToDisable) return verdict
  const params = {
    tests: slowTests,
    limit: inSeconds(rules.slowAfterMs),
    last: inSeconds(finding.durationMs),
  }
  return { ...verdict, change: 'disable', reason: { code: 'tests_slow', params } }
}

function refusedAfter(channel: TestedChannel, finding: TestFinding, { occasion }: TestRules): number {
  if (finding.reason === null) return 0
  const counts = finding.blamesAccount && occasion !== 'single'
  return counts ? channel.refusedTests + 1 : channel.refusedTests
}

const inSeconds = (ms: number): number => Math.round(ms / 100) / 10
