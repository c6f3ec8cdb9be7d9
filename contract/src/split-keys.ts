/** The keys in a text: one a line, or one JSON text on any number of lines. */
export function splitKeys(text: string): readonly string[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('{') && !isEachOfJson(trimmed)) return [trimmed]
  return trimmed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Whether each line begins and ends as an object of its own. */
const isEachOfJson = (text: string): boolean =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .every((line) => line === '' || (line.startsWith('{') && line.endsWith('}')))

/** A JSON text on one line, so that it is one key among others; any other text as it is. */
export function keyOnOneLine(key: string): string {
  if (!key.startsWith('{')) return key
  try {
    return JSON.stringify(JSON.parse(key))
  } catch {
    return key
  }
}
