import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { makeReason } from '@sluice/contract/error-reasons'
import type { UpstreamModels } from '@sluice/contract/upstream-models'
import { channelReasonOr, packChannelReason, reasonOfError } from '../core/channel-reason.ts'
import { GatewayError } from '../core/errors.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { Services } from '../services.ts'
import { splitNames } from '../state/build-channel-state.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { type CheckedChannelRow, findModelCheck, saveModelCheck } from '../store/model-checks.ts'
import { compareModels, ignoring, type ModelDifference } from './compare-models.ts'
import { fetchUpstreamModels } from './fetch-upstream-models.ts'
import { upstreamFailure } from './upstream-failure.ts'

export interface CheckContext extends Services<'db' | 'clock'> {
  options: OptionValues
  allowPrivate: boolean
  signal: AbortSignal
}

export interface ModelCheck {
  /** The error of the request; null = it succeeded. */
  error: GatewayError | null
  /** Names that the previous check did not find. */
  news: ModelDifference
}

/** Requests the models of a channel's upstream, and stores the differences from those of the channel. */
export async function checkModels(channel: ChannelState, context: CheckContext): Promise<ModelCheck> {
  const { db, clock, options } = context
  const before = await findModelCheck(db, channel.id)
  const known = before ? parseModelDifference(before) : noDifference
  const ignored = namesIn(before?.ignored)
  const answer = await askModels(channel, context)
  // A cancelled request has no result.
  if (context.signal.aborted) throw new GatewayError('client_closed_request')
  const found = answer.error ? known : compareModels(channel, { listed: answer.listed, ignored, options })
  const reason = answer.error && JSON.stringify(packChannelReason(reasonOfError(answer.error)))
  await saveModelCheck(db, {
    channel_id: channel.id,
    added: JSON.stringify(found.added),
    removed: JSON.stringify(found.removed),
    ignored: JSON.stringify(ignored),
    reason,
    checked_at: clock.now(),
  })
  return {
    error: answer.error,
    news: {
      added: found.added.filter((name) => !known.added.includes(name)),
      removed: found.removed.filter((name) => !known.removed.includes(name)),
    },
  }
}

type ListedModels = { error: null; listed: string[] } | { error: GatewayError }

async function askModels(channel: ChannelState, context: CheckContext): Promise<ListedModels> {
  try {
    const listed = await fetchUpstreamModels(channel, context)
    // An empty list would remove all models from the channel.
    if (listed.length === 0) return { error: upstreamFailure(makeReason('noModelsListed')) }
    return { error: null, listed }
  } catch (error) {
    if (error instanceof GatewayError) return { error }
    throw error
  }
}

const noDifference: ModelDifference = { added: [], removed: [] }

const namesIn = (text: string | undefined): string[] => (text === undefined ? [] : parseStored<string[]>(text))

/** The difference found by a check, without names that were applied or ignored since. */
function parseModelDifference(row: CheckedChannelRow): ModelDifference {
  const models = new Set(splitNames(row.models))
  const isIgnored = ignoring(namesIn(row.ignored))
  return {
    added: namesIn(row.added).filter((name) => !models.has(name) && !isIgnored(name)),
    removed: namesIn(row.removed).filter((name) => models.has(name)),
  }
}

/** The state of a channel, with the reason of a failure in `language`. */
export function buildUpstreamModels(row: CheckedChannelRow, language: Language): UpstreamModels {
  const { added, removed } = parseModelDifference(row)
  const stored = row.reason === null ? null : parseStored<ChannelReason>(row.reason)
  return {
    channel_id: row.channel_id,
    channel_name: row.name,
    add_models: added,
    remove_models: removed,
    ignored_models: namesIn(row.ignored),
    last_check_time: toSeconds(row.checked_at),
    error: stored === null ? '' : channelReasonOr('', stored, language),
    auto_added_models: 0,
  }
}
