import { decodedText } from '../../core/json/long-texts.ts'
import { answerStream, bounded } from '../../platform/outbound/read-answer.ts'
import { streamOf } from '../../platform/stream-of.ts'
import { providerOf } from '../../providers/index.ts'
import { rootOf } from '../../providers/root-of.ts'
import { signed } from '../../providers/signing.ts'
import type { VideoOutput } from '../../providers/video-wire.ts'
import { providerSettingsOf } from '../../relay/call/provider-settings.ts'
import { upstreamHeaders } from '../../relay/call/upstream-headers.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { sendWithToken } from '../send-with-token.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { taskKeyOf } from '../task-key.ts'

/** Whether the file is at the channel's own host, which is called as in any call. */
export function isAtChannel(channel: ChannelState, { url, needsKey }: Pick<VideoOutput, 'url' | 'needsKey'>): boolean {
  const root = rootOf(channel)
  if (root !== null && root !== '' && new URL(root).host === new URL(url).host) return true
  return needsKey === true && providerOf(channel.type)?.videos?.isOwnAddress?.(new URL(url)) === true
}

/** The answer of the maker for the file of a finished video, with any status. `asked`: headers of the request. */
export type OpenVideo = (
  row: TaskRow,
  output: Pick<VideoOutput, 'url' | 'needsKey' | 'within'>,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>

/** What is read of a maker's JSON for the file in it. */
const documentBytesMax = 1_073_741_824

/**
 * The channel's own host gets the channel's key and is called as in any call; every other address goes through the
 * guard, without a key.
 */
export const createVideoOpener =
  (deps: Pick<TaskDependencies, 'state' | 'clock' | 'callUpstream' | 'tokens' | 'followAddress'>): OpenVideo =>
  async (row, { url, needsKey, within }, asked, signal) => {
    const { channels, options } = deps.state.current()
    const channel = channels.get(row.channel_id)
    const provider = channel && providerOf(channel.type)
    if (!channel || !provider || !isAtChannel(channel, { url, needsKey }))
      return await deps.followAddress(url, asked, signal)
    const key = taskKeyOf(channel, row)
    const settings = providerSettingsOf(options)
    const own = { accept: '*/*', ...(within ? { 'content-type': 'application/json' } : asked) }
    const body = within ? Buffer.from(JSON.stringify(within.json)) : new Uint8Array()
    const call = { url, method: within ? ('POST' as const) : ('GET' as const), body, proxy: proxyOf(channel), signal }
    if (!needsKey) return await followFrom(await deps.callUpstream({ ...call, headers: own }))
    const answer = await sendWithToken(deps, { provider, channel, key }, signal, async (token) => {
      const destination = { provider, channel, key, token, settings, model: '' }
      const headers = upstreamHeaders(own, destination, { passed: null, named: null })
      return await deps.callUpstream(await signed(provider, { ...call, headers }, { key, now: deps.clock.now }))
    })
    if (!(answer instanceof Response)) return new Response(null, { status: answer.status })
    return within ? await fileIn(answer, within) : await followFrom(answer)

    /** The next address gets no key, whatever its host. */
    async function followFrom(answer: Response): Promise<Response> {
      const location = answer.headers.get('location')
      if (answer.status < 300 || answer.status > 399 || location === null) return answer
      await answer.body?.cancel()
      return await deps.followAddress(new URL(location, url).href, asked, signal)
    }
  }

/** The file in a JSON answer, as it arrives. Its length is unknown, so no part of it can be asked for. */
async function fileIn(answer: Response, within: NonNullable<VideoOutput['within']>): Promise<Response> {
  const stream = answerStream(answer)
  if (answer.status !== 200 || !stream) return answer
  const parts = decodedText(bounded(stream, documentBytesMax), within)
  const first = await parts.next()
  if (first.done) return new Response(null, { status: 404 })
  const start = first.value
  async function* whole(): AsyncGenerator<Uint8Array, void> {
    yield start
    yield* parts
  }
  return new Response(streamOf(whole()), { headers: { 'content-type': 'video/mp4' } })
}

/** Anything but a video or a sound could run in the browser of who opens it. */
export function mediaTypeOf({ headers }: Response): string {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^(video|audio|image)\/[\w.+-]+$/.test(type) && type !== 'image/svg+xml' ? type : 'video/mp4'
}
