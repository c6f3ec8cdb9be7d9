import { hiddenOptions } from './hidden.ts'
import type { Option, OptionCard, OptionWriter } from './option.ts'
import { type OptionTab, optionTabs } from './tabs.ts'

type DeclaredCard = (typeof optionTabs)[OptionTab][number]
type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
/** Every option by its key, with the type of its value. */
type Declared = Merged<DeclaredCard['options']> & typeof hiddenOptions

export type OptionKey = keyof Declared

/** The value of every option: `options.RetryTimes`. */
export type OptionValues = {
  readonly [K in OptionKey]: Declared[K] extends Option<infer T> ? T : never
}

/** The options whose default the server declares. */
export type ComputedOptionKey = {
  [K in OptionKey]: Declared[K]['default'] extends null ? K : never
}[OptionKey]

/** A card with options of any type. */
export type AnyOptionCard = OptionCard<Readonly<Record<string, Option<unknown>>>>

export const optionCards: readonly AnyOptionCard[] = Object.values(optionTabs).flat()

interface Entry {
  option: Option<unknown>
  writer: OptionWriter
}

const registry = new Map<string, Entry>([
  ...optionCards.flatMap(({ options, writer }) =>
    Object.entries(options).map(([key, option]): [string, Entry] => [key, { option, writer: option.writer ?? writer }]),
  ),
  ...Object.entries<Option<unknown>>(hiddenOptions).map(([key, option]): [string, Entry] => [
    key,
    { option, writer: option.writer ?? 'admin' },
  ]),
])

/** In the order of the cards; those without one are last. */
// The map is built from the same tables as the type.
export const optionKeys = [...registry.keys()] as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => registry.has(key)

function entryOf(key: OptionKey): Entry {
  const entry = registry.get(key)
  if (!entry) throw new Error(`no option ${key}`)
  return entry
}

/** The declaration of `key` without the type of its value, for code that treats all options alike. */
export const optionOf = (key: OptionKey): Option<unknown> => entryOf(key).option

export const writerOf = (key: OptionKey): OptionWriter => entryOf(key).writer

export const isSecret = (key: OptionKey): boolean => optionOf(key).kind === 'secret'
