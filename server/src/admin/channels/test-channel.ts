import type { ChannelSetting } from '@sluice/contract/channel'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { redact } from '../../platform/redact.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import { providerOf } from '../../providers/index.ts'
import { wireFormatOf } from '../../relay/formats/index.ts'
import { providerSettingsOf } from '../../relay/provider-settings.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { boundedFetch } from './bounded-fetch.ts'

const timeoutMs = 30_000
const bytesMax = 1024 * 1024
const modelWhenNoneIsListed = 'gpt-4o-mini'
const outputTokensMax = 10

export interface ChannelTest {
  success: boolean
  /** Empty on success; else why, without keys. */
  message: string
  durationMs: number
}

/** Which model to test with: the one asked for, else the channel's test model, else its first. */
export const modelToTest = (channel: ChannelState, asked: string, testModel: string | null): string =>
  asked.trim() || testModel || [...channel.models][0] || modelWhenNoneIsListed

export interface TestSurroundings {
  clock: Clock
  options: OptionValues
  allowPrivate: boolean
  signal?: AbortSignal
}

/**
 * One minimal real call through the channel's first key. Moves no money and writes no usage row. Never throws for
 * what the upstream or the configuration does: that is the result.
 */
export async function testChannel(
  channel: ChannelState,
  model: string,
  more: TestSurroundings,
): Promise<ChannelTest> {
  const startedAt = more.clock.monotonic()
  const message = await callOnce(channel, model, more).catch((error: unknown) => {
    if (error instanceof GatewayError) return error.message
    throw error
  })
  const durationMs = Math.round(more.clock.monotonic() - startedAt)
  return { success: message === '', message: withoutKeys(message, channel.keys), durationMs }
}

async function callOnce(channel: ChannelState, model: string, more: TestSurroundings): Promise<string> {
  if (channel.modelMapping === 'invalid') throw new GatewayError('model_mapped_error')
  const upstreamModel = channel.modelMapping?.get(model) ?? model
  const provider = providerOf(channel.type)
  const key = channel.keys[0]
  if (provider === undefined || key === undefined) throw new GatewayError('channel_misconfigured')
  const format = wireFormatOf(provider.format)
  const isEmbedding = provider.operations.includes('embeddings') && isEmbeddingModel(upstreamModel)
  const operation = isEmbedding ? 'embeddings' : 'chat'
  const path = isEmbedding ? '/v1/embeddings' : '/v1/chat/completions'
  const settings = providerSettingsOf(more.options)
  const url = provider.urlOf({ operation, path, isStream: false, upstreamModel, channel, key, settings })
  if (url === null) throw new GatewayError('channel_misconfigured')
  const answer = await boundedFetch({
    url,
    headers: provider.headersOf({ channel, key, clientHeaders: null, model, settings }),
    body: isEmbedding
      ? { model: upstreamModel, input: ['hello world'] }
      : format.buildRequest(buildChatTest(upstreamModel), { options: more.options, takes: provider.takes }),
    timeoutMs,
    bytesMax,
    ...httpProxyOf(channel.setting),
    allowPrivate: more.allowPrivate,
    ...(more.signal ? { signal: more.signal } : {}),
  })
  return objectionTo(answer, isEmbedding ? 'data' : answerFieldOf[provider.format])
}

/** What an answer that is one holds. */
const answerFieldOf: Record<WireFormatId, string> = {
  openai: 'choices',
  anthropic: 'content',
  gemini: 'candidates',
}

/** By the name that is sent on: a mapping can turn any name into an embedding model. */
export const isEmbeddingModel = (model: string): boolean => /embed|bge-|^m3e/i.test(model)

const buildChatTest = (model: string): ChatRequest => ({
  model,
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  maxOutputTokens: outputTokensMax,
  isStream: false,
  wantsUsage: false,
})

/** Why the answer is no proof of a working channel; '' when it is one. */
function objectionTo({ status, text }: { status: number; text: string }, field: string): string {
  const answer = parseRecord(text)
  const reason = errorTextOf(answer)
  if (status !== 200) return `status ${status}${reason === null ? '' : `: ${reason}`}`
  if (answer === null) return 'the answer of the upstream is not JSON'
  if (reason !== null) return reason
  return Array.isArray(answer[field]) ? '' : `the answer of the upstream holds no ${field}`
}

function errorTextOf(answer: Record<string, unknown> | null): string | null {
  const error = answer?.error
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return null
  const { message, code, type } = error as { message?: unknown; code?: unknown; type?: unknown }
  const known = [message, code, type].find((text) => typeof text === 'string' && text !== '')
  return typeof known === 'string' ? known : 'an error without a message'
}

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const messageLengthMax = 500

/** Upstreams quote the key they refuse, in whole or in part shapes of it. */
function withoutKeys(message: string, keys: readonly string[]): string {
  let text = message
  for (const key of keys) text = text.replaceAll(key, '***')
  return redact(text).slice(0, messageLengthMax)
}

/** The proxy of a channel as `fetch` takes it. */
export function httpProxyOf({ proxy }: ChannelSetting): { proxy?: string } {
  if (!proxy) return {}
  if (/^https?:\/\//.test(proxy)) return { proxy }
  throw new GatewayError('upstream_call_failed', { reason: 'a SOCKS proxy cannot be used here' })
}
