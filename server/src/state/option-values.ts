import { reasonText } from '@sluice/contract/error-reasons'
import { schemaReason } from '@sluice/contract/schema-reason'
import { type OptionKey, type OptionValues, optionKeys, optionOf } from './option-registry.ts'
import { withOneDisplay } from './quota-display.ts'

export type ParsedOption = { ok: true; value: unknown } | { ok: false; reason: string }

/** Reads the text of one option. The reason names the entry that is wrong where the value is a table. */
export function parseOption(key: OptionKey, text: string): ParsedOption {
  const parsed = optionOf(key).type.schema.safeParse(text, { error: schemaReason })
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  if (!issue) return { ok: false, reason: reasonText('isNotValid') }
  const path = issue.path.join('.')
  return { ok: false, reason: path === '' ? issue.message : `${path}: ${issue.message}` }
}

const defaults = new Map<OptionKey, unknown>()

/** The value when nothing is stored, shaped like a stored one: a table without a prototype. */
export function defaultOption(key: OptionKey): unknown {
  if (defaults.has(key)) return defaults.get(key)
  const declared = optionOf(key).default
  const value = typeof declared === 'function' ? declared() : declared
  const parsed = parseOption(key, formatOption(key, value))
  if (!parsed.ok) throw new Error(`the default of ${key} is not valid: ${parsed.reason}`)
  defaults.set(key, parsed.value)
  return parsed.value
}

/** The text of a value as it is stored and sent. */
export const formatOption = (key: OptionKey, value: unknown): string => optionOf(key).type.format(value)

/**
 * Stored texts over defaults. A text that cannot be read (written by hand or by an older version) falls back to
 * the default and is reported: one bad row must not take the prices of all models away.
 */
export function buildOptionValues(
  stored: ReadonlyMap<string, string>,
  onUnreadable: (key: OptionKey, reason: string) => void,
): OptionValues {
  const values = optionKeys.map((key) => {
    const text = stored.get(key)
    const parsed = text === undefined ? null : parseOption(key, text)
    if (parsed && !parsed.ok) onUnreadable(key, parsed.reason)
    return [key, parsed?.ok ? parsed.value : defaultOption(key)]
  })
  return Object.freeze(withOneDisplay(Object.fromEntries(values) as OptionValues))
}
