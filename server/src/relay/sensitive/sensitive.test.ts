import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import type { StreamShaper } from '../passage/stream-shaper.ts'
import { createScreenShaper } from '../streaming/screen-shaper.ts'
import { createMatcher, type Matcher } from './matcher.ts'
import { screenAnswer } from './screen-answer.ts'
import { checkPrompt } from './screen-prompt.ts'

function createTestMatcher(words: string[]): Matcher {
  const created = createMatcher(words)
  if (!created) throw new Error('no words')
  return created
}
const matcher = createTestMatcher(['forbidden', '禁止词', 'bid', '한글'])
const encoder = new TextEncoder()
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function findWord(body: Record<string, unknown>, words = matcher): Promise<string | null> {
  let found: string | null = null
  try {
    await checkPrompt(body, words, (word) => {
      found = word
    })
  } catch (error) {
    expect(error).toMatchObject({ code: 'sensitive_words_detected', status: 400 })
  }
  return found
}

describe('prompts', () => {
  const hidden = 'all is ＦＯＲＢＩＤＤＥＮ here'
  const part = { type: 'text', text: hidden }
  test.each([
    ['a message', { messages: [{ role: 'user', content: hidden }] }],
    ['a part', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }, part] }] }],
    ['a tool result', { messages: [{ role: 'tool', tool_call_id: 'a', content: hidden }] }],
    ['arguments of a call', { messages: [{ tool_calls: [{ function: { name: 'f', arguments: hidden } }] }] }],
    ['a completion prompt', { prompt: ['one', hidden] }],
    ['an embeddings input', { input: hidden }],
    ['Anthropic’s system', { system: [part], messages: [] }],
    ['Anthropic’s tool result', { messages: [{ content: [{ type: 'tool_result', content: [part] }] }] }],
    ['the input of Anthropic’s tool', { messages: [{ content: [{ type: 'tool_use', input: { a: [hidden] } }] }] }],
    [
      'a document',
      { messages: [{ content: [{ type: 'document', source: { type: 'text', text: hidden }, title: 't' }] }] },
    ],
    ['Gemini’s contents', { contents: [{ parts: [{ text: hidden }] }] }],
    ['Gemini’s system', { systemInstruction: { parts: [{ text: hidden }] } }],
    ['an answer of Gemini’s function', { contents: [{ parts: [{ functionResponse: { response: { a: hidden } } }] }] }],
    ['a tool’s description', { tools: [{ function: { name: 'f', description: hidden } }] }],
    [
      'two parts',
      {
        messages: [
          {
            content: [
              { type: 'text', text: 'for' },
              { type: 'text', text: 'bidden' },
            ],
          },
        ],
      },
    ],
    ['three parts of Gemini', { contents: [{ parts: [{ text: 'f' }, { text: 'orbid' }, { text: 'den' }] }] }],
    [
      'parts of Anthropic’s system',
      {
        system: [
          { type: 'text', text: '禁' },
          { type: 'text', text: '止词' },
        ],
      },
    ],
    ['a field beside the text of a part', { messages: [{ content: [{ text: 'a', note: hidden }] }] }],
    ['invisible characters', { input: 'for\u200bbid\u2060den' }],
    ['strokes', { input: 'b\u0336i\u0336d\u0336' }],
    ['a decomposed word', { input: '\u1112\u1161\u11ab\u1100\u1173\u11af' }],
  ])('in %s', async (_where, body) => {
    expect(await findWord(body)).not.toBeNull()
  })

  test.each([
    ['a name', { model: 'forbidden', user: 'forbidden', messages: [] }],
    ['encoded data', { messages: [{ content: [{ type: 'image', source: { type: 'base64', data: 'forbidden' } }] }] }],
    ['an address', { messages: [{ content: [{ image_url: { url: 'https://forbidden.example' } }] }] }],
    ['two parts', { messages: [{ content: [{ text: 'for' }, { text: 'b idding' }] }] }],
    ['two messages', { messages: [{ content: [{ text: 'for' }] }, { content: [{ text: 'bi' }] }, { content: 'd' }] }],
    ['parts that a picture separates', { messages: [{ content: [{ text: 'b' }, { type: 'image' }, { text: 'id' }] }] }],
    ['two inputs', { input: ['b', 'id'] }],
  ])('not in %s', async (_where, body) => {
    expect(await findWord(body)).toBeNull()
  })

  test('the longest of the words that end first is reported', async () => {
    expect(await findWord({ input: 'a FORBIDDEN tree' })).toBe('bid')
    expect(await findWord({ input: 'a 禁止词' })).toBe('禁止词')
  })

  test('a large prompt is screened in slices, including words across their edges', async () => {
    for (const before of [262_143, 262_144, 262_140, 524_288, 1]) {
      const body = { messages: [{ content: `${'字'.repeat(before)}禁止词` }] }
      expect(await findWord(body)).toBe('禁止词')
    }
    let hasOtherRun = false
    const otherWork = new Promise<void>((resolve) => setImmediate(() => resolve()))
    void otherWork.then(() => {
      hasOtherRun = true
    })
    expect(await findWord({ input: Array.from({ length: 12 }, () => '字'.repeat(100_000)) })).toBeNull()
    expect(hasOtherRun).toBe(true)
  })
})

describe('whole answers', () => {
  const screened = async (answer: object, stops = false) => {
    const { word, body } = await screenAnswer(encoder.encode(JSON.stringify(answer)), { matcher, stops })
    return { word, body: JSON.parse(decodeText(body)) }
  }
  test('words are masked, a star for each character, and the rest is unchanged', async () => {
    const answer = (content: string) => ({
      id: 'forbidden',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    })
    expect(await screened(answer('no ＦｏｒｂｉｄｄｅＮ, no 禁止词!'))).toEqual({
      word: 'bid',
      body: answer('no *********, no ***!'),
    })
    expect(await screened(answer('fine'))).toEqual({ word: null, body: answer('fine') })
  })
  test('in every format', async () => {
    expect((await screened({ content: [{ type: 'text', text: 'a bid' }] })).body).toEqual({
      content: [{ type: 'text', text: 'a ***' }],
    })
    const parts = (...texts: string[]) => ({
      candidates: [{ content: { parts: texts.map((text) => ({ text })) } }],
    })
    expect((await screened(parts('for', 'bidden'))).body).toEqual(parts('***', '******'))
    expect((await screened({ choices: [{ index: 0, text: 'bid' }] })).body).toEqual({
      choices: [{ index: 0, text: '***' }],
    })
  })
})

describe('streams', () => {
  const frame = (content: string, index = 0) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index, delta: { content } }] })}\n\n`
  const passing: StreamShaper = {
    pass: ({ bytes }) => ({ bytes, end: null }),
    close: () => encoder.encode('END'),
    fail: (text) => encoder.encode(text),
  }

  async function run(frames: string[], stops: boolean) {
    const words: string[] = []
    const shaper = createScreenShaper(passing, { matcher, stops }, (word) => words.push(word))
    const splitter = createFrameSplitter(1_000_000)
    const outs: string[] = []
    for (const text of frames) {
      const out = await shaper.pass(splitter.push(encoder.encode(text)))
      outs.push(decodeText(out.bytes))
      if (out.end) return { outs, words, end: out.end, last: decodeText(shaper.fail('FAILED')), shaper }
    }
    return {
      outs,
      words,
      end: null,
      last: decodeText(await shaper.close({ endFrame: null, usage: {} as never })),
      shaper,
    }
  }
  const joinContent = (text: string) =>
    [...text.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('')

  test('a word is masked, however the frames split it', async () => {
    const text = 'it is Forbidden, really 禁止词.'
    for (let firstCut = 1; firstCut < text.length; firstCut++)
      for (let secondCut = firstCut; secondCut < text.length; secondCut++) {
        const pieces = [text.slice(0, firstCut), text.slice(firstCut, secondCut), text.slice(secondCut)]
        const frames = pieces.map((piece) => frame(piece))
        const { outs, last } = await run(frames, false)
        expect(joinContent(outs.join('') + last)).toBe('it is *********, really ***.')
        expect(last).toEndWith('END')
      }
  })

  test('no part of a word is delivered before the stream ends because of it', async () => {
    const { outs, end, last, words, shaper } = await run(
      ['so ', 'it is f', 'orb', 'idden'].map((piece) => frame(piece)),
      true,
    )
    expect(joinContent(outs.join(''))).toBe('so ')
    expect(end).toMatchObject({ kind: 'refused', error: { code: 'sensitive_words_detected' } })
    expect(last).toBe('FAILED')
    expect(words).toEqual(['bid'])
    expect(shaper.withheldTokens?.()).toBeWithin(3, 8)
  })

  test('frames without the beginning of a word pass at once, unchanged', async () => {
    const unusualSpaces = `data:  {"choices":[{"index":0,"delta":{"content":"hello "}}]}  \n\n`
    const comment = ': note\n\n'
    const { outs } = await run([unusualSpaces, comment, frame('fo'), frame('od')], false)
    expect(outs).toEqual([unusualSpaces, comment, '', frame('fo') + frame('od')])
  })

  test('the first word of a long text is reported, as soon as it is found', async () => {
    const far = ' fine'.repeat(8_000)
    for (const text of [`a bid${far} is forbidden${far} 禁止词`, `a bid${far} is 禁止词`]) {
      expect((await run([frame(text)], true)).words).toEqual(['bid'])
      expect((await run([frame(text)], false)).words).toEqual(['bid'])
      expect((await run([frame('a bid') + frame(far) + frame('禁止词')], false)).words).toEqual(['bid'])
      expect(
        await screenAnswer(encoder.encode(JSON.stringify({ content: text })), { matcher, stops: false }),
      ).toHaveProperty('word', 'bid')
    }
  })

  test('a word is reported though the rest of its long text cannot be screened, or need not be', async () => {
    let searches = 0
    const once: Matcher = {
      ...matcher,
      findIn: (texts) =>
        ++searches > 1 ? Promise.reject(new GatewayError('word_check_failed')) : matcher.findIn(texts),
    }
    const bytes = encoder.encode(frame(`a bid${' fine'.repeat(8_000)}`))
    for (const stops of [true, false]) {
      searches = 0
      const words: string[] = []
      const shaper = createScreenShaper(passing, { matcher: once, stops }, (word) => words.push(word))
      const out = await shaper.pass({ bytes, ends: [bytes.length] })
      expect(words).toEqual(['bid'])
      const code = stops ? 'sensitive_words_detected' : 'word_check_failed'
      expect(out.end).toMatchObject({ kind: 'refused', error: { code } })
      expect(shaper.withheldTokens?.()).toBeGreaterThan(7_000)
    }
  })

  test('text on hold at the end is delivered', async () => {
    const { outs, last } = await run([frame('the forbi')], true)
    expect(outs).toEqual([''])
    expect(last).toBe(`${frame('the forbi')}END`)
  })

  test('each choice is screened on its own', async () => {
    const { outs, last, words } = await run([frame('for', 0), frame('b', 1), frame('id', 1), frame('est', 0)], false)
    expect(words).toEqual(['bid'])
    expect(joinContent(outs.join('') + last)).toBe('for***est')
  })

  test('the text on hold is bounded', async () => {
    const frames = [frame('f', 7), ...Array.from({ length: 2_000 }, () => frame('.'.repeat(2_000)))]
    const shaper = createScreenShaper(passing, { matcher, stops: true }, () => {})
    let [given, delivered, largestHold] = [0, 0, 0]
    for (const text of frames) {
      const bytes = encoder.encode(text)
      given += bytes.length
      delivered += (await shaper.pass({ bytes, ends: [bytes.length] })).bytes.length
      largestHold = Math.max(largestHold, given - delivered)
    }
    expect(largestHold).toBeLessThan(1_100_000)
  })

  describe('that cannot be screened', () => {
    /** A matcher that answers until `fail` is called. */
    function createFailingMatcher(): { matcher: Matcher; fail(): void } {
      let isFailing = false
      const refused = () => Promise.reject(new GatewayError('word_check_failed'))
      return {
        fail: () => {
          isFailing = true
        },
        matcher: {
          firstIn: (texts) => (isFailing ? refused() : matcher.firstIn(texts)),
          findIn: (texts) => (isFailing ? refused() : matcher.findIn(texts)),
        },
      }
    }
    const split = (text: string) => createFrameSplitter(1_000_000).push(encoder.encode(text))

    test('end before the text, and nothing unscreened is delivered', async () => {
      for (const stops of [true, false]) {
        const { matcher: failingMatcher, fail } = createFailingMatcher()
        const shaper = createScreenShaper(passing, { matcher: failingMatcher, stops }, () => {})
        expect(decodeText((await shaper.pass(split(frame('fine, for')))).bytes)).toBe('')
        expect(decodeText((await shaper.pass(split(frame('d. for')))).bytes)).toBe(frame('fine, for'))
        fail()
        const out = await shaper.pass(split(frame('bidden fruit')))
        expect(decodeText(out.bytes)).toBe('')
        expect(out.end).toMatchObject({ kind: 'refused', error: { code: 'word_check_failed', status: 503 } })
        expect(shaper.withheldTokens?.()).toBeWithin(4, 9)
        expect(decodeText(shaper.fail('FAILED'))).toBe('FAILED')
      }
    })

    test('lose their last text when only the end can no longer be screened', async () => {
      const { matcher: failingMatcher, fail } = createFailingMatcher()
      const closing = { ...passing, close: () => encoder.encode(frame('forbidden')) }
      const shaper = createScreenShaper(closing, { matcher: failingMatcher, stops: true }, () => {})
      await shaper.pass(split(frame('the for')))
      fail()
      const last = await shaper.close({ endFrame: null, usage: {} as never })
      expect(decodeText(last)).toBe(frame('the for'))
    })

    test('are refused whole', async () => {
      const { matcher: failingMatcher, fail } = createFailingMatcher()
      fail()
      try {
        await screenAnswer(encoder.encode('{"content":"a"}'), { matcher: failingMatcher, stops: false })
        throw new Error('passed')
      } catch (error) {
        expect(error).toMatchObject({ code: 'word_check_failed' })
      }
    })

    test('deliver nothing of the frames being screened when they end meanwhile', async () => {
      const { promise, resolve } = Promise.withResolvers<never[]>()
      const waiting: Matcher = { ...matcher, findIn: () => promise }
      const shaper = createScreenShaper(passing, { matcher: waiting, stops: true }, () => {})
      const passed = shaper.pass(split(frame('forbidden fruit')))
      expect(shaper.withheldTokens?.()).toBeWithin(2, 5)
      expect(decodeText(shaper.fail('FAILED'))).toBe('FAILED')
      resolve([])
      await passed
    })
  })
})
