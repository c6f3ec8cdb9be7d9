import { fitDoubao } from '../family-fits.ts'
import { type FitBody, unchanged } from '../fit-body.ts'
import { alsoSpeaks, isMessagesPath, messagesHeaders } from '../host-formats.ts'
import { lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { bearer, defineHost, defineVideoProvider, type ProviderCall, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { errorTypes } from '../read-error.ts'
import { editWire } from './edit-wire.ts'
import { isMultimodal, multimodalEmbeddings } from './embeddings.ts'
import { arkVideos } from './video-wire.ts'

const base = 'https://ark.cn-beijing.volces.com'

/** All models have the same efforts. */
const fitBody: FitBody = (body, { operation }) => (operation === 'chat' ? fitDoubao(body) : unchanged)

/**
 * Volcano Ark: Doubao and others. A plan for programs (`…/api/coding`) has addresses of its own: calls to the usual
 * ones are charged apart. https://www.volcengine.com/docs/82379, as known on 2026-11-23
 */
export const ark = defineHost({
  id: 'ark',
  type: 45,
  baseUrl: base,
  formatFor: alsoSpeaks(['responses', 'anthropic'], (upstreamModel) => !isApplication(upstreamModel)),
  ...lackingOf(lacksOfCopies),
  headersOf: messagesHeaders,
  operations: ['chat', 'embeddings', 'image_generations', 'image_edits'],
  models: ['doubao-seed-2-0-pro', 'doubao-seed-1-8', 'doubao-seed-1-6', 'doubao-seed-1-6-flash', 'doubao-1-5-pro-32k'],
  urlOf: ({ channel, path, ...call }) => urlOf(channel, withoutKey(path), call),
  embeddingsOf: (upstreamModel) => (isMultimodal(upstreamModel) ? multimodalEmbeddings : null),
  mediaWireOf: ({ operation }) => (operation === 'image_edits' ? editWire : null),
  videos: arkVideos,
  // Endpoints, `ep-…`, do not name their model.
  family: 'doubao',
  runsModels: true,
  alsoAt: ['https://ark.ap-southeast.bytepluses.com'],
  fitBody,
  // https://www.volcengine.com/docs/82379/1299023, as known on 2026-11-23
  typeOfError: errorTypes({
    AuthenticationError: 'authentication_error',
    AccountOverdueError: 'billing_error',
  }),
  // Only the console of the host lists its models.
  modelListUrlOf: () => null,
})

/** Seedance on Ark, as a type of its own. */
export const doubaoVideo = defineVideoProvider({
  id: 'doubao-video',
  type: 54,
  baseUrl: base,
  models: ['doubao-seedance-2-0-260128', 'doubao-seedance-2-0-mini-260615', 'doubao-seedance-1-5-pro-251215'],
  headersOf: ({ key }) => bearer(key),
  alsoAt: ['https://ark.ap-southeast.bytepluses.com'],
  videos: arkVideos,
})

type ArkCall = Pick<ProviderCall, 'operation' | 'upstreamModel'>

/** Custom applications have a path of their own. */
const isApplication = (upstreamModel: string): boolean => upstreamModel.startsWith('bot-')

function urlOf(channel: ProviderChannel, path: string, call: ArkCall): string {
  const root = channel.baseUrl ?? base
  const plan = /^(.*\/api\/coding)(\/v3)?$/.exec(root)?.[1]
  if (isMessagesPath(path)) return `${plan ?? `${root}/api/compatible`}${path}`
  const task = taskOf(path, call)
  return plan === undefined ? `${root}/api/v3${task}` : `${plan}/v3${task}`
}

function taskOf(path: string, { operation, upstreamModel }: ArkCall): string {
  if (operation === 'embeddings' && isMultimodal(upstreamModel)) return '/embeddings/multimodal'
  if (operation === 'image_edits') return '/images/generations'
  return path.replace(/^\/v1/, isApplication(upstreamModel) ? '/bots' : '')
}
