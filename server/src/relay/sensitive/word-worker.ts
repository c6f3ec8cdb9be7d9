import { setImmediate } from 'node:timers/promises'
import { fold } from '../../core/sensitive/fold.ts'
import { findInAll, firstWordIn, type Searched } from '../../core/sensitive/search-texts.ts'
import { type FoundWords, WordFinder } from '../../core/sensitive/word-finder.ts'

/** The first message, sent once: the words, one a line. */
export interface WordList {
  kind: 'words'
  lines: string
}

export type WordQuestion = { kind: 'first'; texts: readonly string[] } | { kind: 'find'; texts: readonly Searched[] }

export type WordJob = { id: number } & WordQuestion

/** The words are compiled, or a job is done. */
export type WordReport = { id: null } | { id: number; answer: string | null | FoundWords[] }

declare const self: Worker

let finder: WordFinder | null = null
const waiting: { id: number; steps: Generator<void, string | null | FoundWords[]> }[] = []
let isBusy = false

self.onmessage = ({ data }: MessageEvent<WordList | WordJob>) => {
  if (data.kind === 'words') {
    finder = new WordFinder(data.lines.split('\n').map(fold))
    report({ id: null })
    return
  }
  // A job before the words is a fault of the sender.
  if (!finder) throw new Error('a job arrived before the words')
  const steps = data.kind === 'first' ? firstWordIn(finder, data.texts) : findInAll(finder, data.texts)
  waiting.push({ id: data.id, steps })
  if (!isBusy) void runJobs()
}

/** One step of each job in turn, so that a short text does not wait for a long one. */
async function runJobs(): Promise<void> {
  isBusy = true
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const { done, value } = job.steps.next()
    if (done) {
      report({ id: job.id, answer: value })
      continue
    }
    waiting.push(job)
    await setImmediate()
  }
  isBusy = false
}

const report = (outcome: WordReport) => self.postMessage(outcome)
