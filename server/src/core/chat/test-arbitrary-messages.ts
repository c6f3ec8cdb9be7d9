import { tableOf } from '@sluice/contract/table-of'
import fc from 'fast-check'
import { defined } from '../json/defined.ts'
import type { MediaSource, Message, Part, ToolCallPart, ToolResultPart } from './content.ts'
import type { RequestFeatures } from './test-request-features.ts'

export const text = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom('你好', '🎉 a', '{"a":1}'))
  .filter((value) => value.trim() !== '')

export const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/)

const base64 = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((data) => Buffer.from(data).toString('base64'))

const jsonObject = fc.dictionary(
  word,
  fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.integer({ min: -99, max: 99 }),
    fc.boolean(),
    fc.array(fc.nat(9), { maxLength: 3 }),
  ),
  { maxKeys: 3 },
)

const signature = base64.map((value) => `c2ln${value}`)

export const cacheMark = fc.constantFrom({ ttl: '5m' as const }, { ttl: '1h' as const })

export const maybe = <T>(isAllowed: boolean | undefined, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  isAllowed ? fc.option(value, { nil: undefined }) : fc.constant(undefined)

const bytes = fc.uint8Array({ minLength: 1, maxLength: 6 })

/** What a file of each type begins with: the type of bytes is read from them. */
const marks = tableOf<string>({
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff',
  'application/pdf': '%PDF-',
  'audio/wav': 'RIFF....WAVE',
  'audio/mp3': 'ID3',
})

const fileOf = (file: { kind: 'base64'; mediaType: string; bytes: Uint8Array }): MediaSource => ({
  kind: file.kind,
  mediaType: file.mediaType,
  data: Buffer.concat([Buffer.from(marks[file.mediaType] ?? '', 'latin1'), file.bytes]).toString('base64'),
})

function source(kinds: MediaSource['kind'][], mediaTypes: string[]): fc.Arbitrary<MediaSource> {
  const mediaType = fc.constantFrom(...mediaTypes)
  const all: Record<MediaSource['kind'], fc.Arbitrary<MediaSource>> = {
    base64: fc.record({ kind: fc.constant('base64' as const), mediaType, bytes }).map(fileOf),
    url: word.map((name) => ({ kind: 'url' as const, url: `https://files.example/${name}.png` })),
    file_id: word.map((name) => ({ kind: 'file_id' as const, fileId: `file-${name}` })),
    text: text.map((value) => ({ kind: 'text' as const, text: value })),
  }
  return fc.oneof(...kinds.map((kind) => all[kind]))
}

const textPart = (features: RequestFeatures): fc.Arbitrary<Part> =>
  fc.record({ text, cache: maybe(features.cache, cacheMark) }).map((more) => defined<Part>({ kind: 'text', ...more }))

export function imagePart(features: RequestFeatures): fc.Arbitrary<Part> {
  return fc
    .record({
      source: source(features.images ?? ['base64'], ['image/png', 'image/jpeg']),
      detail: maybe(features.imageDetail, fc.constantFrom('low' as const, 'high' as const, 'auto' as const)),
      cache: maybe(features.cache, cacheMark),
    })
    .map((more) => defined<Part>({ kind: 'image', ...more }))
}

function userPart(features: RequestFeatures): fc.Arbitrary<Part> {
  const kinds = [textPart(features)]
  if ((features.images ?? ['base64']).length > 0) kinds.push(imagePart(features))
  if (features.files?.length)
    kinds.push(
      fc
        .record({
          source: source(features.files, ['application/pdf']),
          name: word.map((name) => `${name}.pdf`),
        })
        .map(({ source: from, name }) =>
          defined<Part>({ kind: 'file', source: from, name: from.kind === 'file_id' ? undefined : name }),
        ),
    )
  if (features.audio)
    kinds.push(
      source(['base64'], ['audio/wav', 'audio/mp3']).map((from) => ({
        kind: 'audio' as const,
        source: from,
      })),
    )
  return fc.oneof(...kinds)
}

const reasoningPart = (kind: 'text' | 'signed' | 'redacted'): fc.Arbitrary<Part> =>
  ({
    text: text.map((value) => ({ kind: 'reasoning' as const, text: value })),
    signed: fc
      .tuple(text, signature)
      .map(([value, state]) => ({ kind: 'reasoning' as const, text: value, signature: state })),
    redacted: base64.map((redacted) => ({ kind: 'reasoning' as const, text: '', redacted })),
  })[kind]

const toolCall = (hasSignatures: boolean | undefined): fc.Arbitrary<ToolCallPart> =>
  fc
    .record({
      name: word,
      arguments: jsonObject.map((value) => JSON.stringify(value)),
      signature: maybe(hasSignatures, signature),
    })
    .map((more) => defined<ToolCallPart>({ kind: 'tool_call', id: '', ...more }))

/** Assistant parts in the order that every protocol keeps: reasoning, one text, calls. */
export function assistantParts(features: RequestFeatures): fc.Arbitrary<Part[]> {
  const kinds = features.reasoning ?? []
  const reasoning =
    kinds.length > 0 ? fc.array(fc.oneof(...kinds.map(reasoningPart)), { maxLength: 1 }) : fc.constant([])
  const answerPart = features.refusals
    ? fc.oneof(
        textPart(features),
        text.map((value): Part => ({ kind: 'refusal', text: value })),
      )
    : textPart(features)
  return fc
    .tuple(
      reasoning,
      fc.array(answerPart, { maxLength: 1 }),
      fc.array(toolCall(features.toolSignatures), { maxLength: 3 }),
      answerPart,
    )
    .map(([thoughts, texts, calls, fallback]) => [
      ...thoughts,
      ...(texts.length + calls.length === 0 ? [fallback] : texts),
      ...calls,
    ])
}

function toolResult(features: RequestFeatures): fc.Arbitrary<Omit<ToolResultPart, 'callId' | 'name'>> {
  const content = features.toolResultImages
    ? fc.oneof(textPart({}), imagePart({ images: features.images ?? ['base64'] }))
    : textPart({})
  return fc
    .record({
      content: fc.array(content, {
        minLength: 1,
        maxLength: features.toolResultImages ? 2 : 1,
      }) as fc.Arbitrary<ToolResultPart['content']>,
      isError: maybe(features.toolErrors, fc.constant(true)),
    })
    .map((more) => defined<Omit<ToolResultPart, 'callId' | 'name'>>({ kind: 'tool_result', ...more }))
}

/** A conversation: system, then turns that begin and end with the user's, each call answered in the following turn. */
export function arbitraryMessages(features: RequestFeatures = {}): fc.Arbitrary<Message[]> {
  const name = maybe(features.names, word)
  const system = fc.tuple(fc.array(textPart(features), { minLength: 1, maxLength: 2 }))
  const turn = fc.record({
    assistant: assistantParts(features),
    results: fc.array(toolResult(features), { minLength: 3, maxLength: 3 }),
    user: fc.array(userPart(features), { minLength: 1, maxLength: 3 }),
    onlyResults: fc.boolean(),
    system: maybe(features.midSystem, textPart(features)),
    name,
  })
  return fc
    .record({
      system: fc.option(system, { nil: undefined }),
      first: fc.array(userPart(features), { minLength: 1, maxLength: 3 }),
      name,
      turns: fc.array(turn, { maxLength: 3 }),
    })
    .map((drawn) => {
      const messages: Message[] = []
      if (drawn.system) messages.push({ role: 'system', parts: drawn.system[0] })
      messages.push(defined<Message>({ role: 'user', parts: drawn.first, name: drawn.name }))
      drawn.turns.forEach((turn, at) => {
        const assistant = turn.assistant.map((part, i) =>
          part.kind === 'tool_call' ? { ...part, id: `call_${at}_${i}` } : part,
        )
        const calls = assistant.filter((part) => part.kind === 'tool_call')
        const results = calls.map((call, i): Part => {
          const named = features.toolResultNames === false ? {} : { name: call.name }
          return { ...(turn.results[i] as Omit<ToolResultPart, 'callId'>), callId: call.id, ...named }
        })
        messages.push({ role: 'assistant', parts: assistant })
        const hasOnlyResults = turn.onlyResults && results.length > 0
        // A name belongs to a user's own message, not to tool results.
        const named = results.length === 0 ? turn.name : undefined
        messages.push(
          defined<Message>({ role: 'user', parts: [...results, ...(hasOnlyResults ? [] : turn.user)], name: named }),
        )
        if (turn.system) messages.push({ role: 'system', parts: [turn.system] })
      })
      return messages
    })
}
