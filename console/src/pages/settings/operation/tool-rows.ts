import { parseJson } from '@sluice/contract/read-json'
import { isOtherTool, type ToolName, toolNames, toolPriceSetting } from '@sluice/contract/tool-prices'
import type { Parsed } from './json-table.ts'

/** The price of a thousand calls of a tool for models with this name prefix; `default` = all others. */
export interface ToolRow {
  tool: ToolName
  prefix: string
  dollars: number
}

export const defaultPrefix = 'default'

export function parseToolRows(text: string): Parsed<ToolRow[]> {
  const value = parseJson(text)
  if (value === undefined) return { ok: false, fault: { kind: 'json' } }
  const parsed = toolPriceSetting.safeParse(value)
  if (!parsed.success) {
    const at = (parsed.error.issues[0]?.path ?? []).map(String).join(' → ')
    return { ok: false, fault: { kind: 'value', at } }
  }
  const tools = [...toolNames, ...Object.keys(parsed.data).filter(isOtherTool)]
  const rows = tools.flatMap((tool) =>
    Object.entries(parsed.data[tool] ?? {}).map(([prefix, dollars]) => ({ tool, prefix, dollars })),
  )
  return { ok: true, value: rows }
}

/** Tools and prefixes in their order; a tool without any is omitted. */
export function writeToolRows(rows: readonly ToolRow[]): string {
  const tools = new Map<ToolName, Record<string, number>>()
  for (const { tool, prefix, dollars } of rows) {
    const prices = tools.get(tool) ?? {}
    tools.set(tool, Object.assign(prices, { [prefix]: dollars }))
  }
  return JSON.stringify(Object.fromEntries(tools), null, 2)
}

const isSame = (a: ToolRow, b: Pick<ToolRow, 'tool' | 'prefix'>): boolean => a.tool === b.tool && a.prefix === b.prefix

/** `rows` with this one: at its position, or after the last of its tool. */
export function withToolRow(rows: readonly ToolRow[], row: ToolRow): ToolRow[] {
  if (rows.some((one) => isSame(one, row))) return rows.map((one) => (isSame(one, row) ? row : one))
  return [...rows, row]
}

export const withoutToolRow = (rows: readonly ToolRow[], row: ToolRow): ToolRow[] =>
  rows.filter((one) => !isSame(one, row))

export const hasToolRow = (rows: readonly ToolRow[], row: Pick<ToolRow, 'tool' | 'prefix'>): boolean =>
  rows.some((one) => isSame(one, row))
