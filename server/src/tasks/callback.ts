import { readBody, withoutMark } from '../platform/read-body.ts'
import { isEqualSecret, type SecretBox } from '../platform/secret-box.ts'
import { parseDrawingCallback } from '../protocols/midjourney/parse-answers.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { findOpenTasks } from '../store/tasks.ts'
import type { TaskFollower } from './follow-task.ts'
import { pollEveryMs } from './poll-tasks.ts'
import type { TaskDependencies } from './task-dependencies.ts'

const bodyBytesMax = 1_048_576

/** The secret by which a channel's upstream authenticates. It changes with the channel's address or first key. */
const callbackSecretOf = (secretBox: Pick<SecretBox, 'lookup'>, channel: ChannelState): string =>
  secretBox.lookup(`${channel.id}\n${channel.baseUrl}\n${channel.allKeys[0] ?? ''}`, 'task callback')

export const callbackPathOf = (secretBox: Pick<SecretBox, 'lookup'>, channel: ChannelState): string =>
  `/mj/notify?channel=${channel.id}&secret=${callbackSecretOf(secretBox, channel)}`

/** Callbacks of upstreams about their tasks. They are processed like the answer to a status request. */
export function createCallback(
  deps: Pick<TaskDependencies, 'db' | 'state' | 'clock' | 'config' | 'secretBox'> & {
    follower: TaskFollower
  },
) {
  return async function takeCallback(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams
    const channel = deps.state.current().channels.get(Number(query.get('channel')))
    const given = query.get('secret') ?? ''
    const isProven = isEqualSecret(channel ? callbackSecretOf(deps.secretBox, channel) : '', given)
    if (!channel || !isProven) return answer(403, 4, 'forbidden')
    const limits = { bytesMax: bodyBytesMax, timeoutMs: deps.config.BODY_READ_TIMEOUT * 1_000 }
    const report = parseDrawingCallback(Buffer.from(withoutMark(await readBody(request, limits))).toString('utf8'))
    if (!report) return answer(400, 4, 'no task')
    const dueAt = deps.clock.now() + pollEveryMs
    for (const row of await findOpenTasks(deps.db, channel.id, report.taskId))
      await deps.follower.apply(row, report, dueAt)
    // The upstream need not retry for a task that is over or unknown.
    return answer(200, 1, 'success')
  }
}

const answer = (status: number, code: number, description: string): Response =>
  Response.json({ code, description }, { status })
