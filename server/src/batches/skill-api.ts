import { invalidRequest } from '../core/invalid-request.ts'
import { refusalFrom } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import { formType } from '../relay/call/client-form.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientBody } from '../relay/entry/read-client-body.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { deleteStoredObject } from '../store/stored-objects.ts'
import { createObjectApi } from './object-api.ts'
import { answerFile, callForClient, findOwn, methodOf, queryOf } from './own-object.ts'
import { channelsThatStore, requireRoom, storeObject } from './store-object.ts'
import { readObject } from './upstream-object.ts'

const kind = 'message_skill'
const base = '/v1/skills'
const shape = /^\/v1\/skills(?:\/([^/]+)(?:\/(versions)(?:\/([^/]+)(?:\/(content))?)?)?)?$/

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
export const skillApi: ExtensionApi = createObjectApi({
  kind,
  pathOf: ({ headers }, pathname) => (headers.has('anthropic-version') ? pathOf(pathname) : null),
  methodsOf,
  create: createSkill,
  pass: passSkill,
})

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
  return { bytes, contentType: formType(form.boundary) }
}

/** A call about a skill of the caller, at the account that has it. */
async function passSkill(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  caller: Caller,
  { id, ofVersions, version, ofContent }: SkillPath,
): Promise<Response> {
  const { row, account } = await findOwn(tools, caller, kind, id)
  const method = methodOf(request)
  const form = method === 'POST' ? await readForm(tools, call, request) : null
  const ofVersion = version === '' ? '' : `/${encodeURIComponent(version)}`
  const below = ofVersions ? `/versions${ofVersion}${ofContent ? '/content' : ''}` : ''
  const response = await callForClient(tools, call, account, {
    method,
    path: `${base}/${encodeURIComponent(id)}${below}${queryOf(call)}`,
    ...(form && { body: form.bytes, contentType: form.contentType }),
  })
  const isGone = method === 'DELETE' && !ofVersions && (response.ok || response.status === 404)
  if (isGone) await deleteStoredObject(tools.dependencies.db, row.id)
  if (!response.ok) return await refusalFrom(call, account, response)
  call.limits.succeeded()
  return ofContent ? answerFile(response) : Response.json(await readObject(call, response))
}
