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

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<CountJob>) => {
  self.postMessage({ id: data.id, tokens: await count(data) } satisfies CountResult)
}

async function count({ model, what }: CountJob): Promise<number | null> {
  const countText = await loadTokenizer(model)
  try {
    return countWith(what, model, countText)
  } catch {
    return null // the caller estimates instead
  }
}
