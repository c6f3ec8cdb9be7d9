import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { wordOf } from '../../core/tasks/task-word.ts'
import { isEqualSecret, type SecretBox } from '../../platform/secret-box.ts'
import type { VideoOutput } from '../../providers/video-wire.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import type { RelayTools } from '../../relay/relay-tools.ts'
import { publicAddress } from '../../state/public-address.ts'
import type { TaskRow } from '../../store/schema.ts'
import { parseRange } from '../files/byte-range.ts'
import type { KeptVideo, VideoFiles } from '../files/video-files.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { mediaTypeOf, type OpenVideo } from './open-video.ts'
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

const headersOf = ({ task_id: id }: TaskRow, mediaType: string): Headers =>
  new Headers({
    'content-type': mediaType,
    'content-disposition': `inline; filename="${id}.mp4"`,
    'cache-control': 'private, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })

/** Streams the file of a finished video: its copy, or else the maker's file. */
export function createVideoContent(
  deps: Pick<TaskDependencies, 'log'> & { openVideo: OpenVideo; files: Pick<VideoFiles, 'find'> },
): ServeVideo {
  return async function serveVideo(_tools, call, request, { row, query }) {
    if (row.status !== 'SUCCESS') throw invalidRequest('videoNotFinished', { status: wordOf(row.status) })
    const { outputs = [] } = storedVideo(row)
    const index = Number(query.get('index') ?? 0)
    const output = (query.get('variant') ?? 'video') === 'video' ? outputs[index] : undefined
    if (!output) throw new GatewayError('video_gone')
    const kept = await deps.files.find(row, index)
    if (kept) {
      const answer = await serveKept(row, kept, request).catch((cause: unknown) => {
        if (request.signal.aborted) throw cause
        deps.log.warn({ requestId: call.id, taskId: row.id, reason: String(cause) }, 'a copy of a video was not read')
        return null
      })
      if (answer) return answer
    }
    return await serveFromMaker(call, request, row, output)
  }

  async function serveFromMaker(
    call: RelayCall,
    request: Request,
    row: TaskRow,
    output: VideoOutput,
  ): Promise<Response> {
    const asked: Record<string, string> = {}
    for (const name of ['range', 'if-range']) {
      const value = request.headers.get(name)
      if (value !== null) asked[name] = value
    }
    const answer = await deps.openVideo(row, output, asked, request.signal).catch((cause: unknown) => {
      if (request.signal.aborted) throw cause
      deps.log.info({ requestId: call.id, taskId: row.id, reason: String(cause) }, 'a video was not fetched')
      throw new GatewayError('video_gone', {}, { cause })
    })
    if (answer.status !== 200 && answer.status !== 206) {
      await answer.body?.cancel()
      deps.log.info({ requestId: call.id, taskId: row.id, status: answer.status }, 'a video was not fetched')
      throw new GatewayError('video_gone')
    }
    const headers = headersOf(row, mediaTypeOf(answer))
    for (const name of passedHeaders) {
      const value = answer.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    if (request.method !== 'HEAD') return new Response(answer.body, { status: answer.status, headers })
    await answer.body?.cancel()
    return new Response(null, { status: answer.status, headers })
  }
}

/** A copy, or the part of it that is asked for. Throws if it cannot be read. */
async function serveKept(row: TaskRow, kept: KeptVideo, request: Request): Promise<Response> {
  const { bytes, etag } = kept
  const range = parseRange(request.headers, kept)
  const headers = headersOf(row, kept.mediaType)
  headers.set('etag', etag)
  headers.set('last-modified', new Date(kept.modifiedAt).toUTCString())
  headers.set('accept-ranges', 'bytes')
  if (range === 'beyond') {
    headers.set('content-range', `bytes */${bytes}`)
    return new Response(null, { status: 416, headers })
  }
  const { from, to } = range ?? { from: 0, to: bytes - 1 }
  headers.set('content-length', String(to - from + 1))
  if (range) headers.set('content-range', `bytes ${from}-${to}/${bytes}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(await kept.open({ from, to }, request.signal), { status, headers })
}
