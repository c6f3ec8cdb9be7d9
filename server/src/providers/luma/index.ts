import { definePictureProvider } from '../picture-tasks.ts'
import { bearer, type Provider } from '../provider.ts'
import { agentsRoot, dreamMachineRoot, rootOf } from './apis.ts'
import { lumaPictures } from './image-wire.ts'
import { lumaVideos } from './video-wire.ts'

const atOneAddress = definePictureProvider(
  {
    id: 'luma',
    type: 64,
    baseUrl: agentsRoot,
    models: ['ray-3.2', 'uni-1', 'uni-1-max', 'ray-2', 'ray-flash-2', 'photon-1', 'photon-flash-1'],
    headersOf: ({ key }) => bearer(key),
    alsoAt: [dreamMachineRoot],
    videos: lumaVideos,
  },
  lumaPictures,
)

/** https://docs.agents.lumalabs.ai, read 2026-11-30, and Dream Machine for its older models. */
export const luma: Provider = {
  ...atOneAddress,
  urlOf: (call) =>
    atOneAddress.urlOf({
      ...call,
      channel: { ...call.channel, baseUrl: rootOf(call.upstreamModel, call.channel.baseUrl ?? agentsRoot) },
    }),
}
