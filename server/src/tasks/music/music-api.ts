import type { ErrorCode } from '@sluice/contract/error-codes'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { MusicAnswer, MusicError } from '../../providers/suno/wire.ts'
import { messageFor } from '../../relay/answer/build-client-error.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { readClientFields } from '../../relay/entry/read-client-body.ts'
import type { ExtensionApi, ServeExtension } from '../../relay/modeless/extension-api.ts'
import type { RelayTools } from '../../relay/relay-tools.ts'
import { logFailure } from '../../store/log-failure.ts'
import type { TaskRow } from '../../store/schema.ts'
import { gatewayErrorOf } from '../../store/store-error.ts'
import { findOwnTasks } from '../../store/tasks.ts'
import { admitOwner } from '../admit-owner.ts'
import { findParent } from '../find-parent.ts'
import { submitTask } from '../submit-task.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { buildMusicTask } from './build-task.ts'
import { readMusic } from './read-submission.ts'

const idsMax = 500

type MusicRoute = { kind: 'submit'; action: string } | { kind: 'fetch'; taskId: string } | { kind: 'list' }

function parseMusicRoute(pathname: string): MusicRoute | null {
  const submit = /^\/suno\/submit\/([^/]+)$/.exec(pathname)?.[1]
  if (submit !== undefined) return { kind: 'submit', action: submit }
  if (pathname === '/suno/fetch') return { kind: 'list' }
  const taskId = /^\/suno\/fetch\/([\w.:-]+)$/.exec(pathname)?.[1]
  return taskId === undefined ? null : { kind: 'fetch', taskId }
}

/** Songs and lyrics: `/suno/…`. */
export function createMusicApi(deps: TaskDependencies): ExtensionApi {
  const serve =
    (request: Request, route: MusicRoute): ServeExtension =>
    async (tools, call) => {
      try {
        return await serveRoute(tools, call, request, route)
      } catch (cause) {
        logFailure(deps.log, { requestId: call.id, cause }, 'a music call failed')
        return buildMusicError(gatewayErrorOf(cause), call)
      }
    }

  async function serveRoute(
    tools: RelayTools,
    call: RelayCall,
    request: Request,
    route: MusicRoute,
  ): Promise<Response> {
    if (request.method !== (route.kind === 'fetch' ? 'GET' : 'POST')) throw new GatewayError('method_not_allowed')
    if (route.kind === 'submit') return await submitTask(tools, call, request, readMusic(deps, route.action))
    const { userId } = await admitOwner(tools, call, request)
    const owner = { userId, platform: 'suno' as const }
    if (route.kind === 'fetch') return success(buildMusicTask(await findParent(deps.db, owner, route.taskId)))
    const { ids, action } = (await readClientFields(tools, call, request)).fields
    const requested = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
    if (requested.length > idsMax) throw invalidRequest('tooManyIds', { max: idsMax })
    const wanted = typeof action === 'string' && action !== '' ? action.toUpperCase() : null
    const rows = await findOwnTasks(deps.db, owner, requested)
    return success(rows.filter((row: TaskRow) => wanted === null || row.action === wanted).map(buildMusicTask))
  }

  return {
    findHandler(request, pathname) {
      const route = pathname.startsWith('/suno/') ? parseMusicRoute(pathname) : null
      return route && serve(request, route)
    },
  }
}

const success = (data: MusicAnswer['data']): Response =>
  Response.json({ code: 'success', message: '', data } satisfies MusicAnswer)

/** Our error codes in the terms of the music API. */
const keys: Partial<Record<ErrorCode, string>> = {
  unknown_action: 'invalid_action',
  prompt_is_required: 'prompt_empty',
  task_not_found: 'task_not_exist',
  task_channel_disabled: 'task_channel_disable',
  insufficient_user_quota: 'quota_not_enough',
  pre_consume_token_quota_failed: 'quota_not_enough',
  storage_unavailable: 'insert_task_failed',
}

function buildMusicError(error: GatewayError, call: RelayCall): Response {
  const code = keys[error.code] ?? (error.owner === 'upstream' ? 'fail_to_fetch_task' : error.code)
  const message = messageFor(error, call)
  const headers = error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {}
  const upstream = error.code === 'bad_response_status_code' ? Number(error.params.status) : null
  const type = error.owner === 'upstream' ? 'upstream_error' : 'new_api_error'
  return Response.json(
    { code, message, data: null, error: { message, type, param: null, code: error.code } } satisfies MusicError,
    { status: upstream ?? error.status, headers },
  )
}
