import { type PriceRule, priceRules } from '@sluice/contract/price-rules'
import { parseJson } from '@sluice/contract/read-json'
import { writeJson } from '../option-json.ts'
import type { Parsed } from './json-table.ts'

export type RuleTable = ReadonlyMap<string, readonly PriceRule[]>

/** Model → its rules, or the position of the first fault: `gpt-5.4 → 1 → when → between`. */
export function parsePriceRules(text: string): Parsed<Map<string, PriceRule[]>> {
  const value = parseJson(text)
  if (value === undefined) return { ok: false, fault: { kind: 'json' } }
  const parsed = priceRules.safeParse(value)
  if (parsed.success) return { ok: true, value: new Map(Object.entries(parsed.data)) }
  const path = parsed.error.issues[0]?.path ?? []
  // Rules are numbered from 1.
  const at = path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' → ')
  return { ok: false, fault: { kind: 'value', at } }
}

const writeRules = (table: RuleTable): string => writeJson(Object.fromEntries(table))

export interface RuleRow {
  model: string
  rules: readonly PriceRule[]
  /** Compared with the saved rules. */
  change: 'none' | 'added' | 'changed' | 'removed'
}

const byName = new Intl.Collator('en', { numeric: true }).compare

/** Every model with current or saved rules, by name. */
export function buildRuleRows(stored: RuleTable, draft: RuleTable): RuleRow[] {
  const models = new Set([...stored.keys(), ...draft.keys()])
  return [...models].sort(byName).map((model) => {
    const [before, now] = [stored.get(model), draft.get(model)]
    return { model, rules: now ?? before ?? [], change: changeOf(before, now) }
  })
}

function changeOf(before: readonly PriceRule[] | undefined, now: readonly PriceRule[] | undefined): RuleRow['change'] {
  if (before === undefined) return 'added'
  if (now === undefined) return 'removed'
  return JSON.stringify(before) === JSON.stringify(now) ? 'none' : 'changed'
}

/**
 * The option's text with other rules for one model; an empty list removes the model. Models keep the order of `stored`.
 */
export function withRules(
  stored: RuleTable,
  draft: RuleTable,
  model: string,
  rules: readonly PriceRule[] | undefined,
): string {
  const next = new Map(draft)
  if (rules === undefined || rules.length === 0) next.delete(model)
  else next.set(model, rules)
  const names = new Set([...[...stored.keys()].filter((name) => next.has(name)), ...next.keys()])
  return writeRules(new Map([...names].map((name) => [name, next.get(name) ?? []])))
}
