import { keysOf } from '@sluice/contract/typed-keys'

/**
 * The usage of a call: disjoint counts, none negative, with derived totals. Tokens by modality × cache state, and calls
 * of paid tools. Every protocol converts its own report to this form.
 */
export interface Usage {
  /** Uncached input: neither read from nor written to a cache. */
  inputText: number
  inputAudio: number
  inputImage: number
  cacheReadText: number
  cacheReadAudio: number
  cacheReadImage: number
  cacheWrite5m: number
  cacheWrite1h: number
  /** Output text, including reasoning at the same price. */
  outputText: number
  outputAudio: number
  outputImage: number
  /** Reasoning that the upstream prices apart from its answer; not in `outputText`. */
  outputReasoning: number
  /** All reasoning, wherever it is counted. For display; never charged itself. */
  reasoning: number
  /** Searches that the upstream charges by the call. Not tokens: in no total. */
  webSearchCalls: number
  /** Of Google: grounded answers up to Gemini 2.5, queries from Gemini 3 on. */
  googleSearchCalls: number
  fileSearchCalls: number
  /** Whole seconds of sound heard or spoken, or of video. Not tokens: in no total. */
  seconds: number
  /** Characters of the text of speech. Not tokens: in no total. */
  characters: number
}

export const noUsage: Usage = {
  inputText: 0,
  inputAudio: 0,
  inputImage: 0,
  cacheReadText: 0,
  cacheReadAudio: 0,
  cacheReadImage: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  outputText: 0,
  outputAudio: 0,
  outputImage: 0,
  outputReasoning: 0,
  reasoning: 0,
  webSearchCalls: 0,
  googleSearchCalls: 0,
  fileSearchCalls: 0,
  seconds: 0,
  characters: 0,
}

/** The counts of two uses together. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = { ...a }
  for (const part of usageParts) sum[part] += b[part]
  return sum
}

const usageParts = keysOf(noUsage)

/** The largest plausible number of tokens of one class. */
export const believedTokensMax = 100_000_000
/** The largest plausible number of calls of one tool. */
export const believedToolCallsMax = 10_000

export const inputTotal = (u: Usage): number =>
  u.inputText + u.inputAudio + u.inputImage + cacheReadTotal(u) + cacheWriteTotal(u)
export const cacheReadTotal = (u: Usage): number => u.cacheReadText + u.cacheReadAudio + u.cacheReadImage
export const cacheWriteTotal = (u: Usage): number => u.cacheWrite5m + u.cacheWrite1h
export const outputTotal = (u: Usage): number => u.outputText + u.outputAudio + u.outputImage + u.outputReasoning

/** Whether every count is a whole number from 0 to its plausible maximum. */
export function isPlausible(u: Usage): boolean {
  for (const part of usageParts) {
    const count = u[part]
    if (!Number.isInteger(count) || count < 0 || count > believedTokensMax) return false
  }
  return Math.max(u.webSearchCalls, u.googleSearchCalls, u.fileSearchCalls) <= believedToolCallsMax
}
