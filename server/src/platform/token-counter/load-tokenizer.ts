import { type EncodingName, encodingOf } from '../../core/tokens/encoding-of.ts'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { splitText } from './split-text.ts'

/** Exact up to here (some seconds at worst); what is longer is estimated beyond. */
const exactCharactersMax = 400_000

/** Text that looks like a control token of the model is text like any other. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

const importers = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
} satisfies Record<EncodingName, unknown>

/** A counter for the model's vocabulary. Loading takes some 300 ms and 100 MB: for the worker thread only. */
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
