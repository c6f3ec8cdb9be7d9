import { chatOrResponses, defineHost, type ProviderCall } from '../provider.ts'
import { errorTypes } from '../read-error.ts'
import { editWire } from './edit-wire.ts'
import { isMultimodal, multimodalEmbeddings } from './embeddings.ts'

/** Volcano Ark: Doubao and others. https://www.volcengine.com/docs/82379, as known on 2026-11-20 */
export const ark = defineHost({
  id: 'ark',
  type: 45,
  baseUrl: 'https://ark.cn-beijing.volces.com',
  formatFor: chatOrResponses,
  operations: ['chat', 'embeddings', 'image_generations', 'image_edits'],
  models: [
    'doubao-seed-2-0-pro',
    'doubao-seed-1-8',
    'doubao-seed-1-6',
    'doubao-seed-1-6-flash',
    'doubao-1-5-pro-32k',
  ],
  pathOf,
  embeddingsOf: (upstreamModel) => (isMultimodal(upstreamModel) ? multimodalEmbeddings : null),
  mediaWireOf: ({ operation }) => (operation === 'image_edits' ? editWire : null),
  takes: { reasoning: 'text' },
  // https://www.volcengine.com/docs/82379/1299023, as known on 2026-11-23
  typeOfError: errorTypes({
    AuthenticationError: 'authentication_error',
    AccountOverdueError: 'billing_error',
  }),
  // Only the console of the host lists its models.
  modelListUrlOf: () => null,
})

/** Custom applications have a path of their own. */
function pathOf(
  path: string,
  { operation, upstreamModel }: Pick<ProviderCall, 'operation' | 'upstreamModel'>,
) {
  if (operation === 'embeddings' && isMultimodal(upstreamModel)) return '/api/v3/embeddings/multimodal'
  if (operation === 'image_edits') return '/api/v3/images/generations'
  return path.replace(/^\/v1/, upstreamModel.startsWith('bot-') ? '/api/v3/bots' : '/api/v3')
}
