const parametersMax = 64
const lengthMax = 4_096

/**
 * The parameters of a notification, from its address and its form. Null when a parameter is repeated, when there are
 * too many, or when one contains what no gateway sends, so that a message can be read in one way only.
 */
export function readNotification(query: URLSearchParams, form: URLSearchParams): Map<string, string> | null {
  const parameters = new Map<string, string>()
  for (const [name, value] of [...query, ...form]) {
    if (parameters.has(name) || parameters.size === parametersMax) return null
    if (name.length + value.length > lengthMax || `${name}${value}`.includes('\0')) return null
    parameters.set(name, value)
  }
  return parameters
}
