import { tableOf } from '@sluice/contract/table-of'
import { lookUp } from '@sluice/contract/typed-keys'
import { vendorOf } from '@sluice/contract/vendor-of'
import type { ListedEntry, ListedPrice } from './listed-price.ts'

/**
 * The providers of public lists that sell models of their own, with the maker that `vendorOf` names. Resellers, such as
 * OpenRouter, are not among them.
 */
const makers = tableOf<string>({
  openai: 'openai',
  'text-completion-openai': 'openai',
  anthropic: 'anthropic',
  google: 'google',
  gemini: 'google',
  'vertex_ai-language-models': 'google',
  xai: 'xai',
  deepseek: 'deepseek',
  mistral: 'mistral',
  cohere: 'cohere',
  cohere_chat: 'cohere',
  moonshot: 'moonshot',
  moonshotai: 'moonshot',
  zai: 'zhipu',
  alibaba: 'alibaba',
  dashscope: 'alibaba',
  minimax: 'minimax',
  perplexity: 'perplexity',
  llama: 'meta',
  meta_llama: 'meta',
  stepfun: 'stepfun',
  tencent: 'tencent',
  jina_ai: 'jina',
})

/**
 * The price of each model by the name that this site uses. A line counts
 *
 * 1. for exactly its name, with its provider;
 * 2. for the model alone, without its provider, if the list names one seller only, or the line is that of the maker, or
 *    the source is limited to the provider of the line. A name with a region, a cloud's prefix or a variant (`:free`)
 *    counts for the whole name only, because its price is another.
 *
 * `provider`: only the lines of this one; '' = all.
 */
export function pickPrices(entries: readonly ListedEntry[], provider: string): Map<string, ListedPrice> {
  const wanted = provider === '' ? entries : entries.filter((entry) => entry.provider === provider)
  const isOneSeller = new Set(wanted.map((entry) => entry.provider)).size <= 1
  const picked = new Map<string, ListedPrice>()
  const contradicted = new Set<string>()
  for (const { bare, price, ...entry } of wanted) {
    if (bare === null || !(isOneSeller || isMaker(entry.provider, bare))) continue
    const other = picked.get(bare)
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(price)) contradicted.add(bare)
    picked.set(bare, price)
  }
  // Two authors may give different models one name.
  for (const bare of contradicted) picked.delete(bare)
  for (const { name, price } of wanted) picked.set(name, price)
  return picked
}

function isMaker(provider: string, model: string): boolean {
  const maker = lookUp(makers, provider, null)
  return maker !== null && maker === vendorOf(model)
}
