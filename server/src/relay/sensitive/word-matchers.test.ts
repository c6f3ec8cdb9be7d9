import { afterEach, describe, expect, test } from 'bun:test'
import { readErrorCode } from '../../core/test-failures.ts'
import type { Matcher } from './matcher.ts'
import { createWordMatchers, type WordMatcherOptions, type WordMatchers } from './word-matchers.ts'
import { createWordThread, type WordThreadOptions } from './word-thread.ts'

const createManyWords = (word: string): string[] => [
  ...Array.from({ length: 1_000 }, (_, index) => `${word} ${index}`),
  word,
]

const opened: WordMatchers[] = []
afterEach(() => {
  for (const matchers of opened.splice(0)) matchers.close()
})

function openMatchers(options: Partial<WordMatcherOptions> = {}) {
  const failures: string[] = []
  const matchers = createWordMatchers({ onFailure: (reason) => failures.push(reason), ...options })
  opened.push(matchers)
  return { matchers, failures }
}

/** A real worker thread whose source is `source`. */
const createWorkerFrom = (source: string): Worker =>
  new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))

/** Threads run `source` instead of the real program while it is not null. */
const createThreads = (state: { source: string | null }, limits: Partial<WordThreadOptions> = {}) => ({
  createThread: (words: readonly string[], options: WordThreadOptions) => {
    const { source } = state
    return createWordThread(words, {
      ...options,
      ...(source === null ? {} : { createWorker: () => createWorkerFrom(source), ...limits }),
    })
  },
})

const crash = `self.onmessage = ({ data }) => {
  if (data.kind === 'words') self.postMessage({ id: null })
  else throw new Error('crashed')
}`

describe('few words', () => {
  test('take effect at once, and are not compiled again', () => {
    const { matchers } = openMatchers()
    const first = matchers.of(['One', 'ＴＷＯ'])
    expect(first).not.toBeInstanceOf(Promise)
    expect(matchers.of(['One', 'ＴＷＯ'])).toBe(first)
    expect(matchers.of([])).toBeNull()
    expect(matchers.of([''])).toBeNull()
  })
})

describe('many words', () => {
  test('take effect once they are compiled, and are not compiled again', async () => {
    const { matchers } = openMatchers()
    const words = createManyWords('Ｗord')
    const made = matchers.of(words)
    expect(made).toBeInstanceOf(Promise)
    expect(matchers.of([...words])).toBe(made)
    const matcher = await made
    expect(matchers.of([...words])).toBe(matcher)
    expect(await matcher?.firstIn(['nothing', 'a WORD 471'])).toBe('word')
    expect(await matcher?.firstIn(['nothing'])).toBeNull()
    expect(await matcher?.findIn([{ text: 'a word, a wor', known: 0 }])).toEqual([
      { first: 'word', covered: [[2, 6]], open: 3 },
    ])
  })

  test('short texts do not wait for long ones', async () => {
    const matcher = await openMatchers().matchers.of(createManyWords('word'))
    const order: string[] = []
    const long = Promise.resolve(matcher?.firstIn(['字'.repeat(4_000_000)])).then(() => order.push('long'))
    const short = Promise.resolve(matcher?.firstIn(['字'])).then(() => order.push('short'))
    await Promise.all([long, short])
    expect(order).toEqual(['short', 'long'])
  })

  test('the old words are used until the new ones are compiled; later searches use the new ones', async () => {
    const { matchers } = openMatchers()
    const before = await matchers.of(createManyWords('before'))
    const next = matchers.of(createManyWords('after'))
    expect(await before?.firstIn(['before'])).toBe('before')
    const after = await next
    expect(await after?.firstIn(['before and after'])).toBe('after')
    expect(await before?.firstIn(['before'])).toBeNull()
    expect(await before?.firstIn(['after'])).toBe('after')
    expect(matchers.of([])).toBeNull()
    expect(await before?.findIn([{ text: 'after', known: 0 }])).toEqual([{ first: null, covered: [], open: 0 }])
  })

  test('a caller that waits for words which change again gets the last words', async () => {
    const { matchers } = openMatchers()
    const first = matchers.of(createManyWords('one'))
    const second = matchers.of(createManyWords('two'))
    const few = matchers.of(['few']) as Matcher
    expect(few).not.toBeInstanceOf(Promise)
    expect(await first).toBe(few)
    expect(await second).toBe(few)
    const third = matchers.of(createManyWords('three'))
    expect(matchers.of(['few'])).toBe(few)
    expect(await third).toBe(few)
  })
})

describe('a thread that fails', () => {
  test('lets no text pass unscreened: waiting calls are refused, and later the words are compiled again', async () => {
    const state: { source: string | null } = { source: crash }
    let now = 0
    const { matchers, failures } = openMatchers({ now: () => now, ...createThreads(state) })
    const words = createManyWords('word')
    const matcher = await matchers.of(words)
    const searches = [matcher?.firstIn(['a']), matcher?.findIn([{ text: 'a', known: 0 }])]
    expect(await Promise.all(searches.map(readErrorCode))).toEqual(['word_check_failed', 'word_check_failed'])
    expect(failures).toHaveLength(1)
    expect(await readErrorCode(matcher?.firstIn(['a']))).toBe('word_check_failed')
    expect(await readErrorCode(matchers.of(words))).toBe('word_check_failed')
    state.source = null
    now = 1_000
    const again = await matchers.of(words)
    expect(await again?.firstIn(['a word'])).toBe('word')
    // A stream that was admitted earlier continues with the new thread.
    expect(await matcher?.firstIn(['a word'])).toBe('word')
  })

  test('while it compiles refuses calls too', async () => {
    const { matchers, failures } = openMatchers(createThreads({ source: 'throw new Error("no start")' }))
    expect(await readErrorCode(matchers.of(createManyWords('word')))).toBe('word_check_failed')
    expect(failures).toHaveLength(1)
  })

  test('to answer in time is ended', async () => {
    const silent = `self.onmessage = ({ data }) => { if (data.kind === 'words') self.postMessage({ id: null }) }`
    const { matchers, failures } = openMatchers(createThreads({ source: silent }, { answerMs: 1 }))
    const matcher = await matchers.of(createManyWords('word'))
    expect(await readErrorCode(matcher?.firstIn(['a']))).toBe('word_check_failed')
    const other = openMatchers(createThreads({ source: 'self.onmessage = () => {}' }, { readyMs: 1 }))
    expect(await readErrorCode(other.matchers.of(createManyWords('word')))).toBe('word_check_failed')
    expect([...failures, ...other.failures]).toEqual(['no answer in time', 'the words were not made ready in time'])
  })
})
