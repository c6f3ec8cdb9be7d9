import type { ChannelTestAnswer } from '@sluice/contract/channel-check'
import { type ChannelSweep, type SweepKind, sweepResultsDefault } from '@sluice/contract/channel-sweep'
import { describeChannelReason } from '../../core/channel-reason.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TestFigures } from '../../upkeep/channel-test-note.ts'
import type { TestRequest } from '../../upkeep/plan-channel-test.ts'
import type { ChannelTest } from '../../upkeep/run-channel-test.ts'
import type { Upkeep } from '../../upkeep/upkeep.ts'
import type { Audit } from '../record-audit.ts'

/** How long a call waits for the end of the sweep it started, for clients that read the list afterwards. */
const waitMs = 20_000

/** Who asks for a sweep, and how the answer is written. */
interface SweepRequest {
  caller: ConsoleCaller
  language: Language
  audit: Audit
}

/** Tests, balances and lists of models, of one channel or of all. */
export function createChannelUpkeep(upkeep: Upkeep) {
  /** Starts a sweep over all channels, or over `ids`, and returns its progress. Throws sweep_running. */
  async function startSweep(
    kind: 'test' | 'models',
    { caller, language, audit }: SweepRequest,
    ids?: readonly number[],
  ): Promise<ChannelSweep> {
    await upkeep.startSweep(kind, caller, ids)
    const line = { objectType: 'channel', objectId: '' }
    if (ids !== undefined) await audit({ ...line, action: 'channel.test_many', after: { ids } })
    else if (kind === 'test') await audit({ ...line, action: 'channel.test_all' })
    else await audit({ ...line, action: 'channel.check_models' })
    return await upkeep.progress(kind, 0, language)
  }

  return {
    startSweep,

    progress: (kind: SweepKind, resultsMax: number, language: Language): Promise<ChannelSweep> =>
      upkeep.progress(kind, resultsMax, language),

    cancelSweep: (kind: SweepKind): Promise<boolean> => upkeep.cancelSweep(kind),

    /** One test of a channel: its figures, and with a refusal the reason why it failed. */
    async test(
      id: number,
      request: TestRequest,
      { caller, language, signal }: { caller: ConsoleCaller; language: Language; signal: AbortSignal },
    ): Promise<TestOutcome> {
      return answerTest(await upkeep.test(id, { ...request, asker: caller, signal }), language)
    },

    /** The same of a channel that is not stored. */
    async testUnsaved(
      channel: ChannelState,
      { model, language, signal }: { model: string; language: Language; signal: AbortSignal },
    ): Promise<TestOutcome> {
      return answerTest(await upkeep.testUnsaved(channel, { model, signal }), language)
    },

    /** Queries all balances, and returns the progress at the end or after `waitMs`. Throws sweep_running. */
    async updateBalances(
      caller: ConsoleCaller,
      { language, signal }: { language: Language; signal: AbortSignal },
    ): Promise<ChannelSweep> {
      const { ended } = await upkeep.startSweep('balance', caller)
      await Promise.race([ended, passed(waitMs, signal)])
      return await upkeep.progress('balance', sweepResultsDefault, language)
    },

    async updateBalance(id: number, signal: AbortSignal): Promise<{ balance: number; currency: string }> {
      const { amount, currency } = await upkeep.updateBalance(id, signal)
      return { balance: amount, currency }
    },

    checkModels: (id: number, signal: AbortSignal): Promise<void> => upkeep.checkModels(id, signal),
  }
}

export type ChannelUpkeep = ReturnType<typeof createChannelUpkeep>

type TestOutcome = ChannelTestAnswer | (ChannelTestAnswer & { success: false; message: string })

function answerTest({ test, figures }: { test: ChannelTest; figures: TestFigures }, language: Language): TestOutcome {
  const answer = buildTestAnswer(test, figures)
  if (test.reason === null) return answer
  return { success: false, message: describeChannelReason(language, test.reason) ?? '', ...answer }
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
