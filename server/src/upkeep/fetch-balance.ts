import { makeReason } from '@sluice/contract/error-reasons'
import { parseJson } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { type Balance, round } from '../providers/balance-source.ts'
import { providerOf } from '../providers/index.ts'
import type { Provider } from '../providers/provider.ts'
import type { Services } from '../services.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { askProvider } from './ask-provider.ts'
import { upstreamFailure } from './upstream-failure.ts'

const timeoutMs = 10_000
const bytesMax = 256 * 1024
/** The accounts to query. */
const keysMax = 50
const readsMax = 5
/** Not needed for a balance. */
const noSettings = { claudeHeaders: {}, geminiVersions: {} }

export interface BalanceContext extends Services<'clock'> {
  allowPrivate: boolean
  signal?: AbortSignal
}

/** Whether the balance of such channels can be queried. */
export const reportsBalance = ({ type }: Pick<ChannelState, 'type'>): boolean => providerOf(type)?.balance !== undefined

/**
 * The balance of the channel's accounts, of all its keys together. Throws GatewayError `upstream_call_failed`, with a
 * reason without keys, or `balance_unknown` if upstreams of its type report none.
 */
export async function fetchBalance(channel: ChannelState, context: BalanceContext): Promise<Balance> {
  const provider = providerOf(channel.type)
  if (provider?.balance === undefined) throw new GatewayError('balance_unknown')
  if (channel.keys.length === 0) throw upstreamFailure(makeReason('noUsableKey'))
  if (channel.keys.length > keysMax) throw upstreamFailure(makeReason('moreKeys', { max: keysMax }))
  let amount = 0
  let currency = ''
  for (const key of channel.keys) {
    const one = await fetchOne(channel, key, provider, context)
    if (currency !== '' && one.currency !== currency) throw upstreamFailure(makeReason('currenciesDiffer'))
    amount += one.amount
    currency = one.currency
  }
  return { amount: round(amount), currency }
}

async function fetchOne(
  channel: ChannelState,
  key: string,
  provider: Provider,
  context: BalanceContext,
): Promise<Balance> {
  const answers: unknown[] = []
  const source = provider.balance
  const nextUrl = () => source?.nextUrl({ channel, answers, now: context.clock.now() }) ?? null
  for (let url = nextUrl(); url !== null && answers.length < readsMax; url = nextUrl()) {
    const place = url
    const question = { channel, key, urlOf: () => place, model: '', settings: noSettings }
    const { status, text } = await askProvider(provider, question, { timeoutMs, bytesMax, ...context })
    if (status !== 200) throw upstreamFailure(makeReason('upstreamAnswered', { status }))
    answers.push(parseJson(text))
  }
  const balance = source?.read(answers, channel)
  if (!balance) throw upstreamFailure(makeReason('noBalanceReported'))
  return balance
}
