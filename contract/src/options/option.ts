import type { Reason } from '../error-reasons.ts'
import type { OptionArea } from './areas.ts'
import type { OptionType } from './option-type.ts'

/** An option that must be filled in, or lists of options of which one must be complete. */
export type OptionNeed = string | { oneOf: readonly (readonly string[])[] }

/** Who may change an option: any administrator, or only the super administrator. */
export type OptionWriter = 'admin' | 'root'

/** The fault in the text of an option. */
export interface OptionFault {
  /** The entry that it concerns; empty = the whole value. */
  path: readonly PropertyKey[]
  reason: Reason
}

/** The declaration of an option, besides its type and default. */
interface Declared<T> {
  /** Why no card shows it. */
  readonly hidden?: string
  /** Its effect, in a line of Markdown for docs/configuration.md. */
  readonly effect: string
  /** Absent: the writer of its card. */
  readonly writer?: OptionWriter
  /**
   * The fault of a new value; null = none. Stored values, imported or of an older version, are not checked.
   */
  check?(value: T): OptionFault | null
  /** What a switch needs while it is on; for another option, while it and those of `with` are filled in. */
  readonly needs?: readonly OptionNeed[]
  readonly with?: readonly string[]
  /** The option that its number must not exceed. */
  readonly notAbove?: string
  /** In the console: an example in the empty field. */
  readonly example?: string
  /** For a number: a key of `unit` in the texts of the settings. */
  readonly unit?: string
  readonly step?: number
  /** Decimal places to which the field is rounded when it loses the focus. */
  readonly decimals?: number
  /** An empty field is not sent. Otherwise an empty number is an error. */
  readonly isOptional?: true
  /** For a switch: saved at once, without the button of the card. */
  readonly isInstant?: true
  /** For a switch: turning it off needs a confirmation. */
  readonly asksBeforeOff?: true
  /** For a switch: the console turns it on only after a test of what it needs. */
  readonly testsBeforeOn?: true
}

/** One setting of the operator. Parsing, storage, API, console and documentation derive from it. */
export interface Option<T> extends OptionType<T>, Declared<T> {
  /** null = the server provides it: a table too large for the console. */
  readonly default: T | null
}

export const option = <T>(
  type: OptionType<T>,
  declared: Declared<NoInfer<T>> & { readonly default: NoInfer<T> },
): Option<T> => ({
  ...type,
  ...declared,
})

/** An option whose default the server declares. */
export const computedOption = <T>(
  type: OptionType<T>,
  declared: Declared<NoInfer<T>>,
): Option<T> & { readonly default: null } => ({ ...type, ...declared, default: null })

/** Options that the console shows and saves together, in display order. */
export interface OptionCard<O extends Readonly<Record<string, Option<unknown>>>> {
  /** Its anchor in the page, and the key of its texts. */
  readonly id: string
  readonly area: OptionArea
  readonly writer: OptionWriter
  readonly options: O
}

// Inference only: keeps the types of the values.
export const card = <O extends Readonly<Record<string, Option<unknown>>>>(declared: OptionCard<O>): OptionCard<O> =>
  declared
