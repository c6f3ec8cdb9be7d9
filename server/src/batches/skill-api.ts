import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { answerStream } from '../platform/outbound/read-answer.ts'
import { refusalFrom } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientBody } from '../relay/entry/read-client-body.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { deleteStoredObject, findStoredObject } from '../store/stored-objects.ts'
import { callAccount, usableAccountOf } from './account.ts'
import { enterStorage } from './enter-storage.ts'
import { listOwn } from './list-objects.ts'
import { channelsThatStore, requireRoom, storeObject } from './store-object.ts'
import { readObject } from './upstream-object.ts'

const kind = 'message_skill'
const base = '/v1/skills'
const shape = /^\/v1\/skills(?:\/([^/]{1,191})(?:\/(versions)(?:\/([^/]{1,191})(?:\/(content))?)?)?)?$/

/** A path of this API; a part that the path does not name is ''. */
interface SkillPath {
  id: string
  ofVersions: boolean
  version: string
  ofContent: boolean
}

function pathOf(pathname: string): SkillPath | null {
  const found = shape.exec(pathname)
  if (!found) return null
  const [, id = '', versions, version = '', content] = found
  return { id, ofVersions: versions !== undefined, version, ofContent: content !== undefined }
}

/** Methods of the skills or versions, of the content of a version, and of one skill or version. */
function methodsOf({ id, ofVersions, version, ofContent }: SkillPath): readonly string[] {
  if (id === '' || (ofVersions && version === '')) return ['GET', 'POST']
  return ofContent ? ['GET'] : ['GET', 'DELETE']
}

/**
 * Anthropic's skills, which an upstream stores: each visible only to its caller. OpenAI has an API of its own at this
 * path. https://platform.claude.com/docs/en/api/beta/skills, read 2026-11-29
 */
export const skillApi: ExtensionApi = {
  findHandler(request, pathname) {
    const path = request.headers.has('anthropic-version') ? pathOf(pathname) : null
    if (!path) return null
    if (!methodsOf(path).includes(request.method)) return () => Promise.reject(new GatewayError('method_not_allowed'))
    return async (tools, call) => {
      const entered = await enterStorage(tools, call, request)
      if (path.id !== '') return await passSkill(tools, call, request, entered.caller, path)
      return request.method === 'GET'
        ? await listOwn(tools, entered.caller, kind, request)
        : await createSkill(tools, call, request, entered)
    }
  },
}

async function createSkill(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
): Promise<Response> {
  const { caller } = entered
  await requireRoom(tools, caller, kind)
  const { bytes, contentType } = await readForm(tools, call, request)
  const candidates = channelsThatStore(tools, entered, 'message_skills')
  return await storeObject(tools, call, caller, {
    kind,
    placing: { candidates, only: null, near: ['message_file', kind] },
    path: base + queryOf(call),
    contentType,
    bodyFor: () => bytes,
    details: '',
  })
}

/** The files of a skill or of a version, as they were sent. Throws GatewayError. */
async function readForm(tools: RelayTools, call: RelayCall, request: Request) {
  const { bytes, form } = await readClientBody(tools, call, request, true)
  if (!form?.parts.some(({ filename }) => filename !== null)) throw invalidRequest('fieldRequired', { field: 'files' })
  return { bytes, contentType: `multipart/form-data; boundary="${form.boundary}"` }
}

/** A call about a skill of the caller, at the account that has it. */
async function passSkill(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  caller: Caller,
  { id, ofVersions, version, ofContent }: SkillPath,
): Promise<Response> {
  const { callUpstream, dependencies } = tools
  const { db, clock, state } = dependencies
  const row = await findStoredObject(db, { userId: caller.userId, kind }, id)
  if (!row) throw notStored(id)
  const snapshot = state.current()
  const account = usableAccountOf(snapshot, row, clock.now())
  const method = request.method === 'POST' || request.method === 'DELETE' ? request.method : 'GET'
  const form = method === 'POST' ? await readForm(tools, call, request) : null
  const ofVersion = version === '' ? '' : `/${encodeURIComponent(version)}`
  const below = ofVersions ? `/versions${ofVersion}${ofContent ? '/content' : ''}` : ''
  const response = await callAccount(callUpstream, snapshot, account, {
    method,
    path: `${base}/${encodeURIComponent(id)}${below}${queryOf(call)}`,
    ...(form && { body: form.bytes, contentType: form.contentType }),
    from: { call, hopId: tools.hopId },
    signal: call.abort.attempt().signal,
  })
  const isGone = method === 'DELETE' && !ofVersions && (response.ok || response.status === 404)
  if (isGone) await deleteStoredObject(db, row.id)
  if (!response.ok) return await refusalFrom(call, account, response)
  call.limits.succeeded()
  if (!ofContent) return Response.json(await readObject(call, response))
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return new Response(answerStream(response), {
    headers: {
      'content-type': type,
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Of the query, the provider passes on betas and pages. */
const queryOf = ({ path }: Pick<RelayCall, 'path'>): string => (path.includes('?') ? path.slice(path.indexOf('?')) : '')
