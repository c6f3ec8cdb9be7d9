import { expect, test } from 'bun:test'
import { memoryStore } from '../../../test/memory-store.ts'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { type ConversationState, createConversation } from './conversation.ts'
import { ConversationList } from './conversation-list.tsx'
import { newConversation, packConversation } from './keep-conversation.ts'
import { createShelf } from './shelf.ts'

const stateOf = (id: string, question: string, createAt: number): ConversationState => ({
  ...newConversation(id, { greeting: 'Hello', reply: 'Hi' }),
  lanes: [
    {
      model: 'm',
      messages: [{ id: `${id}-1`, role: 'user', createAt, content: question, status: 'complete' }],
    },
  ],
})

/** Two conversations, of which the newer is open. */
async function visitList() {
  const shelf = createShelf(memoryStore().store)
  const keep = (state: ConversationState) => void shelf.keep(state, packConversation(state))
  const opened = stateOf('b', 'Where is the moon?', 2)
  keep(stateOf('a', 'Where is the source?', 1))
  keep(opened)
  const conversation = createConversation(opened, {
    call: async () => undefined,
    parametersOf: () => new Set(),
    priceOf: async () => ({}),
    keep,
    later: (run) => run(),
    newId: () => crypto.randomUUID(),
    now: () => 3,
  })
  let opens = 0
  const list = (
    <ConversationList conversation={conversation} shelf={shelf} openId="b" isBusy={false} onOpen={() => opens++} />
  )
  const { user } = await visit(list)
  await screen.findByRole('button', { name: 'Where is the source?' })
  const names = () => [...document.querySelectorAll('li > div > button:first-child')].map((item) => item.textContent)
  const act = async (name: string, action: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for “${name}”` }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  return { user, conversation, names, act, opensOf: () => opens }
}

test('conversations are found, opened and begun', async () => {
  const { user, conversation, names, opensOf } = await visitList()
  expect(names()).toEqual(['Where is the moon?', 'Where is the source?'])
  await user.type(screen.getByRole('searchbox'), 'source')
  expect(names()).toEqual(['Where is the source?'])
  await user.click(screen.getByRole('button', { name: 'Where is the source?' }))
  await waitFor(() => expect(conversation.get().id).toBe('a'))
  expect(opensOf()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'New conversation' }))
  expect(conversation.get().lanes).toEqual([{ model: 'm', messages: [] }])
})

test('a conversation that is not open is renamed too; Escape keeps the name', async () => {
  const { user, names, act } = await visitList()
  await act('Where is the source?', 'Rename')
  const input = screen.getByRole('textbox', { name: 'Name of the conversation' })
  await user.clear(input)
  await user.type(input, 'Rivers{Enter}')
  await waitFor(() => expect(names()).toEqual(['Where is the moon?', 'Rivers']))
  await act('Where is the moon?', 'Rename')
  await user.type(screen.getByRole('textbox', { name: 'Name of the conversation' }), 'x{Escape}')
  expect(names()).toEqual(['Where is the moon?', 'Rivers'])
})

test('a deleted conversation comes back with undo, and is open again if it was', async () => {
  const { user, conversation, names, act } = await visitList()
  await act('Where is the moon?', 'Delete')
  await waitFor(() => expect(names()).toEqual(['Where is the source?']))
  expect(conversation.get().lanes[0]?.messages).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(names()).toEqual(['Where is the moon?', 'Where is the source?']))
  expect(conversation.get().id).toBe('b')
})
