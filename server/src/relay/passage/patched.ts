import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { type JsonText, patchJson } from '../../core/json/patch-json.ts'
import { patchMultipart } from '../../protocols/multipart/patch-multipart.ts'
import { isTrue } from '../../protocols/openai-media/media-request.ts'
import type { PromptedField } from '../../protocols/wire-format.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { mayHoldForeignState, ownState } from '../formats/opaque-state.ts'
import { fitForHost, overrideOf } from './host-changes.ts'
import { fetchAsDataUrls, type RemoteMedia } from './inline-media.ts'
import { operationOf } from './operations.ts'
import type { Attempt, Passage, SentBody, Way } from './passage.ts'
import { sameFormat } from './same-format.ts'
import { sentBody, typeOfBody } from './sent-body.ts'
import { promptedText, systemPromptFor } from './system-prompt.ts'
import { writeBody } from './write-body.ts'

/** One format on both sides: the client's bytes with single fields changed, and none where nothing must change. */
export const patched: Passage = {
  ...sameFormat,
  findMedia,
  hidesUsage(call, { channel, provider }, withoutStreamUsage) {
    const { isStream, wantsUsage } = call.request
    if (!isStream || wantsUsage || !operationOf(call.target).isText) return false
    return provider.reportsStreamUsage && !withoutStreamUsage.has(channel.id)
  },
  prepare,
}

/** The client's bytes as they are, because the operator requires it. */
export const raw: Passage = {
  ...sameFormat,
  isRaw: true,
  findMedia: () => null,
  hidesUsage: () => false,
  prepare: ({ body }) => sentBody(body.bytes, typeOfBody(body)),
}

/** Speech: sound is passed on as it arrives. */
export const sound: Passage = {
  ...patched,
  passesSound: () => true,
}

/** Media by address, for hosts that need bytes. */
function findMedia(call: AdmittedCall, { provider }: Way): RemoteMedia | null {
  const { mediaPlaces: places } = call.format
  if (!provider.takesBytesOnly || !places || call.neutral.inlined || !operationOf(call.target).isChat) return null
  const urls = places.addressesIn(call.request.body)
  if (urls.length === 0) return null
  return {
    urls,
    async take(fetchMedia) {
      call.neutral.inlined = await fetchAsDataUrls(urls, fetchMedia)
    },
  }
}

/**
 * The client's bytes with only the necessary changes: the model if a mapping renamed it, fields that the upstream
 * requires and the client omitted, opaque state of other accounts, and the channel's overrides of top-level fields.
 */
function prepare(call: AdmittedCall, attempt: Attempt): SentBody {
  const { upstreamModel, hidesUsage } = attempt
  const { body } = call.request
  const contentType = typeOfBody(call.body)
  const { ownFields, isChat } = operationOf(call.target)
  const own = ownFields.filter((name) => Object.hasOwn(body, name))
  const asked = own.filter((name) => isTrue(body[name]))
  if (call.body.form) return sentBody(patchedForm(call, upstreamModel, own), contentType, asked)
  const changes: JsonRecord = Object.create(null)
  for (const name of own) changes[name] = undefined
  let dropped: readonly string[] | undefined = asked.length > 0 ? asked : undefined
  if (isChat) {
    const fitted = call.format.fittedFields(body, upstreamModel, call.snapshot.options)
    Object.assign(changes, fitted)
    dropped = fieldsLeftOut(fitted)
    Object.assign(changes, stateChanges(call, attempt))
    const { inlined } = call.neutral
    const { mediaPlaces: places } = call.format
    if (inlined && places && attempt.provider.takesBytesOnly)
      changes.messages = places.withFetched(changes.messages ?? body.messages, inlined)
    if (call.suffix) Object.assign(changes, call.format.thinkingFields?.(body, call.suffix.thinking))
  }
  const prompted = promptedIn(call, attempt, () => ({ ...body, ...changes }))
  if (prompted) {
    // The client's own bytes are kept unless something else changed them.
    if (changes[prompted.field] !== undefined) prompted.first = null
    changes[prompted.field] = prompted.value
  }
  Object.assign(changes, call.format.modelFields(call.target, body, upstreamModel))
  if (hidesUsage) {
    changes.stream_options = { ...recordOf(body.stream_options), include_usage: true }
  }
  const fitted = fitForHost(call, attempt, () => ({ ...body, ...changes }))
  if (fitted) {
    Object.assign(changes, fitted.set)
    for (const name of fitted.remove) changes[name] = undefined
    dropped = [...(dropped ?? []), ...fitted.lost]
  }
  Object.assign(
    changes,
    overrideOf(call, attempt, () => ({ ...body, ...changes })),
  )
  return sentBody(withChanges(call, changes, prompted), contentType, dropped)
}

/** The client's bytes with other top-level fields; a promise only for a large body. */
function withChanges(call: AdmittedCall, changes: JsonRecord, prompted: PromptedField | null): SentBody['bytes'] {
  const { bytes, fields } = call.body
  const names = Object.keys(changes)
  if (names.length === 0) return bytes
  const texts: Record<string, JsonText | null> = Object.create(null)
  const late: Promise<void>[] = []
  for (const name of names) {
    const value = changes[name]
    if (value === undefined) texts[name] = null
    else if (prompted && value === prompted.value) texts[name] = promptedText(prompted, bytes, fields.get(name))
    else {
      const written = writeBody(call, value)
      if (written instanceof Promise) {
        // Keeps the order of new fields.
        texts[name] = ''
        const set = (text: Uint8Array) => {
          texts[name] = text
        }
        late.push(written.then(set))
      } else texts[name] = written
    }
  }
  return late.length === 0
    ? patchJson(bytes, fields, texts)
    : Promise.all(late).then(() => patchJson(bytes, fields, texts))
}

/** The field of a passed body that holds the channel's system prompt; null = none is added. */
function promptedIn(
  call: AdmittedCall,
  { channel, upstreamModel }: Attempt,
  bodyOf: () => JsonRecord,
): PromptedField | null {
  const prompt = systemPromptFor(call, channel)
  if (prompt === null) return null
  return call.format.withPrompt(bodyOf(), { prompt, role: modelRulesOf(upstreamModel)?.systemRole ?? 'system' })
}

/** A limit under its other name still applies. */
const fieldsLeftOut = (fitted: Record<string, unknown>): string[] =>
  Object.keys(fitted).filter((field) => fitted[field] === undefined && field !== 'max_tokens')

/** The form with another model, and without fields; every other byte stays, in particular files. */
function patchedForm(
  { body: { bytes, form }, request }: AdmittedCall,
  upstreamModel: string,
  removed: readonly string[],
): Uint8Array {
  const changes: Record<string, string | null> = Object.fromEntries(removed.map((name) => [name, null]))
  if (request.body.model !== upstreamModel) changes.model = upstreamModel
  return form && Object.keys(changes).length > 0 ? patchMultipart(bytes, form, changes) : bytes
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
