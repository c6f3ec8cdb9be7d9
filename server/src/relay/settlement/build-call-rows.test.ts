import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { always, byRatio } from '../../core/billing/test-prices.ts'
import { GatewayError } from '../../core/errors.ts'
import { noUsage, type Usage } from '../../core/usage/usage.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import type { UsageRow } from '../../store/usage-row.ts'
import type { CallEnd } from '../call/call-end.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { buildChargedRow, buildErrorRow, type ChargedCall, type ChargedResult } from './build-call-rows.ts'
import { meterSoFar } from './meter.ts'

const clock = createManualClock()
clock.advance(1_500)
const attempts = [
  { channel_id: 7, channel_name: 'a', status: 500, error: 'busy', started_ms: 0, duration_ms: 4 },
  { channel_id: 8, channel_name: 'b', status: 200, error: null, started_ms: 5, duration_ms: 9 },
]
const caller = { userId: 1, username: 'ana', tokenId: 2, tokenName: 't', userGroup: 'default' }
const call = {
  id: 'r-1',
  startedMonotonic: 300,
  startedAt: 0,
  path: '/v1/chat/completions?key=secret',
  clientAddress: '198.51.100.7',
  attempts,
  group: 'vip',
  routedModel: 'm',
  caller,
  inputTokens: 10,
  target: { operation: 'chat' },
  request: { model: 'm' },
  terms: {
    price: always(byRatio({ ratio: 1, completionRatio: 4 })),
    groupRatio: 0.5,
    quotaPerUnit: 500_000,
    units: 1,
    imageFactor: null,
  },
} as unknown as AdmittedCall

const usageOf = (usage: Partial<Usage>): Usage => ({ ...noUsage, ...usage })

/** The charge of so much use at the call's price. */
function resultOf(end: CallEnd, usage: Partial<Usage>, more: Partial<ChargedResult> = {}): ChargedResult {
  const { charge } = meterSoFar(
    { ...call, known: { usage: usageOf(usage) } } as unknown as AdmittedCall,
    usage.outputText ?? 0,
  )
  return { usage: usageOf(usage), charge, isEstimated: false, end, firstFrameMs: null, ...more }
}
const read = (row: UsageRow) => ({ ...row, detail: JSON.parse(row.detail) as UsageLogDetail })
const charged = (
  result: ChargedResult,
  { upstreamModel = 'm', costPrices = null as never, as = call as unknown as ChargedCall } = {},
) => read(buildChargedRow(clock, as, { channel: { id: 8, costPrices }, upstreamModel }, result))

test('a charged row has the caller, the charge and its list price, and the tokens', () => {
  const row = charged(resultOf('complete', { inputText: 10, cacheReadText: 6, outputText: 5 }))
  expect(row).toMatchObject({
    type: logType.consume,
    user_id: 1,
    username: 'ana',
    token_id: 2,
    token_name: 't',
    request_id: 'r-1',
    channel_id: 8,
    model_name: 'm',
    group_name: 'vip',
    use_time_ms: 1_200,
    is_stream: 0,
    content: '',
    // (16 + 5 × 4) at half the price of the group.
    quota: 18,
    list_quota: 36,
    cost_quota: 0,
    cost_known: 0,
    prompt_tokens: 16,
    completion_tokens: 5,
    created_at: clock.now(),
  })
  expect(row.detail).toMatchObject({
    end: 'complete',
    list_quota: 36,
    exact_quota: '18',
    frt: -1000,
    group_ratio: 0.5,
    completion_ratio: 4,
    cache_tokens: 6,
    total_ms: 1_200,
    path: '/v1/chat/completions',
    admin_info: { use_channel: ['7', '8'], attempts, client_ip: '198.51.100.7' },
  })
  // Keys in an address do not get into the log.
  expect(JSON.stringify(row)).not.toContain('secret')
  expect(row.detail).not.toHaveProperty('usage_estimated')
  expect(row.detail).not.toHaveProperty('is_model_mapped')
})

test('a stream that was cut says how it ended, when its first frame came, and that its use is an estimate', () => {
  const row = charged(
    resultOf('upstream_cut', { inputText: 10, outputText: 3 }, { isEstimated: true, firstFrameMs: 41.6 }),
  )
  expect(row).toMatchObject({ is_stream: 1, prompt_tokens: 10, completion_tokens: 3, quota: 11 })
  expect(row.detail).toMatchObject({ end: 'upstream_cut', frt: 42, usage_estimated: true })
})

test('a mapped model, a cost price, a caller without a token, and speech by characters are recorded', () => {
  const result = resultOf('complete', { inputText: 10, outputText: 5 })
  expect(charged(result, { upstreamModel: 'm-2026' }).detail).toMatchObject({
    is_model_mapped: true,
    upstream_model_name: 'm-2026',
  })
  const signedIn = { ...call, caller: { ...caller, tokenId: null } } as unknown as ChargedCall
  expect(charged(result, { as: signedIn }).token_id).toBe(0)
  const spoken = {
    ...call,
    target: { operation: 'speech' },
    known: { usage: noUsage, isEstimated: false },
  } as unknown as ChargedCall
  expect(charged(result, { as: spoken }).detail.characters).toBe(true)
  expect(charged(resultOf('complete', { outputAudio: 5 }), { as: spoken }).detail).not.toHaveProperty('characters')
})

test('an error row costs nothing and has the code, its parameters and the last channel', () => {
  const error = new GatewayError('model_not_found', { model: 'm' })
  const failed = { caller: caller as never, model: 'm', group: null, isStream: true }
  const row = read(buildErrorRow(clock, call, failed, error))
  expect(row).toMatchObject({
    type: logType.error,
    quota: 0,
    list_quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    is_stream: 1,
    channel_id: 8,
    model_name: 'm',
    group_name: 'default',
    content: error.message,
  })
  expect(row.detail).toMatchObject({ end: 'error', error: { code: 'model_not_found', status: error.status } })
  const unread = read(buildErrorRow(clock, { ...call, attempts: [] }, { ...failed, model: null, group: 'vip' }, error))
  expect([unread.channel_id, unread.model_name, unread.group_name]).toEqual([0, '', 'vip'])
})
