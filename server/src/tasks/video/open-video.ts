import type { FollowAddress } from '../../platform/outbound/guarded-stream.ts'
import { providerOf } from '../../providers/index.ts'
import { signed } from '../../providers/signing.ts'
import { providerSettingsOf } from '../../relay/call/provider-settings.ts'
import { upstreamHeaders } from '../../relay/call/upstream-headers.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import type { TaskRow } from '../../store/schema.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { taskKeyOf } from '../task-key.ts'

/** The answer of the maker for the file of a finished video, with any status. `asked`: headers of the request. */
export type OpenVideo = (
  row: TaskRow,
  output: { url: string; needsKey?: true },
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>

/**
 * The channel's own host gets the channel's key and is called as in any call; every other address goes through the
 * guard, without a key.
 */
export const createVideoOpener =
  (deps: Pick<TaskDependencies, 'state' | 'clock' | 'callUpstream'> & { followAddress: FollowAddress }): OpenVideo =>
  async (row, { url, needsKey }, asked, signal) => {
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

/** Anything but a video or a sound could run in the browser of who opens it. */
export function mediaTypeOf({ headers }: Response): string {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^(video|audio|image)\/[\w.+-]+$/.test(type) && type !== 'image/svg+xml' ? type : 'video/mp4'
}
