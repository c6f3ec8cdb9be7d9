import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { askedByFields, askedResults } from '../../core/usage/asked-by-fields.ts'
import { type AskedTool, askedByType } from '../../core/usage/asked-tools.ts'

/** The paid tools of a body, each with the most that it may cost. Undefined without any. */
export function readAskedTools(model: string, body: JsonRecord): readonly AskedTool[] | undefined {
  const asked = [
    ...recordsOf(body.tools).flatMap((tool) => askedTool(tool) ?? []),
    ...askedByFields(body),
    ...askedByModel(model, body),
  ]
  return asked.length === 0 ? undefined : asked
}

function askedTool(tool: JsonRecord): AskedTool | null {
  // Some clients omit the type of functions.
  const type = textOf(tool.type) || 'function'
  if (type === 'builtin_function') return askedBuiltin(textOf(recordOf(tool.function).name))
  // https://docs.bigmodel.cn/cn/guide/tools/web-search, read 2026-11-29
  if (recordOf(tool[type]).enable === false) return null
  return askedByType('openai', type)
}

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
  if (!/^(perplexity\/)?sonar(?!-deep)/.test(model)) return []
  const size = textOf(recordOf(body.web_search_options).search_context_size)
  const known = size === 'medium' || size === 'high' ? size : 'low'
  return [{ type: model, field: 'model', run: { tool: `search_request_${known}`, count: 1 }, option: known }]
}
