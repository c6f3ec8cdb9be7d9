/** Version of SparkDesk → its model in the HTTP API. https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html, as known on 2026-11-20 */
const versions: Readonly<Record<string, string>> = {
  'v1.1': 'lite',
  'v3.1': 'generalv3',
  'v3.1-128k': 'pro-128k',
  'v3.5': 'generalv3.5',
  'v3.5-32k': 'max-32k',
  'v4.0': '4.0Ultra',
  x1: 'x1',
}

/** The versions as operators write them; v2.1 is the one of older channels. */
export const versionNames = ['v1.1', 'v2.1', 'v3.1', 'v3.1-128K', 'v3.5', 'v3.5-32K', 'v4.0', 'X1']

/** The cheapest model. Version 2.1, which older channels name, has ended. */
const byDefault = 'lite'

/**
 * The model to call. A name that begins with `SparkDesk` ends with a version, or the channel's `other` is the version;
 * other names are those of the API.
 */
export function modelOf(name: string, other: string): string {
  const match = /^sparkdesk(?:-(.+))?$/i.exec(name)
  if (!match) return name
  const version = (match[1] ?? other.trim()).toLowerCase()
  return Object.hasOwn(versions, version) ? (versions[version] ?? byDefault) : byDefault
}
