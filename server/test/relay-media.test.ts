import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { explainCharge } from '@sluice/contract/explain-charge'
import { toFile } from 'openai'
import { answerBytes, answerError, answerJson, answerPieces, answerSse, answerText, hang } from './answers.ts'
import { type MediaServer, silence, startMediaServer } from './media-server.ts'
import { awaitRow, newestRow } from './usage-rows.ts'

const sound = new Uint8Array([0xff, 0xfb, 0x90, 0, 0x0d, 0x0a, 0])
const answerSound = answerBytes(sound, { 'content-type': 'audio/mpeg' })

let media: MediaServer
beforeAll(async () => {
  media = await startMediaServer()
})
afterEach(() => {
  media.upstream.answerWith(answerJson({}))
  media.upstream.requests.length = 0
})
afterAll(() => media?.stop())

describe('speech', () => {
  const speak = (more: object) =>
    media.post('/v1/audio/speech', { model: 'tts-1', input: 'Hello', voice: 'alloy', ...more })

  test('of tts models is charged by characters; the audio passes unchanged', async () => {
    media.upstream.answerWith(answerSound)
    const row = await media.expectCharged(async () => {
      const speech = media.server.openai(media.key).audio.speech
      const answer = await speech.create({ model: 'tts-1', input: 'Grüße 👋', voice: 'alloy' })
      expect(answer.headers.get('content-type')).toBe('audio/mpeg')
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sound)
    })
    expect(row).toMatchObject({ prompt_tokens: 7, completion_tokens: 0, quota: 53 }) // 7 × 7.5 = 52.5
    expect(row.detail.usage_estimated).toBeUndefined()
    expect(explainCharge(row)).toMatchObject([{ kind: 'input_characters', count: 7, amount: '52.5' }])
    expect(media.upstream.requests[0]?.headers.accept).toBe('*/*')
  })

  /** 100 frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 2.612 seconds. */
  const frames = Buffer.concat(
    Array.from({ length: 100 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])),
  )
  const answerFrames = (contentType: string) => answerBytes(frames, { 'content-type': contentType })

  test.each(['audio/mpeg', 'application/octet-stream'])(
    'of models with a price for audio is charged by its text and its length, 20 tokens a second: %s',
    async (contentType) => {
      media.upstream.answerWith(answerFrames(contentType))
      const row = await media.expectCharged(() => speak({ model: 'gpt-4o-mini-tts', input: 'hello world' }))
      // 2.612 s × 20 = 52.2, rounded up; (2 + 53 × 5 × 2) × 10
      expect(row).toMatchObject({ prompt_tokens: 2, completion_tokens: 53, quota: 5_320 })
      expect(row.detail).toMatchObject({ audio_output: 53, usage_estimated: true })
      expect(explainCharge(row)?.map(({ amount }) => amount)).toEqual(['20', '5300'])
    },
  )

  test.each([
    // For speech models the output price is that of audio: (2 + 53 × 20) × 10
    ['house-tts', 53, 10_620],
    ['plain-voice', 0, 20],
  ])('of %s is charged by its options for audio', async (model, tokens, quota) => {
    media.upstream.answerWith(answerFrames('audio/mpeg'))
    const row = await media.expectCharged(() => speak({ model, input: 'hello world' }))
    expect(row).toMatchObject({ prompt_tokens: 2, completion_tokens: tokens, quota })
  })

  test('with a price for audio is held in advance', async () => {
    const poor = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 1_619 })
    const body = { model: 'gpt-4o-mini-tts', input: 'hello world', voice: 'alloy' }
    // 2 tokens of text, 16 of audio: (2 + 16 × 10) × 10 = 1620
    expect((await media.server.relay(poor, '/v1/audio/speech', body)).status).toBe(403)
  })

  test('by the second is charged for the sound that was made, and held for the most that its text may take', async () => {
    const bySecond = () => speak({ model: 'by-second', input: 'hello world' })
    media.upstream.answerWith(answerFrames('audio/mpeg'))
    const row = await media.expectCharged(bySecond)
    expect(row.quota).toBe(1500) // three started seconds × 0.001 × 500 000
    expect(row.detail).toMatchObject({ price_unit: 'second', model_price: 0.001, seconds: 3 })
    expect(explainCharge(row)).toMatchObject([{ kind: 'second', count: 3, amount: '1500' }])
    // 16 tokens of sound at most
    const poor = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 499 })
    const body = { model: 'by-second', input: 'hello world', voice: 'alloy' }
    expect(await media.expectRefused(() => media.server.relay(poor, '/v1/audio/speech', body))).toMatchObject({
      code: 'insufficient_quota',
    })
    const events = (usage: string) => [
      '{"type":"speech.audio.delta","audio":"AAAA"}',
      `{"type":"speech.audio.done"${usage}}`,
    ]
    const streamed = () => speak({ model: 'by-second', input: 'hello world', stream_format: 'sse' })
    media.upstream.answerWith(
      answerSse(events(',"usage":{"input_tokens":2,"output_tokens":101,"total_tokens":103}'), { done: false }),
    )
    expect((await media.expectCharged(streamed)).quota).toBe(3000) // 101 tokens are six started seconds
    media.upstream.answerWith(answerSse(events(''), { done: false }))
    const unreported = await media.expectCharged(streamed)
    expect(unreported).toMatchObject({ quota: 500, detail: { usage_estimated: true } })
  })

  test('by the character is charged for its text, whatever the upstream counts', async () => {
    media.upstream.answerWith(answerSound)
    const row = await media.expectCharged(() => speak({ model: 'by-character', input: 'Grüße 👋' }))
    expect(row).toMatchObject({ quota: 53, prompt_tokens: 7 }) // 7 × 15 ÷ 1 000 000 × 500 000 = 52.5
    expect(explainCharge(row)).toMatchObject([{ kind: 'characters', count: 7, amount: '52.5' }])
    const events = ['{"type":"speech.audio.done","usage":{"input_tokens":2,"output_tokens":9,"total_tokens":11}}']
    media.upstream.answerWith(answerSse(events, { done: false }))
    const streamed = await media.expectCharged(() =>
      speak({ model: 'by-character', input: 'Grüße 👋', stream_format: 'sse' }),
    )
    expect(streamed.quota).toBe(53)
  })

  test('prices by the second or character refuse calls that are not counted in them', async () => {
    const chat = (model: string) =>
      media.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'a' }] })
    for (const model of ['by-second', 'by-character'])
      expect(await media.expectRefused(() => chat(model))).toMatchObject({ status: 400, code: 'model_price_error' })
    const pictures = () => media.post('/v1/images/generations', { model: 'by-second', prompt: 'a' })
    expect(await media.expectRefused(pictures)).toMatchObject({ code: 'model_price_error' })
    const heard = () => media.postForm('/v1/audio/transcriptions', { model: 'by-character', file: silence(1) })
    expect(await media.expectRefused(heard)).toMatchObject({ code: 'model_price_error' })
  })

  test('as a stream of events is charged by the last event', async () => {
    const events = [
      '{"type":"speech.audio.delta","audio":"AAAA"}',
      '{"type":"speech.audio.done","usage":{"input_tokens":14,"output_tokens":101,"total_tokens":115}}',
    ]
    media.upstream.answerWith(answerSse(events, { done: false }))
    const row = await media.expectCharged(async () => {
      const response = await speak({ model: 'gpt-4o-mini-tts', stream_format: 'sse' })
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      expect(await response.text()).toBe(events.map((event) => `data: ${event}\n\n`).join(''))
    })
    expect(row.quota).toBe(10_240) // (14 + 101 × 5 × 2) × 10
    expect(row).toMatchObject({ is_stream: true })
    expect(row.detail).toMatchObject({ audio: true, audio_output: 101, text_input: 14, text_output: 0 })
  })

  const pieces = [new Uint8Array([0xff, 0xfb, 1]), new Uint8Array([2, 0x0a, 0x0a]), new Uint8Array([3])]

  test('can be played while the rest is generated', async () => {
    const rest = Promise.withResolvers<void>()
    media.upstream.answerWith(answerPieces(pieces, { before: { 1: () => rest.promise } }))
    const row = await media.expectCharged(async () => {
      const response = await speak({})
      const reader = response.body?.getReader()
      expect((await reader?.read())?.value).toEqual(pieces[0] as Uint8Array<ArrayBuffer>)
      rest.resolve()
      const heard: Uint8Array[] = []
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done || !value) break
        heard.push(value)
      }
      expect(Buffer.concat(heard)).toEqual(Buffer.from([2, 0x0a, 0x0a, 3]))
    })
    expect(row).toMatchObject({ quota: 38, is_stream: false })
    expect(row.detail).toMatchObject({ end: 'complete', frt: -1000 })
  })

  test('with a cut stream is reported as cut, and its text is charged', async () => {
    const heard = Promise.withResolvers<void>()
    media.upstream.answerWith(answerPieces(pieces, { before: { 2: () => heard.promise }, cutAt: 2 }))
    const row = await media.expectCharged(async () => {
      const response = await speak({})
      const reader = response.body?.getReader()
      await reader?.read()
      heard.resolve()
      const readOn = async () => {
        while (!(await reader?.read())?.done);
        return 'whole'
      }
      const end = await readOn().catch(() => 'broken')
      expect(end).toBe('broken')
      await awaitRow(media.server, ({ detail }) => detail.end === 'upstream_cut')
    })
    expect(row).toMatchObject({ quota: 38 })
  })

  test('that breaks off before a byte moves to another channel, or costs nothing', async () => {
    media.upstream.answerWith(answerPieces(pieces, { cutAt: 0 }))
    const before = (await media.server.self('user')).quota
    expect((await speak({})).status).toBe(502)
    expect((await media.server.self('user')).quota).toBe(before)
  })

  test('stops at the upstream when the client disconnects', async () => {
    media.upstream.answerWith(answerPieces(pieces, { hangAt: 1 }))
    const gone = new AbortController()
    const body = { model: 'tts-1', input: 'Hello!', voice: 'alloy' }
    const response = await media.post('/v1/audio/speech', body, { signal: gone.signal })
    await response.body?.getReader().read()
    const request = await media.upstream.requestAt(0)
    gone.abort()
    await request.left
    const row = await awaitRow(media.server, ({ detail, quota }) => detail.end === 'client_gone' && quota === 45)
    expect(row.prompt_tokens).toBe(6)
  })

  test('that the client did not wait for is charged by its text', async () => {
    media.upstream.answerWith(hang)
    const gone = new AbortController()
    const body = { model: 'tts-1', input: 'Hello', voice: 'alloy' }
    const call = media.post('/v1/audio/speech', body, { signal: gone.signal }).catch(() => null)
    const request = await media.upstream.requestAt(0)
    gone.abort()
    await Promise.all([call, request.left])
    const row = await awaitRow(media.server, ({ detail, quota }) => detail.end === 'client_gone' && quota === 38)
    expect(row.prompt_tokens).toBe(5) // 5 × 7.5 = 37.5
  })

  test('that failed costs nothing', async () => {
    media.upstream.answerWith(answerError(400, 'no such voice'))
    const before = (await media.server.self('user')).quota
    const response = await speak({})
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('no such voice')
    expect((await media.server.self('user')).quota).toBe(before)
    expect(await newestRow(media.server)).toMatchObject({ type: 5, quota: 0 })
  })

  test('an error or an HTML page under status 200 costs nothing', async () => {
    const before = (await media.server.self('user')).quota
    media.upstream.answerWith(answerJson({ error: { message: 'voice is away', type: 'x' } }))
    expect(await (await speak({})).text()).toContain('voice is away')
    media.upstream.answerWith(answerText('<html>proxy</html>', { headers: { 'content-type': 'text/html' } }))
    expect((await speak({})).status).toBe(502)
    expect((await media.server.self('user')).quota).toBe(before)
  })

  test.each([
    [{ input: '' }, 'invalid_audio_request'],
    [{ input: undefined }, 'invalid_audio_request'],
    [{ model: undefined }, 'model_required'],
    [{ model: 'no-price' }, 'model_price_error'],
  ])('with %j is refused', async (more, code) => {
    expect(await media.expectRefused(() => speak(more))).toMatchObject({ code })
  })
})

describe('a recording', () => {
  const transcribe = (more: Record<string, string | Blob>) =>
    media.postForm('/v1/audio/transcriptions', { model: 'whisper-1', file: silence(2.5), ...more })

  test('is refused with a second model field in other letter case', async () => {
    const ask = () => transcribe({ Model: 'gpt-4o-transcribe' })
    expect(await media.expectRefused(ask)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('is charged by the reported tokens, with the official client', async () => {
    const details = { text_tokens: 2, audio_tokens: 12 }
    const usage = {
      type: 'tokens',
      input_tokens: 14,
      input_token_details: details,
      output_tokens: 45,
      total_tokens: 59,
    }
    media.upstream.answerWith(answerJson({ text: 'silence', usage }))
    const row = await media.expectCharged(async () => {
      const file = await toFile(silence(2.5))
      const { transcriptions } = media.server.openai(media.key).audio
      expect((await transcriptions.create({ model: 'gpt-4o-transcribe', file })).text).toBe('silence')
    })
    expect(row.quota).toBe(258) // (2 + 12 × 2 + 45 × 4) × 1.25 = 257.5
    expect(row.detail).toMatchObject({ audio: true, audio_input: 12, text_input: 2, text_output: 45 })
  })

  test('is charged by the reported duration', async () => {
    media.upstream.answerWith(answerJson({ text: 'a', usage: { type: 'duration', seconds: 90 } }))
    expect(await media.expectCharged(() => transcribe({}))).toMatchObject({ prompt_tokens: 1500, quota: 4500 })
    media.upstream.answerWith(answerJson({ text: 'a', duration: 60.5, segments: [] }))
    const verbose = () => transcribe({ response_format: 'verbose_json' })
    expect(await media.expectCharged(verbose)).toMatchObject({ prompt_tokens: 1017, quota: 3051 })
  })

  test('by the second is charged for the reported duration, otherwise for its own, also where tokens are reported', async () => {
    const bySecond = () => transcribe({ model: 'by-second' })
    media.upstream.answerWith(answerJson({ text: 'a', usage: { type: 'duration', seconds: 50 } }))
    const row = await media.expectCharged(bySecond)
    expect(row.quota).toBe(25_000) // 50 × 0.001 × 500 000
    expect(explainCharge(row)).toMatchObject([{ kind: 'second', count: 50, amount: '25000' }])
    // A recording of three seconds cannot last 90.
    media.upstream.answerWith(answerJson({ text: 'a', usage: { type: 'duration', seconds: 90 } }))
    expect((await media.expectCharged(bySecond)).quota).toBe(1500)
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 4, total_tokens: 18 }
    media.upstream.answerWith(answerJson({ text: 'a', usage }))
    expect((await media.expectCharged(bySecond)).quota).toBe(1500) // three started seconds of the file
    media.upstream.answerWith(answerSse([JSON.stringify({ type: 'transcript.text.done', text: 'a', usage })]))
    const streamed = () => transcribe({ model: 'by-second', stream: 'true' })
    expect(await media.expectCharged(streamed)).toMatchObject({ quota: 1500, is_stream: true })
  })

  test('is charged by its own duration if none is reported', async () => {
    media.upstream.answerWith(answerText('1\n00:00:00,000 --> 00:00:02,500\nsilence\n'))
    const row = await media.expectCharged(async () => {
      const response = await transcribe({ response_format: 'srt' })
      expect(response.headers.get('content-type')).toBe('text/plain')
      expect(await response.text()).toContain('silence')
    })
    // Three started seconds are 50 tokens, at 3.
    expect(row).toMatchObject({ prompt_tokens: 50, quota: 150 })
    expect(row.detail).toMatchObject({ audio_input: 50 })
    expect(row.detail.usage_estimated).toBeUndefined()
  })

  test('of unknown duration is charged by its size, and the row says so', async () => {
    media.upstream.answerWith(answerJson({ text: 'a' }))
    const row = await media.expectCharged(() => transcribe({ file: new File([new Uint8Array(16_000)], 'a.raw') }))
    expect(row).toMatchObject({ prompt_tokens: 33, quota: 99 }) // 2 s
    expect(row.detail.usage_estimated).toBe(true)
  })

  test('is held by its duration', async () => {
    const small = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 2_999 })
    const form = new FormData()
    form.append('model', 'whisper-1')
    form.append('file', silence(60))
    const ask = () =>
      fetch(`${media.server.url}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${small}` },
        body: form,
      })
    expect(await media.expectRefused(ask)).toMatchObject({ status: 403, code: 'insufficient_quota' })
  })

  test('streams its text and is charged by the last event', async () => {
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 4, total_tokens: 18 }
    const events = [
      '{"type":"transcript.text.delta","delta":"sil"}',
      '{"type":"transcript.text.delta","delta":"ence"}',
      JSON.stringify({ type: 'transcript.text.done', text: 'silence', usage }),
    ]
    media.upstream.answerWith(answerSse(events))
    const row = await media.expectCharged(async () => {
      const file = await toFile(silence(1))
      const { transcriptions } = media.server.openai(media.key).audio
      const stream = await transcriptions.create({ model: 'gpt-4o-transcribe', file, stream: true })
      const types: string[] = []
      for await (const { type } of stream) types.push(type)
      expect(types).toEqual(['transcript.text.delta', 'transcript.text.delta', 'transcript.text.done'])
    })
    expect(row.quota).toBe(55) // (14 × 2 + 4 × 4) × 1.25
  })

  test('is translated at the same price', async () => {
    media.upstream.answerWith(answerJson({ text: 'silence' }))
    const row = await media.expectCharged(async () => {
      const file = await toFile(silence(2.5))
      const { translations } = media.server.openai(media.key).audio
      expect((await translations.create({ model: 'whisper-1', file })).text).toBe('silence')
    })
    expect(row).toMatchObject({ quota: 150, model_name: 'whisper-1' })
    expect(media.upstream.requests[0]?.path).toBe('/v1/audio/translations')
    expect(media.upstream.requests[0]?.bytes.includes(Buffer.from('RIFF'))).toBe(true)
  })

  test('must be a file in a form, with a model', async () => {
    const asJson = () => media.post('/v1/audio/transcriptions', { model: 'whisper-1', file: 'UklGRg==' })
    expect(await media.expectRefused(asJson)).toMatchObject({ status: 400, code: 'invalid_audio_request' })
    const nameless = () => media.postForm('/v1/audio/transcriptions', { file: silence(1) })
    expect(await media.expectRefused(nameless)).toMatchObject({ code: 'model_required' })
  })
})

describe('moderations', () => {
  const results = [{ flagged: false, categories: {}, category_scores: {} }]

  test('are free at a price of 0', async () => {
    media.upstream.answerWith(answerJson({ id: 'modr-1', model: 'omni-moderation-latest', results }))
    const row = await media.expectCharged(async () => {
      const { moderations } = media.server.openai(media.key)
      const answer = await moderations.create({ model: 'omni-moderation-latest', input: 'hello world' })
      expect(answer.results[0]?.flagged).toBe(false)
    })
    expect(row).toMatchObject({ quota: 0, prompt_tokens: 2 })
  })

  test('are charged by their input tokens otherwise, and the model is optional', async () => {
    media.upstream.answerWith(answerJson({ id: 'modr-1', results }))
    const row = await media.expectCharged(() =>
      media.post('/v1/moderations', { input: ['hello world', 'hello world'] }),
    )
    expect(row).toMatchObject({ quota: 40, prompt_tokens: 4, model_name: 'text-moderation-stable' })
    expect(media.upstream.requests[0]?.body).toBe(
      '{"model":"text-moderation-stable","input":["hello world","hello world"]}',
    )
  })
})

describe('rankings', () => {
  const rank = (more: object) =>
    media.post('/v1/rerank', {
      model: 'bge-reranker',
      query: 'hello world',
      documents: ['hello world', { text: 'hello' }],
      ...more,
    })
  const results = [{ index: 1, relevance_score: 0.9 }]

  test.each([
    ['usage', { usage: { total_tokens: 815 } }, 815],
    ['meta', { meta: { tokens: { input_tokens: 40, output_tokens: 0 } } }, 40],
    ['searches alone', { meta: { billed_units: { search_units: 1 } } }, 5],
    ['nothing', { meta: null }, 5],
  ])('that report %s are charged by it', async (_name, more, tokens) => {
    media.upstream.answerWith(answerJson({ id: 'r', results, ...more }))
    const row = await media.expectCharged(async () => {
      expect(await (await rank({})).json()).toMatchObject({ results })
    })
    expect(row).toMatchObject({ prompt_tokens: tokens, quota: tokens * 2 })
    expect(row.detail.usage_estimated).toBe(tokens === 5 ? true : undefined)
  })

  test('with a fixed price are charged for each search that the upstream bills', async () => {
    const answered = (units: unknown) => answerJson({ results, meta: { billed_units: { search_units: units } } })
    const documents = Array.from({ length: 250 }, () => 'a')
    for (const [units, times] of [
      [3, 3],
      [undefined, 1],
      [-1, 1],
      [10_001, 1],
    ] as const) {
      media.upstream.answerWith(answered(units))
      const row = await media.expectCharged(() => rank({ model: 'rerank-v3.5', documents }))
      expect(row.quota).toBe(times * 1_000) // 0.002 dollars × 500 000
      expect(explainCharge(row)).toMatchObject([{ kind: 'call', count: times }])
    }
    // 250 documents may be three searches: 3000 are held.
    const poor = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 2_999 })
    const body = { model: 'rerank-v3.5', query: 'q', documents }
    expect((await media.server.relay(poor, '/v1/rerank', body)).status).toBe(403)
  })

  test.each([
    ['tokens', { usage: { total_tokens: 40 } }, { tokens: { input_tokens: 40 } }, 80],
    ['searches', { meta: { billed_units: { search_units: 1 } } }, { billed_units: { search_units: 1 } }, 10],
  ])("for Cohere's package have its form, with %s", async (_name, more, meta, quota) => {
    media.upstream.answerWith(answerJson({ object: 'list', model: 'up', results, ...more }))
    const body = { model: 'bge-reranker', query: 'hello world', documents: ['hello world', 'hello'], top_n: 1 }
    const row = await media.expectCharged(async () => {
      const answer = await (await media.post('/v2/rerank', body)).json()
      expect(answer).toEqual({
        id: expect.stringMatching(/^\d+/),
        results,
        meta: { api_version: { version: '2' }, ...meta },
      })
    })
    expect(row.quota).toBe(quota)
    expect(media.upstream.requests[0]?.path).toBe('/v1/rerank')
    expect(media.upstream.requests[0]?.json()).toEqual(body)
  })

  test('without query or documents are refused', async () => {
    expect(await media.expectRefused(() => rank({ query: '' }))).toMatchObject({ status: 400, code: 'invalid_query' })
    expect(await media.expectRefused(() => rank({ documents: [] }))).toMatchObject({
      status: 400,
      code: 'invalid_documents',
    })
  })
})

describe('embeddings by the old path', () => {
  const path = '/v1/engines/text-embedding-3-small/embeddings'
  const answer = answerJson({ object: 'list', data: [], usage: { prompt_tokens: 9, total_tokens: 9 } })

  test('are sent to the new path, with the model in the body', async () => {
    media.upstream.answerWith(answer)
    const row = await media.expectCharged(() => media.post(path, { input: 'a', odd: 1.0 }))
    expect(row).toMatchObject({ quota: 9, model_name: 'text-embedding-3-small' })
    const [sent] = media.upstream.requests
    expect(sent?.path).toBe('/v1/embeddings')
    expect(sent?.body).toBe('{"model":"text-embedding-3-small","input":"a","odd":1}')
  })

  test('use the model of the path, not of the body', async () => {
    media.upstream.answerWith(answer)
    await media.expectCharged(() => media.post(path, { model: 'gpt-4o', input: 'a' }))
    expect(media.upstream.requests[0]?.json().model).toBe('text-embedding-3-small')
  })
})

test('forbidden words are found in texts for speech and moderation', async () => {
  await media.set('CheckSensitiveEnabled', 'true')
  await media.set('SensitiveWords', 'forbidden gate')
  const input = 'a FORBIDDEN gate'
  const found = { status: 400, code: 'sensitive_words_detected' }
  expect(await media.expectRefused(() => media.post('/v1/audio/speech', { model: 'tts-1', input }))).toMatchObject(
    found,
  )
  expect(await media.expectRefused(() => media.post('/v1/moderations', { input: [input] }))).toMatchObject(found)
  await media.set('CheckSensitiveEnabled', 'false')
})

test('a channel whose provider does not offer speech is skipped', async () => {
  await media.server.addChannel(media.upstream.url, { type: 14, models: 'claude-speaks' })
  const ask = () => media.post('/v1/audio/speech', { model: 'claude-speaks', input: 'a' })
  await media.set('ModelPrice', { 'claude-speaks': 1 })
  expect(await media.expectRefused(ask)).toMatchObject({ status: 501, code: 'call_not_offered' })
})

test.each(['/v1/edits', '/v1/uploads', '/v1/fine-tunes', '/v1/fine-tunes/ft-1/cancel'])(
  '%s is not offered',
  async (path) => {
    expect(await media.expectRefused(() => media.post(path, {}))).toMatchObject({
      status: 501,
      code: 'api_not_implemented',
    })
  },
)

test.each([
  ['/v1/audio/speech', { model: 'tts-1', input: 'Hello', voice: 'alloy' }],
  ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'Hello' }],
  ['/v1/moderations', { model: 'omni-moderation-latest', input: 'Hello' }],
  ['/v1/rerank', { model: 'bge-reranker', query: 'gate', documents: ['bars'] }],
  ['/v1/images/generations', { model: 'gpt-image-1', prompt: 'a gate' }],
])('a conversation in place of the answer of %s fails, and costs nothing', async (path, body) => {
  media.upstream.answerWith(
    answerJson({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
    }),
  )
  const before = await media.server.self('user')
  const answer = await media.post(path, body)
  expect([answer.status, await answer.json()]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
  expect((await media.server.self('user')).quota).toBe(before.quota)
})

test('an unavailable model is not shown', async () => {
  const response = await fetch(`${media.server.url}/v1/models/no-such-model`, {
    headers: { authorization: `Bearer ${media.key}` },
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } })
})
