import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import { isSuccess } from '../../core/is-success.ts'
import { isTaskResult } from '../../core/media.ts'
import type { TaskReport } from '../../core/tasks/task-report.ts'
import { isWebAddress } from '../../core/web-address.ts'
import { rootOf } from '../../providers/root-of.ts'
import { withoutOutput } from '../../providers/video-faults.ts'
import { cleanText } from '../../relay/call/upstream-error.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { callChannel } from '../call-channel.ts'
import { secretsOf } from '../channel-secrets.ts'
import { queryEach, queryTimeoutMs } from '../query-each.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { isContentRefusal, type PictureWire, pictureWireOf } from './picture-wire.ts'
import { type StoredPictures, storedPicture } from './stored-picture.ts'

/** The states of picture tasks of one account, by their public ids. A task whose state is unknown has none. */
export async function queryPictures(
  deps: Pick<TaskDependencies, 'callUpstream' | 'tokens' | 'state' | 'clock' | 'log'>,
  { channel, key }: { channel: ChannelState; key: string },
  rows: readonly TaskRow[],
  signal: AbortSignal,
): Promise<Map<string, TaskReport>> {
  const root = rootOf(channel) ?? ''
  return await queryEach(deps, channel, rows, signal, async (row) => {
    const stored = storedPicture(row)
    const { id, model } = stored.upstream
    const wire = pictureWireOf(channel, stored.operation, model)
    if (!wire) return null
    const { inquire, isOver, result } = wire.tasks
    const place = { model, root }
    const ask = async ({ path: url, body }: { path: string; body?: JsonRecord }) => {
      const request = { channel, key, url, method: body ? ('POST' as const) : ('GET' as const), body }
      const { options } = deps.state.current()
      const limits = { timeoutMs: queryTimeoutMs, signal }
      return await callChannel({ ...deps, options }, { ...request, ...limits })
    }
    const about = { row, stored, secrets: secretsOf(channel, root, id) }
    const answered = await ask(inquire(id, place))
    const stated = parseRecord(answered.text) ?? {}
    if (!isOver(stated)) return readRunning(wire, answered, about)
    if (!result) return readEnd(wire, stated, about)
    const { status, text } = await ask({ path: result.pathOf(id, place) })
    const answer = parseRecord(text) ?? {}
    return isTaskResult(result, { answer, status }) ? readEnd(wire, answer, about) : null
  })
}

interface About {
  row: TaskRow
  stored: StoredPictures
  secrets: readonly string[]
}

const finalProgress = 100

const emptyReport = (row: TaskRow) => ({
  taskId: row.task_id,
  failReason: '',
  startedAt: 0,
  finishedAt: 0,
  details: {},
})

function readRunning(
  wire: PictureWire,
  { status, text }: { status: number; text: string },
  { row }: About,
): TaskReport | null {
  const answer = parseRecord(text)
  const isRead = answer !== null && isSuccess(status) && !wire.errorIn?.(answer)
  return isRead ? { ...emptyReport(row), status: 'IN_PROGRESS', progress: null } : null
}

/** Success with a file, or a failure. */
function readEnd(wire: PictureWire, answer: JsonRecord, { row, stored, secrets }: About): TaskReport {
  const report = emptyReport(row)
  const error = wire.errorIn?.(answer) ?? null
  const made = error ? [] : wire.parse(answer)
  const outputs = made.flatMap((image) => (image.kind === 'url' && isWebAddress(image.url) ? [{ url: image.url }] : []))
  if (outputs.length > 0) {
    // The hold covers the requested number.
    const requested = stored.charged?.pictures?.n ?? outputs.length
    const details = { outputs: outputs.slice(0, requested) }
    return { ...report, status: 'SUCCESS', progress: finalProgress, details }
  }
  const { message } = error ?? withoutOutput
  return {
    ...report,
    status: 'FAILURE',
    progress: null,
    failReason: cleanText(message, secrets),
    details: { isModerated: error !== null && isContentRefusal(error) },
  }
}
