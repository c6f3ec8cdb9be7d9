/** A check that failed: a key of `problem` in locales/settings (or `area:key` of another file), and its values. */
export interface Problem {
  text: string
  values?: Record<string, string | number>
}

interface Common {
  /** Its own check, after those of its kind. */
  check?(text: string): Problem | null
}

interface TextField extends Common {
  kind: 'text'
  /** Shown in the empty field. */
  example?: string
}
/** An http(s) address that paths are added to: kept without trailing slashes. */
interface AddressField extends Common {
  kind: 'address'
  example?: string
  /** Kept as it was typed. */
  isExact?: true
}
/** Never sent to the browser; sent by it only when something was typed. */
interface SecretField extends Common {
  kind: 'secret'
}
export interface NumberField extends Common {
  kind: 'number'
  min?: number
  max?: number
  step?: number
  isWhole?: boolean
  /** Rounded to so many places on leaving the field. */
  decimals?: number
  /** Shown in the empty field. */
  example?: string
  /** Left empty, it is not sent. Otherwise an empty field is an error. */
  isOptional?: boolean
  /** Key of `unit` in locales/settings. */
  unit?: string
}
interface SwitchField extends Common {
  kind: 'switch'
  /** Saved as soon as it is thrown, without the card's button. */
  isInstant?: boolean
  /** Asks before it is switched off: `confirmTitle`, `confirmText` and `confirmOff` beside the label. */
  asksBeforeOff?: boolean
}
interface JsonField extends Common {
  kind: 'json'
  example?: string
}
/** Several lines, kept as they are typed. */
interface LinesField extends Common {
  kind: 'lines'
  example?: string
}
interface ChoiceField extends Common {
  kind: 'choice'
  /** Values; each has a text `choice.<value>` beside the field's label. */
  choices: readonly string[]
}

export type OptionField =
  | TextField
  | AddressField
  | SecretField
  | NumberField
  | SwitchField
  | JsonField
  | LinesField
  | ChoiceField

export type TextArea = 'settings' | 'settings-operation' | 'settings-content'

/** A card with its own save button: which options it holds, and how each is typed, checked and sent. */
export interface CardSpec<Key extends string = string> {
  /** Its anchor in the page; its texts are `card.<id>` of `area`. */
  id: string
  area: TextArea
  /** In the order in which they are shown. The texts of an option are `field.<textKeyOf(key)>` of `area`. */
  fields: Readonly<Record<Key, OptionField>>
}

// Inference only: keeps the names of the fields.
export const defineCard = <Key extends string>(card: CardSpec<Key>): CardSpec<Key> => card

/** Dots separate keys of texts, and are part of the names of options. */
export const textKeyOf = (key: string): string => key.replaceAll('.', '_')

/** The id of the control of an option in the page. */
export const controlIdOf = (key: string): string => `option-${textKeyOf(key)}`

export const fieldOf = (card: CardSpec, key: string): OptionField => {
  const field = card.fields[key]
  if (!field) throw new Error(`the card ${card.id} has no option ${key}`)
  return field
}
