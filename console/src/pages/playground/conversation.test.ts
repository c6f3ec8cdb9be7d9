import { expect, test } from 'bun:test'
import { type ConversationState, createConversation } from './conversation.ts'
import type { AnswerEvent } from './message.ts'

const settings = { group: '', temperature: 0, maxTokens: 0, system: '' }

function start(lanes = [{ model: 'a', messages: [] as ConversationState['lanes'][0]['messages'] }]) {
  let ids = 0
  const kept: ConversationState[] = []
  const calls: {
    body: { model: string; messages: { content: string }[] }
    emit(event: AnswerEvent): void
  }[] = []
  const due: (() => void)[] = []
  const conversation = createConversation(
    { id: 'c1', settings, lanes },
    {
      call: (body, signal, onEvent) =>
        new Promise((resolve) => {
          const emit = (event: AnswerEvent) => {
            onEvent(event)
            if (['end', 'failed', 'stopped'].includes(event.type)) resolve()
          }
          signal.addEventListener('abort', () => emit({ type: 'stopped', at: 9 }))
          // Content with images does not occur in these tests.
          calls.push({ body: body as never, emit })
        }),
      parametersOf: () => new Set(),
      priceOf: async () => ({ charge: 225 }),
      keep: (state) => kept.push(state),
      later: (run) => due.push(run),
      newId: () => `m${++ids}`,
      now: () => 0,
    },
  )
  const runDue = () => {
    for (const run of due.splice(0)) run()
  }
  const contents = (lane = 0) => conversation.get().lanes[lane]?.messages.map(({ content }) => content)
  return { conversation, calls, kept, runDue, contents }
}

const text = (content: string): AnswerEvent => ({ type: 'text', text: content, at: 1 })
const end: AnswerEvent = { type: 'end', at: 2 }
/** Waits until pending promises have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a question gets its answer, drawn in steps and stored when it is complete, with its price', async () => {
  const { conversation, calls, kept, runDue, contents } = start()
  expect(conversation.send('hi')).toBe(true)
  calls[0]?.emit(text('The'))
  calls[0]?.emit(text(' river'))
  expect(contents()).toEqual(['hi', ''])
  runDue()
  expect(contents()).toEqual(['hi', 'The river'])
  calls[0]?.emit(end)
  await settled()
  expect(conversation.get().lanes[0]?.messages[1]).toMatchObject({
    status: 'complete',
    content: 'The river',
    model: 'a',
    facts: { charge: 225 },
  })
  expect(kept.at(-1)).toBe(conversation.get())
})

test('only one question runs at a time, and an empty one is not sent', () => {
  const { conversation, calls } = start()
  expect(conversation.send('  ')).toBe(false)
  expect(conversation.send('hi')).toBe(true)
  expect(conversation.send('again')).toBe(false)
  expect(calls).toHaveLength(1)
})

test('examples disappear with the first question and are not sent', () => {
  const sample = {
    id: 's',
    role: 'user',
    createAt: 0,
    content: 'Hello',
    status: 'complete',
    isSample: true,
  } as const
  const { conversation, calls, contents } = start([{ model: 'a', messages: [sample] }])
  conversation.send('hi')
  expect(contents()).toEqual(['hi', ''])
  expect<unknown>(calls[0]?.body.messages).toEqual([{ role: 'user', content: 'hi' }])
})

test('a stopped answer keeps its text, and another question may follow', async () => {
  const { conversation, calls } = start()
  conversation.send('hi')
  calls[0]?.emit(text('The'))
  conversation.stop()
  await settled()
  expect(conversation.get().lanes[0]?.messages[1]).toMatchObject({ content: 'The', isStopped: true })
  expect(conversation.send('on')).toBe(true)
  expect(calls[1]?.body.messages.map(({ content }) => content)).toEqual(['hi', 'The', 'on'])
})

test('a regenerated answer replaces the old one', async () => {
  const { conversation, calls, contents } = start()
  conversation.send('hi')
  calls[0]?.emit(text('one'))
  calls[0]?.emit(end)
  await settled()
  conversation.retry(0)
  expect(calls[1]?.body.messages.map(({ content }) => content)).toEqual(['hi'])
  calls[1]?.emit(text('two'))
  calls[1]?.emit(end)
  await settled()
  expect(contents()).toEqual(['hi', 'two'])
})

test('a changed question removes everything after it', async () => {
  const { conversation, calls, contents } = start()
  for (const question of ['hi', 'more']) {
    conversation.send(question)
    calls.at(-1)?.emit(text('yes'))
    calls.at(-1)?.emit(end)
    await settled()
  }
  const first = conversation.get().lanes[0]?.messages[0]?.id ?? ''
  conversation.edit(first, 'hello')
  expect(contents()).toEqual(['hello', ''])
  expect(calls.at(-1)?.body.messages.map(({ content }) => content)).toEqual(['hello'])
})

test('two models get the same question after the same beginning, each with its own answers', async () => {
  const { conversation, calls, contents } = start()
  conversation.send('hi')
  calls[0]?.emit(text('from a'))
  calls[0]?.emit(end)
  await settled()
  conversation.compare('b')
  conversation.send('more')
  expect(calls.slice(1).map(({ body }) => body.model)).toEqual(['a', 'b'])
  calls[2]?.emit(text('B'))
  calls[2]?.emit(end)
  calls[1]?.emit(end)
  await settled()
  expect([contents(0), contents(1)]).toEqual([
    ['hi', 'from a', 'more', ''],
    ['hi', 'from a', 'more', 'B'],
  ])
  const answers = conversation.get().lanes.map(({ messages }) => messages[1]?.id)
  expect(answers[0]).not.toBe(answers[1])
  conversation.remove(conversation.get().lanes[0]?.messages[2]?.id ?? '')
  expect(contents(1)).toEqual(['hi', 'from a', 'B'])
  conversation.closeLane(0)
  expect(conversation.get().lanes.map(({ model }) => model)).toEqual(['b'])
})

test('up to four models are compared, each with the conversation of the first; the first stays', async () => {
  const { conversation, calls, contents } = start()
  conversation.send('hi')
  calls[0]?.emit(text('one'))
  calls[0]?.emit(end)
  await settled()
  for (const model of ['b', 'c', 'd', 'e']) conversation.compare(model)
  expect(conversation.get().lanes.map(({ model }) => model)).toEqual(['a', 'b', 'c', 'd'])
  expect(contents(3)).toEqual(['hi', 'one'])
  conversation.endComparison()
  expect(conversation.get().lanes.map(({ model }) => model)).toEqual(['a'])
})

test('a repeated answer is a version, and what is shown is what is sent', async () => {
  const { conversation, calls, contents } = start()
  const finish = async (content: string) => {
    calls.at(-1)?.emit(text(content))
    calls.at(-1)?.emit(end)
    await settled()
  }
  conversation.send('hi')
  await finish('first')
  conversation.retry(0)
  await finish('second')
  expect(contents()).toEqual(['hi', 'second'])
  const shown = conversation.get().lanes[0]?.messages[1]
  conversation.showVersion(shown?.id ?? '', -1)
  expect(contents()).toEqual(['hi', 'first'])
  conversation.send('and?')
  expect(calls.at(-1)?.body.messages.map(({ content }) => content)).toEqual(['hi', 'first', 'and?'])
})

test('the results of tools are sent with their calls, and the model continues', async () => {
  const { conversation, calls } = start()
  conversation.send('hi')
  calls[0]?.emit({ type: 'tool', index: 0, id: 'c1', name: 'get_weather', text: '{"city":', at: 1 })
  calls[0]?.emit({ type: 'tool', index: 0, text: '"Paris"}', at: 2 })
  calls[0]?.emit({ type: 'finish', reason: 'tool_calls' })
  calls[0]?.emit(end)
  await settled()
  conversation.answerTools(0, ['sunny'])
  expect(calls[1]?.body.messages.slice(1)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }] },
    { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
  ] as never)
})

test('only one model continues its answer, with its text so far', async () => {
  const { conversation, calls, contents } = start([
    { model: 'a', messages: [] },
    { model: 'b', messages: [] },
  ])
  conversation.send('hi')
  for (const [index, call] of calls.entries()) {
    call.emit(text(`half ${index}`))
    call.emit({ type: 'finish', reason: 'length' })
    call.emit(end)
  }
  await settled()
  expect(conversation.askForRest(1, 'go on')).toBe(true)
  expect(conversation.askForRest(0, 'go on')).toBe(false)
  expect(calls).toHaveLength(3)
  expect(calls[2]?.body.model).toBe('b')
  expect(calls[2]?.body.messages.map(({ content }) => content)).toEqual(['hi', 'half 1', 'go on'])
  expect([contents(0), contents(1)]).toEqual([
    ['hi', 'half 0'],
    ['hi', 'half 1', 'go on', ''],
  ])
})

test('clearing stops running answers and removes everything', async () => {
  const { conversation, calls, contents } = start()
  conversation.send('hi')
  calls[0]?.emit(text('The'))
  conversation.clear()
  await settled()
  expect(contents()).toEqual([])
  expect(conversation.send('new')).toBe(true)
})

test('clearing can be undone, unless another question was sent', async () => {
  const { conversation, calls, contents } = start()
  conversation.send('hi')
  calls[0]?.emit(text('The'))
  const undo = conversation.clear()
  await settled()
  undo()
  expect(contents()).toEqual(['hi', 'The'])
  expect(conversation.get().lanes[0]?.messages[1]).toMatchObject({ status: 'complete', isStopped: true })
  const late = conversation.clear()
  conversation.send('new')
  late()
  expect(contents()).toEqual(['new', ''])
})

test('another conversation is shown, or a new one begun, once no answer is being written', async () => {
  const { conversation, calls, kept, contents } = start()
  const other = { id: 'c2', title: 'Rivers', settings, lanes: [{ model: 'b', messages: [] }] }
  conversation.send('hi')
  expect(conversation.open(other)).toBe(false)
  conversation.startNew()
  expect(conversation.get().id).toBe('c1')
  calls[0]?.emit(end)
  await settled()
  conversation.startNew()
  expect(contents()).toEqual([])
  expect(conversation.get()).toMatchObject({ id: 'm3', settings, lanes: [{ model: 'a' }] })
  expect(conversation.open(other)).toBe(true)
  conversation.rename('Seas')
  expect(kept.at(-1)).toEqual({ ...other, title: 'Seas' })
})
