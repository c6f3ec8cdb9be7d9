const names = new Map<string, string>()

/** Declares a statement whose text never changes, so that a database server prepares it once a connection. */
export function prepareText(name: string, text: string): string {
  names.set(text, name)
  return text
}

/** The name of a prepared statement; undefined for any other text. */
export const nameOfText = (text: string): string | undefined => names.get(text)
