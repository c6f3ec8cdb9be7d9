import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import { insertTask, taskPhase } from '../store/tasks.ts'
import { newTestTask } from '../store/test-tasks.ts'
import { readAnswer, startTestApp, type TestApp, type TestClient } from './test-app.ts'

const rows = 12
const size = 5

let app: TestApp
let admin: TestClient
let accessToken = ''
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: roles.admin })
  for (let index = 0; index < rows; index++) {
    await admin.post('/api/token/', { name: `t${index}` })
    await admin.post('/api/channel/', { type: 1, name: `c${index}`, key: 'k', models: 'm', group: 'default' })
  }
  accessToken = String((await admin.post('/api/user/token')).body.data)
})
afterAll(() => app.close())

type ReadData = (path: string) => Promise<unknown>

/** Reads as a program with a system access token. Only the user agent distinguishes two programs of an account. */
const readAsProgram =
  (userAgent: string): ReadData =>
  async (path) => {
    const headers = { authorization: accessToken, 'new-api-user': String(admin.id), 'user-agent': userAgent }
    return (await readAnswer(await app.send(path, { headers }))).body.data
  }

const readAsAdmin: ReadData = async (path) => (await admin.get(path)).body.data

/** Reads a whole list as programs of 2025 do: until a page is empty. */
async function readUntilEmpty(read: ReadData, path: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 0; page < rows; page++) {
    const data = await read(`${path}&p=${page}`)
    if (!Array.isArray(data)) throw new Error(`page ${page} is not an array`)
    if (data.length === 0) return found
    found.push(...data.map(({ id }: { id: number }) => id))
  }
  throw new Error('the list does not end')
}

/** Reads a whole list as newer programs do: until it has `total` rows. */
async function readUntilTotal(read: ReadData, path: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 1; page < rows; page++) {
    const { items, total, ...echo } = (await read(`${path}&p=${page}`)) as {
      items: { id: number }[]
      total: number
    }
    expect(echo).toMatchObject({ page, page_size: size })
    found.push(...items.map(({ id }) => id))
    if (found.length >= total) return found
  }
  throw new Error('the list does not end')
}

const lists: [path: string][] = [[`/api/token/?size=${size}`], [`/api/channel/?page_size=${size}`]]

describe.each(lists)('%s', (path) => {
  test('is read completely by older and newer programs of one account at the same time', async () => {
    const older = readAsProgram('collector/1')
    const newer = readAsProgram('manager/7')
    const [first, second] = await Promise.all([readUntilEmpty(older, path), readUntilTotal(newer, path)])
    expect(new Set(first).size).toBe(rows)
    expect(first).toEqual(second)
    expect(await readUntilEmpty(older, path)).toEqual(first)
  })

  test('is read completely by the console of 2025', async () => {
    expect(new Set(await readUntilEmpty(readAsAdmin, path)).size).toBe(rows)
  })

  test('is not empty for a session that begins at page 1', async () => {
    const largePage = path.replace(`=${size}`, '=50')
    expect(await readAsAdmin(`${largePage}&p=1`)).toMatchObject({ total: rows, page: 1, page_size: 50 })
  })
})

const task = newTestTask({ user_id: 0, code: 1, phase: taskPhase.over, status: 'SUCCESS', progress: 100 })

test('lists of tasks and drawings have both forms', async () => {
  for (let index = 0; index < rows; index++)
    for (const platform of ['suno', 'mj']) await insertTask(app.store.db, { ...task, platform, user_id: admin.id })
  for (const path of ['/api/task/self', '/api/mj/self', '/api/task/', '/api/mj/']) {
    expect(await readUntilEmpty(readAsAdmin, `${path}?`)).toHaveLength(rows)
    expect(await readUntilTotal(readAsAdmin, `${path}?page_size=${size}`)).toHaveLength(rows)
  }
})

test('open tasks are counted by channel, and one is ended by hand once, with an audit line', async () => {
  const open = { ...task, platform: 'suno', task_id: 'open', phase: 0, status: 'IN_PROGRESS', submitted_at: 5_000 }
  const id = await insertTask(app.store.db, { ...open, channel_id: 9_998, user_id: admin.id })
  const counted = { channel_id: 9_998, channel_name: '', count: 1, oldest_at: 5 }
  expect(await readAsAdmin('/api/task/open')).toEqual([counted])
  const end = (reason: string, of: number = id) => admin.post(`/api/task/${of}/end`, { result: 'failed', reason })
  expect((await end('')).body.success).toBe(false)
  expect((await end('lost', 99_999)).body.code).toBe('not_found')
  expect((await end('lost')).body.data).toMatchObject({ status: 'FAILURE', fail_reason: 'lost', video: null })
  expect((await end('lost again')).body.code).toBe('task_over')
  expect(await readAsAdmin('/api/task/open')).toEqual([])
  const lines = await app.store.db.selectFrom('audit_logs').selectAll().where('action', '=', 'task.end').execute()
  expect(lines.map(({ object_id }) => object_id)).toEqual([String(id)])
})

test('only administrators see which channel ran a task or a drawing', async () => {
  const [channel] = (await readAsAdmin('/api/channel/?p=0')) as { id: number; name: string }[]
  const gone = 9_999
  for (const platform of ['suno', 'mj'])
    for (const channel_id of [channel?.id ?? 0, gone])
      await insertTask(app.store.db, { ...task, platform, channel_id, user_id: admin.id })
  for (const kind of ['task', 'mj']) {
    expect(await readAsAdmin(`/api/${kind}/?channel_id=${channel?.id}`)).toMatchObject([
      { channel_id: channel?.id, channel_name: channel?.name },
    ])
    expect(await readAsAdmin(`/api/${kind}/?channel_id=${gone}`)).toMatchObject([
      { channel_id: gone, channel_name: '' },
    ])
    for (const row of (await readAsAdmin(`/api/${kind}/self`)) as object[])
      expect(row).toMatchObject({ channel_id: 0, channel_name: '' })
  }
})

test('a search returns a bare array, and an object to clients that page it', async () => {
  for (const path of ['/api/token/search?keyword=', '/api/channel/search?keyword=']) {
    expect(await readAsAdmin(path)).toHaveLength(rows)
    expect(await readUntilTotal(readAsAdmin, `${path}&page_size=${size}`)).toHaveLength(rows)
  }
})
