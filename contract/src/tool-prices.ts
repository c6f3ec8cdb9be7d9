import { z } from 'zod'
import { mapKeys } from './typed-keys.ts'

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
] as const
export type ToolName = (typeof toolNames)[number]

const price = z.number().min(0).max(1_000_000)
const prices = z.record(z.string(), price)

/** Names of tools in other lists of prices. */
const otherNames: Readonly<Record<string, ToolName>> = { web_search_preview: 'web_search' }

/**
 * Option `tool_price_setting`: tool → prefix of a model's name, or `default` → currency units for a thousand calls. The
 * longest matching prefix counts. A flat list (`tool`, or `tool:model*` → price) is read as such tables.
 */
export const toolPriceSetting = z.preprocess(readFlat, z.strictObject(mapKeys(toolNames, () => prices.optional())))
export type ToolPriceSetting = z.infer<typeof toolPriceSetting>

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
