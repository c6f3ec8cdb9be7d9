import { outputLimitOf } from '../../core/catalogue/usable-tokens.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'

/** The most requests without an output limit, where the model's own limit is unknown. */
export const openAnswersMax = 100
/** The output assumed of each of them. */
export const unknownOutputTokens = 32_768

/**
 * The most output of an answer that the request does not limit: the model's own limit, the largest of its names at the
 * channels. Throws GatewayError where it is unknown and too many requests depend on it: the debt would have no bound.
 */
export function openAnswerTokens(model: string, openAnswers: number, channels: readonly ChannelState[]): number {
  if (openAnswers === 0) return 0
  const names = channels.length === 0 ? [model] : channels.map((channel) => nameAt(channel, model))
  const limits = names.map(outputLimitOf)
  const known = limits.filter((limit) => limit !== null)
  if (known.length === limits.length) return Math.max(...known)
  if (openAnswers > openAnswersMax) throw invalidRequest('batchOutputUnlimited', { model, max: openAnswersMax })
  return Math.max(unknownOutputTokens, ...known)
}

/** A channel whose mapping is invalid is refused when it is called. */
function nameAt(channel: ChannelState, model: string): string {
  try {
    return mappedModel(channel, model)
  } catch (error) {
    if (error instanceof GatewayError) return model
    throw error
  }
}
