import type { CallEndpoint, EndpointType } from '@sluice/contract/priced-kinds'
import { isVideoName } from '../core/videos/video-names.ts'
import type { CallOperation } from '../protocols/call-operation.ts'
import { providerOf } from '../providers/index.ts'
import type { Provider } from '../providers/provider.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { kindsOfEndpoints } from '../upkeep/tested-endpoints.ts'
import { describeModel, type ModelDescription } from './describe-model.ts'

/** Names of models that are not for chat; the first that fits counts. */
const kinds: readonly (readonly [type: EndpointType, pattern: RegExp])[] = [
  ['embeddings', /embed|^(bge-(?!reranker)|m3e|embo-|gte-|tao-8k)/],
  ['rerank', /rerank/],
  ['moderation', /moderation/],
  ['speech', /^tts-|-tts(-|$)|^speech-/],
  ['transcription', /whisper|transcribe|-asr(-|$)/],
  ['image-generation', /^(dall-e|gpt-image|imagen|cogview|flux|stable-|sd[x3]|jimeng)/],
  ['completions', /^(gpt-3\.5-turbo-instruct|text-davinci|davinci|babbage)/],
]

/** The provider operation that serves calls of a type. */
function operationOf(type: CallEndpoint): CallOperation {
  const kind = kindsOfEndpoints[type]
  return kind === 'images' ? 'image_generations' : kind
}

/** Every chat format is translated to the format of the upstream. */
const chatTypes: readonly EndpointType[] = ['openai', 'openai-response', 'anthropic', 'gemini']

/** How a model can be called through the channels of `groups`: as the operator's entry says, else as they offer. */
export const endpointTypesOf = (
  snapshot: Snapshot,
  model: string,
  groups: readonly string[],
  description: Pick<ModelDescription, 'endpointTypes'> = describeModel(model, snapshot.catalogue),
): EndpointType[] => description.endpointTypes ?? typesServedBy(model, providersOf(snapshot, model, groups))

/** The types of the model's kind that one of its `providers` serves. */
function typesServedBy(model: string, providers: readonly Provider[]): EndpointType[] {
  const name = model.toLowerCase().slice(model.lastIndexOf('/') + 1)
  const kind = isVideoName(name) ? 'openai-video' : kinds.find(([, pattern]) => pattern.test(name))?.[0]
  const types = kind === undefined ? chatTypes : [kind]
  const served = types.filter((type) => providers.some((provider) => isServedBy(provider, type)))
  // Models of a maker without chat, whose names say nothing, make videos.
  return served.length === 0 && providers.some(({ videos, operations }) => videos && !operations.includes('chat'))
    ? ['openai-video']
    : served
}

const isServedBy = ({ operations, videos }: Provider, type: EndpointType): boolean =>
  type === 'openai-video' ? videos !== undefined : operations.includes(operationOf(type))

function providersOf({ routes }: Snapshot, model: string, groups: readonly string[]): Provider[] {
  const types = new Set<number>()
  for (const group of groups) for (const { type } of routes.get(group)?.get(model) ?? []) types.add(type)
  return [...types].map(providerOf).filter((provider) => provider !== undefined)
}
