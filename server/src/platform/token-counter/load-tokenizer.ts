import { type EncodingName, encodingOf } from '../../core/tokens/encoding-of.ts'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { splitText } from './split-text.ts'

/** Exact up to this length (some seconds at most); the rest is estimated. */
const exactCharactersMax = 400_000

/** Text that looks like a control token is counted as plain text. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

const importers = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
} satisfies Record<EncodingName, unknown>

/** A counter with the model's vocabulary. Loading takes some 300 ms and 100 MB: only for the worker thread. */
export async function loadTokenizer(model: string): Promise<(text: string) => number> {
  const { countTokens } = await importers[encodingOf(model)]()
  let left = exactCharactersMax
  return (text) => {
    const exact = text.slice(0, left)
    left -= exact.length
    const counted = splitText(exact).reduce((sum, piece) => sum + countTokens(piece, asText), 0)
    return counted + estimateTokens(text.slice(exact.length))
  }
}
