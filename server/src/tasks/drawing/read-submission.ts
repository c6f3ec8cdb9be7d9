import { type DrawingAction, drawingActions, submitCode } from '@sluice/contract/drawing'
import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { isSuccess } from '../../core/is-success.ts'
import { advanceTask, submittedState, type TaskState } from '../../core/tasks/task-report.ts'
import { modelNamesOf, opensWindow, parseCustomId, parseSimpleChange } from '../../protocols/midjourney/actions.ts'
import { parseSubmitAnswer, type SubmitAnswer } from '../../protocols/midjourney/parse-answers.ts'
import { publicAddress } from '../../state/public-address.ts'
import { callbackPathOf } from '../callback.ts'
import { parseHook } from '../client-hook.ts'
import { findParent } from '../find-parent.ts'
import type { ReadSubmission, SubmitOutcome } from '../submission.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { forwardedBody } from './forwarded-body.ts'
import type { DrawingRoute, SubmitPath } from './parse-route.ts'

type Body = Record<string, unknown>

/** The requested action. */
interface RequestedAction {
  action: DrawingAction
  /** The task that it is a follow-up of; null = none. */
  parentId: string | null
}

/** Actions with their own path, and their required fields. */
const ownPaths: Readonly<Partial<Record<SubmitPath, { action: DrawingAction; needs: readonly string[] }>>> = {
  'submit/imagine': { action: 'IMAGINE', needs: ['prompt'] },
  'submit/describe': { action: 'DESCRIBE', needs: [] },
  'submit/blend': { action: 'BLEND', needs: [] },
  'submit/shorten': { action: 'SHORTEN', needs: ['prompt'] },
  'submit/upload-discord-images': { action: 'UPLOAD', needs: [] },
  'submit/edits': { action: 'EDITS', needs: ['prompt'] },
  'submit/edit': { action: 'EDITS', needs: ['prompt'] },
  'submit/video': { action: 'VIDEO', needs: [] },
  'insight-face/swap': { action: 'SWAP_FACE', needs: ['sourceBase64', 'targetBase64'] },
}

const textOf = (body: Body, field: string): string => {
  const value = body[field]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

function requireText(body: Body, field: string, code: 'task_id_is_required' | 'action_is_required'): string {
  const text = textOf(body, field)
  if (text === '') throw new GatewayError(code, { field })
  return text
}

function readAction(what: SubmitPath, body: Body): RequestedAction {
  const own = ownPaths[what]
  if (own) {
    for (const field of own.needs)
      if (textOf(body, field) === '')
        throw new GatewayError(field === 'prompt' ? 'prompt_is_required' : 'images_are_required', { field })
    // A video that continues another one, or starts from a picture of a task.
    const parentId = own.action === 'VIDEO' ? textOf(body, 'taskId') : ''
    return { action: own.action, parentId: parentId === '' ? null : parentId }
  }
  if (what === 'submit/simple-change') return readSimpleChange(body)
  const parentId = requireText(body, 'taskId', 'task_id_is_required')
  if (what === 'submit/modal') return { action: 'MODAL', parentId }
  if (what === 'submit/action') {
    const found = parseCustomId(requireText(body, 'customId', 'action_is_required'))
    if (!found) throw new GatewayError('unknown_action')
    return { action: found.action, parentId }
  }
  return { action: changeOf(body), parentId }
}

function readSimpleChange(body: Body): RequestedAction {
  const content = requireText(body, 'content', 'action_is_required')
  const found = parseSimpleChange(content)
  if (!found) throw new GatewayError('unknown_action')
  return { action: found.action, parentId: found.taskId }
}

/** Actions on one of the four pictures. */
const ofOnePicture: readonly DrawingAction[] = ['UPSCALE', 'VARIATION', 'HIGH_VARIATION', 'LOW_VARIATION']

function changeOf(body: Body): DrawingAction {
  const named = requireText(body, 'action', 'action_is_required').toUpperCase()
  const action = drawingActions.find((known) => known === named)
  if (!action) throw new GatewayError('unknown_action')
  const index = body.index
  if (ofOnePicture.includes(action) && !(typeof index === 'number' && [1, 2, 3, 4].includes(index)))
    throw new GatewayError('index_is_required')
  return action
}

/** Reads a submission of the drawing API. A follow-up must refer to a task of the caller. */
export const readDrawing =
  (
    deps: Pick<TaskDependencies, 'db' | 'secretBox' | 'config'>,
    route: Extract<DrawingRoute, { kind: 'submit' }>,
  ): ReadSubmission =>
  async (body, { caller, snapshot }) => {
    const { options } = snapshot
    const { action, parentId } = readAction(route.what, body)
    const owner = { userId: caller.userId, platform: 'mj' as const }
    const parent = parentId === null ? null : await findParent(deps.db, owner, parentId)
    const mustHaveSucceeded = action !== 'MODAL' && options.MjActionCheckSuccessEnabled
    if (parent && mustHaveSucceeded && parent.status !== 'SUCCESS') throw new GatewayError('task_status_not_success')
    const prompt = textOf(body, 'prompt') || (parent?.prompt ?? '')
    const mode = caller.drawing.mode ?? route.mode
    const sent = forwardedBody(body, { action, isFollowUp: parent !== null, mode }, options)
    return {
      platform: 'mj',
      action,
      models: modelNamesOf(action),
      isFree: opensWindow(action),
      prompt,
      texts: [textOf(body, 'prompt'), textOf(body, 'content')].filter((text) => text !== ''),
      parent,
      hook: options.MjNotifyEnabled ? parseHook(body.notifyHook) : null,
      isOneCall: true,
      fitOn: (channel) => ({
        use: null,
        orderWith: () => ({
          url: route.path,
          body: options.MjNotifyEnabled
            ? { ...sent, notifyHook: publicAddress(options, deps.config) + callbackPathOf(deps.secretBox, channel) }
            : sent,
          readAnswer: ({ status, text }) => {
            const answer = isSuccess(status) ? parseSubmitAnswer(text) : null
            return answer && outcomeOf(action, answer)
          },
        }),
      }),
    }
  }

const accepted: readonly number[] = [submitCode.submitted, submitCode.exists, submitCode.queued]
/** No account of the upstream is free; another upstream may have one. */
const busy: readonly number[] = [3, submitCode.queueFull]
const tooMany = 30

function outcomeOf(action: DrawingAction, answer: SubmitAnswer): SubmitOutcome {
  const { code, description, taskId, wire } = answer
  const isTaken = action === 'SWAP_FACE' ? code === submitCode.submitted : accepted.includes(code)
  if (!isTaken || (taskId === '' && action !== 'UPLOAD'))
    return {
      kind: 'refused',
      code: isTaken ? 5 : code,
      reason: (description || `the upstream answered with code ${code}`).slice(0, 2_000),
      status: code === tooMany ? 429 : 200,
      answer: isTaken ? { ...wire, code: 5 } : wire,
      mayTryAnother: busy.includes(code),
      isLogged: true,
    }
  const { state, end } = buildState(action, answer)
  return {
    kind: 'accepted',
    code,
    taskId,
    state,
    end,
    answer: (imageUrl) => ({ ...withImage(wire, imageUrl), code: clientCode(action, code) }),
  }
}

/** To clients, a task that exists or is queued counts as submitted; 21 means that a form has to be filled in. */
const clientCode = (action: DrawingAction, code: number): number =>
  code === submitCode.exists && opensWindow(action) ? code : submitCode.submitted

function withImage(wire: Body, imageUrl: (raw: string) => string): Body {
  const properties = recordOf(wire.properties)
  const raw = properties.imageUrl
  if (typeof raw !== 'string' || raw === '') return wire
  return { ...wire, properties: { ...properties, imageUrl: imageUrl(raw) } }
}

function buildState(
  action: DrawingAction,
  { known, description }: SubmitAnswer,
): { state: TaskState; end: 'success' | 'failure' | null } {
  const state = { ...submittedState, data: JSON.stringify(description === '' ? {} : { description }) }
  // The answer contains the addresses of the uploads, so there is nothing to wait for.
  if (action === 'UPLOAD') return { state: { ...state, status: 'SUCCESS', progress: 100 }, end: 'success' }
  const moved = known && advanceTask(state, known, 0)
  return moved ? { state: moved, end: moved.end } : { state, end: null }
}
