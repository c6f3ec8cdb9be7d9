import { z } from 'zod'
import { tableOf } from './table-of.ts'
import { isOneOf, mapKeys } from './typed-keys.ts'

/** Searches, which usage counts beside the tokens. */
export const searchTools = ['web_search', 'google_search', 'file_search'] as const
export type SearchTool = (typeof searchTools)[number]

/**
 * What an upstream's own tools are paid for, in addition to the tokens of the model. Each thing that has a price of its
 * own has a name of its own, such as a container by its memory. Named like in usage rows and in the option.
 */
export const toolNames = [
  ...searchTools,
  'image_generation',
  'container_1g',
  'container_4g',
  'container_16g',
  'container_64g',
  'code_execution',
  'google_maps',
  'x_search',
  'attachment_search',
  'search_sources',
  'image_search',
  'people_search',
  'finance_search',
  'fetch_url',
  'sandbox',
  'search_request_low',
  'search_request_medium',
  'search_request_high',
  'search_results',
  'search_premium',
  'document_library',
  'enable_search',
  'advisor',
] as const
export type KnownTool = (typeof toolNames)[number]

/** A tool that the gateway does not know: `tools.` or `plugins.` and its name in the request. */
export type OtherTool = `tools.${string}` | `plugins.${string}`
export type ToolName = KnownTool | OtherTool

const isKnownTool = (tool: string): tool is KnownTool => isOneOf(toolNames, tool)
export const isOtherTool = (tool: string): tool is OtherTool => /^(tools|plugins)\.[\w.:$/-]{1,64}$/.test(tool)
/** Whether a price can have this name. */
export const isToolName = (tool: string): tool is ToolName => isKnownTool(tool) || isOtherTool(tool)

const price = z.number().min(0).max(1_000_000)
const prices = z.record(z.string(), price)

/** Names of tools in other lists of prices. */
const otherNames = tableOf<ToolName>({ web_search_preview: 'web_search' })

/**
 * Option `tool_price_setting`: tool → prefix of a model's name, or `default` → currency units for a thousand calls. The
 * longest matching prefix counts. A flat list (`tool`, or `tool:model*` → price) is read as such tables.
 */
export const toolPriceSetting = z.preprocess(
  readFlat,
  z
    .object(mapKeys(toolNames, () => prices.optional()))
    .catchall(prices)
    .superRefine((setting, context) => {
      const unknown = Object.keys(setting).filter((tool) => !isToolName(tool))
      if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: setting })
    }),
)
/** By `ToolName`. */
export type ToolPriceSetting = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>

/** Flat entries as tables. Those under a tool's own name take precedence over other names, and tables over both. */
function readFlat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries: [string, unknown][] = Object.entries(value)
  const flat = entries.filter(([, given]) => typeof given === 'number')
  if (flat.length === 0) return value
  const tables = new Map<string, unknown>()
  const add = (tool: string, table: unknown) => {
    const before = tables.get(tool)
    tables.set(tool, typeof before === 'object' && typeof table === 'object' ? { ...before, ...table } : table)
  }
  const ofOthers = flat.filter(([key]) => Object.hasOwn(otherNames, toolOf(key)))
  for (const [key, price] of [...ofOthers, ...flat.filter((entry) => !ofOthers.includes(entry))]) {
    const tool = toolOf(key)
    const prefix = key.slice(tool.length + 1).replace(/\*$/, '')
    add(otherNames[tool] ?? tool, { [prefix || 'default']: price })
  }
  for (const [key, table] of entries) if (typeof table !== 'number') add(key, table)
  return Object.fromEntries(tables)
}

const toolOf = (key: string): string => key.split(':', 1)[0] ?? key
