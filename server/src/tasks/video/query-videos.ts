import { parseRecord } from '@sluice/contract/read-json'
import type { TaskReport } from '../../core/tasks/task-report.ts'
import { isWebAddress } from '../../core/web-address.ts'
import { fetchedObjection, parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { providerOf } from '../../providers/index.ts'
import { withoutOutput } from '../../providers/video-faults.ts'
import type {
  VideoAnswer,
  VideoOrder,
  VideoOutput,
  VideoPlace,
  VideoState,
  VideoWire,
} from '../../providers/video-wire.ts'
import { cleanText } from '../../relay/call/upstream-error.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { callChannel } from '../call-channel.ts'
import { secretsOf } from '../channel-secrets.ts'
import { queryEach, queryTimeoutMs } from '../query-each.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { isUsableId } from '../usable-id.ts'
import { isAtChannel } from './open-video.ts'
import { storedVideo } from './stored-video.ts'
import { videoPlaceOf } from './video-place.ts'

/** Of an answer with a file. */
const fileTimeoutMs = 45_000
/** A maker lists a task later than it accepts it. */
const lostMs = 60_000
/** A maker that has said for this long that it knows no such task does not make the video any more. */
const missingMs = 10 * 60_000

/** The states of videos of one account, by their public ids. A video whose state is unknown has none. */
export async function queryVideos(
  deps: Pick<TaskDependencies, 'callUpstream' | 'tokens' | 'state' | 'clock' | 'config' | 'log'>,
  { channel, key }: { channel: ChannelState; key: string },
  rows: readonly TaskRow[],
  signal: AbortSignal,
): Promise<Map<string, TaskReport>> {
  const wire = providerOf(channel.type)?.videos
  if (!wire) return new Map()
  return await queryEach(deps, channel, rows, signal, async (row) => {
    const place = videoPlaceOf(channel, row)
    if (place.id === '') return await lookFor(wire, row, place)
    const answer = await ask(wire, wire.inquire(place))
    const found = await readWhole(wire, wire.readState(answer, place), place)
    if (found === null) return isMissing(wire, answer) ? reportMissing(row) : null
    const report = reportOf(row, withUsableOutputs(found, canFetch), secretsOf(channel, place.root, place.id))
    return storedVideo(row).missingSince ? { ...report, details: { ...report.details, missingSince: 0 } } : report
  })

  /** What the guard refuses by its address is no file that a client could get. */
  function canFetch(output: VideoOutput): boolean {
    if (!isWebAddress(output.url)) return false
    const exceptions = parseOutboundAllow(deps.config.OUTBOUND_ALLOW)
    return isAtChannel(channel, output) || fetchedObjection(output.url, exceptions) === null
  }

  /** Some makers name the result in a second answer. */
  async function readWhole(wire: VideoWire, first: VideoState | null, place: VideoPlace): Promise<KnownState | null> {
    if (first?.status !== 'ASK') return first
    const second = wire.readState(await ask(wire, first.order), { ...place, place: first.place })
    // A third would be a fault of the wire.
    return second?.status === 'ASK' ? null : second
  }

  function reportMissing(row: TaskRow): TaskReport {
    const now = deps.clock.now()
    const missingSince = storedVideo(row).missingSince || now
    const report = { ...emptyReport(row), progress: null, details: { missingSince } }
    if (now - missingSince < missingMs) return { ...report, status: row.status }
    return { ...report, status: 'FAILURE', failReason: 'the maker does not know the task any more' }
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

/** Whether the maker says in its own form that it knows no such task. */
const isMissing = (wire: VideoWire, answer: VideoAnswer): boolean =>
  wire.isMissing?.(answer) ?? (answer.status === 404 && Object.keys(answer.body).length > 0)

/** An address that cannot be fetched is no result. */
function withUsableOutputs(found: KnownState, canFetch: (output: VideoOutput) => boolean): KnownState {
  if (found.status !== 'SUCCESS') return found
  const outputs = found.outputs.filter(canFetch)
  return outputs.length > 0 ? { ...found, outputs } : { status: 'FAILURE', error: withoutOutput }
}

const emptyReport = ({ task_id: taskId }: TaskRow) => ({ taskId, failReason: '', startedAt: 0, finishedAt: 0 })

type KnownState = Exclude<VideoState, { status: 'ASK' }>

const finalProgress = 100

function reportOf(row: TaskRow, found: KnownState, secrets: readonly string[]): TaskReport {
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
