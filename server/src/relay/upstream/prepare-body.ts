import { recordOf } from '@sluice/contract/read-json'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import type { MediaWire } from '../../core/media.ts'
import { applyParamOverride } from '../../core/overrides/param-override.ts'
import { buildMultipart } from '../../protocols/multipart/build-multipart.ts'
import { patchMultipart } from '../../protocols/multipart/patch-multipart.ts'
import type { PromptedField } from '../../protocols/wire-format.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import { claudeBetas } from '../../providers/claude-betas.ts'
import { type FittedBody, withFit } from '../../providers/fit-body.ts'
import { hostOf } from '../../providers/host-of.ts'
import { extensionsFor, fitForOpenai } from '../../providers/model-families.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import { type AdmittedCall, type Attempt, noCallIds, noToolNames } from '../call/relay-call.ts'
import { isSentRaw } from '../formats/is-sent-raw.ts'
import { mayHoldForeignState, ownState, withOwnState, withoutState } from '../formats/opaque-state.ts'
import { promptedText, systemPromptFor } from '../formats/system-prompt.ts'
import { translateEmbeddings } from '../formats/translate-embeddings.ts'
import { translateRerank } from '../formats/translate-rerank.ts'
import { isPlainThinking, withSuffixThinking } from './suffix-thinking.ts'
import { translateMedia } from './translate-media.ts'
import { translateRequest } from './translate-request.ts'

const encoder = new TextEncoder()
/** The body for the upstream: the client's bytes if both speak one format, otherwise the translated call. */
export function prepareBody(call: AdmittedCall, attempt: Attempt): Uint8Array {
  call.neutral.dropped = []
  call.neutral.toolNames = noToolNames
  call.neutral.callIds = noCallIds
  if (isSentRaw(call, attempt.format.id, attempt.channel)) return call.body.bytes
  if (isPassedThrough(call, attempt.format.id)) return patchedBody(call, attempt)
  const { operation } = call.target
  if (operation === 'embeddings') return translatedWire(call, attempt, translateEmbeddings(call, attempt))
  if (operation === 'rerank') return translatedWire(call, attempt, translateRerank(call, attempt))
  const { media } = attempt.format
  if (media) return mediaBody(call, attempt, media)
  return translatedBody(call, attempt)
}

/** A thinking suffix changes more than single fields, unless the request itself sets thinking. */
export const isPassedThrough = (call: AdmittedCall, format: WireFormatId): boolean =>
  format === call.format.id &&
  (call.suffix === null ||
    call.format.thinkingFields !== undefined ||
    (isPlainThinking(call.suffix.thinking) && neutralRequestOf(call).thinking !== undefined))

/** Parsed once, even if several channels are tried. */
export function neutralRequestOf(call: AdmittedCall): ChatRequest {
  if (call.neutral.request) return call.neutral.request
  call.neutral.unread = call.format.inspectRequest(call.request.body)
  call.neutral.request = call.format.parseRequest(call.target, call.request.body)
  return call.neutral.request
}

/**
 * The client's bytes with only the necessary changes: the model if a mapping renamed it, fields that the upstream
 * requires and the client omitted, opaque state of other accounts, and the channel's overrides of top-level fields.
 */
function patchedBody(call: AdmittedCall, attempt: Attempt): Uint8Array {
  const { upstreamModel, hidesUsage } = attempt
  const { body } = call.request
  if (call.body.form) return patchedForm(call, upstreamModel)
  const changes: Record<string, unknown> = Object.create(null)
  if (call.target.operation === 'chat') {
    const fitted = call.format.fittedFields(body, upstreamModel, call.snapshot.options)
    Object.assign(changes, fitted)
    call.neutral.dropped = fieldsLeftOut(fitted)
    Object.assign(changes, stateChanges(call, attempt))
    const { inlined } = call.neutral
    const { mediaPlaces: places } = call.format
    if (inlined && places && attempt.provider.takesBytesOnly)
      changes.messages = places.withFetched(changes.messages ?? body.messages, inlined)
    if (call.suffix) Object.assign(changes, call.format.thinkingFields?.(body, call.suffix.thinking))
  }
  const prompted = promptedIn(call, attempt, { ...body, ...changes })
  if (prompted) {
    // The client's own bytes are kept unless something else changed them.
    if (changes[prompted.field] !== undefined) prompted.first = null
    changes[prompted.field] = prompted.value
  }
  Object.assign(changes, call.format.modelFields(call.target, body, upstreamModel))
  if (hidesUsage) {
    changes.stream_options = { ...recordOf(body.stream_options), include_usage: true }
  }
  const fitted = fitForHost(attempt, call, () => ({ ...body, ...changes }))
  if (fitted) {
    Object.assign(changes, fitted.set)
    for (const name of fitted.remove) changes[name] = undefined
    call.neutral.dropped = [...call.neutral.dropped, ...fitted.lost]
  }
  Object.assign(
    changes,
    overrideOf(call, attempt, () => ({ ...body, ...changes })),
  )
  const textOf = (field: string, value: unknown): string | null =>
    prompted && value === prompted.value
      ? promptedText(prompted, call.body.bytes, call.body.fields.get(field))
      : (JSON.stringify(value) ?? null)
  const texts = Object.entries(changes).map(([field, value]) => [field, textOf(field, value)])
  if (texts.length === 0) return call.body.bytes
  return patchJson(call.body.bytes, call.body.fields, Object.fromEntries(texts))
}

/** The field of a passed body that holds the channel's system prompt; null = none is added. */
function promptedIn(
  call: AdmittedCall,
  { channel, format, upstreamModel }: Attempt,
  body: Record<string, unknown>,
): PromptedField | null {
  const prompt = systemPromptFor(call, channel, format.id)
  if (prompt === null) return null
  return call.format.withPrompt(body, { prompt, role: modelRulesOf(upstreamModel)?.systemRole ?? 'system' })
}

/** The changes that the provider's host needs in a body of OpenAI's formats or Anthropic's; null = none. */
function fitForHost(
  { provider, format, upstreamModel, channel }: Pick<Attempt, 'provider' | 'format' | 'upstreamModel' | 'channel'>,
  call: AdmittedCall,
  bodyOf: () => Record<string, unknown>,
): FittedBody | null {
  const { operation } = call.target
  const host = hostOf(provider, channel)
  const { fitMessages } = host.provider
  if (format.id === 'anthropic')
    return fitMessages?.(bodyOf(), { isStream: call.request.isStream, betas: betasOf(call) }) ?? null
  if (operation === 'count_tokens') return null
  const fittedCall = { operation, upstreamModel, other: channel.other }
  if (format.id === 'openai') return fitForOpenai(host, bodyOf, fittedCall)
  return format.id === 'responses' ? (provider.fitResponses?.(bodyOf(), fittedCall) ?? null) : null
}

const betasOf = ({ format, headers, request, snapshot }: AdmittedCall): string[] =>
  claudeBetas({
    clientHeaders: format.id === 'anthropic' ? headers : null,
    model: request.model,
    settings: providerSettingsOf(snapshot.options),
  })

/** A limit under its other name still applies. */
const fieldsLeftOut = (fitted: Record<string, unknown>): string[] =>
  Object.keys(fitted).filter((field) => fitted[field] === undefined && field !== 'max_tokens')

/** The form with another model; every other byte stays, in particular files. */
function patchedForm({ body, request }: AdmittedCall, upstreamModel: string): Uint8Array {
  if (!body.form || request.body.model === upstreamModel) return body.bytes
  return patchMultipart(body.bytes, body.form, 'model', upstreamModel)
}

/** Messages without the state of other accounts; null when there is none. */
function stateChanges(call: AdmittedCall, { ownStateFrom, upstreamModel }: Attempt) {
  const format = call.format.id
  if (ownStateFrom === 0 && !mayHoldForeignState(call.body.bytes, format)) return null
  return call.format.mapState(
    call.request.body,
    (state, index) => (index < ownStateFrom ? undefined : ownState(state, format, format)),
    upstreamModel,
  )
}

function mediaBody(call: AdmittedCall, attempt: Attempt, media: MediaWire): Uint8Array {
  const wire = translateMedia(call, attempt, media)
  return media.sendsForm
    ? buildMultipart({ ...wire, ...overrideOf(call, attempt, () => wire) })
    : translatedWire(call, attempt, wire)
}

function translatedWire(call: AdmittedCall, attempt: Attempt, wire: Record<string, unknown>): Uint8Array {
  return encodeOverridden(call, attempt, inDialect(call, attempt, wire))
}

/** The changes of the channel's override to a body; undefined = the field is removed. */
const overrideOf = (
  { request }: AdmittedCall,
  { channel, upstreamModel }: Attempt,
  bodyOf: () => Record<string, unknown>,
) =>
  channel.paramOverride && applyParamOverride(channel.paramOverride, bodyOf(), { model: request.model, upstreamModel })

const encodeOverridden = (call: AdmittedCall, attempt: Attempt, wire: Record<string, unknown>): Uint8Array =>
  encoder.encode(JSON.stringify({ ...wire, ...overrideOf(call, attempt, () => wire) }))

/** A translated body with the changes for the provider's host. */
function inDialect(call: AdmittedCall, attempt: Attempt, wire: Record<string, unknown>) {
  const fitted = fitForHost(attempt, call, () => wire)
  if (!fitted) return wire
  call.neutral.dropped = [...call.neutral.dropped, ...fitted.lost]
  return withFit(wire, fitted)
}

function translatedBody(call: AdmittedCall, attempt: Attempt): Uint8Array {
  const { upstreamModel, format, channel, provider, ownStateFrom, uploads } = attempt
  const { options } = call.snapshot
  const neutral = neutralRequestOf(call)
  // Message indexes differ in the neutral form: after a change of accounts all state is removed.
  const stated = ownStateFrom === 0 ? withOwnState(neutral, call.format.id, format.id) : withoutState(neutral)
  // Usage is always withThinking from the upstream; the answer follows the client's own request.
  const prompt = systemPromptFor(call, channel, format.id)
  const own: Message[] = prompt === null ? [] : [{ role: 'system', parts: [{ kind: 'text', text: prompt }] }]
  const messages = [...own, ...stated.messages]
  const requested: ChatRequest = { ...stated, messages, model: upstreamModel, wantsUsage: true }
  const withThinking = call.suffix ? withSuffixThinking(requested, call.suffix.thinking, options) : requested
  const { wire, dropped, toolNames, callIds } = translateRequest(withThinking, {
    client: call.format,
    upstream: format,
    given: neutral,
    options,
    takes: extensionsFor(hostOf(provider, channel), upstreamModel),
    channel,
    ...(uploads && { uploads }),
  })
  call.neutral.toolNames = toolNames
  call.neutral.callIds = callIds
  call.neutral.dropped = [...call.neutral.unread, ...dropped]
  return encodeOverridden(call, attempt, inDialect(call, attempt, wire))
}
