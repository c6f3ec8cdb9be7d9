import type { ChatRequest } from '../core/chat/chat-request.ts'
import { patchJson } from '../core/json/patch-json.ts'
import type { WireFormatId } from '../protocols/wire-format-id.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { hasMarkedState, withOwnState } from './opaque-state.ts'
import type { AdmittedCall, Attempt } from './relay-call.ts'

const encoder = new TextEncoder()

/** The body for the upstream: the client's bytes where both speak one format, else the same call in the other. */
export function prepareBody(call: AdmittedCall, attempt: Attempt): Uint8Array {
  return isPassedThrough(call, attempt.format.id) ? patchedBody(call, attempt) : translatedBody(call, attempt)
}

/**
 * A wish for thinking in the model's name changes more than single fields; state that another upstream signed must be
 * taken out, or lose its mark.
 */
export const isPassedThrough = (call: AdmittedCall, format: WireFormatId): boolean =>
  format === call.format.id &&
  call.suffix === null &&
  (format === 'openai' || !hasMarkedState(call.body.bytes))

/** Read once, also when several channels are tried. */
export function neutralRequestOf(call: AdmittedCall): ChatRequest {
  call.neutral.request ??= call.format.parseRequest(call.target, call.request.body)
  return call.neutral.request
}

/**
 * The client's bytes with only what must change: the model when a mapping renamed it, the hidden request for
 * usage, and the channel's overrides of top-level fields.
 */
function patchedBody(call: AdmittedCall, { upstreamModel, hidesUsage, channel }: Attempt): Uint8Array {
  const changes: Record<string, string> = Object.create(null)
  const isNamedInBody = call.target.inPath === null
  if (isNamedInBody && upstreamModel !== call.request.model) changes.model = JSON.stringify(upstreamModel)
  if (hidesUsage) {
    const given = call.request.body.stream_options
    const options = typeof given === 'object' && given !== null ? given : {}
    changes.stream_options = JSON.stringify({ ...options, include_usage: true })
  }
  for (const [field, value] of Object.entries(channel.paramOverride ?? {}))
    changes[field] = JSON.stringify(value)
  if (Object.keys(changes).length === 0) return call.body.bytes
  return patchJson(call.body.bytes, call.body.fields, changes)
}

function translatedBody(call: AdmittedCall, { upstreamModel, format, channel }: Attempt): Uint8Array {
  // The upstream is always asked for usage: the client's own wish is met by what is built for it.
  const request: ChatRequest = {
    ...withOwnState(neutralRequestOf(call), call.format.id, format.id),
    model: upstreamModel,
    wantsUsage: true,
  }
  if (call.suffix) request.thinking = call.suffix.thinking
  const options: OptionValues = call.snapshot.options
  return encoder.encode(
    JSON.stringify({ ...format.buildRequest(request, options), ...channel.paramOverride }),
  )
}
