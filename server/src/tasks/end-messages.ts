import { hourMs, minuteMs } from '@sluice/contract/durations'
import { isSuccess } from '../core/is-success.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { followDue } from '../platform/lanes.ts'
import { describeError } from '../platform/log.ts'
import { createSlots } from '../platform/slots.ts'
import { findTokenKeyBox, tokenKeySealContext } from '../store/api-tokens.ts'
import type { TaskRow } from '../store/schema.ts'
import {
  changeMessage,
  claimDueMessages,
  messagePhase,
  planMessage,
  type TaskMessageRow,
} from '../store/task-messages.ts'
import { findTask, taskPhase } from '../store/tasks.ts'
import { findUser, isBanned } from '../store/users.ts'
import { openHook } from './client-hook.ts'
import { type EndMessage, eventIdOf } from './event-of.ts'
import { pictureMessageOf } from './picture/picture-message.ts'
import { openRouterHeaders, standardHeaders } from './sign-message.ts'
import type { TaskDependencies } from './task-dependencies.ts'
import { videoMessageOf } from './video/video-message.ts'

const messagesPerClaim = 100
const claimMs = 5 * minuteMs
const claimEveryMs = 5_000
/** Of one account, and of a process. */
const atOncePerAccount = 2
const atOnce = 16
const triesMax = 8
/** 10 seconds after the first attempt, 21 minutes after the last but one. */
const waitAfter = (tries: number): number => Math.min(10_000 * 2 ** (tries - 1), hourMs)
/** The charge is settled before the message is sent. */
const unsettledWaitMs = 5_000
/** The end was planned and not written: the task goes on. */
const openWaitMs = minuteMs
const gone = 410

type Dependencies = Pick<
  TaskDependencies,
  'db' | 'ledger' | 'state' | 'clock' | 'log' | 'config' | 'secretBox' | 'hookRequest'
>

/**
 * Tells the address that a caller named of the end of a task: once, with further attempts if that fails. Safe on
 * several nodes. A process that dies while it waits for the answer repeats the message under the same id.
 */
export function createEndMessages(deps: Dependencies) {
  const { db, ledger, clock, log, secretBox, hookRequest } = deps
  const inSlot = createSlots({ atOnce, waiting: Number.MAX_SAFE_INTEGER })

  const run = (signal: AbortSignal): Promise<void> =>
    followDue<TaskMessageRow>(
      {
        async claim() {
          const now = clock.now()
          const due = { epochId: ledger.epochId, now, until: now + claimMs, most: messagesPerClaim }
          const works = await claimDueMessages(db, due)
          return { works, isAll: works.length < messagesPerClaim }
        },
        laneOf: ({ user_id: userId }) => `${userId}`,
        follow: (message) => inSlot(() => follow(message, signal)),
        postpone: (message) => postpone(message, claimEveryMs),
        atOnce: atOncePerAccount,
        waitingMax: messagesPerClaim,
        everyMs: claimEveryMs,
      },
      signal,
    )

  const postpone = async (message: TaskMessageRow, ms: number): Promise<void> =>
    void (await changeMessage(db, message, { claim: '', due_at: clock.now() + ms }))

  const end = async (message: TaskMessageRow, note: 'told' | 'refused' | 'gone'): Promise<void> => {
    await changeMessage(db, message, { phase: messagePhase.over, note, claim: '' })
    if (note !== 'told') log.info({ taskId: message.task, userId: message.user_id, note }, 'a caller was not told')
  }

  /** Never rejects. */
  async function follow(message: TaskMessageRow, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      await tell(message, signal)
    } catch (cause) {
      log.warn({ taskId: message.task, error: describeError(cause) }, 'a caller could not be told of a task')
      await postpone(message, openWaitMs).catch(() => undefined)
    }
  }

  async function tell(message: TaskMessageRow, signal: AbortSignal): Promise<void> {
    const task = await findTask(db, message.task)
    if (!task || task.hidden_at > 0 || task.hook_box === null || task.token_id === null)
      return await end(message, 'gone')
    const owner = await findUser(db, task.user_id)
    if (!owner || isBanned(owner)) return await end(message, 'gone')
    if (task.phase === taskPhase.open) return await postpone(message, openWaitMs)
    if (task.phase === taskPhase.refundDue) return await postpone(message, unsettledWaitMs)
    const keyBox = await findTokenKeyBox(db, task.token_id)
    const built = buildMessage(task)
    if (keyBox === undefined || built === null) return await end(message, 'gone')
    const tries = message.tries + 1
    // Counted before it is sent: a process that dies at each attempt makes no more of them.
    if (!(await changeMessage(db, message, { tries }))) return
    const key = `sk-${secretBox.open(keyBox, tokenKeySealContext)}`
    const status = await send(task, task.hook_box, built, { key, signal })
    if (signal.aborted) return await postpone(message, claimEveryMs)
    if (status !== null && isSuccess(status)) return await end(message, 'told')
    if (status === gone || tries >= triesMax) return await end(message, 'refused')
    await postpone(message, waitAfter(tries))
  }

  /** Null for drawings and music: `client-hook.ts` sends those of drawings. */
  function buildMessage(task: TaskRow): EndMessage | null {
    if (task.platform === 'video') return videoMessageOf(deps, task)
    return task.platform === 'image' ? pictureMessageOf(task) : null
  }

  /** The status of the answer; null = there was none. */
  async function send(
    task: TaskRow,
    hookBox: string,
    { body, isOpenRouter = false }: EndMessage,
    { key, signal }: { key: string; signal: AbortSignal },
  ): Promise<number | null> {
    const text = JSON.stringify(body)
    const signed = { id: eventIdOf(task), key, text, seconds: toSeconds(clock.now()) }
    try {
      const { status } = await hookRequest({
        url: openHook(secretBox, hookBox),
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'sluice',
          ...standardHeaders(signed),
          ...(isOpenRouter && openRouterHeaders(signed)),
        },
        body: text,
        signal,
      })
      if (status > 299) log.info({ taskId: task.id, status }, 'a callback was refused')
      return status
    } catch (cause) {
      log.info({ taskId: task.id, reason: String(cause) }, 'a callback was not delivered')
      return null
    }
  }

  return {
    run,
    /** Plans the message about the end of a task whose call named an address. */
    async plan(task: Pick<TaskRow, 'id' | 'user_id' | 'hook_box' | 'platform'>): Promise<void> {
      if (task.hook_box !== null && task.platform !== 'mj') await planMessage(db, task, clock.now())
    },
  }
}

export type EndMessages = ReturnType<typeof createEndMessages>
