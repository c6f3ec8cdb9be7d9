import { expect, test } from 'bun:test'
import type { SuffixedModel } from '../../core/chat/parse-model-suffix.ts'
import { GatewayError } from '../../core/errors.ts'
import { clientTargetOf } from '../../protocols/client-target.ts'
import { providerOf } from '../../providers/index.ts'
import { defaultOption } from '../../state/option-values.ts'
import { newNeutralCall } from '../call/relay-call.ts'
import { clientFormatOf } from '../formats/index.ts'
import { choosePassage, inFormat } from './choose-passage.ts'
import { embeddings } from './embeddings.ts'
import { media } from './media.ts'
import type { Passage } from './passage.ts'
import { patched, raw, sound } from './patched.ts'
import { cohereRerank, rerank } from './rerank.ts'
import { rewritten, translated } from './translated.ts'

const openai = 1
const anthropic = 14
const qwen = 17
const cohere = 34
const siliconflow = 40

const messages = [{ role: 'user', content: 'Where?' }]
const thinking: SuffixedModel = { base: 'm', thinking: { kind: 'effort', effort: 'high' } } as never

interface Setting {
  body?: object
  setting?: object
  suffix?: SuffixedModel | null
  isRawEverywhere?: boolean
}

function setUp(path: string, { body, suffix = null, isRawEverywhere = false }: Setting = {}) {
  const target = clientTargetOf(path, '')
  if (!target) throw new Error(`no call at ${path}`)
  const format = clientFormatOf(target)
  const request = format.readRequest(target, { model: 'm', messages, input: 'Where?', max_tokens: 9, ...body })
  const options = {
    'global.pass_through_request_enabled': isRawEverywhere,
    'gemini.safety_settings': defaultOption('gemini.safety_settings'),
  }
  // Only the fields that the choice reads.
  return {
    target,
    format,
    request,
    suffix,
    routedModel: 'm',
    snapshot: { options },
    neutral: newNeutralCall(),
  } as never
}

const channelOf = (type: number, setting: object = {}) =>
  ({ id: 7, type, baseUrl: null, other: '', modelMapping: null, setting }) as never

const documents = { query: 'river', documents: ['a', 'b'] }
const passesThrough = { setting: { pass_through_body_enabled: true } }

test.each<[string, string, number, Passage, Setting?]>([
  ['one format: patched', '/v1/chat/completions', openai, patched],
  ['one format of another maker: patched', '/v1/messages', anthropic, patched],
  ['the second format of a provider: patched', '/v1/responses', openai, patched],
  ['one format on a channel that passes bodies: raw', '/v1/chat/completions', openai, raw, passesThrough],
  ['the same on every channel: raw', '/v1/messages', anthropic, raw, { isRawEverywhere: true }],
  ['two formats are never raw', '/v1/messages', openai, translated, passesThrough],
  ['two formats: translated', '/v1/chat/completions', anthropic, translated],
  ['a suffix that changes more than fields: rewritten', '/v1/messages', anthropic, rewritten, { suffix: thinking }],
  ['a suffix that is one field: patched', '/v1/responses', openai, patched, { suffix: thinking }],
  ['embeddings in one format: patched', '/v1/embeddings', openai, patched, { body: { input: 'x' } }],
  ['embeddings in two: embeddings', '/v1/embeddings', cohere, embeddings, { body: { input: 'x' } }],
  ['a ranking in the usual form: patched', '/v1/rerank', openai, patched, { body: documents }],
  ['a ranking for a client of Cohere', '/v2/rerank', openai, cohereRerank, { body: documents }],
  ['a ranking in a wire of its own: rerank', '/v1/rerank', qwen, rerank, { body: documents }],
  ['speech in OpenAI’s format: sound', '/v1/audio/speech', openai, sound, { body: { input: 'x', voice: 'y' } }],
  ['images in OpenAI’s format: patched', '/v1/images/generations', openai, patched, { body: { prompt: 'x' } }],
  ['images in a wire of its own: media', '/v1/images/generations', siliconflow, media, { body: { prompt: 'x' } }],
])('%s', (_name, path, type, expected, setting = {}) => {
  const way = choosePassage(setUp(path, setting), channelOf(type, setting.setting))
  expect(way.passage).toBe(expected)
  expect(way.passage.isSameFormat).toBe([patched, raw, rewritten, cohereRerank, sound].includes(expected))
  expect(way.provider).toBe(providerOf(type) as never)
})

test('a channel without the second format of its provider gets the first one', () => {
  const call = setUp('/v1/responses')
  const channel = channelOf(openai)
  const way = choosePassage(call, channel, new Set(['7 null']))
  expect([way.format.id, way.passage]).toEqual(['openai', translated])
  expect(inFormat(call, way, 'responses').passage).toBe(patched)
})

test('a call that refers to a stored object stays in its format', () => {
  const call = setUp('/v1/responses', { body: { previous_response_id: 'resp_1' } })
  expect(choosePassage(call, channelOf(openai), new Set(['7 null'])).passage).toBe(patched)
})

test('a body that passes raw keeps its own name of the model', () => {
  const mapped = { ...(channelOf(openai) as object), modelMapping: new Map([['m', 'other']]) } as never
  expect(choosePassage(setUp('/v1/chat/completions'), mapped).upstreamModel).toBe('other')
  const rawCall = setUp('/v1/chat/completions', { isRawEverywhere: true })
  expect(choosePassage(rawCall, mapped).upstreamModel).toBe('m')
})

test('a channel of an unknown type is misconfigured', () => {
  const choose = () => choosePassage(setUp('/v1/chat/completions'), channelOf(9_999))
  expect(choose).toThrow(new GatewayError('channel_misconfigured'))
})
