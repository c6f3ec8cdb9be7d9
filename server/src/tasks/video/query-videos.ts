import { parseRecord } from '@sluice/contract/read-json'
import type { TaskReport } from '../../core/tasks/task-report.ts'
import { isWebAddress } from '../../core/web-address.ts'
import { providerOf } from '../../providers/index.ts'
import { withoutOutput } from '../../providers/video-faults.ts'
import type { VideoAnswer, VideoOrder, VideoPlace, VideoState, VideoWire } from '../../providers/video-wire.ts'
import { cleanText } from '../../relay/call/upstream-error.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { callChannel } from '../call-channel.ts'
import { secretsOf } from '../channel-secrets.ts'
import { queryEach, queryTimeoutMs } from '../query-each.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { isUsableId } from '../usable-id.ts'
import { storedVideo } from './stored-video.ts'
import { videoPlaceOf } from './video-place.ts'

/** Of an answer with a file. */
const fileTimeoutMs = 45_000
/** A maker lists a task later than it accepts it. */
const lostMs = 60_000

/** The states of videos of one account, by their public ids. A video whose state is unknown has none. */
export async function queryVideos(
  deps: Pick<TaskDependencies, 'callUpstream' | 'tokens' | 'state' | 'clock' | 'log'>,
  { channel, key }: { channel: ChannelState; key: string },
  rows: readonly TaskRow[],
  signal: AbortSignal,
): Promise<Map<string, TaskReport>> {
  const wire = providerOf(channel.type)?.videos
  if (!wire) return new Map()
  return await queryEach(deps, channel, rows, signal, async (row) => {
    const place = videoPlaceOf(channel, row)
    if (place.id === '') return await lookFor(wire, row, place)
    const found = await readBy(wire, wire.inquire(place), place)
    return found && reportOf(row, found, secretsOf(channel, place.root, place.id))
  })

  /** Some makers name the result in a second answer. */
  async function readBy(
    wire: VideoWire,
    order: VideoOrder,
    place: VideoPlace,
    isSecond = false,
  ): Promise<KnownState | null> {
    const found = wire.readState(await ask(wire, order), place)
    if (found?.status !== 'ASK') return found
    // A third would be a fault of the wire.
    return isSecond ? null : await readBy(wire, found.order, { ...place, place: found.place }, true)
  }

  /** A video whose submission had no answer: with its id at the maker, or failed if the maker does not have it. */
  async function lookFor({ lost, ...wire }: VideoWire, row: TaskRow, place: VideoPlace): Promise<TaskReport | null> {
    if (!lost) return null
    const id = lost.readId(await ask(wire, lost.inquire(place)), place)
    if (id === null || !isUsableId(id)) return null
    const report = { ...emptyReport(row), progress: null, details: {} }
    if (id !== '') return { ...report, status: 'QUEUED', details: { upstream: { ...storedVideo(row).upstream, id } } }
    const isLate = deps.clock.now() - row.submitted_at >= lostMs
    return isLate ? { ...report, status: 'FAILURE', failReason: 'the maker did not receive the task' } : null
  }

  async function ask(
    wire: Pick<VideoWire, 'answersHoldFiles'>,
    { url, method, headers, json }: VideoOrder,
  ): Promise<VideoAnswer> {
    const { options } = deps.state.current()
    const request = {
      channel,
      key,
      url,
      headers,
      method: method ?? 'POST',
      body: json,
      timeoutMs: wire.answersHoldFiles ? fileTimeoutMs : queryTimeoutMs,
      signal,
      isCut: wire.answersHoldFiles,
    }
    const { status, text } = await callChannel({ ...deps, options }, request)
    return { status, body: parseRecord(text) ?? {} }
  }
}

/** Another address is no result. */
function withUsableOutputs(found: KnownState): KnownState {
  if (found.status !== 'SUCCESS') return found
  const outputs = found.outputs.filter(({ url }) => isWebAddress(url))
  return outputs.length > 0 ? { ...found, outputs } : { status: 'FAILURE', error: withoutOutput }
}

const emptyReport = ({ task_id: taskId }: TaskRow) => ({ taskId, failReason: '', startedAt: 0, finishedAt: 0 })

type KnownState = Exclude<VideoState, { status: 'ASK' }>

const finalProgress = 100

function reportOf(row: TaskRow, known: KnownState, secrets: readonly string[]): TaskReport {
  const found = withUsableOutputs(known)
  const report = { ...emptyReport(row), status: found.status }
  switch (found.status) {
    case 'SUCCESS':
      return { ...report, progress: finalProgress, details: { outputs: found.outputs, use: found.use ?? {} } }
    case 'FAILURE': {
      const { fault, message } = found.error
      return {
        ...report,
        progress: null,
        failReason: cleanText(message, secrets),
        details: { isModerated: fault === 'moderation' },
      }
    }
    default:
      return { ...report, progress: found.progress, details: {} }
  }
}
