import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { askedByFields, askedResults } from '../../core/usage/asked-by-fields.ts'
import { type AskedTool, askedByType, askedKept, askedOther } from '../../core/usage/asked-tools.ts'

/** The paid tools of a body, each with the most that it may cost. Undefined without any. */
export function readAskedTools(model: string, body: JsonRecord): readonly AskedTool[] | undefined {
  const asked = [
    ...recordsOf(body.tools).flatMap((tool) => askedTool(model, tool) ?? []),
    ...askedByFields(body),
    ...askedByModel(model, body),
    ...askedCache(body),
    ...askedDocuments(body),
  ]
  return asked.length === 0 ? undefined : asked
}

function askedTool(model: string, tool: JsonRecord): AskedTool | null {
  // Some clients omit the type of functions.
  const type = textOf(tool.type) || 'function'
  if (type === 'builtin_function') return askedBuiltin(textOf(recordOf(tool.function).name))
  // https://docs.bigmodel.cn/cn/guide/tools/web-search, read 2026-11-29
  const own = recordOf(tool[type])
  if (own.enable === false) return null
  const asked = askedByType('openai', type)
  return asked !== null && type === 'web_search' && isUncounted(model, own) ? askedOnce(asked) : asked
}

/**
 * Searches that no answer is known to count: those of GLM, which has settings, and of MiniMax, which has none
 * (https://platform.minimax.io/docs/api-reference, as known on 2026-11-29). No copy of a page that counts or prices
 * MiniMax's was found on 2026-12-01; https://platform.minimax.io/docs/guides/pricing-paygo has prices by tokens.
 */
const isUncounted = (model: string, own: JsonRecord): boolean =>
  isSearchOfGlm(own) || /(^|\/)(minimax|abab)/i.test(model)

/** GLM searches once for each answer. Spark's search costs its tokens alone. */
const isSearchOfGlm = (own: JsonRecord): boolean => Object.keys(own).length > 0 && own.search_mode === undefined

const askedOnce = (asked: AskedTool): AskedTool => ({ ...asked, run: { ...asked.run, count: 1 }, isCertain: true })

/** Of Moonshot, by name. */
function askedBuiltin(name: string): AskedTool | null {
  const asked = askedByType('openai', name)
  return asked && { ...asked, type: 'builtin_function', option: name }
}

/**
 * OpenRouter searches for each call of a model with `:online`. Perplexity's Sonar charges each request, by the size of
 * its search context; Deep Research its queries instead.
 */
function askedByModel(model: string, body: JsonRecord): AskedTool[] {
  if (/:online\b/.test(model)) return [askedResults('model', model)]
  // Groq's systems run up to ten paid tools. https://console.groq.com/docs/compound/systems, read 2026-11-30
  if (/(^|\/)compound(-beta)?(-mini)?$/.test(model)) return [{ ...askedOther('tools', 'compound'), field: 'model' }]
  if (!/^(perplexity\/)?sonar(?!-deep)/.test(model)) return []
  const { search_context_size: size, search_type: type } = recordOf(body.web_search_options)
  const known = size === 'medium' || size === 'high' ? size : 'low'
  const request: AskedTool = {
    type: model,
    field: 'model',
    run: { tool: `search_request_${known}`, count: 1 },
    option: known,
  }
  // Pro Search has fees of its own; `auto` may choose it. https://docs.perplexity.ai/guides/pro-search-quickstart
  const isPro = textOf(type) !== '' && type !== 'fast'
  return isPro ? [request, { ...askedOther('tools', 'search_type'), field: 'web_search_options' }] : [request]
}

/**
 * A cache that Google stores, which may name tools.
 * https://ai.google.dev/gemini-api/docs/openai, read 2026-11-29
 */
function askedCache({ extra_body: extra, google }: JsonRecord): AskedTool[] {
  const places = [recordOf(recordOf(extra).google), recordOf(google)]
  const isNamed = places.some((one) => textOf(one.cached_content) !== '' || textOf(one.cachedContent) !== '')
  return isNamed ? [askedKept('cachedContent')] : []
}

/**
 * Documents, of which Mistral reads the pages before the model does. It sells that by the page; no page of its own says
 * whether a chat pays for it, and no answer has the number of pages.
 * https://docs.mistral.ai/studio-api/document-processing/document-qna, read 2026-11-29
 */
function askedDocuments({ messages }: JsonRecord): AskedTool[] {
  const parts = recordsOf(messages).flatMap(({ content }) => (Array.isArray(content) ? recordsOf(content) : none))
  // A stored document is named beside the type; in OpenAI's form, whose documents cost their tokens, inside of `file`.
  const isRead = ({ type, file_id }: JsonRecord) => type === 'document_url' || (type === 'file' && isOf(file_id))
  const count = parts.filter(isRead).length
  if (count === 0) return []
  const asked = askedOther('tools', 'document_url')
  return [{ ...asked, field: 'input', run: { ...asked.run, count } }]
}

const isOf = (id: unknown): boolean => id !== undefined && id !== null

const none: readonly JsonRecord[] = []
