import { isRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import { type MusicAction, musicActions } from '@sluice/contract/task'
import { GatewayError } from '../../core/errors.ts'
import { isSuccess } from '../../core/is-success.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import { submittedState } from '../../core/tasks/task-report.ts'
import { parseMusicSubmitAnswer } from '../../providers/suno/parse-answers.ts'
import type { MusicAnswer } from '../../providers/suno/wire.ts'
import type { TaskRow } from '../../store/schema.ts'
import { findParent } from '../find-parent.ts'
import type { ReadSubmission, SubmitOutcome } from '../submission.ts'
import type { TaskDependencies } from '../task-dependencies.ts'

type Body = Record<string, unknown>

const modelDefault = 'chirp-v3-0'
const textFields = ['gpt_description_prompt', 'prompt', 'title', 'tags'] as const

/** Throws unknown_action. */
function parseMusicAction(text: string): MusicAction {
  const action = musicActions.find((known) => known === text.toUpperCase())
  if (!action) throw new GatewayError('unknown_action')
  return action
}

const textOf = (body: Body, field: string): string => {
  const value = body[field]
  return typeof value === 'string' ? value.trim() : ''
}

/** `continue_clip_id`, `cover_clip_id` and the like, and lists of them. */
const clipField = /clip_?ids?$/i

/** The clips that a submission builds on, at any depth. */
function clipsIn(value: unknown, isClip = false): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const id = String(value).trim()
    return isClip && id !== '' ? [id] : []
  }
  if (Array.isArray(value)) return value.flatMap((item) => clipsIn(item, isClip))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => clipsIn(inner, clipField.test(name)))
}

/** Whether all of `clips` are results of the task. Clips of other accounts are in the same account of the provider. */
function ownsClips({ data }: Pick<TaskRow, 'data'>, clips: readonly string[]): boolean {
  if (clips.length === 0) return true
  const songs = recordsOf(parseStored<{ data?: unknown }>(data).data)
  const own = new Set(songs.flatMap((song) => [song.id, song.clip_id]))
  return clips.every((id) => own.has(id))
}

/** Reads a submission of the music API. A continuation of a clip goes to the clip's channel. */
export const readMusic =
  (deps: Pick<TaskDependencies, 'db'>, named: string): ReadSubmission =>
  async (body, { caller }) => {
    const action = parseMusicAction(named)
    if (action === 'LYRICS' && textOf(body, 'prompt') === '') throw new GatewayError('prompt_is_required')
    const taskId = textOf(body, 'task_id')
    const clips = clipsIn(body)
    if (clips.length > 0 && taskId === '') throw new GatewayError('task_id_is_required', { field: 'task_id' })
    const owner = { userId: caller.userId, platform: 'suno' as const }
    const parent = taskId === '' ? null : await findParent(deps.db, owner, taskId)
    if (parent !== null && !ownsClips(parent, clips)) throw new GatewayError('task_not_found')
    const texts = textFields.map((field) => textOf(body, field)).filter((text) => text !== '')
    // This server polls for results: the caller's notification address is not passed to the upstream.
    const { notify_hook: _, ...sent } = body
    if (action === 'MUSIC' && textOf(sent, 'mv') === '') sent.mv = modelDefault
    return {
      platform: 'suno',
      action,
      models: [`suno_${action.toLowerCase()}`],
      isFree: false,
      prompt: textOf(body, 'gpt_description_prompt') || textOf(body, 'prompt'),
      texts,
      parent,
      hook: null,
      isOneCall: true,
      fitOn: () => ({
        use: null,
        orderWith: () => ({
          url: `/suno/submit/${action}`,
          body: sent,
          readAnswer: ({ status, text }) => (isSuccess(status) ? outcomeOf(text) : null),
        }),
      }),
    }
  }

function outcomeOf(text: string): SubmitOutcome | null {
  const answer = parseMusicSubmitAnswer(text)
  if (!answer) return null
  const { isAccepted, taskId, code, message } = answer
  if (!isAccepted)
    return {
      kind: 'refused',
      code: 5,
      reason: (message || code).slice(0, 2_000),
      status: 500,
      answer: { code, message, data: null } satisfies MusicAnswer,
      mayTryAnother: false,
      isLogged: false,
    }
  const wire = recordOf(JSON.parse(text))
  return { kind: 'accepted', code: 1, taskId, state: submittedState, end: null, answer: () => wire }
}
