import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { makeReason } from '@sluice/contract/error-reasons'
import { channelStatus } from '@sluice/contract/roles'
import { reasonOfError } from '../core/channel-reason.ts'
import { GatewayError } from '../core/errors.ts'
import type { ModelNews } from '../notify/notice-texts.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { findChannelsToSweep } from '../store/channel-sweeps.ts'
import { findChannel, findChannelIds } from '../store/channels.ts'
import type { ChannelRow } from '../store/schema.ts'
import { checkModels } from './check-models.ts'
import { reportsBalance } from './fetch-balance.ts'
import { listsModels } from './fetch-upstream-models.ts'
import { type Asker, type JudgeTools, type Switched, testAndJudge, testDisabledKeys } from './judge-channel.ts'
import { cheapModelToTest, isTestable } from './model-to-test.ts'
import { openChannel } from './open-channel.ts'
import type { TestRequest } from './plan-channel-test.ts'
import { refreshBalance } from './refresh-balance.ts'
import type { SweepVisit, SweepWork } from './sweeper.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** Tests, of all channels or of `ids`, whatever their status. */
export function testWork(tools: JudgeTools, asker: Asker | null, ids?: readonly number[]): SweepWork {
  const { db, state, clock, secretBox } = tools
  return {
    kind: 'test',
    findIds() {
      if (ids !== undefined) return findChannelIds(db, { ids: [...new Set(ids)] })
      const withAutoDisabled = state.current().options.AutomaticEnableChannelEnabled
      return findChannelsToSweep(db, { now: clock.now(), withAutoDisabled })
    },
    async visit(id, signal) {
      const row = await findChannel(db, id)
      if (row === undefined) return null
      if (row.status === channelStatus.disabled && ids === undefined) return null
      if (!isTestable(row)) return skipped(row, { code: 'channel_not_testable', params: {} })
      const model = cheapModelToTest(openChannel(secretBox, row), row.test_model)
      if (model === null) return skipped(row, { code: 'test_costly', params: {} })
      const occasion = asker === null ? 'scheduled' : 'by hand'
      const { test, switched } = await testAndJudge(tools, row, plainTestOf(model), { occasion, asker, signal })
      await testDisabledKeys(tools, row, plainTestOf(model), signal)
      const outcome = test.reason === null ? 'passed' : 'failed'
      const time = test.durationMs / 1000
      return { ...resultOf(row), outcome, reason: test.reason, model, time, switched }
    },
  }
}

/** Balances of the enabled channels. */
export function balanceWork(tools: JudgeTools): SweepWork {
  const { clock } = tools
  return workOnEnabled(tools, 'balance', async (row, signal) => {
    if (!reportsBalance(row)) return skipped(row, { code: 'balance_unknown', params: {} })
    const startedAt = clock.monotonic()
    try {
      const { balance, switched } = await refreshBalance(tools, row, signal)
      const { amount, currency } = balance
      const time = secondsSince(clock, startedAt)
      return { ...resultOf(row), outcome: 'passed', time, balance: amount, currency, switched }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const time = secondsSince(clock, startedAt)
      return { ...resultOf(row), outcome: 'failed', reason: reasonOfError(error), time }
    }
  })
}

/** Comparisons with upstreams. `news` receives the new and missing models of the whole sweep. */
export function modelsWork(tools: JudgeTools, news: ModelNews): SweepWork {
  const { clock, secretBox } = tools
  return workOnEnabled(tools, 'models', async (row, signal) => {
    const channel = openChannel(secretBox, row)
    if (!listsModels(channel)) return skipped(row, reasonOfError(upstreamFailure(makeReason('noModelList'))))
    const startedAt = clock.monotonic()
    const found = await checkUpstreamModels(tools, channel, signal)
    const time = secondsSince(clock, startedAt)
    if (found.error) return { ...resultOf(row), outcome: 'failed', reason: reasonOfError(found.error), time }
    if (found.news.added.length + found.news.removed.length > 0) news.channels++
    news.added += found.news.added.length
    news.removed += found.news.removed.length
    return { ...resultOf(row), outcome: 'passed', time }
  })
}

/** Work on the enabled channels. A channel that is no longer enabled when its turn comes is left out. */
function workOnEnabled(
  { db, clock }: JudgeTools,
  kind: SweepWork['kind'],
  visitEnabled: (row: ChannelRow, signal: AbortSignal) => Promise<SweepVisit>,
): SweepWork {
  return {
    kind,
    findIds: () => findChannelsToSweep(db, { now: clock.now(), withAutoDisabled: false }),
    async visit(id, signal) {
      const row = await findChannel(db, id)
      return row?.status === channelStatus.enabled ? await visitEnabled(row, signal) : null
    },
  }
}

/** Of the monotonic clock, to the millisecond. */
const secondsSince = (clock: Clock, startedAt: number): number => Math.round(clock.monotonic() - startedAt) / 1000

/** The models of the channel and of its upstream, compared and recorded. */
export const checkUpstreamModels = (
  { db, state, clock, allowPrivate }: JudgeTools,
  channel: ChannelState,
  signal: AbortSignal,
) => checkModels(channel, { db, clock, allowPrivate, options: state.current().options, signal })

const plainTestOf = (model: string): TestRequest => ({ model, endpoint: '', isStream: false })

const notSwitched: Switched = ''

const resultOf = ({ id, name }: ChannelRow) => ({
  channel_id: id,
  channel_name: name,
  reason: null,
  model: '',
  time: 0,
  balance: null,
  currency: '',
  switched: notSwitched,
})

const skipped = (row: ChannelRow, reason: ChannelReason): SweepVisit => ({
  ...resultOf(row),
  outcome: 'skipped',
  reason,
})
