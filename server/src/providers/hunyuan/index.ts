import { hunyuanKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { bearer, defineProvider, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { hunyuanAdapter } from './adapter.ts'
import { imageUrlOf, imageWireOf } from './image-wire.ts'
import { signTc3 } from './sign.ts'
import { hunyuanVideos } from './video-wire.ts'

const base = 'https://hunyuan.tencentcloudapi.com'
/** The same models in OpenAI's format, with separate keys. */
const compatibleBase = 'https://api.hunyuan.cloud.tencent.com'

const isPlain = (key: string): boolean => !key.includes('|')

/** Whether calls go to the host of OpenAI's format: all keys of a channel have one form. */
const isCompatible = ({ keys }: ProviderChannel, key = ''): boolean => isPlain(keys?.[0] ?? key)

/** Tencent Hunyuan. https://cloud.tencent.com/document/product/1729/105701, as known on 2026-11-20 */
export const hunyuan = defineProvider({
  id: 'hunyuan',
  type: 23,
  baseUrl: base,
  format: 'own',
  formatFor: (channel) => (isCompatible(channel) ? 'openai' : 'own'),
  wire: hunyuanAdapter,
  operations: ['chat', 'embeddings', 'image_generations'],
  models: [
    'hunyuan-turbos-latest',
    'hunyuan-t1-latest',
    'hunyuan-large',
    'hunyuan-standard',
    'hunyuan-lite',
    'hunyuan-vision',
    'hunyuan-embedding',
    'hunyuan-image',
    'hunyuan-image-3',
    'hunyuan-video',
  ],
  mediaWireOf: ({ operation, upstreamModel }) =>
    operation === 'image_generations' ? imageWireOf(upstreamModel) : null,
  urlOf({ channel, key, path, operation, upstreamModel }) {
    // The host of OpenAI's format makes no images.
    if (isCompatible(channel, key))
      return operation === 'image_generations' ? null : (channel.baseUrl ?? compatibleBase) + withoutKey(path)
    const root = channel.baseUrl ?? base
    return operation === 'image_generations' ? imageUrlOf(root, upstreamModel) : `${root}/`
  },
  modelListUrlOf: () => null,
  headersOf: ({ key }): Record<string, string> => (isPlain(key) ? bearer(key) : {}),
  parseKey: keyParser(hunyuanKeys),
  sign: (request, key, now) => (isPlain(key) ? {} : signTc3(request, key, now)),
  videos: hunyuanVideos,
  reportsStreamUsage: true,
  family: 'hunyuan',
  takes: {},
})
