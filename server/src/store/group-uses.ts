import type { Kysely } from 'kysely'
import { rebuildAbilities, splitList } from './abilities.ts'
import { findChannelToChange, listChannelsAfter, updateChannel } from './channels.ts'
import { listsName } from './dialects/searching.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** The numbers of existing accounts, tokens and channels that name a group. */
export interface GroupUse {
  users: number
  tokens: number
  channels: number
}

const rowsPerStep = 500

export async function countGroupUses(db: Db): Promise<Map<string, GroupUse>> {
  const uses = new Map<string, GroupUse>()
  const add = (group: string, kind: keyof GroupUse, count: number): void => {
    const use = uses.get(group) ?? { users: 0, tokens: 0, channels: 0 }
    use[kind] += count
    uses.set(group, use)
  }
  for (const [table, kind] of [
    ['users', 'users'],
    ['api_tokens', 'tokens'],
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select((eb) => ['group_name', eb.fn.countAll().as('count')])
      .where('deleted_at', 'is', null)
      .where('group_name', '!=', '')
      .groupBy('group_name')
      .execute()
    for (const row of rows) for (const name of splitList(row.group_name)) add(name, kind, Number(row.count))
  }
  const channels = await db.selectFrom('channels').select('group_names').execute()
  for (const { group_names: names } of channels) for (const name of splitList(names)) add(name, 'channels', 1)
  return uses
}

/**
 * Moves up to 500 accounts or tokens of the group to another one, and returns their ids. Call it until it returns none:
 * one statement for all rows would block calls.
 */
export async function moveGroupStep(
  db: Db,
  table: 'users' | 'api_tokens',
  group: { from: string; to: string },
): Promise<number[]> {
  const { from } = group
  const rows = await db
    .selectFrom(table)
    .select(['id', 'group_name'])
    .where((eb) => listsName(eb.ref('group_name'), from))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(rowsPerStep)
    .execute()
  const textsOf = Map.groupBy(rows, (row) => row.group_name)
  const moved: number[] = []
  for (const [text, same] of textsOf) {
    const group_name = withMoved(text, group)
    if (group_name === text) continue
    const ids = same.map(({ id }) => id)
    await db.updateTable(table).set({ group_name }).where('id', 'in', ids).where('group_name', '=', text).execute()
    moved.push(...ids)
  }
  return moved
}

/** The names of a list after the move, each once. */
const withMoved = (text: string, { from, to }: { from: string; to: string }): string =>
  [...new Set(splitList(text).map((name) => (name === from ? to : name)))].join(',')

/** Moves all channels of the group, with their routes. Returns their number. */
export async function moveChannelsOfGroup(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  let moved = 0
  for (let after = 0; ; ) {
    const rows = await listChannelsAfter(db, after, rowsPerStep)
    const last = rows.at(-1)
    if (last === undefined) return moved
    for (const row of rows)
      if (splitList(row.group_names).includes(from) && (await moveChannel(db, row.id, { from, to }))) moved++
    after = last.id
  }
}

const moveChannel = (db: Db, id: number, { from, to }: { from: string; to: string }): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await findChannelToChange(trx, id)
    if (!row || !splitList(row.group_names).includes(from)) return false
    const group_names = withMoved(row.group_names, { from, to })
    await updateChannel(trx, id, { group_names })
    await rebuildAbilities(trx, { ...row, group_names })
    return true
  })
