/** A text in pieces: `texts` around `places`, one more than these. */
export interface Template {
  texts: readonly string[]
  places: readonly { name: string; format: string }[]
}

/** The format of the value that determines the plural form. */
export const countFormat = 'count'

/** The names of the placeholders in a text: `{{name}}`, or `{{name, format}}`. */
export type NamesIn<Text extends string> = Text extends `${string}{{${infer Place}}}${infer Rest}`
  ? (Place extends `${infer Name}, ${string}` ? Name : Place) | NamesIn<Rest>
  : never

const placeholder = /\{\{(\w+)(?:, (\w+))?\}\}/

export function parseTemplate(text: string): Template {
  const parts = text.split(placeholder)
  const texts = parts.filter((_, index) => index % 3 === 0)
  const places = texts
    .slice(1)
    .map((_, index) => ({ name: parts[index * 3 + 1] ?? '', format: parts[index * 3 + 2] ?? '' }))
  return { texts, places }
}
