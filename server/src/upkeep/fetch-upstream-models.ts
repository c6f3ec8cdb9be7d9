import { makeReason } from '@sluice/contract/error-reasons'
import { parseJson } from '@sluice/contract/read-json'
import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { parseGeminiModelList } from '../protocols/gemini/model-list.ts'
import { providerOf } from '../providers/index.ts'
import type { Services } from '../services.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { askProvider } from './ask-provider.ts'
import { upstreamFailure } from './upstream-failure.ts'

const timeoutMs = 10_000
const bytesMax = 4 * 1024 * 1024
const modelsMax = 10_000
/** Not needed for a list of models. */
const noSettings = { claudeHeaders: {}, geminiVersions: {} }

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })
/** Cloudflare's search. */
const searchResult = z.object({ result: z.array(z.object({ name: z.string() })) })

export type UpstreamAddress = Pick<
  ChannelState,
  'type' | 'baseUrl' | 'organization' | 'other' | 'keys' | 'setting' | 'headerChanges'
>

/** Whether upstreams of the channel's type list their models. */
export const listsModels = (channel: UpstreamAddress): boolean =>
  (providerOf(channel.type)?.modelListUrlOf(channel, channel.keys[0] ?? '') ?? null) !== null

/** The names of the models an upstream lists, in its order. Throws GatewayError if the request fails. */
export async function fetchUpstreamModels(
  channel: UpstreamAddress,
  more: Services<'clock'> & { allowPrivate: boolean; signal?: AbortSignal },
): Promise<string[]> {
  const provider = providerOf(channel.type)
  const key = channel.keys[0]
  const url = provider?.modelListUrlOf(channel, key ?? '') ?? null
  if (provider === undefined || url === null) throw upstreamFailure(makeReason('noModelList'))
  if (key === undefined) throw upstreamFailure(makeReason('noKey'))
  const ask = (at: string) => {
    const question = { channel, key, urlOf: () => at, model: '', settings: noSettings }
    return askProvider(provider, question, { timeoutMs, bytesMax, ...more })
  }
  const answer = await ask(url)
  if (answer.status !== 200) throw upstreamFailure(makeReason('upstreamAnswered', { status: answer.status }))
  const names = namesIn(answer.text)
  const secondUrl = provider.moreModelsUrlOf?.(channel, key) ?? null
  return secondUrl === null ? names : [...new Set([...(await secondList(secondUrl)), ...names])]

  /** A key may be allowed to read only the first list. */
  async function secondList(at: string): Promise<string[]> {
    try {
      const second = await ask(at)
      return second.status === 200 ? namesIn(second.text) : []
    } catch (error) {
      more.signal?.throwIfAborted()
      if (error instanceof GatewayError) return []
      throw error
    }
  }
}

function namesIn(text: string): string[] {
  const listed = listedNames(parseJson(text))
  if (listed === null) throw upstreamFailure(makeReason('noModelsListed'))
  const names = listed.map((name) => name.trim()).filter((name) => name !== '' && name.length <= 255)
  return [...new Set(names)].slice(0, modelsMax)
}

/** Bedrock's. */
const summaryList = z.object({ modelSummaries: z.array(z.object({ modelId: z.string() })) })
const profileList = z.object({
  inferenceProfileSummaries: z.array(z.object({ inferenceProfileId: z.string() })),
})

/** Null for anything but a list of models. Google and Ollama name the list `models`. */
function listedNames(wire: unknown): string[] | null {
  const list = modelList.safeParse(wire)
  if (list.success) return list.data.data.map(({ id }) => id)
  const found = searchResult.safeParse(wire)
  if (found.success) return found.data.result.map(({ name }) => name)
  const summaries = summaryList.safeParse(wire)
  if (summaries.success) return summaries.data.modelSummaries.map(({ modelId }) => modelId)
  const profiles = profileList.safeParse(wire)
  if (profiles.success)
    return profiles.data.inferenceProfileSummaries.map(({ inferenceProfileId }) => inferenceProfileId)
  const { models } = parseGeminiModelList(wire)
  return models.length > 0 ? models.map(({ id }) => id) : null
}
