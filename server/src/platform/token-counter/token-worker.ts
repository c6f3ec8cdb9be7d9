import { encodingOf } from '../../core/tokens/encoding-of.ts'
import { type Countable, countWith } from './counting.ts'
import { loadTokenizer } from './load-tokenizer.ts'

export interface CountJob {
  id: number
  model: string
  what: Countable
}

/** `tokens` is null when the job could not be counted (a body that is not JSON). */
export interface CountResult {
  id: number
  tokens: number | null
}

/** Sent before a vocabulary is loaded. The next result says that it is. */
export interface LoadingNotice {
  isLoading: true
}

declare const self: Worker

const loaded = new Set<string>()

self.onmessage = async ({ data }: MessageEvent<CountJob>) => {
  self.postMessage({ id: data.id, tokens: await count(data) } satisfies CountResult)
}

async function count({ model, what }: CountJob): Promise<number | null> {
  const encoding = encodingOf(model)
  if (!loaded.has(encoding)) self.postMessage({ isLoading: true } satisfies LoadingNotice)
  const countText = await loadTokenizer(model)
  loaded.add(encoding)
  try {
    return countWith(what, model, countText)
  } catch {
    return null // the caller estimates instead
  }
}
