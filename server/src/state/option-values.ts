import { render } from '@sluice/contract/messages/render'
import { type ParsedOption, parseOption as parseText, reasonOfFault } from '@sluice/contract/options/parse-option'
import { optionKeys, optionOf } from '@sluice/contract/options/registry'
import { declaredDefault, type OptionKey, type OptionValues } from './option-registry.ts'
import { withOneDisplay } from './quota-display.ts'

/** Reads the text of one option. */
export const parseOption = (key: OptionKey, text: string): ParsedOption => parseText(optionOf(key), text)

const defaults = new Map<OptionKey, unknown>()

/** The value when nothing is stored, shaped like a stored one: a table without a prototype. */
export function defaultOption(key: OptionKey): unknown {
  if (defaults.has(key)) return defaults.get(key)
  const parsed = parseOption(key, formatOption(key, declaredDefault(key)))
  if (!parsed.ok)
    throw new Error(`the default of ${key} is not valid: ${render('en', 'reasons', reasonOfFault(parsed.fault))}`)
  defaults.set(key, parsed.value)
  return parsed.value
}

/** The text of a value as it is stored and sent. */
export const formatOption = (key: OptionKey, value: unknown): string => optionOf(key).format(value)

/**
 * Stored texts over defaults. A text that cannot be read (written by hand or by an older version) falls back to
 * the default and is reported, so that one invalid row does not affect the others.
 */
export function buildOptionValues(
  stored: ReadonlyMap<string, string>,
  onUnreadable: (key: OptionKey, reason: string) => void,
): OptionValues {
  const values = optionKeys.map((key) => {
    const text = stored.get(key)
    const parsed = text === undefined ? null : parseOption(key, text)
    if (parsed && !parsed.ok) onUnreadable(key, render('en', 'reasons', reasonOfFault(parsed.fault)))
    return [key, parsed?.ok ? parsed.value : defaultOption(key)]
  })
  // The cast: the keys are all option keys, and `parseOption` checks each value.
  return Object.freeze(withOneDisplay(Object.fromEntries(values) as OptionValues))
}
