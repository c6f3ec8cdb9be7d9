import { describe, expect, test } from 'bun:test'
import { isRecord, type JsonRecord, parseRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { assembleResponse, responseEvents } from '../src/core/chat/assemble.ts'
import type { ChatEvent, ChatResponse } from '../src/core/chat/chat-response.ts'
import type { AnswerHead } from '../src/protocols/wire-format.ts'
import type { ClientFormatId } from '../src/protocols/wire-format-id.ts'
import { wireFormatOf } from '../src/relay/formats/index.ts'
import { recordedBody, recordedNames, recordedStreams } from './recordings.ts'

// A translated answer holds only values that the maker of the client's format lists: for ends, roles and statuses.

const formatIds = ['openai', 'responses', 'anthropic', 'gemini'] as const satisfies readonly ClientFormatId[]

/** The values of each field of each format. The official packages list the same ones. */
const lists: Record<ClientFormatId, Record<string, readonly unknown[]>> = {
  openai: {
    finish_reason: [null, 'stop', 'length', 'tool_calls', 'content_filter'],
    role: ['assistant'],
    object: ['chat.completion', 'chat.completion.chunk'],
  },
  anthropic: {
    stop_reason: [
      null,
      'end_turn',
      'max_tokens',
      'stop_sequence',
      'tool_use',
      'pause_turn',
      'refusal',
      'model_context_window_exceeded',
    ],
    role: ['assistant'],
  },
  responses: {
    status: ['completed', 'incomplete', 'in_progress', 'failed'],
    reason: ['max_output_tokens', 'content_filter'],
    role: ['assistant'],
    code: ['server_error'],
  },
  gemini: { finishReason: ['STOP', 'MAX_TOKENS', 'SAFETY', 'OTHER'], role: ['model'] },
}

const head: AnswerHead = {
  requestId: 'r1',
  model: 'client-model',
  createdSeconds: 1,
  inputTokens: 1,
  wantsUsage: true,
  body: {},
  newId: () => 'id1',
}

/** Fields with a list, anywhere but inside what the model wrote or the client sent. */
function* valuesIn(value: unknown, names: ReadonlySet<string>): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* valuesIn(item, names)
  if (!isRecord(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (names.has(name)) yield [name, inner]
    if (!opaque.has(name)) yield* valuesIn(inner, names)
  }
}
const opaque: ReadonlySet<string> = new Set(['input', 'args', 'arguments', 'partial_json', 'groundingMetadata'])

function expectListed(client: ClientFormatId, wire: unknown): void {
  const list = lists[client]
  for (const [name, value] of valuesIn(wire, new Set(Object.keys(list)))) {
    if (client === 'responses' && name === 'reason' && value === undefined) continue
    expect(list[name]).toContain(value)
  }
}

const framesOf = (text: string): JsonRecord[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [parseRecord(line.slice(6)) ?? {}] : []))

/** The answer as each format writes it, whole and streamed; an answer that failed is an error instead. */
function expectWritten(response: ChatResponse, events: readonly ChatEvent[]): void {
  const failed = response.choices.some(({ finishReason }) => finishReason === 'error')
  for (const client of formatIds) {
    const format = wireFormatOf(client)
    if (!failed) expectListed(client, format.buildAnswer(response, head))
    const builder = format.createStreamBuilder(head)
    const written = events.filter(({ kind }) => kind !== 'end').map((event) => builder.push(event))
    expectListed(client, framesOf(written.join('') + builder.end()))
  }
}

/** The format of a recorded answer or event; null for those of other calls. */
function formatOf(wire: JsonRecord): ClientFormatId | null {
  const type = textOf(wire.type)
  if (Array.isArray(wire.candidates)) return 'gemini'
  if (wire.object === 'response' || type.startsWith('response.')) return 'responses'
  if (type === 'message' || type === 'message_start') return 'anthropic'
  const [choice] = recordsOf(wire.choices)
  return choice && ('message' in choice || 'delta' in choice) ? 'openai' : null
}

let ids = 0
const newId = () => `made_${ids++}`

test('translated recordings hold only values of the client’s format', () => {
  const seen = new Map<string, number>()
  for (const { name, file: path, form } of recordedNames()) {
    const [file = '', later] = name.split('#')
    if (form === 'plain') {
      if (!path.endsWith('.json')) continue
      const wire = parseRecord(recordedBody(file))
      const id = wire && formatOf(wire)
      if (!wire || !id) continue
      const response = wireFormatOf(id).parseAnswer(wire, newId)
      expectWritten(response, responseEvents(response))
      seen.set(`${id} plain`, (seen.get(`${id} plain`) ?? 0) + 1)
      continue
    }
    for (const frames of later === undefined ? recordedStreams(file) : []) {
      const id = formatOf(frames.map((frame) => parseRecord(frame) ?? {}).find((wire) => formatOf(wire)) ?? {})
      if (!id) continue
      const parser = wireFormatOf(id).createStreamParser(newId)
      const events = frames.flatMap((frame) => parser.push(frame, null)).filter(({ kind }) => kind !== 'error')
      expectWritten(assembleResponse(events), events)
      seen.set(`${id} stream`, (seen.get(`${id} stream`) ?? 0) + 1)
    }
  }
  expect([...seen.keys()].sort()).toEqual(formatIds.flatMap((id) => [`${id} plain`, `${id} stream`]).sort())
})

/** Every end that an upstream may report, and what clients of each format get; `fault`: an error. */
const ends: [ClientFormatId, string, Record<ClientFormatId, string> | 'fault'][] = [
  ['openai', 'stop', ended('stop', 'end_turn', 'STOP', 'completed')],
  ['openai', 'length', ended('length', 'max_tokens', 'MAX_TOKENS', 'incomplete')],
  ['openai', 'model_length', ended('length', 'max_tokens', 'MAX_TOKENS', 'incomplete')],
  ['openai', 'content_filter', ended('content_filter', 'refusal', 'SAFETY', 'incomplete')],
  ['openai', 'sensitive', ended('content_filter', 'refusal', 'SAFETY', 'incomplete')],
  ['openai', 'eos', ended('stop', 'end_turn', 'STOP', 'completed')],
  ...['error', 'insufficient_system_resource', 'network_error', 'abort'].map(fault('openai')),
  ['openai', 'function_call_filter: MALFORMED_FUNCTION_CALL', 'fault'],
  ['anthropic', 'end_turn', ended('stop', 'end_turn', 'STOP', 'completed')],
  ['anthropic', 'max_tokens', ended('length', 'max_tokens', 'MAX_TOKENS', 'incomplete')],
  ['anthropic', 'stop_sequence', ended('stop', 'stop_sequence', 'STOP', 'completed')],
  ['anthropic', 'pause_turn', ended('stop', 'pause_turn', 'STOP', 'completed')],
  ['anthropic', 'compaction', ended('stop', 'pause_turn', 'STOP', 'completed')],
  ['anthropic', 'refusal', ended('content_filter', 'refusal', 'SAFETY', 'incomplete')],
  [
    'anthropic',
    'model_context_window_exceeded',
    ended('length', 'model_context_window_exceeded', 'MAX_TOKENS', 'incomplete'),
  ],
  ['anthropic', 'something_new', ended('stop', 'end_turn', 'STOP', 'completed')],
  ['gemini', 'STOP', ended('stop', 'end_turn', 'STOP', 'completed')],
  ['gemini', 'MAX_TOKENS', ended('length', 'max_tokens', 'MAX_TOKENS', 'incomplete')],
  ...['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'].map(
    (word): (typeof ends)[number] => ['gemini', word, ended('content_filter', 'refusal', 'SAFETY', 'incomplete')],
  ),
  ...['OTHER', 'MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'NO_IMAGE', 'NEW'].map(
    fault('gemini'),
  ),
]

function ended(openai: string, anthropic: string, gemini: string, responses: string) {
  return { openai, anthropic, gemini, responses }
}

function fault(upstream: ClientFormatId) {
  return (word: string): (typeof ends)[number] => [upstream, word, 'fault']
}

const wholeOf: Partial<Record<ClientFormatId, (end: string, text: string) => JsonRecord>> = {
  openai: (end, content) => ({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: end }] }),
  anthropic: (end, text) => ({ type: 'message', content: [{ type: 'text', text }], stop_reason: end }),
  gemini: (end, text) => ({ candidates: [{ index: 0, content: { parts: [{ text }] }, finishReason: end }] }),
}

function endOf(client: ClientFormatId, wire: JsonRecord): unknown {
  if (client === 'openai') return recordsOf(wire.choices)[0]?.finish_reason
  if (client === 'gemini') return recordsOf(wire.candidates)[0]?.finishReason
  return client === 'anthropic' ? wire.stop_reason : recordOf(wire).status
}

describe.each(ends)('the end of an answer of %s: %s', (upstream, end, expected) => {
  const format = wireFormatOf(upstream)
  const wire = wholeOf[upstream]?.(end, 'The gate') ?? {}
  const response = format.parseAnswer(wire, newId)

  test.each([...formatIds])('is that of a client of %s', (client) => {
    if (expected === 'fault') {
      expect(response.choices[0]?.finishReason).toBe('error')
      expect(format.readAnswer(Buffer.from(JSON.stringify(wire)))?.hasFault?.()).toBe(true)
      expect(format.readAnswer(Buffer.from(JSON.stringify(wholeOf[upstream]?.(end, ''))))?.error).toBeTruthy()
    } else expect(endOf(client, wireFormatOf(client).buildAnswer(response, head))).toBe(expected[client])
    expectWritten(response, responseEvents(response))
  })
})
