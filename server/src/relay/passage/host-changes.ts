import type { JsonRecord } from '@sluice/contract/read-json'
import { applyParamOverride } from '../../core/overrides/param-override.ts'
import { claudeBetas } from '../../providers/claude-betas.ts'
import { type FittedBody, withFit } from '../../providers/fit-body.ts'
import { hostOf } from '../../providers/host-of.ts'
import { fitForOpenai } from '../../providers/model-families.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from './operations.ts'
import type { Way } from './passage.ts'
import { writeBody } from './write-body.ts'

/** The changes that the provider's host needs in a body of OpenAI's formats or Anthropic's; null = none. */
export function fitForHost(
  call: AdmittedCall,
  { provider, format, upstreamModel, channel }: Way,
  bodyOf: () => JsonRecord,
): FittedBody | null {
  const host = hostOf(provider, channel)
  const fittedCall = { operation: operationOf(call.target).sentAs, upstreamModel, other: channel.other }
  switch (format.id) {
    case 'openai':
      return fitForOpenai(host, bodyOf, fittedCall)
    case 'responses':
      return provider.fitResponses?.(bodyOf(), fittedCall) ?? null
    case 'anthropic':
      return (
        host.provider.fitMessages?.(bodyOf(), {
          upstreamModel,
          isStream: call.request.isStream,
          betas: betasOf(call),
        }) ?? null
      )
    default:
      return null
  }
}

const betasOf = ({ format, headers, request, snapshot }: AdmittedCall): string[] =>
  claudeBetas({
    clientHeaders: format.id === 'anthropic' ? headers : null,
    model: request.model,
    settings: providerSettingsOf(snapshot.options),
  })

/** The changes of the channel's override to a body; undefined = the field is removed. */
export const overrideOf = (
  { request }: AdmittedCall,
  { channel, upstreamModel }: Way,
  bodyOf: () => JsonRecord,
): JsonRecord | null =>
  channel.paramOverride && applyParamOverride(channel.paramOverride, bodyOf(), { model: request.model, upstreamModel })

/**
 * A written body with the changes of host and channel, and the names of the fields that the host lacks. The bytes are a
 * promise only for a large call, which is written between other work.
 */
export function encodeForHost(
  call: AdmittedCall,
  way: Way,
  wire: JsonRecord,
): { bytes: Uint8Array | Promise<Uint8Array>; lost: readonly string[] } {
  const fitted = fitForHost(call, way, () => wire)
  const body = fitted ? withFit(wire, fitted) : wire
  const whole = { ...body, ...overrideOf(call, way, () => body) }
  return { bytes: writeBody(call, whole), lost: fitted?.lost ?? [] }
}
