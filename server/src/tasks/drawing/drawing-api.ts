import type { DrawingSettings } from '@sluice/contract/drawing-settings'
import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { buildDrawingTask, parseDrawingDetails } from '../../protocols/midjourney/build-task.ts'
import { withoutHook } from '../../protocols/midjourney/parse-answers.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { readClientFields } from '../../relay/entry/read-client-body.ts'
import type { ExtensionApi, ServeExtension } from '../../relay/modeless/extension-api.ts'
import type { RelayTools } from '../../relay/relay-tools.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { logFailure } from '../../store/log-failure.ts'
import type { TaskRow } from '../../store/schema.ts'
import { gatewayErrorOf } from '../../store/store-error.ts'
import { findOwnTasks } from '../../store/tasks.ts'
import { admitOwner } from '../admit-owner.ts'
import { callChannel, refusedFailure } from '../call-channel.ts'
import { findParent } from '../find-parent.ts'
import { imageUrlOf } from '../image-address.ts'
import { storedDrawingOf } from '../stored-drawing.ts'
import { submitTask } from '../submit-task.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { taskKeyOf } from '../task-key.ts'
import { takesTasks } from '../task-router.ts'
import { buildDrawingError } from './error-answer.ts'
import { type DrawingRoute, parseDrawingRoute } from './parse-route.ts'
import { readDrawing } from './read-submission.ts'

const idsMax = 500
const seedTimeoutMs = 30_000

/** The routes of drawings that need no API key. */
export interface KeylessDrawingRoutes {
  takeCallback(request: Request): Promise<Response>
  showImage(call: RelayCall, name: string, signal: AbortSignal): Promise<Response>
}

/** The API of Midjourney proxies: `/mj/…` and `/<mode>/mj/…`. */
export function createDrawingApi(deps: TaskDependencies, keyless: KeylessDrawingRoutes): ExtensionApi {
  const serve =
    (request: Request, route: DrawingRoute): ServeExtension =>
    async (tools, call) => {
      try {
        return await serveRoute(tools, withOwnKey(call), request, route)
      } catch (cause) {
        logFailure(deps.log, { requestId: call.id, cause }, 'a drawing call failed')
        return buildDrawingError(gatewayErrorOf(cause), call)
      }
    }

  async function serveRoute(
    tools: RelayTools,
    call: RelayCall,
    request: Request,
    route: DrawingRoute,
  ): Promise<Response> {
    const isGet = route.kind === 'fetch' || route.kind === 'seed' || route.kind === 'image'
    if (request.method !== (isGet ? 'GET' : 'POST')) throw new GatewayError('method_not_allowed')
    switch (route.kind) {
      case 'submit':
        return await submitTask(tools, call, request, readDrawing(deps, route))
      case 'notify':
        return await keyless.takeCallback(request)
      case 'image':
        return await keyless.showImage(call, route.name, request.signal)
      case 'fetch':
        return await fetchOne(tools, call, request, route.taskId)
      case 'list':
        return await fetchList(tools, call, request)
      case 'seed':
        return await fetchSeed(tools, call, request, route.taskId)
    }
  }

  /** A caller may read its own tasks with any of its keys, whatever their models. */
  async function ownerOf(tools: RelayTools, call: RelayCall, request: Request) {
    const caller = await admitOwner(tools, call, request)
    return { userId: caller.userId, platform: 'mj' as const, drawing: caller.drawing }
  }

  function build(row: TaskRow, options: OptionValues, drawing: DrawingSettings): Record<string, unknown> {
    const raw = parseDrawingDetails(row.data).imageUrl ?? ''
    return buildDrawingTask(storedDrawingOf(row), imageUrlOf(deps, options, row, raw, drawing))
  }

  async function fetchOne(tools: RelayTools, call: RelayCall, request: Request, taskId: string): Promise<Response> {
    const owner = await ownerOf(tools, call, request)
    const row = await findParent(deps.db, owner, taskId)
    return Response.json(build(row, deps.state.current().options, owner.drawing))
  }

  async function fetchList(tools: RelayTools, call: RelayCall, request: Request): Promise<Response> {
    const owner = await ownerOf(tools, call, request)
    const { ids } = (await readClientFields(tools, call, request)).fields
    const requested = Array.isArray(ids)
      ? ids.filter((id) => typeof id === 'string' || typeof id === 'number').map(String)
      : []
    if (requested.length > idsMax) throw invalidRequest('tooManyIds', { max: idsMax })
    const newest = new Map<string, TaskRow>()
    for (const row of await findOwnTasks(deps.db, owner, requested))
      if (!newest.has(row.task_id)) newest.set(row.task_id, row)
    const { options } = deps.state.current()
    return Response.json([...newest.values()].map((row) => build(row, options, owner.drawing)))
  }

  /** Only the upstream knows it. */
  async function fetchSeed(tools: RelayTools, call: RelayCall, request: Request, taskId: string): Promise<Response> {
    const row = await findParent(deps.db, await ownerOf(tools, call, request), taskId)
    const { channels, options } = deps.state.current()
    const channel = channels.get(row.channel_id)
    if (!channel || !takesTasks(channel, 'mj', deps.clock.now())) throw new GatewayError('task_channel_disabled')
    const { status, text } = await callChannel(
      { ...tools, options, clock: deps.clock },
      {
        channel,
        key: taskKeyOf(channel, row),
        url: `/mj/task/${encodeURIComponent(row.task_id)}/image-seed`,
        method: 'GET',
        from: { call, hopId: tools.hopId },
        timeoutMs: seedTimeoutMs,
      },
    )
    if (status !== 200) throw refusedFailure({ status, text, secrets: channel.allKeys }).error
    return Response.json(withoutHook(parsed(text)))
  }

  return {
    findHandler(request, pathname) {
      const route = parseDrawingRoute(pathname)
      return route && serve(request, route)
    },
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text))
  } catch (cause) {
    throw new GatewayError('upstream_invalid_response', {}, { cause })
  }
}

const placeholder = 'midjourney-proxy'

/** Clients of the proxies send the key in a header of their own; some put a constant into the usual one. */
function withOwnKey(call: RelayCall): RelayCall {
  const bearer =
    call.headers
      .get('authorization')
      ?.replace(/^bearer(\s+|$)/i, '')
      .trim() ?? ''
  const own = call.headers.get('mj-api-secret')?.replace(/^bearer\s+/i, '')
  if (own === undefined || (bearer !== '' && bearer !== placeholder)) return call
  const headers = new Headers(call.headers)
  headers.set('authorization', `Bearer ${own}`)
  return { ...call, headers }
}
