/** Where providers send their id of a call: most, Anthropic, Amazon, Azure. */
const idHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'apim-request-id']

/** The upstream's own id of a call, by which its support finds it; null if it sent none, or one with a key in it. */
export function upstreamIdOf(headers: Headers, key: string): string | null {
  for (const name of idHeaders) {
    const value = headers.get(name)
    if (value) return key !== '' && value.includes(key) ? null : value
  }
  return null
}

/** As it stands in a log, where it is searched for; null for texts that are no id. */
export function loggedUpstreamId(headers: Headers, key: string): string | null {
  const id = upstreamIdOf(headers, key)
  return id !== null && /^[\w.:/+=-]{1,128}$/.test(id) ? id : null
}
