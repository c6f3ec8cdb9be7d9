import { join } from 'node:path'
import { dayMs, minuteMs } from '@sluice/contract/durations'
import { parseStored } from '../../core/json/parse-stored.ts'
import { followDue } from '../../platform/lanes.ts'
import { describeError } from '../../platform/log.ts'
import type { SendGuarded } from '../../platform/outbound/guarded-stream.ts'
import { createSlots } from '../../platform/slots.ts'
import type { Services } from '../../services.ts'
import type { TaskRow } from '../../store/schema.ts'
import {
  changeFile,
  claimDueFiles,
  filePhase,
  findKeptFile,
  forgetFile,
  planFiles,
  sumKeptBytes,
  type TaskFileRow,
} from '../../store/task-files.ts'
import { changeTask, findTask, taskPhase } from '../../store/tasks.ts'
import { findUser } from '../../store/users.ts'
import { mediaTypeOf, type OpenVideo } from '../video/open-video.ts'
import { type StoredVideo, storedVideo } from '../video/stored-video.ts'
import { createBucket, isBucketComplete } from './bucket.ts'
import type { FilePlace } from './file-place.ts'
import { createFolder } from './folder.ts'

const megabyte = 1_048_576
/** Of one copy. A process that hangs longer loses its claim. */
const copyTimeoutMs = 20 * minuteMs
const claimMs = 25 * minuteMs
const removeTimeoutMs = minuteMs
const filesPerClaim = 100
const claimEveryMs = 5_000
/** Files that are copied at once by a process. */
const atOnce = 3
const triesMax = 10
/** Money is settled before a file is copied. */
const unsettledWaitMs = 10_000
const waitAfter = (tries: number): number => Math.min(5_000 * 2 ** tries, 60 * minuteMs)

class TooLarge extends Error {}

type Dependencies = Services<'db' | 'ledger' | 'state' | 'clock' | 'log' | 'config'> & {
  openVideo: OpenVideo
  sendToBucket: SendGuarded
}

/** What a client gets of a copy. */
export interface KeptVideo {
  bytes: number
  mediaType: string
  etag: string
  modifiedAt: number
  open(range: { from: number; to: number }, signal: AbortSignal): Promise<ReadableStream | Blob>
}

/** Copies of finished videos: the job that makes and deletes them, and what is read of them. Safe on several nodes. */
export function createVideoFiles(deps: Dependencies) {
  const { db, ledger, state, clock, log, config, openVideo, sendToBucket } = deps
  const inSlot = createSlots({ atOnce, waiting: Number.MAX_SAFE_INTEGER })
  const folder = createFolder(config.MEDIA_DIR || join(config.DATA_DIR, 'media'))

  function placeOf(name: string): FilePlace | null {
    if (name === 'folder') return folder
    const { options } = state.current()
    return name === 'bucket' && isBucketComplete(options) ? createBucket({ send: sendToBucket, clock }, options) : null
  }

  /** Makes due copies, and deletes those whose time is over. */
  const run = (signal: AbortSignal): Promise<void> =>
    followDue<TaskFileRow>(
      {
        async claim() {
          const now = clock.now()
          const due = { epochId: ledger.epochId, now, until: now + claimMs, most: filesPerClaim }
          const works = await claimDueFiles(db, due)
          return { works, isAll: works.length < filesPerClaim }
        },
        // An account has one copy after the other, so that its limit holds.
        laneOf: (file) => `${file.user_id}`,
        follow: (file) => inSlot(() => follow(file, signal)),
        postpone: async (file) => void (await changeFile(db, file, { claim: '', due_at: clock.now() + claimEveryMs })),
        atOnce: 1,
        waitingMax: filesPerClaim,
        everyMs: claimEveryMs,
      },
      signal,
    )

  /** Never rejects. */
  async function follow(file: TaskFileRow, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      if (file.phase === filePhase.due) await copy(file, signal)
      else await remove(file, signal)
    } catch (cause) {
      log.warn({ fileId: file.id, error: describeError(cause) }, 'a copy of a video was neither made nor deleted')
      const tries = file.tries + 1
      const isOver = file.phase === filePhase.due && tries >= triesMax
      const change = { tries, claim: '', due_at: clock.now() + waitAfter(tries) }
      await changeFile(db, file, isOver ? { ...change, phase: filePhase.over, note: 'gone' } : change).catch(
        () => undefined,
      )
    }
  }

  const giveUp = async (file: TaskFileRow, note: string): Promise<void> => {
    await changeFile(db, file, { phase: filePhase.over, note, claim: '' })
    log.info({ fileId: file.id, userId: file.user_id, note }, 'a video is not copied')
  }

  async function copy(file: TaskFileRow, signal: AbortSignal): Promise<void> {
    const task = await findTask(db, file.task)
    if (!task || task.status === 'FAILURE' || task.hidden_at > 0) return await forgetFile(db, file.id)
    // Its account may have been deleted before the maker was done.
    if (!(await findUser(db, task.user_id))) return await forgetFile(db, file.id)
    if (task.phase !== taskPhase.over) {
      await changeFile(db, file, { claim: '', due_at: clock.now() + unsettledWaitMs })
      return
    }
    const { options } = state.current()
    const place = options.MediaCopies
    const target = placeOf(place)
    const output = storedVideo(task).outputs?.[file.output]
    if (place === 'off' || !output) return await giveUp(file, 'off')
    if (!target) throw new Error('the settings of the bucket are incomplete')
    const left = await bytesLeftFor(file.user_id)
    if (left <= 0) return await giveUp(file, 'account')
    const bytesMax = Math.min(options.MediaCopyFileMb * megabyte, left)
    const within = AbortSignal.any([AbortSignal.timeout(copyTimeoutMs), signal])
    // What a process left that died.
    if (file.place !== '') await placeOf(file.place)?.remove(file.object_key, within)
    const key = keyOf(task, file)
    // Known before a byte is written, so that whatever is there can be deleted.
    if (!(await changeFile(db, file, { place, object_key: key }))) return
    const answer = await openVideo(task, output, {}, within)
    if (answer.status !== 200 || !answer.body) {
      await answer.body?.cancel()
      throw new Error(`the maker answered with status ${answer.status}`)
    }
    const announced = Number(answer.headers.get('content-length') ?? 0)
    const mediaType = mediaTypeOf(answer)
    let bytes = 0
    async function* counted(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of body) {
        bytes += chunk.byteLength
        if (bytes > bytesMax) throw new TooLarge()
        yield chunk
      }
      if (announced > 0 && bytes !== announced) throw new Error('the file was cut')
      if (bytes === 0) throw new Error('the file is empty')
    }
    try {
      if (announced > bytesMax) {
        await answer.body.cancel()
        throw new TooLarge()
      }
      await target.save(key, counted(answer.body), mediaType, within)
    } catch (cause) {
      if (cause instanceof TooLarge)
        return await giveUp(file, bytesMax < options.MediaCopyFileMb * megabyte ? 'account' : 'size')
      throw cause
    }
    await keep({ ...file, place, object_key: key }, { bytes, mediaType, days: options.MediaCopyDays })
  }

  async function keep(
    file: TaskFileRow,
    { bytes, mediaType, days }: { bytes: number; mediaType: string; days: number },
  ): Promise<void> {
    const now = clock.now()
    const until = now + days * dayMs
    const kept = { phase: filePhase.kept, bytes, media_type: mediaType.slice(0, 64), kept_at: now, tries: 0 }
    if (await changeFile(db, file, { ...kept, due_at: until, claim: '' })) await tellTask(file.task, until)
    // Its task was deleted meanwhile, or another process has taken over, which writes another object.
    else await placeOf(file.place)?.remove(file.object_key, AbortSignal.timeout(removeTimeoutMs))
  }

  /** Stores in the task when its copy is deleted. */
  async function tellTask(id: number, keptUntil: number): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      const task = await findTask(db, id)
      if (!task) return
      const data = JSON.stringify({ ...parseStored<StoredVideo>(task.data), keptUntil })
      if (await changeTask(db, task, { data }, clock.now())) return
    }
  }

  async function bytesLeftFor(userId: number): Promise<number> {
    const { MediaCopyAccountMb: most } = state.current().options
    return most === 0 ? Number.MAX_SAFE_INTEGER : most * megabyte - (await sumKeptBytes(db, userId))
  }

  async function remove(file: TaskFileRow, signal: AbortSignal): Promise<void> {
    if (file.place !== '') {
      const place = placeOf(file.place)
      if (!place) throw new Error(`no ${file.place} is set`)
      await place.remove(file.object_key, AbortSignal.any([AbortSignal.timeout(removeTimeoutMs), signal]))
    }
    await forgetFile(db, file.id)
  }

  return {
    run,
    /** Its outputs are to be copied when it has ended, if that is on. */
    async plan(task: Pick<TaskRow, 'id' | 'user_id'>, outputs: number): Promise<void> {
      if (state.current().options.MediaCopies === 'off') return
      const now = clock.now()
      await planFiles(db, { task: task.id, userId: task.user_id, outputs }, { now, dueAt: now })
    },
    /** The copy of an output; null = there is none. */
    async find(task: Pick<TaskRow, 'id'>, output: number): Promise<KeptVideo | null> {
      const file = await findKeptFile(db, task.id, output)
      const place = file && placeOf(file.place)
      if (!file || !place) return null
      return {
        bytes: file.bytes,
        mediaType: file.media_type,
        etag: `"${file.id}-${file.bytes}"`,
        modifiedAt: file.kept_at,
        open: (range, signal) => place.open(file.object_key, range, signal),
      }
    },
  }
}

export type VideoFiles = ReturnType<typeof createVideoFiles>

/** By month, so that no folder has too many. Each attempt has its own, so that a late one harms no other. */
const keyOf = ({ task_id: id, submitted_at: at }: TaskRow, { output }: TaskFileRow): string =>
  `${new Date(at).toISOString().slice(0, 7)}/${id.replaceAll(/[^\w-]/g, '_')}-${output}-${crypto.randomUUID().slice(0, 8)}`
