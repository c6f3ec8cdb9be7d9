import { expect, test } from 'bun:test'
import { migrate } from '../migrate.ts'
import { engines } from '../test-databases.ts'
import { withStatements } from '../test-hanging-migrations.ts'

const file = { place: '', object_key: '', bytes: 0, media_type: '', kept_at: 0 }
const message = { ...file, output: -1, user_id: 7 }

test.each(engines)(
  'messages move from the table of files once, wherever it is interrupted ($name)',
  async (engine) => {
    const store = await engine.fresh('0023-account-messages')
    const { db } = store
    const rows = [
      { ...message, task: 1, phase: 10, tries: 2, note: '', created_at: 5, due_at: 6, claim: 'e1:a' },
      { ...message, task: 2, phase: 11, tries: 1, note: 'told', created_at: 7, due_at: 8, claim: '' },
      { ...message, task: 2, output: 0, phase: 1, tries: 0, note: '', created_at: 9, due_at: 10, claim: '' },
    ]
    await db.insertInto('task_files').values(rows).execute()
    const migrateUpTo = (last: number) =>
      migrate(
        withStatements(store, (count) => {
          if (count === last) throw new Error('the connection is lost')
        }),
      ).then(
        () => true,
        () => false,
      )
    let kills = 0
    while (!(await migrateUpTo(kills + 1))) kills++
    expect(kills).toBeGreaterThan(6)
    expect(await db.selectFrom('task_messages').selectAll().orderBy('task').execute()).toEqual([
      { task: 1, user_id: 7, phase: 0, tries: 2, note: '', created_at: 5, due_at: 6, claim: 'e1:a' },
      { task: 2, user_id: 7, phase: 1, tries: 1, note: 'told', created_at: 7, due_at: 8, claim: '' },
    ])
    expect(await db.selectFrom('task_files').select(['task', 'output']).execute()).toEqual([{ task: 2, output: 0 }])
    await store.close()
  },
  60_000,
)
