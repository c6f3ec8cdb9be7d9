const placeholder = /\{\{(\w+)\}\}/g

/** The names of the placeholders in a text. */
export type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

export const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')

type Values = Readonly<Record<string, string | number>>

/** A text with each `{{name}}` replaced by its value; a name without a value stays as it is. */
export const fillText = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: string) => String(values[name] ?? name))

/** The same; null if a value is missing. */
export const fillWhole = (text: string, values: Values): string | null =>
  namesIn(text).every((name) => values[name] !== undefined) ? fillText(text, values) : null
