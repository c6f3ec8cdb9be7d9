const parametersMax = 64
const lengthMax = 4_096

/**
 * The parameters of a notification, from its address and its form. Null when one comes twice, when there are too many,
 * or when one holds what no gateway sends: two readings of one message must not be possible.
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
