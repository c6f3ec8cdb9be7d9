export interface MysqlAddress {
  host: string
  port: number
  user: string
  password: string
  database: string
  isTls: boolean
  socketPath: string | null
}

const goForm = /^(?<login>.*)@(?<network>tcp|unix)\((?<place>[^)]*)\)\/(?<rest>.*)$/s

/** `mysql://user:password@host:port/name?tls=true` or the Go form `user:password@tcp(host:port)/name?…`. */
export function parseMysqlDsn(dsn: string, setting = 'SQL_DSN'): MysqlAddress {
  if (/^(mysql|mariadb):\/\//.test(dsn)) return parseUrlForm(dsn)
  const groups = goForm.exec(dsn)?.groups
  if (!groups) throw new Error(`${setting} is neither a mysql:// address nor user:password@tcp(host:port)/name`)
  const { login = '', network, place = '', rest = '' } = groups
  // The password may hold any character, `@` and `:` included; the user may not.
  const colon = login.indexOf(':')
  const [database = '', query = ''] = splitOnce(rest, '?')
  const isSocket = network === 'unix'
  const { host, port } = isSocket ? { host: 'localhost', port: 3306 } : parsePlace(place, setting)
  return {
    host,
    port,
    user: colon < 0 ? login : login.slice(0, colon),
    password: colon < 0 ? '' : login.slice(colon + 1),
    database,
    isTls: isTls(new URLSearchParams(query)),
    socketPath: isSocket ? place : null,
  }
}

function parseUrlForm(dsn: string): MysqlAddress {
  const url = new URL(dsn)
  return {
    host: url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    isTls: isTls(url.searchParams),
    socketPath: null,
  }
}

function parsePlace(place: string, setting: string): { host: string; port: number } {
  const match = /^(?:\[(?<six>[^\]]*)\]|(?<four>[^:]*))(?::(?<port>\d+))?$/.exec(place)
  if (!match?.groups) throw new Error(`the address in ${setting} cannot be read`)
  const host = match.groups.six ?? match.groups.four ?? ''
  return { host: host === '' ? '127.0.0.1' : host, port: Number(match.groups.port ?? 3306) }
}

const isTls = (query: URLSearchParams): boolean => {
  const value = query.get('tls') ?? query.get('ssl') ?? 'false'
  return value !== 'false' && value !== '0'
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
