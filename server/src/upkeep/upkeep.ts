import type { ChannelSweep, SweepKind } from '@sluice/contract/channel-sweep'
import { minuteMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import type { ChannelNotices } from '../notify/channel-notices.ts'
import type { ModelNews } from '../notify/notice-texts.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { Config } from '../platform/config.ts'
import { describeError } from '../platform/log.ts'
import { createSlots } from '../platform/slots.ts'
import type { Balance } from '../providers/balance-source.ts'
import { createChannelSwitch } from '../relay/guard/channel-switch.ts'
import { createKeySwitch } from '../relay/guard/key-switch.ts'
import type { Services } from '../services.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { findChannel } from '../store/channels.ts'
import type { ChannelRow } from '../store/schema.ts'
import { buildTestFigures, type TestFigures } from './channel-test-note.ts'
import { type Asker, type JudgeTools, testAndJudge } from './judge-channel.ts'
import { createLongWorks, type LongWorks } from './long-works.ts'
import { modelToTest } from './model-to-test.ts'
import { openChannel } from './open-channel.ts'
import type { TestRequest } from './plan-channel-test.ts'
import { refreshBalance } from './refresh-balance.ts'
import { type ChannelTest, runChannelTest } from './run-channel-test.ts'
import { balanceWork, checkUpstreamModels, modelsWork, testWork } from './sweep-works.ts'
import { createSweeper } from './sweeper.ts'

export interface UpkeepDependencies extends Services<'db' | 'state' | 'ledger' | 'clock' | 'log' | 'secretBox'> {
  channelNotices: ChannelNotices
  config: Pick<
    Config,
    'UPSTREAM_ALLOW_PRIVATE' | 'CHANNEL_TEST_FREQUENCY' | 'CHANNEL_UPDATE_FREQUENCY' | 'POLLING_INTERVAL'
  >
}

/** Tests channels and queries balances, of one channel or of all, and switches channels by the results. */
export interface Upkeep {
  /**
   * One small call through a channel, whatever its status; `model` '' = the channel's test model. A bounded number of
   * tests runs at once. Throws GatewayError `not_found`, `server_overloaded`.
   */
  test(
    id: number,
    how: TestRequest & { asker: Asker; signal: AbortSignal },
  ): Promise<{ test: ChannelTest; figures: TestFigures }>
  /**
   * The same through a channel that is not stored, with its first key; nothing is written. Throws GatewayError
   * `server_overloaded`.
   */
  testUnsaved(
    channel: ChannelState,
    how: { model: string; signal: AbortSignal },
  ): Promise<{ test: ChannelTest; figures: TestFigures }>
  /** Queries the upstream's balance and stores it. Throws GatewayError. */
  updateBalance(id: number, signal: AbortSignal): Promise<Balance>
  /** Compares the channel's models with those of its upstream. Throws GatewayError. */
  checkModels(id: number, signal: AbortSignal): Promise<void>
  /**
   * Starts a sweep over all channels, or over `ids`. Throws GatewayError `sweep_running`. `ended` resolves at its end.
   */
  startSweep(kind: SweepKind, asker: Asker, ids?: readonly number[]): Promise<{ ended: Promise<void> }>
  cancelSweep(kind: SweepKind): Promise<boolean>
  /** Other long work of this server. */
  works: Pick<LongWorks, 'start' | 'cancel'>
  /** Reasons are in `language`. */
  progress(kind: SweepKind, resultsMax: number, language: Language): Promise<ChannelSweep>
  /** Runs the scheduled sweep if it is due and no other node has started it. Resolves at its end. */
  runDue(kind: SweepKind, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Tests by administrators: the running ones, and the longest queue. */
const testSlots = { atOnce: 8, waiting: 500 }

/** What differs between sweeps of one kind. */
interface Sweep {
  /** Null = the schedule. */
  asker: Asker | null
  news: ModelNews
  ids?: readonly number[] | undefined
}

export function createUpkeep(deps: UpkeepDependencies): Upkeep {
  const { db, state, clock, log, secretBox, config } = deps
  const tools: JudgeTools = {
    ...deps,
    allowPrivate: config.UPSTREAM_ALLOW_PRIVATE,
    switchChannel: createChannelSwitch(deps),
    switchKey: createKeySwitch(deps),
  }
  const inTurn = createSlots(testSlots)
  const works = createLongWorks(deps)
  const sweeper = createSweeper(deps, works, config.POLLING_INTERVAL * 1_000)

  async function find(id: number): Promise<ChannelRow> {
    const row = await findChannel(db, id)
    if (row === undefined) throw new GatewayError('not_found', { what: makeReason('channel') })
    return row
  }

  /** A notice, because the administrator may have left the page. */
  async function notifyTestsDone(): Promise<void> {
    try {
      const sweep = await sweeper.progress('test', 0, 'en')
      if (sweep.state === 'finished') await deps.channelNotices.testsDone(sweep)
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the notice that all channels were tested was not sent')
    }
  }

  const workOf = (kind: SweepKind, { asker, news, ids }: Sweep) => {
    if (kind === 'models') return modelsWork(tools, news)
    return kind === 'test' ? testWork(tools, asker, ids) : balanceWork(tools)
  }
  const minutesOf = (kind: SweepKind): number => {
    if (kind === 'models') return state.current().options.UpstreamModelCheckHours * 60
    return kind === 'test' ? config.CHANNEL_TEST_FREQUENCY : config.CHANNEL_UPDATE_FREQUENCY
  }

  return {
    test: (id, { model, endpoint, isStream, asker, signal }) =>
      inTurn(async () => {
        if (signal.aborted) throw new GatewayError('client_closed_request')
        const row = await find(id)
        const channel = openChannel(secretBox, row)
        const chosen = modelToTest(channel, model, row.test_model)
        const isOfModel = endpoint !== '' || isStream || chosen !== modelToTest(channel, '', row.test_model)
        const request = { model: chosen, endpoint, isStream }
        return await testAndJudge(tools, row, request, { occasion: 'single', asker, signal, isOfModel })
      }),
    testUnsaved: (channel, { model, signal }) =>
      inTurn(async () => {
        const { options } = state.current()
        const { allowPrivate } = tools
        const request = { model: modelToTest(channel, model, null), endpoint: '', isStream: false } as const
        const test = await runChannelTest(channel, request, { clock, options, allowPrivate, signal })
        if (signal.aborted) throw new GatewayError('client_closed_request')
        return { test, figures: buildTestFigures({ test, channel, options, now: clock.now() }) }
      }),
    updateBalance: async (id, signal) => (await refreshBalance(tools, await find(id), signal)).balance,
    async checkModels(id, signal) {
      const { error } = await checkUpstreamModels(tools, openChannel(secretBox, await find(id)), signal)
      if (error) throw error
    },
    async startSweep(kind, asker, ids) {
      const work = workOf(kind, { asker, news: noNews(), ids })
      const started = await sweeper.start(work, { startedBy: asker.username })
      const isOfAll = kind === 'test' && ids === undefined
      if (started) return isOfAll ? { ended: started.ended.then(notifyTestsDone) } : started
      const { done, total } = await sweeper.progress(kind, 0, 'en')
      throw new GatewayError('sweep_running', { done, total })
    },
    works,
    cancelSweep: works.cancel,
    progress: sweeper.progress,
    async runDue(kind, signal) {
      const minutes = minutesOf(kind)
      if (minutes === 0 || signal.aborted) return
      const when = { startedBy: '', dueAfterMs: minutes * minuteMs, signal }
      const news = noNews()
      const started = await sweeper.start(workOf(kind, { asker: null, news }), when)
      await started?.ended
      if (news.channels > 0) await deps.channelNotices.modelsChanged(news)
    },
    close: works.close,
  }
}

const noNews = (): ModelNews => ({ channels: 0, added: 0, removed: 0 })
