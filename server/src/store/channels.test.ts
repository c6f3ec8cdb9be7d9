import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { deleteOrphanAbilities, hasWrongAbilities, rebuildAbilities } from './abilities.ts'
import {
  type ChannelFilter,
  type ChannelOrder,
  countChannels,
  countChannelTypes,
  countTags,
  deleteChannels,
  disabledStatuses,
  findChannel,
  findChannelIds,
  insertChannel,
  listChannels,
  listChannelsOfTags,
  listCountedChannels,
  listTags,
  noChannelFilter,
  setChannelsStatus,
  setChannelsTag,
  updateChannel,
} from './channels.ts'
import { moveToDeleted, removeDeletedChannels, restoreDeleted } from './deleted-channels.ts'
import { countChannelsOfTags, listListedChannels, listModelTexts, listModelTextsOfTags } from './listed-channels.ts'
import type { Store } from './open-database.ts'
import type { ChannelRow, NewChannel } from './schema.ts'
import { newTestChannel } from './test-channels.ts'
import { engines } from './test-databases.ts'

const byPriority = { by: 'priority', direction: 'desc' } as const
const byId = { by: 'id', direction: 'desc' } as const

for (const engine of engines) {
  describe(engine.name, () => {
    let store: Store
    let [plain, quick, odd, off]: ChannelRow[] = []
    beforeAll(async () => {
      store = await engine.fresh()
      const insert = async (more: Partial<NewChannel>) => {
        const row = await insertChannel(store.db, newTestChannel(more))
        await rebuildAbilities(store.db, row)
        return row
      }
      plain = await insert({ name: 'Main 100%' })
      quick = await insert({
        name: 'quick',
        priority: 5,
        group_names: 'default,vip',
        tag: 'eu',
        models: 'a,b',
      })
      odd = await insert({ name: 'o_d!d', group_names: 'vip2', tag: 'us' })
      off = await insert({
        name: 'off',
        status: 3,
        tag: 'eu',
        group_names: 'x,vip',
        cost_prices: '{"default":{"discount":0.6}}',
      })
    })
    afterAll(() => store.close())

    test('cost prices are stored as text, null where they are unknown', () => {
      expect(off?.cost_prices).toBe('{"default":{"discount":0.6}}')
      expect(plain?.cost_prices).toBeNull()
    })

    const listNames = async (filter: Partial<ChannelFilter>, order: ChannelOrder = byPriority) => {
      const all = { ...noChannelFilter, ...filter }
      const rows = await listChannels(store.db, all, order, { offset: 0, limit: 100 })
      expect(await countChannels(store.db, all)).toBe(rows.length)
      return rows.map((row) => row.name)
    }
    const listAbilities = (row: ChannelRow) =>
      store.db.selectFrom('abilities').selectAll().where('channel_id', '=', row.id).orderBy('model').execute()

    test('lists by priority, or by id, newest first', async () => {
      expect(await listNames({})).toEqual(['quick', 'off', 'o_d!d', 'Main 100%'])
      expect(await listNames({}, byId)).toEqual(['off', 'o_d!d', 'quick', 'Main 100%'])
      const page = await listChannels(store.db, noChannelFilter, byId, { offset: 1, limit: 2 })
      expect(page.map((row) => row.name)).toEqual(['o_d!d', 'quick'])
      // Equal values: the newest channel first.
      expect(await listNames({}, { by: 'balance', direction: 'asc' })).toEqual(await listNames({}, byId))
      expect(await countChannelTypes(store.db, { ...noChannelFilter, type: 14 })).toEqual(new Map([[1, 4]]))
      expect(await listNames({ type: 14 })).toEqual([])
    })

    test('the keyword is literal, ignores case, and also matches an id, or a key found elsewhere', async () => {
      expect(await listNames({ keyword: 'main' })).toEqual(['Main 100%'])
      expect(await listNames({ keyword: '0%' })).toEqual(['Main 100%'])
      expect(await listNames({ keyword: '_' })).toEqual(['o_d!d'])
      expect(await listNames({ keyword: 'd!' })).toEqual(['o_d!d'])
      expect(await listNames({ keyword: String(quick?.id) })).toContain('quick')
      expect(await listNames({ keyword: 'sk-none', idsByKey: [off?.id ?? 0] })).toEqual(['off'])
    })

    test('the keyword matches part of the tag, the base URL, the models and the remark', async () => {
      await updateChannel(store.db, quick?.id ?? 0, { remark: 'renews in May' })
      expect(await listNames({ keyword: 'renews' })).toEqual(['quick'])
      expect(await listNames({ keyword: 'EU' })).toEqual(['quick', 'off'])
      expect(await listNames({ keyword: '4o' })).toEqual(['off', 'o_d!d', 'Main 100%'])
      await updateChannel(store.db, odd?.id ?? 0, { base_url: 'https://odd.example/x' })
      expect(await listNames({ keyword: 'odd.EXAMPLE' })).toEqual(['o_d!d'])
    })

    test('a tag is matched whole; ids may be more than a statement binds, or none', async () => {
      expect(await listNames({ tag: 'eu' })).toEqual(['quick', 'off'])
      expect(await listNames({ tag: 'e' })).toEqual([])
      expect(await listNames({ ids: [] })).toEqual([])
      const otherIds = Array.from({ length: 70_000 }, (_, at) => at + 1_000_000)
      expect(await listNames({ ids: [...otherIds, quick?.id ?? 0], tag: 'eu' })).toEqual(['quick'])
    })

    test('channels without a value come last in both directions, the newest first', async () => {
      await updateChannel(store.db, plain?.id ?? 0, { expires_at: 2_000 })
      await updateChannel(store.db, odd?.id ?? 0, { expires_at: 1_000 })
      const byExpiry = (direction: 'asc' | 'desc') => listNames({}, { by: 'expires_at', direction })
      expect(await byExpiry('asc')).toEqual(['o_d!d', 'Main 100%', 'off', 'quick'])
      expect(await byExpiry('desc')).toEqual(['Main 100%', 'o_d!d', 'off', 'quick'])
      expect(await listNames({}, { by: 'tag', direction: 'asc' })).toEqual(['off', 'quick', 'o_d!d', 'Main 100%'])
      expect(await listNames({}, { by: 'name', direction: 'asc' })).toEqual(['Main 100%', 'o_d!d', 'off', 'quick'])
    })

    test('the counted rows are the rows of the list', async () => {
      const rows = await listCountedChannels(store.db, { ...noChannelFilter, tag: 'eu' })
      expect(rows.map(({ id }) => id)).toEqual([quick?.id ?? 0, off?.id ?? 0])
    })

    test('a group matches a whole entry of the list; a model matches part of the text', async () => {
      expect(await listNames({ group: 'vip' })).toEqual(['quick', 'off'])
      expect(await listNames({ group: 'vip2' })).toEqual(['o_d!d'])
      expect(await listNames({ group: 'vi_' })).toEqual([])
      expect(await listNames({ model: '4O' })).toEqual(['off', 'o_d!d', 'Main 100%'])
    })

    test('a row has the number of models, and a tag that of its channels', async () => {
      const [first, ...others] = await listListedChannels(
        store.db,
        noChannelFilter,
        { by: 'model_count', direction: 'desc' },
        { offset: 0, limit: 3 },
      )
      expect(first).toMatchObject({ name: 'quick', group_names: 'default,vip', used_quota: 0 })
      expect([first, ...others].map((row) => Number(row?.model_count))).toEqual([2, 1, 1])
      expect(await countChannelsOfTags(store.db, ['eu', 'us', 'none'])).toEqual(
        new Map([
          ['eu', 2],
          ['us', 1],
        ]),
      )
      const texts = await listModelTextsOfTags(store.db, { ...noChannelFilter, tag: 'eu' })
      expect(texts.get('eu')?.toSorted()).toEqual(['a,b', 'gpt-4o'])
      expect((await listModelTexts(store.db, [quick?.id ?? 0, off?.id ?? 0])).sort()).toEqual(['a,b', 'gpt-4o'])
    })

    test('a page of tags contains all channels of those tags', async () => {
      expect(await countTags(store.db, noChannelFilter)).toBe(2)
      const tags = await listTags(store.db, noChannelFilter, { offset: 0, limit: 1 })
      expect(tags).toEqual(['eu'])
      const rows = await listChannelsOfTags(store.db, tags, byPriority)
      expect(rows.map((row) => row.name)).toEqual(['quick', 'off'])
    })

    test('abilities are one row for each group and model, and follow the status', async () => {
      expect(await listAbilities(quick as ChannelRow)).toHaveLength(4)
      expect((await listAbilities(off as ChannelRow)).map((row) => row.enabled)).toEqual([0, 0])
      await updateChannel(store.db, plain?.id ?? 0, { models: 'x,y,z' })
      const changed = (await findChannel(store.db, plain?.id ?? 0)) as ChannelRow
      expect(await hasWrongAbilities(store.db, changed)).toBe(true)
      await rebuildAbilities(store.db, changed)
      expect((await listAbilities(changed)).map((row) => row.model)).toEqual(['x', 'y', 'z'])
      expect(await hasWrongAbilities(store.db, changed)).toBe(false)
    })

    test('a channel of very many models gets all its rows', async () => {
      const models = Array.from({ length: 1_500 }, (_, index) => `model-${index}`).join(',')
      const row = await insertChannel(store.db, newTestChannel({ models }))
      await rebuildAbilities(store.db, row)
      expect(await listAbilities(row)).toHaveLength(1_500)
      await deleteChannels(store.db, [row.id])
      expect(await listAbilities(row)).toHaveLength(0)
    })

    test('a tag is written to the channel and to its abilities', async () => {
      await setChannelsTag(store.db, [odd?.id ?? 0], 'eu')
      expect((await findChannel(store.db, odd?.id ?? 0))?.tag).toBe('eu')
      expect((await listAbilities(odd as ChannelRow))[0]?.tag).toBe('eu')
    })

    test('a status is written to channels that have another one, and to their abilities', async () => {
      const ids = [odd?.id ?? 0, off?.id ?? 0, 9_999]
      const statuses = async () =>
        await Promise.all(ids.slice(0, 2).map(async (id) => (await findChannel(store.db, id))?.status))
      const before = await statuses()
      const change = (channelIds: number[], status: number) =>
        store.db.transaction().execute((trx) => setChannelsStatus(trx, channelIds, status))
      expect(await change(ids, 3)).toEqual([odd?.id ?? 0])
      expect((await listAbilities(odd as ChannelRow))[0]?.enabled).toBe(0)
      expect(await change(ids.slice(0, 1), 1)).toEqual([odd?.id ?? 0])
      expect((await listAbilities(odd as ChannelRow))[0]?.enabled).toBe(1)
      expect(await statuses()).toEqual(before)
    })

    test('a deletion is undone with ids, keys and abilities, once and in time', async () => {
      const inserted = await insertChannel(
        store.db,
        newTestChannel({ name: 'kept', key_box: 'sealed', models: 'a,b', balance: 1.5 }),
      )
      await rebuildAbilities(store.db, inserted)
      const run = <T>(work: (trx: typeof store.db) => Promise<T>) => store.db.transaction().execute(work)
      const restore = (name: string, since: number) => run((trx) => restoreDeleted(trx, name, since))
      const ids = [inserted.id, 987_654]
      expect(await run((trx) => moveToDeleted(trx, ids, { name: 'one', now: 5_000 }))).toEqual([inserted.id])
      expect(await findChannel(store.db, inserted.id)).toBeUndefined()
      expect(await listAbilities(inserted)).toEqual([])
      expect(await restore('another', 0)).toEqual([])
      expect(await restore('one', 5_001)).toEqual([])
      expect(await restore('one', 5_000)).toEqual([inserted.id])
      expect(await findChannel(store.db, inserted.id)).toEqual(inserted)
      expect(await listAbilities(inserted)).toHaveLength(2)
      expect(await restore('one', 0)).toEqual([])
      await run((trx) => moveToDeleted(trx, [inserted.id], { name: 'two', now: 6_000 }))
      expect(await removeDeletedChannels(store.db, 6_000, 10)).toBe(0)
      expect(await removeDeletedChannels(store.db, 6_001, 10)).toBe(1)
      expect(await restore('two', 0)).toEqual([])
    })

    test('deleting a channel deletes its abilities', async () => {
      expect(await findChannelIds(store.db, { status: disabledStatuses })).toEqual([off?.id ?? 0])
      expect(await findChannelIds(store.db, { ids: [odd?.id ?? 0, 9_999] })).toEqual([odd?.id ?? 0])
      await deleteChannels(store.db, [off?.id ?? 0])
      expect(await findChannel(store.db, off?.id ?? 0)).toBeUndefined()
      expect(await listAbilities(off as ChannelRow)).toEqual([])
      expect(await deleteOrphanAbilities(store.db)).toBe(0)
    })
  })
}
