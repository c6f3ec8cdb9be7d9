import { describe, expect, test } from 'bun:test'
import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { callingChoice } from '../core/chat/test-choices.ts'
import { noUsage } from '../core/usage/usage.ts'
import { createReplyReader, type Reply } from './reply-reader.ts'

/** A format whose bodies are replies. */
const read = (body: JsonRecord): Reply => body
const reader = createReplyReader({ read })

function eventsOf(...messages: Reply[]) {
  let count = 0
  const parser = reader.createStreamParser(() => `made_${++count}`)
  return { events: messages.flatMap((one) => parser.push(JSON.stringify(one), null)), parser }
}
const usage = { ...noUsage, inputText: 3, outputText: 2 }

describe('a whole answer', () => {
  const parse = (reply: Reply) => reader.parseAnswer({ ...reply }, () => 'made')

  test('has its parts in order, with empty arguments for a call without any', () => {
    const calls = [{ id: 'c', name: 'f', arguments: ' ' }]
    expect(parse({ id: 'i', createdAt: 5, thought: 'Hm.', text: 'Rain.', calls, usage })).toEqual({
      id: 'i',
      model: '',
      createdAt: 5,
      usage,
      choices: [callingChoice({ thought: 'Hm.', text: 'Rain.', call: { id: 'c', name: 'f', arguments: '{}' } })],
    })
  })

  test('is an answer without text only if the body has one', () => {
    expect(parse({ text: '' })).toMatchObject({ id: 'made', choices: [{ parts: [], finishReason: 'stop' }] })
    expect(parse({ id: 'i', usage }).choices).toEqual([])
    expect(parse({ text: '', finish: null }).choices[0]?.finishReason).toBeNull()
  })

  test('has the usage and the error that the body says', () => {
    expect(reader.parseUsage({ usage })).toEqual(usage)
    expect(reader.errorIn({ error: { message: 'no' } })).toEqual({ message: 'no' })
    expect([reader.parseUsage({}), reader.errorIn({})]).toEqual([null, null])
  })
})

describe('a stream', () => {
  test('starts with the first message that says something', () => {
    expect(eventsOf({}, { id: 'i', text: '' }, { id: 'j', text: 'Rain.' }).events).toEqual([
      { kind: 'start', id: 'i', model: '', createdAt: 0, usage: null },
      { kind: 'text', choice: 0, text: 'Rain.' },
    ])
  })

  test('has whole calls, and calls in pieces by their index', () => {
    const { events } = eventsOf(
      { calls: [{ name: 'f', arguments: '' }] },
      { calls: [{ index: 4, id: 'c', name: 'g', arguments: '{"a"' }] },
      { calls: [{ index: 4, name: '', arguments: ':1}' }], endsPart: true },
      { usage, isLast: true },
    )
    expect(events.slice(1)).toEqual([
      { kind: 'tool_start', choice: 0, call: 0, id: 'made_1', name: 'f' },
      { kind: 'tool_arguments', choice: 0, call: 0, text: '{}' },
      { kind: 'part_end', choice: 0 },
      { kind: 'tool_start', choice: 0, call: 1, id: 'c', name: 'g' },
      { kind: 'tool_arguments', choice: 0, call: 1, text: '{"a"' },
      { kind: 'tool_arguments', choice: 0, call: 1, text: ':1}' },
      { kind: 'part_end', choice: 0 },
      { kind: 'usage', usage },
      { kind: 'finish', choice: 0, reason: 'tool_calls' },
      { kind: 'end' },
    ])
  })

  test('is complete with its finish reason, and reads on for the usage', () => {
    const finished: Reply = { finish: 'length', isFinished: true }
    const { events, parser } = eventsOf({ text: 'Rain.' }, finished)
    expect(parser.isComplete()).toBe(true)
    expect(events.at(-1)).toEqual({ kind: 'finish', choice: 0, reason: 'length' })
    expect(parser.push(JSON.stringify({ usage, isLast: true }), null)).toEqual([
      { kind: 'usage', usage },
      { kind: 'end' },
    ])
    expect(parser.push(JSON.stringify({ text: 'more' }), null)).toEqual([])
  })

  test('is not complete after an error, which ends it', () => {
    const { events, parser } = eventsOf({ text: 'Rain.' }, { text: 'x', error: { message: 'no', code: 7 } })
    expect(events.slice(2)).toEqual([{ kind: 'error', error: { message: 'no', type: 'upstream_error', code: '7' } }])
    expect(parser.push(JSON.stringify({ text: 'more', isLast: true }), null)).toEqual([])
    expect(parser.isComplete()).toBe(false)
  })

  test('of another form has a reader of its own, and its own form of data', () => {
    const words = createReplyReader({
      read,
      createStreamReader: () => {
        let count = 0
        return ({ words }) => ({
          text: `${++count}${recordsOf(words)
            .map(({ word }) => textOf(word))
            .join(' ')}`,
        })
      },
      bodyOf: (data) => (data === '' ? null : { words: [{ word: data }] }),
    })
    const texts = ['a', '', 'b'].map((data) =>
      words
        .createStreamParser(() => 'made')
        .push(data, null)
        .at(-1),
    )
    expect(texts).toEqual([{ kind: 'text', choice: 0, text: '1a' }, undefined, { kind: 'text', choice: 0, text: '1b' }])
  })
})
