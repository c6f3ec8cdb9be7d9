import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { wordOf } from '../../core/tasks/task-word.ts'
import type { VideoOperation } from '../../core/videos/video-request.ts'
import { buildOpenAIVideo } from '../../protocols/videos/build-video.ts'
import { buildOpenRouterModels } from '../../protocols/videos/build-video-models.ts'
import { messageFor } from '../../relay/answer/build-client-error.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { readClientFields } from '../../relay/entry/read-client-body.ts'
import type { ExtensionApi, ServeExtension } from '../../relay/modeless/extension-api.ts'
import { identify } from '../../relay/modeless/models.ts'
import type { RelayTools } from '../../relay/relay-tools.ts'
import type { TaskRow } from '../../store/schema.ts'
import { gatewayErrorOf } from '../../store/store-error.ts'
import { removeFiles } from '../../store/task-files.ts'
import { cancelMessages } from '../../store/task-messages.ts'
import { hideTask, listOwnTasks, taskPhase } from '../../store/tasks.ts'
import { findUser, isBanned } from '../../store/users.ts'
import { admitOwner } from '../admit-owner.ts'
import { withRefusal } from '../failed-submission.ts'
import { submitTask } from '../submit-task.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { listVideoModels } from './list-video-models.ts'
import { answers, findVideo, readVideo, type VideoRoute } from './read-video.ts'
import { shownVideo, storedVideo, type VideoShape } from './stored-video.ts'
import { createVideoCallback } from './video-callback.ts'
import { isVideoProof, type ServeVideo, videoUrlOf } from './video-content.ts'

type Route =
  | { kind: 'create'; create: VideoRoute }
  | { kind: 'list' }
  | { kind: 'models' }
  | { kind: 'one'; id: string; shape: VideoShape | null }
  | { kind: 'content'; id: string }
  | { kind: 'callback'; id: string }

/** Any other name is treated as the id of an unknown video. */
const onePath = /^\/v1\/videos\/(?!characters(?:\/|$))([^/]{1,200})(?:\/(content|remix|callback))?$/
const olderPath = /^\/v1\/video\/generations(?:\/([^/]{1,200}))?$/
/** Newer models have other paths at Kling; clients of gateways use these. */
const klingPath = /^\/kling\/v1\/videos\/(?:text2video|image2video|multi-image2video|omni-video)(?:\/([^/]{1,100}))?$/
const createPaths = tableOf<VideoOperation>({
  '/v1/videos': 'generate',
  '/v1/videos/edits': 'edit',
  '/v1/videos/extensions': 'extend',
})

function parseRoute(method: string, pathname: string): Route | null {
  const [, klingId] = klingPath.exec(pathname) ?? [null, null]
  if (klingId !== null)
    return klingId === undefined
      ? { kind: 'create', create: { operation: 'generate', parentId: null, shape: 'kling' } }
      : { kind: 'one', id: klingId, shape: 'kling' }
  const operation = createPaths[pathname]
  if (operation !== undefined) {
    if (method === 'GET' && operation === 'generate') return { kind: 'list' }
    return { kind: 'create', create: { operation, parentId: null, shape: operation === 'generate' ? null : 'openai' } }
  }
  const older = olderPath.exec(pathname)
  if (older)
    return older[1] === undefined
      ? { kind: 'create', create: { operation: 'generate', parentId: null, shape: 'older' } }
      : { kind: 'one', id: older[1], shape: 'older' }
  const [, id = '', part] = onePath.exec(pathname) ?? []
  if (part === 'content' || part === 'callback') return { kind: part, id }
  if (part === 'remix') return { kind: 'create', create: { operation: 'remix', parentId: id, shape: 'openai' } }
  return id === '' ? null : { kind: 'one', id, shape: null }
}

/** OpenRouter's clients have the base `…/api/v1`. */
function openRouterRouteOf(method: string, pathname: string): Route | null {
  if (pathname === '/api/v1/videos/models') return { kind: 'models' }
  const route = parseRoute(method, pathname.slice('/api'.length))
  if (route?.kind === 'create') return { ...route, create: { ...route.create, shape: 'openrouter' } }
  return route?.kind === 'one' ? { ...route, shape: 'openrouter' } : route
}

/** The playground creates videos and asks for them: the same, for a session. */
function routeOf(method: string, pathname: string): Route | null {
  if (pathname === '/api/v1/videos' || pathname.startsWith('/api/v1/videos/'))
    return openRouterRouteOf(method, pathname)
  if (pathname === '/pg/videos')
    return { kind: 'create', create: { operation: 'generate', parentId: null, shape: 'openai' } }
  const own = pathname.startsWith('/pg/videos/') ? pathname.replace('/pg/', '/v1/') : pathname
  return own.startsWith('/v1/video') || own.startsWith('/kling/') ? parseRoute(method, own) : null
}

/** LiteLLM's clients leave out `/v1`. A browser that opens such a page has no API key. */
const isOfLiteLLM = ({ headers }: Request, pathname: string): boolean =>
  (pathname === '/videos' || pathname.startsWith('/videos/')) && headers.has('authorization')

const methodsOf = (route: Route): readonly string[] => {
  if (route.kind === 'create' || route.kind === 'callback') return ['POST']
  if (route.kind === 'one') return route.shape === null ? ['GET', 'DELETE'] : ['GET']
  return route.kind === 'content' ? ['GET', 'HEAD'] : ['GET']
}

/** How soon a client asks again, while a video is made. */
const askAgain = { 'openai-poll-after-ms': '5000' }

/** Videos: `/v1/videos` in OpenAI's form, and `/v1/video/generations` of older gateways. */
export function createVideoApi(deps: TaskDependencies, serveContent: ServeVideo): ExtensionApi {
  const takeCallback = createVideoCallback(deps)
  const serve =
    (request: Request, route: Route): ServeExtension =>
    async (tools, call) => {
      try {
        return await serveRoute(tools, call, request, route)
      } catch (cause) {
        const error = gatewayErrorOf(cause)
        const isOlder = route.kind === 'one' && route.shape === 'older' && error.code === 'stored_object_not_found'
        if (!isOlder) throw cause
        const message = messageFor(error, call)
        return Response.json({ code: 'task_not_exist', message, data: null }, { status: 400 })
      }
    }

  async function serveRoute(tools: RelayTools, call: RelayCall, request: Request, route: Route): Promise<Response> {
    if (!methodsOf(route).includes(request.method)) throw new GatewayError('method_not_allowed')
    switch (route.kind) {
      case 'create':
        return await withRefusal(call, submitTask(tools, call, request, readVideo(deps, route.create), true))
      case 'list':
        return await list(tools, call, request)
      case 'models': {
        const { caller, snapshot } = await identify(tools, call)
        return Response.json(buildOpenRouterModels(listVideoModels(call, caller, snapshot)))
      }
      case 'callback':
        return await takeCallback(request, route.id)
      case 'content':
        return await content(tools, call, request, route.id)
      case 'one':
        return request.method === 'DELETE'
          ? await remove(await own(tools, call, request, route.id))
          : answerOf(await own(tools, call, request, route.id), route.shape)
    }
  }

  /** Volcano's API has one path: the query names the action. */
  function serveJimeng(request: Request): ServeExtension {
    const action = new URL(request.url).searchParams.get('Action')
    if (action === 'CVSync2AsyncSubmitTask')
      return serve(request, { kind: 'create', create: { operation: 'generate', parentId: null, shape: 'jimeng' } })
    return async (tools, call) => {
      if (request.method !== 'POST') throw new GatewayError('method_not_allowed')
      if (action !== 'CVSync2AsyncGetResult') throw new GatewayError('unknown_action')
      const { userId } = await admitOwner(tools, call, request)
      const { task_id: id } = (await readClientFields(tools, call, request)).fields
      return answerOf(await findVideo(deps.db, userId, textOf(id)), 'jimeng')
    }
  }

  async function own(tools: RelayTools, call: RelayCall, request: Request, id: string): Promise<TaskRow> {
    const { userId } = await admitOwner(tools, call, request)
    return await findVideo(deps.db, userId, id)
  }

  const shown = (row: TaskRow) => shownVideo(row, (video) => videoUrlOf(deps, video))

  function answerOf(row: TaskRow, asked: VideoShape | null): Response {
    const body: JsonRecord = answers[asked ?? storedVideo(row).shape](shown(row))
    return Response.json(body, { headers: row.phase === taskPhase.open ? askAgain : {} })
  }

  async function list(tools: RelayTools, call: RelayCall, request: Request): Promise<Response> {
    const { userId } = await admitOwner(tools, call, request)
    const query = new URL(request.url).searchParams
    const limit = Math.min(Math.max(Number.parseInt(query.get('limit') ?? '20', 10) || 20, 1), 100)
    const after = query.get('after')
    const afterId = after === null || after === '' ? null : (await findVideo(deps.db, userId, after)).id
    const isOldestFirst = query.get('order') === 'asc'
    const rows = await listOwnTasks(
      deps.db,
      { userId, platform: 'video' },
      { afterId, isOldestFirst, limit: limit + 1 },
    )
    const data = rows.slice(0, limit).map((row) => buildOpenAIVideo(shown(row)))
    return Response.json({
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: rows.length > limit,
    })
  }

  /** A finished video leaves the caller's lists. The task log and the charge stay. */
  async function remove(row: TaskRow): Promise<Response> {
    if (row.phase === taskPhase.open) throw invalidRequest('videoNotFinished', { status: wordOf(row.status) })
    await hideTask(deps.db, row.id, deps.clock.now())
    await removeFiles(deps.db, { task: row.id }, deps.clock.now())
    await cancelMessages(deps.db, { task: row.id })
    return Response.json({ id: row.task_id, object: 'video.deleted', deleted: true })
  }

  /** The video of an account that may still make calls: a link does not outlive it. */
  async function findByProof(id: string): Promise<TaskRow> {
    const row = await findVideo(deps.db, null, id)
    const owner = await findUser(deps.db, row.user_id)
    if (!owner || isBanned(owner)) throw new GatewayError('stored_object_not_found', { id: id.slice(0, 64) })
    return row
  }

  async function content(tools: RelayTools, call: RelayCall, request: Request, id: string): Promise<Response> {
    const url = new URL(request.url)
    const row = isVideoProof(deps.secretBox, id, url.searchParams.get('proof'))
      ? await findByProof(id)
      : await own(tools, call, request, id)
    return await serveContent(tools, call, request, { row, query: url.searchParams })
  }

  return {
    findHandler(request, pathname) {
      if (pathname === '/jimeng') return serveJimeng(request)
      const route = routeOf(request.method, isOfLiteLLM(request, pathname) ? `/v1${pathname}` : pathname)
      return route && serve(request, route)
    },
  }
}
