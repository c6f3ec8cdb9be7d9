/** Reading of untyped JSON as Google's JSON mapping of protocol buffers allows it: lenient, never throwing. */
export type Wire = Record<string, unknown>

/** A number; 64-bit ones may come as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const snakeNames = new Map<string, string>()

function snakeNameOf(name: string): string {
  const known = snakeNames.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeNames.set(name, snake)
  return snake
}

/** The field `name` (in camel case), which may also be spelt in snake case: the API takes both. */
export const field = (record: Wire, name: string): unknown => record[name] ?? record[snakeNameOf(name)]

/** JSON text of `value`; '{}' for what has none (nothing there, nested beyond what can be written). */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '{}'
  } catch {
    return '{}'
  }
}
