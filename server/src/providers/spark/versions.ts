/** A version of SparkDesk: its domain, which is its model in the HTTP API, and its path at the WebSocket API. */
export interface SparkVersion {
  name: string
  domain: string
  path: string
  /** It accepts a system message. */
  takesSystem: boolean
}

/**
 * https://www.xfyun.cn/doc/spark/Web.html and https://www.xfyun.cn/doc/spark/X1http.html, as known on 2026-11-20.
 */
const versions: readonly SparkVersion[] = [
  { name: 'v1.1', domain: 'lite', path: '/v1.1/chat', takesSystem: false },
  { name: 'v2.1', domain: 'generalv2', path: '/v2.1/chat', takesSystem: false },
  { name: 'v3.1', domain: 'generalv3', path: '/v3.1/chat', takesSystem: false },
  { name: 'v3.1-128K', domain: 'pro-128k', path: '/chat/pro-128k', takesSystem: false },
  { name: 'v3.5', domain: 'generalv3.5', path: '/v3.5/chat', takesSystem: true },
  { name: 'v3.5-32K', domain: 'max-32k', path: '/chat/max-32k', takesSystem: true },
  { name: 'v4.0', domain: '4.0Ultra', path: '/v4.0/chat', takesSystem: true },
  { name: 'X1', domain: 'x1', path: '/v1/x1', takesSystem: true },
]

/** As the form of channels says. */
const versionByDefault = 'v2.1'

/** The versions as operators write them. */
export const versionNames = versions.map(({ name }) => name)

const byName = new Map(
  versions.flatMap((version) => [
    [version.name.toLowerCase(), version] as const,
    [version.domain.toLowerCase(), version] as const,
  ]),
)

/**
 * The version to call: a name that begins with `SparkDesk` ends with it, other names are domains. Without a version in
 * the name, the channel's field `other` decides.
 */
export function versionOf(name: string, other: string): SparkVersion {
  const match = /^sparkdesk(?:-(.+))?$/i.exec(name)
  const named = byName.get((match ? (match[1] ?? '') : name).toLowerCase())
  const found = named ?? byName.get(other.trim().toLowerCase()) ?? byName.get(versionByDefault)
  if (!found) throw new RangeError('there are no versions')
  return found
}
