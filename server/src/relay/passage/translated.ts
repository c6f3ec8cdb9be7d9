import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { prepareValues } from '../../core/json/prepare-json.ts'
import { type PreparedValues, withPrepared } from '../../core/json/prepared-json.ts'
import { jsonLimits } from '../../core/json/scan-json.ts'
import { nextTurn, stepMax } from '../../platform/in-turns.ts'
import { hostOf } from '../../providers/host-of.ts'
import { extensionsFor } from '../../providers/model-families.ts'
import { finishFor, isLarge } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { withOwnState, withoutState } from '../formats/opaque-state.ts'
import { encodeForHost } from './host-changes.ts'
import { inlineRemoteMedia, type RemoteMedia, remoteMediaOf } from './inline-media.ts'
import { neutralRequestOf } from './neutral-call.ts'
import { operationOf } from './operations.ts'
import { otherFormat, translateAnswer } from './other-format.ts'
import type { Attempt, Passage, SentBody, Way } from './passage.ts'
import { patched } from './patched.ts'
import { jsonType } from './sent-body.ts'
import { withSuffixThinking } from './suffix-thinking.ts'
import { systemPromptFor } from './system-prompt.ts'
import { translateRequest } from './translate-request.ts'

/** Two formats: request and answer go through the neutral form. */
export const translated: Passage = {
  ...otherFormat,
  findMedia,
  readAhead,
  prepare,
  answer: translateAnswer,
}

/** One format, but the thinking suffix of the model changes more than single fields of the request. */
export const rewritten: Passage = {
  ...patched,
  findMedia,
  hidesUsage(call, way, withoutStreamUsage) {
    const { isStream, wantsUsage } = call.request
    // A body of Chat Completions that is written again requests the usage in any case.
    const isAsked = isStream && call.format.buildUsageFrame !== undefined
    return (isAsked && !wantsUsage) || patched.hidesUsage(call, way, withoutStreamUsage)
  },
  readAhead,
  prepare,
}

function findMedia(call: AdmittedCall, { provider, format }: Way): RemoteMedia | null {
  if (!operationOf(call.target).isChat) return null
  const request = neutralRequestOf(call)
  const urls = remoteMediaOf(request, format, provider.takesBytesOnly)
  if (urls.length === 0) return null
  return {
    urls,
    async take(fetchMedia) {
      call.neutral.request = await inlineRemoteMedia(request, urls, fetchMedia)
    },
  }
}

/** The neutral form of a large call, and the arguments and results that the upstream's format holds as values. */
function readAhead(call: AdmittedCall, { format }: Way): Promise<void> | null {
  const { neutral } = call
  if (!isLarge(call.body.bytes) || neutral.read?.format === format.id) return null
  const request = neutralRequestOf(call)
  const keep = (values: PreparedValues) => {
    neutral.read = { format: format.id, values }
  }
  // Many small messages take as long as large ones, so that writing them is left to the next turn.
  return nextTurn()
    .then(() => finishFor(call, prepareValues(format.textsToRead?.(request) ?? [], stepMax, jsonLimits.nodesMax)))
    .then(keep, (cause: unknown) => {
      throw cause instanceof RangeError ? invalidRequest('jsonTooMany', { max: jsonLimits.nodesMax }) : cause
    })
}

function prepare(call: AdmittedCall, attempt: Attempt): SentBody {
  const { upstreamModel, format, channel, provider, ownStateFrom, uploads } = attempt
  const { options } = call.snapshot
  const neutral = neutralRequestOf(call)
  // Message indexes differ in the neutral form: after a change of accounts all state is removed.
  const stated = ownStateFrom === 0 ? withOwnState(neutral, call.format.id, format.id) : withoutState(neutral)
  // Usage is always requested from the upstream; the answer follows the client's own request.
  const prompt = systemPromptFor(call, channel)
  const own: Message[] = prompt === null ? [] : [{ role: 'system', parts: [{ kind: 'text', text: prompt }] }]
  const messages = [...own, ...stated.messages]
  const requested: ChatRequest = { ...stated, messages, model: upstreamModel, wantsUsage: true }
  const withThinking = call.suffix ? withSuffixThinking(requested, call.suffix.thinking, options) : requested
  const translate = () =>
    translateRequest(withThinking, {
      client: call.format,
      body: call.request.body,
      upstream: format,
      given: neutral,
      options,
      takes: extensionsFor(hostOf(provider, channel), upstreamModel),
      channel,
      ...(uploads && { uploads }),
    })
  const { read } = call.neutral
  const { wire, dropped, toolNames, callIds } =
    read?.format === format.id ? withPrepared(read.values, translate) : translate()
  const { bytes, lost } = encodeForHost(call, attempt, wire)
  return {
    bytes,
    contentType: jsonType,
    dropped: [...call.neutral.unread, ...dropped, ...lost],
    toolNames,
    callIds,
  }
}
