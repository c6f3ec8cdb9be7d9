import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { FollowAddress } from '../../platform/outbound/guarded-stream.ts'
import { isEqualSecret, type SecretBox } from '../../platform/secret-box.ts'
import { wordOf } from '../../protocols/videos/build-video.ts'
import { providerOf } from '../../providers/index.ts'
import { signed } from '../../providers/signing.ts'
import { providerSettingsOf } from '../../relay/call/provider-settings.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { upstreamHeaders } from '../../relay/call/upstream-headers.ts'
import type { RelayTools } from '../../relay/relay-tools.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import { publicAddress } from '../../state/public-address.ts'
import type { TaskRow } from '../../store/schema.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { taskKeyOf } from '../task-key.ts'
import { storedVideo } from './stored-video.ts'

const purpose = 'video content'

/** The path at which the file of a video is served without a key. It cannot be guessed. */
export const videoPathOf = (secretBox: Pick<SecretBox, 'lookup'>, id: string): string =>
  `/v1/videos/${id}/content?proof=${secretBox.lookup(id, purpose)}`

export const videoUrlOf = (
  { secretBox, state, config }: Pick<TaskDependencies, 'secretBox' | 'state' | 'config'>,
  { task_id: id }: Pick<TaskRow, 'task_id'>,
): string => publicAddress(state.current().options, config) + videoPathOf(secretBox, id)

export const isVideoProof = (secretBox: Pick<SecretBox, 'lookup'>, id: string, proof: string | null): boolean =>
  proof !== null && isEqualSecret(secretBox.lookup(id, purpose), proof)

export type ServeVideo = (
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  asked: { row: TaskRow; query: URLSearchParams },
) => Promise<Response>

/** Headers of the upstream's answer that the client gets. */
const passedHeaders = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/**
 * Streams the file of a finished video. The channel's own host gets the channel's key and is called as in any call;
 * every other address goes through the guard, without a key.
 */
export function createVideoContent(
  deps: Pick<TaskDependencies, 'state' | 'clock' | 'log' | 'callUpstream'> & { followAddress: FollowAddress },
): ServeVideo {
  return async function serveVideo(_tools, call, request, { row, query }) {
    if (row.status !== 'SUCCESS') throw invalidRequest('videoNotFinished', { status: wordOf(row.status) })
    const { outputs = [] } = storedVideo(row)
    const variant = query.get('variant') ?? 'video'
    const output = variant === 'video' ? outputs[Number(query.get('index') ?? 0)] : undefined
    if (!output) throw new GatewayError('video_gone')
    const range = request.headers.get('range')
    const asked: Record<string, string> = range === null ? {} : { range }
    const answer = await openFile(row, output, asked, request.signal).catch((cause: unknown) => {
      if (request.signal.aborted) throw cause
      deps.log.info({ requestId: call.id, taskId: row.id, reason: String(cause) }, 'a video was not fetched')
      throw new GatewayError('video_gone', {}, { cause })
    })
    if (answer.status !== 200 && answer.status !== 206) {
      await answer.body?.cancel()
      deps.log.info({ requestId: call.id, taskId: row.id, status: answer.status }, 'a video was not fetched')
      throw new GatewayError('video_gone')
    }
    const headers = new Headers({
      'content-type': mediaTypeOf(answer),
      'content-disposition': `inline; filename="${row.task_id}.mp4"`,
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    for (const name of passedHeaders) {
      const value = answer.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    if (request.method !== 'HEAD') return new Response(answer.body, { status: answer.status, headers })
    await answer.body?.cancel()
    return new Response(null, { status: answer.status, headers })
  }

  async function openFile(
    row: TaskRow,
    { url, needsKey }: { url: string; needsKey?: true },
    asked: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { channels, options } = deps.state.current()
    const channel = channels.get(row.channel_id)
    const provider = channel && providerOf(channel.type)
    const root = channel?.baseUrl ?? provider?.baseUrl ?? null
    const isOwnHost = root !== null && new URL(root).host === new URL(url).host
    if (!channel || !provider || !isOwnHost) return await deps.followAddress(url, asked, signal)
    const key = taskKeyOf(channel, row)
    const own = { accept: '*/*', ...asked }
    const settings = providerSettingsOf(options)
    const headers = needsKey
      ? upstreamHeaders(own, { provider, channel, key, settings, model: '' }, { passed: null, named: null })
      : own
    const call = { url, method: 'GET' as const, headers, body: new Uint8Array(), proxy: proxyOf(channel), signal }
    const answer = await deps.callUpstream(needsKey ? await signed(provider, call, { key, now: deps.clock.now }) : call)
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return answer
    await answer.body?.cancel()
    // The next address gets no key, whatever its host.
    return await deps.followAddress(new URL(location, url).href, asked, signal)
  }
}

/** Anything but a video or a sound could run in the browser of who opens it. */
function mediaTypeOf({ headers }: Response): string {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^(video|audio|image)\/[\w.+-]+$/.test(type) && type !== 'image/svg+xml' ? type : 'video/mp4'
}
