import type { ChannelTestAnswer } from '@sluice/contract/channel-check'
import type { SweepKind } from '@sluice/contract/channel-sweep'
import { sweepResultsDefault } from '@sluice/contract/channel-sweep'
import { describeChannelReason } from '../../core/channel-reason.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { TestFigures } from '../../upkeep/channel-test-note.ts'
import type { ChannelTest } from '../../upkeep/run-channel-test.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** How long a call waits for the end of the sweep it started, for clients that read the list afterwards. */
const waitMs = 20_000

/** Tests and balances, of one channel or of all. */
export function mountUpkeepRoutes(api: AdminApi, { upkeep }: AdminDependencies): void {
  // Before the routes of one channel, which would match their last segment as its id.
  mountWatching(api, { upkeep, kind: 'test', path: '/api/channel/test' })
  mountWatching(api, { upkeep, kind: 'balance', path: '/api/channel/update_balance' })
  api.route('GET /api/channel/test', async ({ caller, audit, raw }) => {
    await upkeep.startSweep('test', caller)
    await audit({ objectType: 'channel', action: 'channel.test_all', objectId: '' })
    return { data: await upkeep.progress('test', 0, languageOf(raw.headers, caller)) }
  })
  api.route('POST /api/channel/test/batch', async ({ body, caller, audit, raw }) => {
    await upkeep.startSweep('test', caller, body.ids)
    await audit({
      objectType: 'channel',
      action: 'channel.test_many',
      objectId: '',
      after: { ids: body.ids },
    })
    return { data: await upkeep.progress('test', 0, languageOf(raw.headers, caller)) }
  })
  api.route('GET /api/channel/test/:id', async ({ params, query, caller, raw }) => {
    const asked = { model: query.model, endpoint: query.endpoint_type, isStream: query.stream }
    const { test, figures } = await upkeep.test(params.id, { ...asked, asker: caller, signal: raw.signal })
    const answer = buildTestAnswer(test, figures)
    if (test.reason === null) return answer
    const message = describeChannelReason(languageOf(raw.headers, caller), test.reason) ?? ''
    return { success: false, message, ...answer }
  })
  api.route('GET /api/channel/update_balance', async ({ caller, raw }) => {
    const { ended } = await upkeep.startSweep('balance', caller)
    await Promise.race([ended, passed(waitMs, raw.signal)])
    return { data: await upkeep.progress('balance', sweepResultsDefault, languageOf(raw.headers, caller)) }
  })
  api.route('GET /api/channel/update_balance/:id', async ({ params, raw }) => {
    const { amount, currency } = await upkeep.updateBalance(params.id, raw.signal)
    return { balance: amount, currency }
  })
}

const buildTestAnswer = (test: ChannelTest, figures: TestFigures): ChannelTestAnswer => ({
  time: test.durationMs / 1000,
  model: test.model,
  endpoint_type: test.endpoint,
  stream: test.isStream,
  first_token: test.firstTokenMs === null ? null : test.firstTokenMs / 1000,
  prompt_tokens: figures.promptTokens,
  completion_tokens: figures.completionTokens,
  tokens_per_second: figures.tokensPerSecond,
  quota: figures.quota,
  cost_quota: figures.costQuota,
})

export function mountWatching(
  api: AdminApi,
  {
    upkeep,
    kind,
    path,
  }: Pick<AdminDependencies, 'upkeep'> & {
    kind: SweepKind
    path: '/api/channel/test' | '/api/channel/update_balance' | '/api/channel/upstream_updates'
  },
): void {
  api.route(`GET ${path}/progress`, async ({ query, caller, raw }) => ({
    data: await upkeep.progress(kind, query.results, languageOf(raw.headers, caller)),
  }))
  api.route(`POST ${path}/cancel`, async () => ({ data: await upkeep.cancelSweep(kind) }))
}

/** Resolves after `ms`, or when the client is gone. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
