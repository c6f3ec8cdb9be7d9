import { isRecord, type JsonRecord, listOf, numberOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { askedByFields } from '../../core/usage/asked-by-fields.ts'
import { type AskedTool, askedByType, askedInPlace } from '../../core/usage/asked-tools.ts'
import { believedToolCallsMax, noUsage } from '../../core/usage/usage.ts'

/**
 * The paid tools of a body, each with the most that it may cost. Undefined without any.
 * https://platform.claude.com/docs/en/about-claude/pricing, as of 2026-05, and types of anthropic 2.14.0
 */
export function readAskedTools(body: JsonRecord): readonly AskedTool[] | undefined {
  const tools = recordsOf(body.tools)
  const isCodeFree = tools.some(({ type }) => makesCodeFree(textOf(type)))
  const asked = tools.flatMap((tool) => {
    const one = askedTool(tool)
    if (one === null) return []
    return isCodeFree && one.run.tool === 'code_execution' ? [{ ...one, isFree: true as const }] : [one]
  })
  const all = [...asked, ...askedInPlace('fallbacks', fallbackModels(body)), ...askedByFields(body)]
  return all.length === 0 ? undefined : all
}

/**
 * The models that answer where the called one refuses: a list, or `default` for one that Anthropic chooses.
 * https://platform.claude.com/docs/en/build-with-claude/fallback-credit, read 2026-11-29
 */
function fallbackModels({ model, fallbacks }: JsonRecord): string[] {
  if (typeof fallbacks === 'string') return [fallbacks]
  const named = listOf(fallbacks).map((one) => textOf(isRecord(one) ? one.model : one))
  return named.filter((one) => one !== model)
}

function askedTool(tool: JsonRecord): AskedTool | null {
  const type = textOf(tool.type) || 'custom'
  const asked = askedByType('anthropic', type)
  return asked?.run.tool === 'advisor' ? askedAdvisor(tool, type) : asked
}

/** Searches and pages whose results are filtered by code, from these versions on. */
function makesCodeFree(type: string): boolean {
  const [, date] = /^web_(?:search|fetch)_(\d{8})$/.exec(type) ?? []
  return date !== undefined && date >= '20260209'
}

/** An advisor without a limit of its own. */
const adviceTokensDefault = 8_192
const adviceTokensMax = 1_000_000

/** Another model, which reads the conversation. Its tokens are charged at its own price. */
function askedAdvisor({ model, max_uses, max_tokens }: JsonRecord, type: string): AskedTool {
  const count = within(max_uses, 1, believedToolCallsMax)
  const outputText = within(max_tokens, adviceTokensDefault, adviceTokensMax) * count
  const name = textOf(model)
  return { type, run: { tool: 'advisor', count, model: name, usage: { ...noUsage, outputText } }, option: name }
}

function within(value: unknown, otherwise: number, max: number): number {
  const count = numberOf(value) ?? otherwise
  return Number.isInteger(count) && count > 0 ? Math.min(count, max) : otherwise
}
