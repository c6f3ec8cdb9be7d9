import type { ClientFormatId, WireFormatId } from '../protocols/wire-format-id.ts'
import { claudeBetas } from './claude-betas.ts'
import { bearer, type HeaderCall, type ProviderChannel } from './provider.ts'

/** The formats of clients that a host of OpenAI's format serves too, for the models that `serves` names. */
export const alsoSpeaks =
  (formats: readonly ClientFormatId[], serves: (upstreamModel: string) => boolean = () => true) =>
  (_channel: ProviderChannel, client: ClientFormatId, upstreamModel: string): WireFormatId =>
    formats.includes(client) && serves(upstreamModel) ? client : 'openai'

/** Whether a path is that of Anthropic's Messages. */
export const isMessagesPath = (path: string): boolean => /^\/v1\/messages(\?|$)/.test(path)

/** A bearer key. A client of Anthropic keeps its version and betas. */
export function messagesHeaders(call: HeaderCall): Record<string, string> {
  const version = call.clientHeaders?.get('anthropic-version')
  if (!version) return bearer(call.key)
  const betas = claudeBetas(call)
  return {
    ...bearer(call.key),
    'anthropic-version': version,
    ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
  }
}
