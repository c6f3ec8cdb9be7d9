import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createAnswerIds, fitAnswerIds, fitCallIds, fitEventId } from './call-ids.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Message, Part, ToolCallPart, ToolResultPart } from './content.ts'
import type { NameRules } from './name-fitter.ts'

const rules: [string, NameRules, RegExp][] = [
  ['OpenAI Chat', { lengthMax: 40 }, /^.{1,40}$/s],
  ['OpenAI Responses', { lengthMax: 64 }, /^.{1,64}$/s],
  ['Anthropic', { lengthMax: 64, refused: /[^A-Za-z0-9_-]/g }, /^[A-Za-z0-9_-]{1,64}$/],
  ['Mistral', { lengthMax: 9, isExact: true }, /^[A-Za-z0-9]{9}$/],
  ['Gemini', { lengthMax: 128 }, /^.{1,128}$/s],
]

const call = (id: string, name: string): ToolCallPart => ({ kind: 'tool_call', id, name, arguments: '{}' })
const result = (callId: string, name?: string): ToolResultPart => ({
  kind: 'tool_result',
  callId,
  content: [{ kind: 'text', text: 'done' }],
  ...(name !== undefined && { name }),
})
const requestOf = (messages: Message[]): ChatRequest =>
  ({ model: 'm', messages, isStream: false, wantsUsage: true }) as ChatRequest
const turn = (calls: ToolCallPart[], results: ToolResultPart[]): Message[] => [
  { role: 'assistant', parts: calls },
  { role: 'user', parts: results },
]
const partsOf = ({ messages }: ChatRequest): Part[] => messages.flatMap(({ parts }) => parts)
const idsOf = (request: ChatRequest): string[] =>
  partsOf(request).flatMap((part) =>
    part.kind === 'tool_call' ? [part.id] : part.kind === 'tool_result' ? [part.callId] : [],
  )

test('a conversation with ids of its own is unchanged', () => {
  const request = requestOf(turn([call('toolu_1', 'a'), call('toolu_2', 'b')], [result('toolu_2'), result('toolu_1')]))
  expect(fitCallIds(request, { lengthMax: 40 }).request).toBe(request)
})

test('a repeated id becomes two, each with its own result', () => {
  const messages = [
    ...turn([call('call_0', 'weather')], [result('call_0')]),
    ...turn([call('call_0', 'clock')], [result('call_0')]),
  ]
  const [a, a2, b, b2] = idsOf(fitCallIds(requestOf(messages), { lengthMax: 40 }).request)
  expect([a, a2, b2]).toEqual(['call_0', 'call_0', b])
  expect(b).not.toBe('call_0')
  const longer = [
    ...messages,
    ...turn([call('call_0', 'x'), call('call_1', 'y')], [result('call_1'), result('call_0')]),
  ]
  expect(idsOf(fitCallIds(requestOf(longer), { lengthMax: 40 }).request).slice(0, 4)).toEqual([
    a,
    a2,
    b,
    b2,
  ] as string[])
})

test('results in one turn answer calls with one id in their order, under the names of their calls', () => {
  const messages = turn([call('c', 'weather'), call('c', 'clock')], [result('c', 'clock'), result('c', 'clock')])
  const [first, second, ...results] = partsOf(fitCallIds(requestOf(messages), { lengthMax: 40 }).request)
  expect(results).toMatchObject([
    { callId: (first as ToolCallPart).id, name: 'weather' },
    { callId: (second as ToolCallPart).id, name: 'clock' },
  ])
})

test('a call without a result leaves the result to the later call', () => {
  const messages: Message[] = [{ role: 'assistant', parts: [call('c', 'a')] }, ...turn([call('c', 'b')], [result('c')])]
  const [lost, later, answered] = idsOf(fitCallIds(requestOf(messages), { lengthMax: 40 }).request)
  expect(answered).toBe(later as string)
  expect(lost).not.toBe(later as string)
})

describe.each(rules)('ids for %s', (_, rule, accepted) => {
  test('of 86 characters that differ in the last stay two', () => {
    const [one, two] = ['a', 'b'].map((last) => 'x'.repeat(85) + last) as [string, string]
    const ids = idsOf(
      fitCallIds(requestOf(turn([call(one, 'a'), call(two, 'b')], [result(one), result(two)])), rule).request,
    )
    for (const id of ids) expect(id).toMatch(accepted)
    expect([ids[2], ids[3]]).toEqual([ids[0], ids[1]])
    expect(ids[0]).not.toBe(ids[1] as string)
  })

  test('of any conversation are accepted, differ, and stay with their results', () => {
    const id = fc.oneof(
      fc.constantFrom('call_0', 'call_1', 'a.b', 'a_b', 'a b', 'abcdefghi', 'x'.repeat(86), `${'x'.repeat(85)}y`),
      fc.string({ minLength: 1, maxLength: 100 }),
    )
    const turns = fc.array(fc.array(id, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(turns, (given) => {
        const messages = given.flatMap((ids) =>
          turn(
            ids.map((one) => call(one, 'f')),
            ids.map((one) => result(one)),
          ),
        )
        const { request, ids: known } = fitCallIds(requestOf(messages), rule)
        const calls = partsOf(request).flatMap((part) => (part.kind === 'tool_call' ? [part.id] : []))
        const results = partsOf(request).flatMap((part) => (part.kind === 'tool_result' ? [part.callId] : []))
        for (const one of calls) expect(one).toMatch(accepted)
        expect(new Set(calls).size).toBe(calls.length)
        expect(results).toEqual(calls)
        expect([...known].sort()).toEqual([...new Set(given.flat())].sort())
      }),
    )
  })

  test('in answers are accepted, and new in the conversation', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 90 })),
        fc.array(fc.constantFrom('', 'c', 'call_0', 'x'.repeat(90))),
        (old, fresh) => {
          let made = 0
          const idOf = createAnswerIds(new Set(old), rule, () => `made${made++}`)
          const events = fresh.map((one, at) =>
            fitEventId({ kind: 'tool_start', choice: 0, call: at, id: one, name: 'f' }, idOf),
          )
          const ids = events.map((event) => ('id' in event ? event.id : ''))
          for (const one of ids) expect(one).toMatch(accepted)
          expect(new Set([...old, ...ids]).size).toBe(new Set(old).size + ids.length)
        },
      ),
    )
  })
})

test('two calls of a whole answer with one id get two', () => {
  const parts = [call('call_0', 'weather'), call('call_0', 'clock')]
  const answer = { id: '', model: '', createdAt: 0, usage: null, choices: [{ index: 0, parts, finishReason: null }] }
  const idOf = createAnswerIds(new Set(), { lengthMax: 40 }, () => 'n')
  expect(fitAnswerIds(answer, idOf).choices[0]?.parts).toMatchObject([
    { id: 'call_0', name: 'weather' },
    { id: 'call_0_n', name: 'clock' },
  ])
})
