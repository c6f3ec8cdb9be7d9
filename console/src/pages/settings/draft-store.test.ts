import { expect, test } from 'bun:test'
import { createDraftStore } from './draft-store.ts'

test('typing clears the fault of this field only', () => {
  const store = createDraftStore()
  store.mark({ A: 'bad', B: 'worse' })
  store.set('A', 'x')
  expect(store.get()).toEqual({ draft: { A: 'x' }, problems: { B: 'worse' } })
  store.mark({ B: null })
  expect(store.get().problems).toEqual({})
})

test('input during a save is kept', () => {
  const store = createDraftStore()
  store.set('A', 'sent')
  store.set('B', 'sent')
  const sent = store.get().draft
  store.set('B', 'typed since')
  store.drop(['A', 'B'], sent)
  expect(store.get().draft).toEqual({ B: 'typed since' })
  store.drop(['B'])
  expect(store.get().draft).toEqual({})
})

test('listeners are notified of each change until they unsubscribe', () => {
  const store = createDraftStore()
  let notifications = 0
  const unsubscribe = store.subscribe(() => {
    notifications += 1
  })
  store.set('A', 'x')
  unsubscribe()
  store.drop(['A'])
  expect(notifications).toBe(1)
})
