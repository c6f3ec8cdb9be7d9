import { expect, test } from 'bun:test'
import { memoryStore } from '../../../test/memory-store.ts'
import type { ConversationState } from './conversation.ts'
import { createShelf, searchShelf, titleOf } from './shelf.ts'

const stateOf = (id: string, questions: string[], createAt = 1): ConversationState => ({
  id,
  settings: { group: '', temperature: 0, maxTokens: 0, system: '' },
  lanes: [
    {
      model: 'm',
      messages: questions.map((content) => ({ id: content, role: 'user', createAt, content, status: 'complete' })),
    },
  ],
})
const idsOf = (shelf: ReturnType<typeof createShelf>) => shelf.get().entries.map(({ id }) => id)

test('conversations are listed, the latest first, and are read again by a later visit', async () => {
  const { store } = memoryStore()
  const shelf = createShelf(store)
  await shelf.keep(stateOf('a', ['Old'], 1), 'text of a')
  await shelf.keep(stateOf('b', ['New'], 2), 'text of b')
  await shelf.keep(stateOf('a', ['Old'], 1), 'text of a, again')
  expect(idsOf(shelf)).toEqual(['b', 'a'])
  const later = createShelf(store)
  expect(await later.read('a')).toBe('text of a, again')
  expect(idsOf(later)).toEqual(['b', 'a'])
  expect(await later.read('c')).toBeNull()
})

test('a conversation without questions is not listed, and one that loses its questions no longer is', async () => {
  const { store, kept } = memoryStore()
  const shelf = createShelf(store)
  await shelf.keep(stateOf('a', []), 'x')
  expect(idsOf(shelf)).toEqual([])
  await shelf.keep(stateOf('a', ['One']), 'x')
  expect(idsOf(shelf)).toEqual(['a'])
  await shelf.keep(stateOf('a', []), 'x')
  expect(idsOf(shelf)).toEqual([])
  expect(kept.size).toBe(0)
})

test('a full shelf keeps what it has and says so; a deletion makes room', async () => {
  const { store, kept } = memoryStore()
  const shelf = createShelf(store, { conversations: 2, chars: 10 })
  await shelf.keep(stateOf('a', ['A']), '1234')
  await shelf.keep(stateOf('b', ['B']), '1234')
  await shelf.keep(stateOf('c', ['C']), '1')
  expect(shelf.get().state).toBe('full')
  expect(idsOf(shelf)).toEqual(['b', 'a'])
  await shelf.keep(stateOf('b', ['B']), '123456')
  expect(shelf.get().state).toBe('ready')
  await shelf.keep(stateOf('b', ['B']), '1234567')
  expect(shelf.get().state).toBe('full')
  expect(kept.get('b')).toBe('123456')
  await shelf.remove('a')
  expect(shelf.get()).toMatchObject({ state: 'ready', entries: [{ id: 'b' }] })
})

test('the browser’s own limit counts as full, any other failure as refused', async () => {
  const { store, faults } = memoryStore()
  const shelf = createShelf(store)
  faults.push(new DOMException('', 'QuotaExceededError'), new DOMException('', 'UnknownError'))
  await shelf.keep(stateOf('a', ['A']), 'x')
  expect(shelf.get().state).toBe('full')
  await shelf.keep(stateOf('a', ['A']), 'x')
  expect(shelf.get()).toEqual({ entries: [], state: 'refused' })
  await shelf.keep(stateOf('a', ['A']), 'x')
  expect(shelf.get()).toMatchObject({ entries: [{ id: 'a' }], state: 'ready' })
})

test('a conversation goes by its name, or else by the beginning of its first question', () => {
  expect(titleOf({ title: 'Rivers', questions: 'Where?' })).toBe('Rivers')
  expect(titleOf({ title: '', questions: '  Where?\nAnd when?' })).toBe('Where?')
  expect(titleOf({ title: '', questions: '' })).toBe('')
})

test('a search finds every word, in any case and place', () => {
  const entry = (id: string, title: string, questions: string) => ({ id, title, questions, changedAt: 0, chars: 0 })
  const entries = [entry('a', 'Rivers', 'Where is the source?'), entry('b', '', 'Where is the moon?')]
  const find = (text: string) => searchShelf(entries, text).map(({ id }) => id)
  expect(find('')).toEqual(['a', 'b'])
  expect(find(' WHERE  river ')).toEqual(['a'])
  expect(find('moon source')).toEqual([])
})
