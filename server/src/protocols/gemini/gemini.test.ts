import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { createArrayFramer } from './array-framer.ts'
import { isGeminiFileUri } from './build-part.ts'
import { buildGeminiPath, geminiVersionOf } from './build-path.ts'
import { buildGeminiSafetySettings } from './build-safety-settings.ts'
import { buildGeminiCount, buildGeminiCountRequest, parseGeminiCount } from './count-tokens.ts'
import { buildGeminiError, buildGeminiErrorFrame, httpStatusOf, parseGeminiError } from './errors.ts'
import { buildGeminiModelList, parseGeminiModelList } from './model-list.ts'
import { parseGeminiCall } from './parse-call.ts'
import { geminiFraming, parseGeminiPath } from './parse-path.ts'

const path = (operation: string) => {
  const parsed = parseGeminiPath(`/v1beta/models/gemini-3-flash:${operation}`)
  if (!parsed) throw new Error('no path')
  return parsed
}
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]

describe('paths', () => {
  test('contain the model, the operation and whether the answer is streamed', () => {
    expect(path('generateContent')).toEqual({
      model: 'gemini-3-flash',
      operation: 'generateContent',
      isStream: false,
    })
    expect(path('streamGenerateContent').isStream).toBe(true)
    expect(parseGeminiPath('models/a%2Fb:c:countTokens')?.model).toBe('a/b:c')
    expect(parseGeminiPath('/v1/models/%zz:generateContent')?.model).toBe('%zz')
    for (const other of [
      '/v1beta/models',
      '/v1beta/models/x',
      '/v1beta/models/x:predictLongRunning',
      '/models/:countTokens',
      '',
    ])
      expect(parseGeminiPath(other)).toBeNull()
  })
  test('alt=sse selects events, anything else an array', () => {
    expect([geminiFraming('sse'), geminiFraming('json'), geminiFraming(undefined)]).toEqual(['sse', 'array', 'array'])
  })
  test('are built with the model’s version', () => {
    const versions = { default: 'v1beta', 'gemini-1.0-pro': 'v1' }
    expect(geminiVersionOf('gemini-1.0-pro', versions)).toBe('v1')
    expect(geminiVersionOf('x', {})).toBe('v1beta')
    const call = { version: 'v1beta', model: 'gemini-3-flash' }
    expect(buildGeminiPath({ ...call, operation: 'generateContent' })).toBe(
      '/v1beta/models/gemini-3-flash:generateContent',
    )
    expect(buildGeminiPath({ ...call, operation: 'streamGenerateContent' })).toEndWith('?alt=sse')
    expect(buildGeminiPath({ ...call, model: '../x?key=1', operation: 'countTokens' })).toBe(
      '/v1beta/models/..%2Fx%3Fkey%3D1:countTokens',
    )
  })
})

describe('parseGeminiCall', () => {
  test('reads the caller’s output limit, in either spelling', () => {
    const call = (generation: object) =>
      parseGeminiCall(path('streamGenerateContent'), { contents, generation_config: generation })
    expect(call({ max_output_tokens: 5, candidate_count: 2 })).toMatchObject({
      model: 'gemini-3-flash',
      isStream: true,
      wantsUsage: true,
      maxOutputTokens: 5,
      n: 2,
    })
    expect(call({ maxOutputTokens: '7' }).maxOutputTokens).toBe(7)
    expect(call({ maxOutputTokens: 0 })).toMatchObject({ maxOutputTokens: null, n: 1 })
    for (const wrong of [-1, 1.5, 'x', {}, 2 ** 31])
      expect(() => call({ maxOutputTokens: wrong })).toThrow(GatewayError)
    expect(() => call({ candidateCount: 1000 })).toThrow(GatewayError)
  })
  test('requires contents, and counts wrapped ones', () => {
    expect(() => parseGeminiCall(path('generateContent'), {})).toThrow('contents')
    expect(() => parseGeminiCall(path('generateContent'), { contents: ['hi'] })).toThrow(GatewayError)
    const inner = { contents, systemInstruction: { parts: [{ text: 's' }] } }
    expect(parseGeminiCall(path('countTokens'), { generate_content_request: inner })).toMatchObject({
      maxOutputTokens: 0,
      body: inner,
    })
    expect(() => parseGeminiCall({ ...path('generateContent'), model: 'm'.repeat(256) }, { contents })).toThrow()
  })
})

describe('errors', () => {
  test('are read with reason and delay, wrapped in a list or not', () => {
    const error = {
      code: 429,
      message: 'Quota exceeded',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'RATE_LIMIT_EXCEEDED' },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.4s' },
      ],
    }
    const expected = {
      code: 429,
      message: 'Quota exceeded',
      status: 'RESOURCE_EXHAUSTED',
      reason: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 37,
    }
    expect(parseGeminiError(JSON.stringify({ error }))).toEqual(expected)
    expect(parseGeminiError(JSON.stringify([{ error }]))).toEqual(expected)
    for (const body of ['', '<html>', '[]', '{}', '{"error":null}', '7']) expect(parseGeminiError(body)).toBeNull()
  })
  test('are built with Google’s name of the status, and read again', () => {
    const statuses = [400, 401, 402, 403, 404, 413, 418, 429, 500, 502, 503, 504, 529, 599].map(
      (status) => parseGeminiError(buildGeminiError({ status, message: 'm', reason: 'r' }))?.status,
    )
    expect(statuses).toEqual([
      'INVALID_ARGUMENT',
      'UNAUTHENTICATED',
      'FAILED_PRECONDITION',
      'PERMISSION_DENIED',
      'NOT_FOUND',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'RESOURCE_EXHAUSTED',
      'INTERNAL',
      'UNAVAILABLE',
      'UNAVAILABLE',
      'DEADLINE_EXCEEDED',
      'UNAVAILABLE',
      'INTERNAL',
    ])
    expect(buildGeminiErrorFrame({ status: 500, message: 'm' })).toBe(
      'data: {"error":{"code":500,"message":"m","status":"INTERNAL"}}\n\n',
    )
  })
  test('have a status by code, by name, or by another provider’s type', () => {
    expect(httpStatusOf({ code: 404, status: '' })).toBe(404)
    expect(httpStatusOf({ code: 0, status: 'UNAVAILABLE' })).toBe(503)
    expect(httpStatusOf({ code: 14, status: 'rate_limit_error' })).toBe(429)
    expect(httpStatusOf({ code: 0, status: 'server_error' })).toBe(500)
  })
})

describe('arrays', () => {
  test('are valid JSON for any input, and nothing follows their end', () => {
    const writeArray = (...objects: string[]) => {
      const framer = createArrayFramer()
      return objects.map((json) => framer.push(json)).join('') + framer.end() + framer.push('{}') + framer.end()
    }
    expect(JSON.parse(writeArray())).toEqual([])
    expect(JSON.parse(writeArray('{"a":1}'))).toEqual([{ a: 1 }])
    expect(JSON.parse(writeArray('{"a":1}', '{"b":2}', '{}'))).toEqual([{ a: 1 }, { b: 2 }, {}])
  })
})

describe('other bodies', () => {
  test('a token count survives a round trip, and an invalid one is null', () => {
    expect(parseGeminiCount(buildGeminiCount(31))).toBe(31)
    expect(parseGeminiCount({ total_tokens: 4 })).toBe(4)
    for (const invalid of [null, {}, { totalTokens: -1 }, { totalTokens: 'x' }])
      expect(parseGeminiCount(invalid)).toBeNull()
    expect(buildGeminiCountRequest({ contents }, 'gemini-3-flash')).toEqual({
      generateContentRequest: { model: 'models/gemini-3-flash', contents },
    })
  })
  test('a list of models survives a round trip', () => {
    const page = {
      models: [
        {
          id: 'gemini-3-flash',
          methods: ['generateContent'],
          inputTokensMax: 1_048_576,
          outputTokensMax: 65_536,
        },
        { id: 'x', methods: [], inputTokensMax: null, outputTokensMax: null },
      ],
      nextPageToken: 'n',
    }
    expect(parseGeminiModelList(buildGeminiModelList(page))).toEqual(page)
    expect(parseGeminiModelList({ models: [{}, 1, { name: 'models/a' }] })).toEqual({
      models: [{ id: 'a', methods: [], inputTokensMax: null, outputTokensMax: null }],
      nextPageToken: null,
    })
    expect(parseGeminiModelList('x').models).toEqual([])
  })
  test('safety settings include civic integrity only for models that accept it', () => {
    const safety = { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' }
    expect(buildGeminiSafetySettings(safety, { hasCivicIntegrity: true })).toHaveLength(5)
    expect(buildGeminiSafetySettings(safety, { hasCivicIntegrity: false })).toHaveLength(4)
    expect(buildGeminiSafetySettings({}, { hasCivicIntegrity: true })).toEqual([])
  })
  test('addresses that the API reads itself are recognised', () => {
    for (const url of [
      'gs://bucket/a.png',
      'https://generativelanguage.googleapis.com/v1beta/files/abc',
      'https://www.youtube.com/watch?v=x',
      'https://youtu.be/x',
    ])
      expect(isGeminiFileUri(url)).toBe(true)
    for (const url of ['https://a.example/b.png', 'https://youtube.com.evil.example/watch?v=x'])
      expect(isGeminiFileUri(url)).toBe(false)
  })
})
