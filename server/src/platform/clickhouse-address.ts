/** Where a ClickHouse server answers by HTTP, and which database of it is meant. */
export interface ClickhouseAddress {
  /** `http://host:8123` or `https://host:8443`. */
  origin: string
  user: string
  password: string
  database: string
}

export const isClickhouseAddress = (dsn: string): boolean => dsn.startsWith('clickhouse:')

/** The ports of the native protocol, without and with TLS. */
const nativePorts = new Set(['9000', '9440'])
/** Of names that stand in statements without quotes. */
const plainName = /^\w+$/

/**
 * `clickhouse://user:password@host:8123/name`; `?secure=true` (or `tls=true`) for TLS, whose port is 8443 unless
 * another one is given. Throws an Error that says what is wrong with the address in `setting`, without quoting it.
 */
export function parseClickhouseAddress(dsn: string, setting: string): ClickhouseAddress {
  // Of a known scheme, so that the parser reads the parts as those of a web address.
  const text = dsn.replace(/^clickhouse:/, 'http:')
  const url = /^clickhouse:\/\/[^/]/.test(dsn) && URL.canParse(text) ? new URL(text) : null
  if (url === null) throw unreadable(setting, 'it is not a valid address')
  const secure = url.searchParams.get('secure') ?? url.searchParams.get('tls') ?? 'false'
  for (const option of url.searchParams.keys())
    if (option !== 'secure' && option !== 'tls') throw unreadable(setting, 'it has an option that is not known')
  const isTls = secure !== 'false' && secure !== '0'
  // The parser drops the port 80 of its own scheme.
  const port =
    url.port || (/:80(?=[/?]|$)/.test(text.replace(/^http:\/\/(?:.*@)?/s, '')) ? '80' : isTls ? '8443' : '8123')
  if (nativePorts.has(port))
    throw new Error(
      `${setting} names the port ${port} of ClickHouse's native protocol, which is not spoken here. Name the port of its ` +
        'HTTP interface: 8123, or 8443 with ?secure=true.',
    )
  const database = decodePart(url.pathname.slice(1), setting) || 'default'
  if (!plainName.test(database))
    throw unreadable(setting, 'the name of the database has other characters than letters, digits and _')
  return {
    origin: `${isTls ? 'https' : 'http'}://${url.hostname}:${port}`,
    user: decodePart(url.username, setting) || 'default',
    password: decodePart(url.password, setting),
    database,
  }
}

function decodePart(text: string, setting: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable(setting, 'it contains a % that is not followed by two hexadecimal digits')
  }
}

const unreadable = (setting: string, reason: string) =>
  new Error(
    `${setting} is not a ClickHouse address that can be read: ${reason}. The form is ` +
      'clickhouse://<user>:<password>@<host>:8123/<name>, with ?secure=true for TLS. Write special characters of the ' +
      'password in percent form, for example / as %2F.',
  )
