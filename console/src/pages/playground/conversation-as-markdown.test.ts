import { expect, test } from 'bun:test'
import { conversationAsMarkdown } from './conversation-as-markdown.ts'
import { newConversation } from './keep-conversation.ts'
import type { ChatMessage } from './message.ts'

const words = {
  title: 'Rivers',
  you: 'You',
  thoughts: 'Thoughts',
  system: 'System prompt',
  pictures: (count: number) => `${count} images`,
}
const fresh = newConversation('c1', { greeting: 'Hello', reply: 'Hi' })

test('a conversation is a document with a heading for each message, without the samples', () => {
  const [sample] = fresh.lanes
  const messages: ChatMessage[] = [
    ...(sample?.messages ?? []),
    { id: '1', role: 'user', createAt: 1, content: 'Where?', status: 'complete', images: ['data:,'], lostImages: 1 },
    { id: '2', role: 'assistant', createAt: 2, content: 'Here.', status: 'error', reasoning: 'A\nB', error: 'cut' },
  ]
  const state = { ...fresh, lanes: [{ model: 'm', messages }] }
  expect(conversationAsMarkdown(state, words)).toBe(
    `# Rivers

> System prompt
> 
> You are a helpful assistant.

## You

*2 images*

Where?

## m

> Thoughts
> 
> A
> B

Here.

> cut
`,
  )
})

test('each model that was compared has a part', () => {
  const question = { id: '1', role: 'user', createAt: 1, content: 'Where?', status: 'complete' } as const
  const lanes = ['a', 'b'].map((model) => ({ model, messages: [question] }))
  const text = conversationAsMarkdown({ ...fresh, settings: { ...fresh.settings, system: '' }, lanes }, words)
  expect(text).toBe('# Rivers\n\n---\n\n**a**\n\n## You\n\nWhere?\n\n---\n\n**b**\n\n## You\n\nWhere?\n')
})
