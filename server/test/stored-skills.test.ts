import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Anthropic, { toFile } from '@anthropic-ai/sdk'
import { answerError, answerJson, answerText, plainMessage } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream, type UpstreamRequest } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Skills that Anthropic stores (https://platform.claude.com/docs/en/api/beta/skills, read 2026-11-29), each of one
// account of the gateway.

let upstream: FakeUpstream
let server: TestServer
let owner: Anthropic
let stranger: Anthropic
let ownerKey: string

/** Ids of versions by skill. */
const skills = new Map<string, string[]>()
let count = 0

const skillObject = (id: string) => ({
  id,
  type: 'skill',
  display_name: 'Rivers',
  latest_version_id: skills.get(id)?.at(-1),
  source: { type: 'custom' },
  created_at: '2026-11-29T00:00:00Z',
  updated_at: '2026-11-29T00:00:00Z',
})
const versionObject = (id: string, version: string) => ({
  id: version,
  type: 'skill_version',
  skill_id: id,
  name: 'rivers',
  description: 'Knows rivers.',
  created_at: '2026-11-29T00:00:00Z',
})

function answerSkills({ method, path, body }: UpstreamRequest): Answer {
  const [, id, versions, version, content] =
    /^\/v1\/skills(?:\/(\w+))?(?:\/(versions))?(?:\/(\w+))?(?:\/(content))?(?:\?.*)?$/.exec(path) ?? []
  if (id === undefined) {
    const created = `skill_${++count}`
    skills.set(created, ['1'])
    return body.includes('SKILL.md') ? answerJson(skillObject(created)) : answerError(400, 'no SKILL.md')
  }
  const known = skills.get(id)
  if (!known || (version !== undefined && !known.includes(version))) return answerError(404, 'no such skill')
  if (content) return answerText('PK zip', { headers: { 'content-type': 'application/zip' } })
  if (version !== undefined && method === 'DELETE') return answerJson({ id: version, type: 'skill_version_deleted' })
  if (version !== undefined) return answerJson(versionObject(id, version))
  if (versions && method === 'POST') known.push(String(known.length + 1))
  if (versions && method === 'POST') return answerJson(versionObject(id, known.at(-1) ?? ''))
  if (versions) return answerJson({ data: known.map((one) => versionObject(id, one)), next_page: null })
  if (method !== 'DELETE') return answerJson(skillObject(id))
  skills.delete(id)
  return answerJson({ id, type: 'skill_deleted' })
}

beforeAll(async () => {
  upstream = await startFakeUpstream(async (exchange) => {
    const { request } = exchange
    await (request.path.startsWith('/v1/messages') ? answerJson(plainMessage) : answerSkills(request))(exchange)
  })
  server = await startTestServer()
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'claude-a': 1 }) })
  await server.addChannel(upstream.url, { type: 14, key: 'sk-ant', models: 'claude-a' })
  ownerKey = await server.makeToken('user')
  owner = client(ownerKey)
  stranger = client(await server.makeToken('root'))
})
beforeEach(() => {
  upstream.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const client = (apiKey: string) => new Anthropic({ apiKey, baseURL: server.url, maxRetries: 0 })
const files = async () => [await toFile(Buffer.from('---\nname: rivers\n---'), 'rivers/SKILL.md')]
const create = async (by = owner) => await by.beta.skills.create({ files: await files(), display_name: 'Rivers' })
const ask = (skill_id: string, type: 'custom' | 'anthropic' = 'custom') => ({
  model: 'claude-a',
  max_tokens: 9,
  messages: [{ role: 'user' as const, content: 'Where does the river run?' }],
  container: { skills: [{ type, skill_id, version: 'latest' }] },
})
const refusalOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => null,
    ({ status, error }: { status?: number; error?: { error?: { sluice_code?: string } } }) => ({
      status,
      code: error?.error?.sluice_code,
    }),
  )
const unknown = { status: 404, code: 'stored_object_not_found' }

test('a skill and its versions are created, listed, read, used and deleted', async () => {
  const { id } = await create()
  expect(upstream.requests[0]?.headers['x-api-key']).toBe('sk-ant')
  expect((await owner.beta.skills.retrieve(id)).display_name).toBe('Rivers')
  const version = await owner.beta.skills.versions.create(id, { files: await files() })
  expect(version).toMatchObject({ skill_id: id, id: '2' })
  const versions = await owner.beta.skills.versions.list(id, { limit: 5 })
  expect(versions.data.map((one) => one.id)).toEqual(['1', '2'])
  expect(upstream.requests.at(-1)?.path).toContain('limit=5')
  expect((await owner.beta.skills.versions.retrieve('2', { skill_id: id })).id).toBe('2')
  expect(await (await owner.beta.skills.versions.download('2', { skill_id: id })).text()).toBe('PK zip')
  expect((await owner.beta.skills.versions.delete('1', { skill_id: id })).type).toBe('skill_version_deleted')
  expect((await owner.beta.messages.create(ask(id))).id).toBe('msg_1')

  upstream.requests.length = 0
  expect((await owner.beta.skills.list()).data.map((one) => one.id)).toEqual([id])
  expect((await owner.beta.skills.list({ source: 'custom' })).data).toHaveLength(1)
  expect((await owner.beta.skills.list({ source: 'anthropic' })).data).toEqual([])
  expect((await stranger.beta.skills.list()).data).toEqual([])
  expect(upstream.requests).toHaveLength(0)

  expect((await owner.beta.skills.delete(id)).type).toBe('skill_deleted')
  upstream.requests.length = 0
  expect(await refusalOf(owner.beta.skills.retrieve(id))).toEqual(unknown)
  expect(await refusalOf(owner.beta.messages.create(ask(id)))).toEqual(unknown)
  expect(upstream.requests).toHaveLength(0)
})

describe('a skill of another account', () => {
  let id: string
  beforeAll(async () => {
    id = (await create()).id
  })
  const calls: [string, (id: string) => Promise<unknown>][] = [
    ['read', async (id) => await stranger.beta.skills.retrieve(id)],
    ['deleted', async (id) => await stranger.beta.skills.delete(id)],
    ['extended', async (id) => await stranger.beta.skills.versions.create(id, { files: await files() })],
    ['listed', async (id) => await stranger.beta.skills.versions.list(id)],
    ['read by version', async (id) => await stranger.beta.skills.versions.retrieve('1', { skill_id: id })],
    ['downloaded', async (id) => await stranger.beta.skills.versions.download('1', { skill_id: id })],
    ['deleted by version', async (id) => await stranger.beta.skills.versions.delete('1', { skill_id: id })],
    ['used', async (id) => await stranger.beta.messages.create(ask(id))],
    ['used as one of Anthropic', async (id) => await stranger.beta.messages.create(ask(id, 'anthropic'))],
  ]
  test.each(calls)('cannot be %s: it looks like one that does not exist', async (_, call) => {
    expect([await refusalOf(call(id)), await refusalOf(call('skill_nothing'))]).toEqual([unknown, unknown])
    expect(upstream.requests).toHaveLength(0)
  })
})

test('skills that Anthropic offers to everybody are used by anybody', async () => {
  expect((await stranger.beta.messages.create(ask('pptx', 'anthropic'))).id).toBe('msg_1')
})

test('a skill is refused without files, by the upstream, and where no channel of Anthropic is', async () => {
  const send = async (body: FormData, headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/v1/skills`, { method: 'POST', headers, body })
    return response.status
  }
  const form = new FormData()
  form.set('display_name', 'Rivers')
  const own = { 'x-api-key': ownerKey, 'anthropic-version': '2023-06-01' }
  expect(await send(form, own)).toBe(400)
  // OpenAI's skills are another API, which is not offered.
  expect(await send(form, { authorization: `Bearer ${ownerKey}` })).toBe(501)
  const id = await server.addChannel(upstream.url, { models: 'gpt-4o', groups: ['vip'] })
  form.set('files[]', new Blob(['x']), 'other.md')
  const vip = await server.makeToken('root', { group: 'vip' })
  expect(await send(form, { ...own, 'x-api-key': vip })).toBe(501)
  expect(upstream.requests).toHaveLength(0)
  await server.api('root').delete(`/api/channel/${id}/`)
  const before = (await owner.beta.skills.list()).data.length
  expect(await send(form, own)).toBe(400)
  expect((await owner.beta.skills.list()).data).toHaveLength(before)
})
