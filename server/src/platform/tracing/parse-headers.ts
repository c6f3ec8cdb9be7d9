/**
 * Headers in the form of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` with percent encoding, separated by commas. Throws
 * an Error that names the first part that is not one.
 */
export function parseOtlpHeaders(text: string): Record<string, string> {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(parts.map(parsePart))
}

function parsePart(part: string, index: number): [string, string] {
  const at = part.indexOf('=')
  const name = part.slice(0, at).trim()
  // The value is a credential: the message does not repeat it.
  if (at < 0 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error(`part ${index + 1} is not name=value`)
  try {
    return [name.toLowerCase(), decodeURIComponent(part.slice(at + 1).trim())]
  } catch {
    throw new Error(`the value of ${name} is not percent-encoded`)
  }
}
