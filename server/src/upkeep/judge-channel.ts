import { firstGroup } from '@sluice/contract/account-groups'
import type { ChannelReason } from '@sluice/contract/channel-reasons'
import type { SweepResult } from '@sluice/contract/channel-sweep'
import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../core/errors.ts'
import { judgeTest, type TestRules } from '../core/routing/judge-test.ts'
import { describeError } from '../platform/log.ts'
import type { ChannelSwitch } from '../relay/guard/channel-switch.ts'
import type { KeySwitch } from '../relay/guard/key-switch.ts'
import type { Services } from '../services.ts'
import { hasKeyStates } from '../state/channel-keys.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { updateChannel } from '../store/channels.ts'
import type { ChannelRow } from '../store/schema.ts'
import { findMarkedRoot, findUser } from '../store/users.ts'
import { buildTestFigures, buildTestNote, type TestFigures } from './channel-test-note.ts'
import { openChannel } from './open-channel.ts'
import type { TestRequest } from './plan-channel-test.ts'
import { type ChannelTest, runChannelTest } from './run-channel-test.ts'

export interface JudgeTools extends Services<'db' | 'state' | 'ledger' | 'clock' | 'log' | 'secretBox'> {
  allowPrivate: boolean
  switchChannel: ChannelSwitch
  switchKey: KeySwitch
}

/** Who asked for a test. */
export interface Asker {
  id: number
  username: string
}

export type Switched = SweepResult['switched']

/** The occasion of a test, and who asked for it; null = the schedule. */
export interface TestOccasion {
  occasion: TestRules['occasion']
  asker: Asker | null
  signal: AbortSignal
  /** The test is about one of the channel's models, not about the channel: its failure says nothing about others. */
  isOfModel?: boolean
}

/** Tests a channel, stores the result, and switches the channel if necessary. */
export async function testAndJudge(
  tools: JudgeTools,
  row: ChannelRow,
  request: TestRequest,
  how: TestOccasion,
): Promise<{ test: ChannelTest; switched: Switched; figures: TestFigures }> {
  const { db, state, clock, secretBox, allowPrivate } = tools
  const { options } = state.current()
  const opened = openChannel(secretBox, row)
  const channel = withKeyToTest(opened)
  const test = await runChannelTest(channel, request, { clock, options, allowPrivate, signal: how.signal })
  // A cancelled call proves nothing about the channel.
  if (how.signal.aborted) throw new GatewayError('client_closed_request')
  await noteTest(tools, channel, test, how.asker, options)
  const tested = { status: row.status, autoBan: channel.autoBan, ...readFailureStreaks(row) }
  const verdict = judgeTest(tested, test, rulesOf(how.occasion, options))
  await updateChannel(db, row.id, {
    // The list shows a duration beside the state of the channel, so that of a failed model would look like a pass.
    ...((!how.isOfModel || test.reason === null) && { response_time_ms: test.durationMs, test_at: clock.now() }),
    slow_tests: verdict.slowTests,
    refused_tests: verdict.refusedTests,
    ...(!how.isOfModel && { failed_tests: test.reason === null ? 0 : row.failed_tests + 1 }),
  })
  // Whatever kept calls away, the upstream answers now.
  if (test.reason === null) await state.publish({ kind: 'channel_works', id: row.id })
  const { change: to, reason } = verdict
  const isSwitched = reason !== null && to !== null && (await applyVerdict(tools, opened, test, { to, reason }))
  const figures = buildTestFigures({ test, channel, options, now: clock.now() })
  return { test, switched: isSwitched ? `${to}d` : '', figures }
}

/** Switches the channel, or only the tested key of several. Returns whether the channel was switched. */
async function applyVerdict(
  { db, switchChannel, switchKey }: JudgeTools,
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
export async function testDisabledKeys(
  { state, clock, secretBox, allowPrivate, switchKey }: JudgeTools,
  row: ChannelRow,
  request: TestRequest,
  signal: AbortSignal,
): Promise<void> {
  const { options } = state.current()
  const channel = openChannel(secretBox, row)
  if (!options.AutomaticEnableChannelEnabled || channel.keys.length === 0) return
  for (const key of keysSwitchedOff(channel).slice(0, disabledKeysTested)) {
    const tested = { ...channel, keys: [key] }
    const test = await runChannelTest(tested, request, { clock, options, allowPrivate, signal })
    if (signal.aborted) return
    if (test.reason === null)
      await switchKey({ channel, key, to: 'enable', reason: { code: 'test_passed', params: {} } })
  }
}

/** A failure to write the note must not fail the test. */
async function noteTest(
  { db, ledger, clock, log }: JudgeTools,
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
    const person = { id: user.id, username: user.username, group: firstGroup(user.group_name) }
    const row = buildTestNote({ test, channel, person, options, now: clock.now() })
    if (row) ledger.record(row)
  } catch (error) {
    log.warn({ channelId: channel.id, error: describeError(error) }, 'a test was not written to the usage log')
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

const readFailureStreaks = ({ slow_tests: slowTests, refused_tests: refusedTests }: ChannelRow) => ({
  slowTests,
  refusedTests,
})

const rulesOf = (occasion: TestRules['occasion'], options: OptionValues): TestRules => ({
  occasion,
  slowAfterMs: options.ChannelDisableThreshold * 1_000,
  mayDisable: options.AutomaticDisableChannelEnabled,
  mayEnable: options.AutomaticEnableChannelEnabled,
})
