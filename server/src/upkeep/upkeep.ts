import type { ChannelReason } from '@sluice/contract/channel-reasons'
import type { ChannelSweep, SweepKind, SweepResult } from '@sluice/contract/channel-sweep'
import { makeReason } from '@sluice/contract/error-reasons'
import { channelStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { reasonOfError } from '../core/channel-reason.ts'
import { GatewayError } from '../core/errors.ts'
import { judgeTest, type TestRules } from '../core/routing/judge-test.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ChannelNotices } from '../notify/channel-notices.ts'
import type { ModelNews } from '../notify/notice-texts.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { describeError, type Log } from '../platform/log.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { createSlots } from '../platform/slots.ts'
import type { Balance } from '../providers/balance-source.ts'
import { createChannelSwitch } from '../relay/guard/channel-switch.ts'
import { createKeySwitch } from '../relay/guard/key-switch.ts'
import { hasKeyStates } from '../state/key-ring.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState, State } from '../state/snapshot.ts'
import { findChannelsToSweep } from '../store/channel-sweeps.ts'
import { findChannel, findChannelIds, updateChannel } from '../store/channels.ts'
import type { ChannelRow, Database } from '../store/schema.ts'
import { findMarkedRoot, findUser } from '../store/users.ts'
import { buildTestFigures, buildTestNote, type TestFigures } from './channel-test-note.ts'
import { checkModels } from './check-models.ts'
import { fetchBalance, reportsBalance } from './fetch-balance.ts'
import { listsModels } from './fetch-upstream-models.ts'
import { cheapModelToTest, isTestable, modelToTest } from './model-to-test.ts'
import { openChannel } from './open-channel.ts'
import type { TestAsked } from './plan-channel-test.ts'
import { type ChannelTest, runChannelTest } from './run-channel-test.ts'
import { createSweeper, type SweepVisit, type SweepWork } from './sweeper.ts'
import { upstreamFailure } from './upstream-failure.ts'

export interface UpkeepDependencies {
  db: Kysely<Database>
  ledger: Ledger
  state: State
  clock: Clock
  log: Log
  secretBox: SecretBox
  channelNotices: ChannelNotices
  config: Pick<
    Config,
    'UPSTREAM_ALLOW_PRIVATE' | 'CHANNEL_TEST_FREQUENCY' | 'CHANNEL_UPDATE_FREQUENCY' | 'POLLING_INTERVAL'
  >
}

interface Asker {
  id: number
  username: string
}

type Switched = SweepResult['switched']

/** Tests channels and queries balances, of one channel or of all, and switches channels by the results. */
export interface Upkeep {
  /**
   * One small call through a channel, whatever its status; `model` '' = the channel's test model. A bounded number of
   * tests runs at once. Throws GatewayError `not_found`, `server_overloaded`.
   */
  test(
    id: number,
    how: TestAsked & { asker: Asker; signal: AbortSignal },
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
  /** Reasons are in `language`. */
  progress(kind: SweepKind, resultsMax: number, language: Language): Promise<ChannelSweep>
  /** Runs the scheduled sweep if it is due and no other node has started it. Resolves at its end. */
  runDue(kind: SweepKind, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

const minuteMs = 60_000
/** Tests by administrators: the running ones, and the longest queue. */
const testSlots = { atOnce: 8, waiting: 500 }

export function createUpkeep(deps: UpkeepDependencies): Upkeep {
  const { db, ledger, state, clock, log, secretBox, config } = deps
  const allowPrivate = config.UPSTREAM_ALLOW_PRIVATE
  const switchChannel = createChannelSwitch(deps)
  const switchKey = createKeySwitch(deps)
  const inTurn = createSlots(testSlots)
  const sweeper = createSweeper({ db, clock, log, pauseMs: config.POLLING_INTERVAL * 1_000 })

  async function find(id: number): Promise<ChannelRow> {
    const row = await findChannel(db, id)
    if (row === undefined) throw new GatewayError('not_found', { what: makeReason('channel') })
    return row
  }

  /** Tests a channel, stores the result, and switches the channel if necessary. */
  async function testAndJudge(
    row: ChannelRow,
    asked: TestAsked,
    how: { occasion: TestRules['occasion']; asker: Asker | null; signal: AbortSignal },
  ): Promise<{ test: ChannelTest; switched: Switched; figures: TestFigures }> {
    const { options } = state.current()
    const opened = openChannel(secretBox, row)
    const channel = withKeyToTest(opened)
    const test = await runChannelTest(channel, asked, { clock, options, allowPrivate, signal: how.signal })
    // A cancelled call proves nothing about the channel.
    if (how.signal.aborted) throw new GatewayError('client_closed_request')
    await noteTest(channel, test, how.asker, options)
    const tested = { status: row.status, autoBan: channel.autoBan, ...streaksOf(row) }
    const verdict = judgeTest(tested, test, rulesOf(how.occasion, options))
    await updateChannel(db, row.id, {
      ...{ response_time_ms: test.durationMs, test_at: clock.now() },
      ...{ slow_tests: verdict.slowTests, refused_tests: verdict.refusedTests },
    })
    const { change: to, reason } = verdict
    const isSwitched = reason !== null && to !== null && (await applyVerdict(opened, test, { to, reason }))
    const figures = buildTestFigures({ test, channel, options, now: clock.now() })
    return { test, switched: isSwitched ? `${to}d` : '', figures }
  }

  /** Switches the channel, or only the tested key of several. Returns whether the channel was switched. */
  async function applyVerdict(
    channel: ChannelState,
    test: ChannelTest,
    { to, reason }: { to: 'disable' | 'enable'; reason: ChannelReason },
  ): Promise<boolean> {
    const { id, name } = channel
    const [key] = withKeyToTest(channel).keys
    if (key !== undefined && to === 'disable' && test.blamesAccount && hasKeyStates(channel)) {
      const isOff = await switchKey({ channel, key, to, reason })
      if (isOff) await updateChannel(db, id, { refused_tests: 0 })
      return isOff && channel.keys.length === 1
    }
    const needsKey = key !== undefined && to === 'enable' && channel.keys.length === 0
    if (needsKey && !(await switchKey({ channel, key, to, reason }))) return false
    return await switchChannel({ id, name, to, reason })
  }

  /** Tests automatically disabled keys, and enables the ones that work again. */
  async function testDisabledKeys(row: ChannelRow, asked: TestAsked, signal: AbortSignal): Promise<void> {
    const { options } = state.current()
    const channel = openChannel(secretBox, row)
    if (!options.AutomaticEnableChannelEnabled || channel.keys.length === 0) return
    for (const key of keysSwitchedOff(channel).slice(0, disabledKeysTested)) {
      const tested = { ...channel, keys: [key] }
      const test = await runChannelTest(tested, asked, { clock, options, allowPrivate, signal })
      if (signal.aborted) return
      if (test.reason === null)
        await switchKey({ channel, key, to: 'enable', reason: { code: 'test_passed', params: {} } })
    }
  }

  /** A failure to write the note must not fail the test. */
  async function noteTest(
    channel: ChannelState,
    test: ChannelTest,
    asker: Asker | null,
    options: OptionValues,
  ): Promise<void> {
    if (!options.LogConsumeEnabled) return
    try {
      const id = asker?.id ?? (await findMarkedRoot(db))?.id
      const user = id === undefined ? undefined : await findUser(db, id)
      if (!user) return
      const person = { id: user.id, username: user.username, group: user.group_name }
      const row = buildTestNote({ test, channel, person, options, now: clock.now() })
      if (row) ledger.record(row)
    } catch (error) {
      log.warn({ channelId: channel.id, error: describeError(error) }, 'a test was not written to the usage log')
    }
  }

  async function refreshBalance(
    row: ChannelRow,
    signal: AbortSignal,
  ): Promise<{ balance: Balance; switched: Switched }> {
    const channel = openChannel(secretBox, row)
    const balance = await fetchBalance(channel, { clock, allowPrivate, signal })
    await updateChannel(db, row.id, {
      ...{ balance: balance.amount, balance_currency: balance.currency },
      balance_updated_at: clock.now(),
    })
    const mayDisable = state.current().options.AutomaticDisableChannelEnabled && channel.autoBan
    if (balance.amount > 0 || !mayDisable) return { balance, switched: '' }
    const reason: ChannelReason = {
      code: 'balance_used_up',
      params: { balance: `${balance.amount} ${balance.currency}` },
    }
    const isSwitched = await switchChannel({ id: row.id, name: row.name, to: 'disable', reason })
    return { balance, switched: isSwitched ? 'disabled' : '' }
  }

  /** `ids`: the chosen channels, whatever their status. */
  const testAll = (asker: Asker | null, ids?: readonly number[]): SweepWork => ({
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
      const { test, switched } = await testAndJudge(row, plainTestOf(model), { occasion, asker, signal })
      await testDisabledKeys(row, plainTestOf(model), signal)
      const outcome = test.reason === null ? 'passed' : 'failed'
      const time = test.durationMs / 1000
      return { ...resultOf(row), outcome, reason: test.reason, model, time, switched }
    },
  })

  const updateAll: SweepWork = {
    kind: 'balance',
    findIds: () => findChannelsToSweep(db, { now: clock.now(), withAutoDisabled: false }),
    async visit(id, signal) {
      const row = await findChannel(db, id)
      if (row === undefined || row.status !== channelStatus.enabled) return null
      if (!reportsBalance(row)) return skipped(row, { code: 'balance_unknown', params: {} })
      const startedAt = clock.monotonic()
      const time = () => Math.round(clock.monotonic() - startedAt) / 1000
      try {
        const { balance, switched } = await refreshBalance(row, signal)
        const { amount, currency } = balance
        return { ...resultOf(row), outcome: 'passed', time: time(), balance: amount, currency, switched }
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        return { ...resultOf(row), outcome: 'failed', reason: reasonOfError(error), time: time() }
      }
    },
  }

  /** `news` receives the new and missing models of the whole sweep. */
  const checkAll = (news: ModelNews): SweepWork => ({
    kind: 'models',
    findIds: () => findChannelsToSweep(db, { now: clock.now(), withAutoDisabled: false }),
    async visit(id, signal) {
      const row = await findChannel(db, id)
      if (row === undefined || row.status !== channelStatus.enabled) return null
      const channel = openChannel(secretBox, row)
      if (!listsModels(channel)) return skipped(row, reasonOfError(upstreamFailure(makeReason('noModelList'))))
      const startedAt = clock.monotonic()
      const found = await compare(channel, signal)
      const time = Math.round(clock.monotonic() - startedAt) / 1000
      if (found.error) return { ...resultOf(row), outcome: 'failed', reason: reasonOfError(found.error), time }
      if (found.news.added.length + found.news.removed.length > 0) news.channels++
      news.added += found.news.added.length
      news.removed += found.news.removed.length
      return { ...resultOf(row), outcome: 'passed', time }
    },
  })

  const compare = (channel: ChannelState, signal: AbortSignal) =>
    checkModels(channel, { db, clock, allowPrivate, options: state.current().options, signal })

  /** A notice, because the administrator may have left the page. */
  async function notifyTestsDone(): Promise<void> {
    try {
      const sweep = await sweeper.progress('test', 0, 'en')
      if (sweep.state === 'finished') await deps.channelNotices.testsDone(sweep)
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the notice that all channels were tested was not sent')
    }
  }

  interface Sweep {
    asker: Asker | null
    news: ModelNews
    ids?: readonly number[] | undefined
  }
  const workOf = (kind: SweepKind, { asker, news, ids }: Sweep) => {
    if (kind === 'models') return checkAll(news)
    return kind === 'test' ? testAll(asker, ids) : updateAll
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
        const chosen = modelToTest(openChannel(secretBox, row), model, row.test_model)
        const asked = { model: chosen, endpoint, isStream }
        return await testAndJudge(row, asked, { occasion: 'single', asker, signal })
      }),
    updateBalance: async (id, signal) => (await refreshBalance(await find(id), signal)).balance,
    async checkModels(id, signal) {
      const { error } = await compare(openChannel(secretBox, await find(id)), signal)
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
    cancelSweep: sweeper.cancel,
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
    close: sweeper.close,
  }
}

/** Disabled keys of a channel that one sweep tests. */
const disabledKeysTested = 20

const keysSwitchedOff = ({ allKeys, offKeys }: ChannelState): readonly string[] =>
  allKeys.filter((key) => offKeys.get(key)?.status === channelStatus.autoDisabled)

/** The channel of a test: if all keys are disabled, with one of them, preferably automatically disabled. */
function withKeyToTest(channel: ChannelState): ChannelState {
  if (channel.keys.length > 0) return channel
  return { ...channel, keys: [...keysSwitchedOff(channel), ...channel.allKeys].slice(0, 1) }
}

const plainTestOf = (model: string): TestAsked => ({ model, endpoint: '', isStream: false })

const noNews = (): ModelNews => ({ channels: 0, added: 0, removed: 0 })

const streaksOf = ({ slow_tests: slowTests, refused_tests: refusedTests }: ChannelRow) => ({
  slowTests,
  refusedTests,
})

const rulesOf = (occasion: TestRules['occasion'], options: OptionValues): TestRules => ({
  occasion,
  slowAfterMs: options.ChannelDisableThreshold * 1_000,
  mayDisable: options.AutomaticDisableChannelEnabled,
  mayEnable: options.AutomaticEnableChannelEnabled,
})

const notSwitched: Switched = ''

const resultOf = ({ id, name }: ChannelRow) => ({
  ...{ channel_id: id, channel_name: name, reason: null, model: '', time: 0 },
  ...{ balance: null, currency: '', switched: notSwitched },
})

const skipped = (row: ChannelRow, reason: ChannelReason): SweepVisit => ({
  ...resultOf(row),
  outcome: 'skipped',
  reason,
})
