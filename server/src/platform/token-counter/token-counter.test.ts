import { afterEach, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import pino from 'pino'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { splitText } from './split-text.ts'
import { createTokenCounter, type TokenCounter, type TokenCounterOptions } from './token-counter.ts'
import type { CountJob } from './token-worker.ts'

const text = 'Antidisestablishmentarianism, floccinaucinihilipilification; und Donaudampfschifffahrt. 你好世界'
const body = { model: 'gpt-4o', messages: [{ role: 'user', content: text }] }

const opened: TokenCounter[] = []
afterEach(() => {
  for (const counter of opened.splice(0)) counter.close()
})

function openCounter(options: Partial<TokenCounterOptions> = {}): TokenCounter {
  const counter = createTokenCounter({ log: pino({ enabled: false }), ...options })
  opened.push(counter)
  return counter
}

/** A loaded machine takes long to load a vocabulary. The test's own time limit ends the wait. */
const withLongTimeout = { timeoutMs: 600_000 }

/** A real worker thread whose source is `source`. */
const createWorkerFrom = (source: string): Worker => {
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  worker.unref()
  return worker
}

test('counts texts and prompts exactly, with the vocabulary of the model', async () => {
  const counter = openCounter(withLongTimeout)
  expect(o200k(text)).not.toBe(cl100k(text))
  expect(await counter.countText(text, 'gpt-4o')).toBe(o200k(text))
  expect(await counter.countText(text, 'gpt-4')).toBe(cl100k(text))
  expect(await counter.countText('', 'gpt-4o')).toBe(0)
  const prompt = 3 + 1 + o200k(text) + 3
  expect(await counter.countPrompt(body, 'gpt-4o')).toBe(prompt)
  expect(await counter.countPrompt(JSON.stringify(body), 'gpt-4o')).toBe(prompt)
  expect(await counter.countPrompt(new TextEncoder().encode(JSON.stringify(body)), 'gpt-4o')).toBe(prompt)
})

test('without the thread, a large text and a large prompt are estimated between other work', async () => {
  const counter = openCounter({ pendingMax: 0 })
  const large = text.repeat(10_000)
  const prompt = { model: 'gpt-4o', messages: [{ role: 'user', content: large }] }
  const steps = Math.floor(large.length / 262_144)
  for (const count of [() => counter.countText(large, 'gpt-4o'), () => counter.countPrompt(prompt, 'gpt-4o')]) {
    let [turns, isCounted] = [0, false]
    const counting = count().finally(() => {
      isCounted = true
    })
    for (; !isCounted; turns++) await setImmediate()
    expect(turns).toBeGreaterThanOrEqual(steps)
    expect(Math.abs((await counting) - estimateTokens(large))).toBeLessThanOrEqual(7)
  }
})

test('prepare starts the thread once, which also counts later jobs', async () => {
  let started = 0
  const jobModels: string[] = []
  const createWorker = () => {
    started++
    const worker = createWorkerFrom('self.onmessage = ({ data }) => postMessage({ id: data.id, tokens: 7 })')
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (job: CountJob) => {
      jobModels.push(job.model)
      post(job)
    }
    return worker
  }
  const counter = openCounter({ ...withLongTimeout, createWorker })
  expect(started).toBe(0)
  counter.prepare('gpt-4o')
  counter.prepare('gpt-4')
  expect([started, jobModels]).toEqual([1, ['gpt-4o']])
  expect(await counter.countText(text, 'gpt-4')).toBe(7)
  expect([started, jobModels]).toEqual([1, ['gpt-4o', 'gpt-4']])
})

test('text that looks like a control token is counted as text', async () => {
  expect(await openCounter(withLongTimeout).countText('<|endoftext|>', 'gpt-4o')).toBeGreaterThan(1)
})

test('a body that is not JSON is estimated', async () => {
  expect(await openCounter().countPrompt('{"messages": [', 'gpt-4o')).toBeGreaterThan(0)
  expect(await openCounter().countPrompt({ ...body, extra: () => 1 }, 'gpt-4o')).toBeGreaterThan(0)
})

test('many concurrent jobs each get their own answer', async () => {
  const counter = openCounter(withLongTimeout)
  const texts = Array.from({ length: 40 }, (_, index) => 'word '.repeat(index + 1))
  const counts = await Promise.all(texts.map((sample) => counter.countText(sample, 'gpt-4o')))
  expect(counts).toEqual(texts.map((sample) => o200k(sample)))
})

test('after a crash jobs are estimated, and the thread is replaced after a pause', async () => {
  let now = 0
  let started = 0
  const crashing = 'self.onmessage = () => { throw new Error("broken") }'
  const answering = 'self.onmessage = ({ data }) => self.postMessage({ id: data.id, tokens: 4711 })'
  const counter = openCounter({
    ...withLongTimeout,
    clock: { now: () => now, monotonic: () => now },
    createWorker: () => createWorkerFrom(++started === 1 ? crashing : answering),
  })
  const both = await Promise.all([counter.countText(text, 'gpt-4o'), counter.countText(text, 'gpt-4o')])
  expect(both).toEqual([estimateTokens(text), estimateTokens(text)])
  expect(await counter.countText(text, 'gpt-4o')).toBe(estimateTokens(text))
  expect(started).toBe(1)
  now += 5000
  expect(await counter.countText(text, 'gpt-4o')).toBe(4711)
  expect(started).toBe(2)
})

test('a slow job is estimated', async () => {
  const counter = openCounter({ timeoutMs: 20, createWorker: () => createWorkerFrom('self.onmessage = () => {}') })
  expect(await counter.countText(text, 'gpt-4o')).toBe(estimateTokens(text))
})

test('a thread that loads a vocabulary is kept when a job times out, one that counts too long is replaced', async () => {
  let now = 0
  const threads: Worker[] = []
  let terminations = 0
  const createWorker = () => {
    // The counter uses only these members of a worker.
    const thread = { onmessage: null, postMessage() {}, terminate: () => (terminations += 1) } as unknown as Worker
    threads.push(thread)
    return thread
  }
  const counter = openCounter({ clock: { now: () => now, monotonic: () => now }, timeoutMs: 5, createWorker })
  const sendFromThread = (data: object) => threads[0]?.onmessage?.({ data } as MessageEvent)
  expect(await counter.countText(text, 'gpt-4o')).toBe(estimateTokens(text))
  expect(terminations).toBe(0)
  const second = counter.countText(text, 'gpt-4o')
  sendFromThread({ id: 2, tokens: 4711 })
  expect(await second).toBe(4711)
  const third = counter.countText(text, 'gpt-4')
  sendFromThread({ isLoading: true })
  expect(await third).toBe(estimateTokens(text))
  expect(terminations).toBe(0)
  now += 120_000
  expect(await counter.countText(text, 'gpt-4')).toBe(estimateTokens(text))
  expect([terminations, threads.length]).toEqual([1, 1])
  now += 5_000
  const last = counter.countText(text, 'gpt-4')
  expect(threads).toHaveLength(2)
  expect(await last).toBe(estimateTokens(text))
})

test('jobs beyond the queue are estimated at once', async () => {
  const counter = openCounter({ pendingMax: 1, createWorker: () => createWorkerFrom('self.onmessage = () => {}') })
  const waiting = counter.countText(text, 'gpt-4o')
  expect(await counter.countText(text, 'gpt-4o')).toBe(estimateTokens(text))
  counter.close()
  expect(await waiting).toBe(estimateTokens(text))
})

test('after closing all jobs are estimated', async () => {
  const counter = openCounter()
  counter.close()
  expect(await counter.countText(text, 'gpt-4o')).toBe(estimateTokens(text))
})

test('long text is cut at spaces if possible and never inside a surrogate pair, and nothing is lost', () => {
  const prose = 'some words that follow each other '.repeat(400)
  const pieces = splitText(prose)
  expect(pieces.join('')).toBe(prose)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.slice(1).every((piece) => piece.startsWith(' '))).toBe(true)
  const emoji = `x${'😀'.repeat(3000)}`
  expect(splitText(emoji).join('')).toBe(emoji)
  expect(splitText(emoji).every((piece) => piece.isWellFormed())).toBe(true)
  const longest = Math.max(...splitText('y'.repeat(10_000)).map((piece) => piece.length))
  expect(longest).toBeLessThanOrEqual(2000)
})
