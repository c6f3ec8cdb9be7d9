import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ChatRequest } from './chat-request.ts'
import { commonToolNames, fitToolNames, restoreEventName, restoreNames } from './tool-names.ts'

const buildRequest = (names: string[], called = names): ChatRequest => ({
  model: 'm',
  isStream: false,
  wantsUsage: false,
  tools: names.map((name) => ({ name })),
  toolChoice: { kind: 'named', name: names[0] ?? '' },
  messages: [
    {
      role: 'assistant',
      parts: called.map((name, index) => ({ kind: 'tool_call', id: `call_${index}`, name, arguments: '{}' })),
    },
    {
      role: 'user',
      parts: called.map((name, index) => ({
        kind: 'tool_result',
        callId: `call_${index}`,
        name,
        content: [],
      })),
    },
  ],
})

test('a request with valid names is unchanged', () => {
  const request = buildRequest(['read', 'write_1'])
  expect(fitToolNames(request, commonToolNames)).toEqual({ request, names: new Map() })
})

test('long and invalid names are replaced everywhere in the request, identically in every turn', () => {
  const long = `mcp__${'a'.repeat(80)}`
  const { request, names } = fitToolNames(buildRequest([long, 'files.read', 'files_read']), commonToolNames)
  const short = request.tools?.map(({ name }) => name) ?? []
  expect(short[0]).toHaveLength(64)
  expect(short[1]).toMatch(/^files_read_[0-9a-f]{8}$/)
  expect(short[2]).toBe('files_read')
  expect(request.toolChoice).toEqual({ kind: 'named', name: short[0] ?? '' })
  for (const { parts } of request.messages) expect(parts.map((part) => 'name' in part && part.name)).toEqual(short)
  expect(names.get(short[0] ?? '')).toBe(long)
  const later = fitToolNames(buildRequest([long, 'files.read', 'files_read'], [long]), commonToolNames)
  expect(later.request.tools).toEqual(request.tools)
})

test('any names stay distinct, are accepted, and are restored', () => {
  const name = fc.oneof(fc.string({ minLength: 1, maxLength: 100 }), fc.constantFrom('a.b', 'a_b', 'a b', 'a:b'))
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), (given) => {
      const { request, names } = fitToolNames(buildRequest(given), commonToolNames)
      const fitted = request.tools?.map((tool) => tool.name) ?? []
      expect(new Set(fitted).size).toBe(given.length)
      for (const fittedName of fitted) expect(fittedName).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      const events = fitted.map((fittedName) =>
        restoreEventName({ kind: 'tool_start', choice: 0, call: 0, id: 'x', name: fittedName }, names),
      )
      expect(events.map((event) => 'name' in event && event.name)).toEqual(given)
      const parts = fitted.map((fittedName) => ({
        kind: 'tool_call' as const,
        id: 'x',
        name: fittedName,
        arguments: '',
      }))
      const answer = { id: '', model: '', createdAt: 0, usage: null }
      const restored = restoreNames({ ...answer, choices: [{ index: 0, parts, finishReason: null }] }, names)
      expect(restored.choices[0]?.parts.map((part) => 'name' in part && part.name)).toEqual(given)
    }),
  )
})
