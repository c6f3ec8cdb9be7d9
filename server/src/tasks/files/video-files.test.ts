import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forTests } from '../../../test/for-tests.ts'
import { startTestNode } from '../../ledger/test-node.ts'
import { writeOptionText } from '../../store/options.ts'
import type { NewTask } from '../../store/schema.ts'
import { filePhase, removeFiles } from '../../store/task-files.ts'
import { findTask, insertTask, taskPhase } from '../../store/tasks.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestTask } from '../../store/test-tasks.ts'
import { removeUser } from '../../store/users.ts'
import { storedVideo } from '../video/stored-video.ts'
import { createVideoFiles } from './video-files.ts'

const dayMs = 86_400_000
const unused = new AbortController().signal

describe.each(engines)('copies of videos on $name', (engine) => {
  const node = forTests(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-media-'))
    const own = await startTestNode(engine)
    const close = async () => {
      await own.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return { ...own, folder, close }
  })
  /** How the maker answers the next requests; then with a film of 21 bytes. */
  let answers: (() => Response | Promise<Response>)[] = []
  let asked = 0

  const createFiles = () =>
    createVideoFiles({
      ...node,
      config: { ...node.config, MEDIA_DIR: node.folder },
      openVideo: async () => {
        asked += 1
        return (
          (await answers.shift()?.()) ?? new Response('a film of 21 bytes !!', { headers: { 'content-length': '21' } })
        )
      },
      sendToBucket: () => Promise.reject(new Error('unused')),
    })
  const setOptions = async (options: Record<string, string>) => {
    for (const [name, value] of Object.entries({ MediaCopies: 'folder', MediaCopyDays: '2', ...options }))
      await writeOptionText(node.db, { name, value, updatedAt: node.clock.now() })
    await node.state.publish({ kind: 'options' })
  }
  const listFiles = () =>
    readdirSync(node.folder, { recursive: true })
      .map(String)
      .filter((name) => name.includes('/'))
  const readRows = () => node.db.selectFrom('task_files').selectAll().orderBy('id').execute()

  async function addTask(userId: number, more: Partial<NewTask> = {}): Promise<number> {
    const task_id = `task_${crypto.randomUUID().replaceAll('-', '')}`
    const now = node.clock.now()
    const data = JSON.stringify({ outputs: [{ url: 'https://files.example/1' }], lifetimeMs: dayMs })
    const times = {
      submitted_at: now,
      started_at: now,
      finished_at: now,
      created_at: now,
      updated_at: now,
      due_at: now,
    }
    const ended = { phase: taskPhase.over, status: 'SUCCESS', progress: 100, data }
    const video = { platform: 'video', task_id, request_ref: task_id, model_name: 'm', action: 'generate' }
    return await insertTask(node.db, newTestTask({ user_id: userId, ...video, ...ended, ...times, ...more }))
  }
  async function plan(userId: number, more: Partial<NewTask> = {}): Promise<number> {
    const id = await addTask(userId, more)
    await createFiles().plan({ id, user_id: userId }, 1)
    return id
  }
  const start = async (options: Record<string, string> = {}) => {
    await node.db.deleteFrom('task_files').execute()
    for (const name of listFiles()) rmSync(join(node.folder, name))
    answers = []
    asked = 0
    await setOptions({ MediaCopyFileMb: '500', MediaCopyAccountMb: '10000', ...options })
    return (await node.addAccount()).userId
  }
  const run = () => createFiles().run(unused)

  test('each file is copied once by several nodes, told by its task, and deleted when its time is over', async () => {
    const userId = await start()
    const ids = [await plan(userId), await plan(userId)]
    await createFiles().plan({ id: ids[0] ?? 0, user_id: userId }, 1)
    await Promise.all([run(), run(), run()])
    expect(asked).toBe(2)
    expect(listFiles()).toHaveLength(2)
    for (const id of ids) {
      const task = await findTask(node.db, id)
      expect(task && storedVideo(task)).toMatchObject({ keptUntil: node.clock.now() + 2 * dayMs, lifetimeMs: dayMs })
      const kept = await createFiles().find({ id }, 0)
      expect(kept).toMatchObject({ bytes: 21, mediaType: 'video/mp4' })
      expect(await new Response(await kept?.open({ from: 2, to: 5 }, unused)).text()).toBe('film')
    }
    node.clock.advance(2 * dayMs - 1)
    await run()
    expect(listFiles()).toHaveLength(2)
    node.clock.advance(1)
    await Promise.all([run(), run()])
    expect([listFiles(), await readRows()]).toEqual([[], []])
  })

  test('a video that ends after its account was deleted is not copied', async () => {
    const userId = await start()
    await plan(userId)
    await removeUser(node.db, userId, node.clock.now())
    await run()
    expect([asked, listFiles(), await readRows()]).toEqual([0, [], []])
  })

  test('what fails is tried again, later each time, and not for ever; a cut file is none', async () => {
    const userId = await start()
    const id = await plan(userId)
    answers = [
      () => new Response('', { status: 503 }),
      () => new Response('a film', { headers: { 'content-length': '21' } }),
      () => Promise.reject(new Error('no connection')),
    ]
    for (const waitMs of [10_000, 20_000, 40_000]) {
      await run()
      expect(await createFiles().find({ id }, 0)).toBeNull()
      expect((await readRows())[0]?.due_at).toBe(node.clock.now() + waitMs)
      await run()
      node.clock.advance(waitMs)
    }
    expect([asked, listFiles()]).toEqual([3, []])
    await run()
    expect(await createFiles().find({ id }, 0)).toMatchObject({ bytes: 21 })

    await plan(userId)
    answers = Array.from({ length: 20 }, () => () => new Response('', { status: 404 }))
    for (let times = 0; times < 15; times++) {
      await run()
      node.clock.advance(3_600_000)
    }
    expect((await readRows()).map(({ phase, note, tries }) => ({ phase, note, tries }))).toEqual([
      { phase: filePhase.kept, note: '', tries: 0 },
      { phase: filePhase.over, note: 'gone', tries: 10 },
    ])
  })

  test('a file is copied after its task is settled, and not if the task failed or was deleted meanwhile', async () => {
    const userId = await start()
    const id = await plan(userId, { status: 'IN_PROGRESS', phase: taskPhase.open })
    await plan(userId, { status: 'FAILURE' })
    const deleted = await plan(userId)
    answers = [
      async () => {
        await removeFiles(node.db, { task: deleted }, node.clock.now())
        return new Response('a film that nobody wants')
      },
    ]
    await run()
    expect([asked, listFiles()]).toEqual([1, []])
    await run()
    expect((await readRows()).map(({ task, phase }) => ({ task, phase }))).toEqual([{ task: id, phase: filePhase.due }])
    await node.db.updateTable('tasks').set({ status: 'SUCCESS', phase: taskPhase.over }).where('id', '=', id).execute()
    node.clock.advance(10_000)
    await run()
    expect(await createFiles().find({ id }, 0)).toMatchObject({ bytes: 21 })
    // All copies of an account.
    await removeFiles(node.db, { userId }, node.clock.now())
    expect(await createFiles().find({ id }, 0)).toBeNull()
    await run()
    expect([listFiles(), await readRows()]).toEqual([[], []])
  })

  test('files beyond the limits of size and account are not copied, whatever the maker announces', async () => {
    const userId = await start({ MediaCopyFileMb: '1', MediaCopyAccountMb: '2' })
    const film = (bytes: number) => () => new Response('x'.repeat(bytes))
    const unannounced = (bytes: number) => () =>
      new Response(new Blob(['x'.repeat(bytes)]).stream(), { headers: { 'content-type': 'video/webm' } })
    answers = [film(900_000), film(1_100_000), unannounced(1_100_000), film(900_000), film(900_000), film(100)]
    for (let files = 0; files < 6; files++) await plan(userId)
    await run()
    expect((await readRows()).map(({ phase, note, bytes }) => [phase, note, bytes])).toEqual([
      [filePhase.kept, '', 900_000],
      [filePhase.over, 'size', 0],
      [filePhase.over, 'size', 0],
      [filePhase.kept, '', 900_000],
      [filePhase.over, 'account', 0],
      [filePhase.kept, '', 100],
    ])
    expect(listFiles()).toHaveLength(3)
    await setOptions({ MediaCopies: 'off' })
    await plan(userId)
    expect(await readRows()).toHaveLength(6)
  })

  test('a process that hangs while it copies leaves the file to the others', async () => {
    const userId = await start()
    const id = await plan(userId)
    const arrived = Promise.withResolvers<void>()
    const late = Promise.withResolvers<Response>()
    answers = [
      () => {
        arrived.resolve()
        return late.promise
      },
    ]
    const hanging = run()
    await arrived.promise
    await run()
    expect(asked).toBe(1)
    node.clock.advance(25 * 60_000)
    await run()
    const [copied, ...others] = listFiles()
    expect([asked, others]).toEqual([2, []])
    // It was not dead: what it writes now is deleted, and the copy of the other stays.
    late.resolve(new Response('too late'))
    await hanging
    expect(listFiles()).toEqual([copied ?? ''])
    expect(await createFiles().find({ id }, 0)).toMatchObject({ bytes: 21 })
  })
})
