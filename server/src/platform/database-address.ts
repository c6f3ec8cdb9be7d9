import { readFileSync } from 'node:fs'
import { isClickhouseAddress } from './clickhouse-address.ts'
import { describeFileFault } from './errno.ts'

export interface MysqlAddress {
  host: string
  port: number
  user: string
  password: string
  database: string
  isTls: boolean
  socketPath: string | null
}

export const isPostgresAddress = (dsn: string): boolean => /^postgres(ql)?:\/\//.test(dsn)

/** Throws an Error that says what is wrong with the address of a database server in `setting`, without quoting it. */
export function assertDatabaseAddress(dsn: string, setting: string): void {
  if (isClickhouseAddress(dsn))
    throw new Error(
      `${setting} names ClickHouse, which has no transactions and cannot hold balances. Name it in LOG_SQL_DSN, for the ` +
        `usage log, and PostgreSQL or MariaDB in ${setting}; or leave ${setting} empty.`,
    )
  if (isPostgresAddress(dsn)) assertReadableFiles(parseUrl(dsn, setting), setting)
  else parseMysqlDsn(dsn, setting)
}

/** The driver reads them at each connection, and its errors do not say where the path is from. */
function assertReadableFiles({ searchParams }: URL, setting: string): void {
  for (const option of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = searchParams.get(option)
    if (path === null || path === '') continue
    try {
      readFileSync(path)
    } catch (error) {
      throw new Error(`${option} in ${setting} names a file that cannot be read: ${path} (${describeFileFault(error)})`)
    }
  }
}

/** The engine and the place of a database server, without the password. */
export function describeDatabaseAddress(dsn: string): string {
  if (!isPostgresAddress(dsn)) {
    const { host, port, user, database, socketPath } = parseMysqlDsn(dsn)
    return `MySQL or MariaDB, ${user}@${socketPath ?? `${host}:${port}`}/${database}`
  }
  const url = parseUrl(dsn, 'SQL_DSN')
  const host = url.searchParams.get('host') ?? `${url.hostname}:${url.port || 5432}`
  return `PostgreSQL, ${url.username}@${host}${url.pathname}`
}

const goForm = /^(?<login>.*)@(?<network>tcp|unix)\((?<place>[^)]*)\)\/(?<rest>.*)$/s

/**
 * `mysql://user:password@host:port/name?tls=true` or the Go form `user:password@tcp(host:port)/name?…`. Throws as
 * `assertDatabaseAddress`.
 */
export function parseMysqlDsn(dsn: string, setting = 'SQL_DSN'): MysqlAddress {
  if (/^(mysql|mariadb):\/\//.test(dsn)) return parseUrlForm(dsn, setting)
  const groups = goForm.exec(dsn)?.groups
  if (!groups) throw unreadable(setting, 'it has none of the known forms')
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

function parseUrlForm(dsn: string, setting: string): MysqlAddress {
  const url = parseUrl(dsn, setting)
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
      port: url.port === '' ? 3306 : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      isTls: isTls(url.searchParams),
      socketPath: null,
    }
  } catch {
    throw unreadable(setting, 'it contains a % that is not followed by two hexadecimal digits')
  }
}

/** A port in the address of a server. */
const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

function parsePlace(place: string, setting: string): { host: string; port: number } {
  const match = /^(?:\[(?<six>[^\]]*)\]|(?<four>[^:]*))(?::(?<port>.*))?$/.exec(place)
  if (!match?.groups) throw unreadable(setting, 'the part in brackets is not host:port')
  const { six, four = '', port = '3306' } = match.groups
  if (!isPort(port)) throw unreadable(setting, wrongPort)
  const host = six ?? four
  return { host: host === '' ? '127.0.0.1' : host, port: Number(port) }
}

const wrongPort = 'the port is not a number from 1 to 65535'

/** PostgreSQL addresses may leave out the host: the directory of its socket is then in the options. */
function parseUrl(dsn: string, setting: string): URL {
  const text = isPostgresAddress(dsn) ? dsn.replace('@/', '@localhost/') : dsn
  const login = /^\w+:\/\/(?<login>.*)@/s.exec(text)?.groups?.login ?? ''
  const url = URL.canParse(text) ? new URL(text) : null
  // The parser ends the host at these characters, so the start of the password may pass for a port.
  const isCut = /[/?#]/.test(login) && (url === null || url.username === '')
  if (isCut && (url === null || /@/.test(url.pathname + url.hash)))
    throw unreadable(setting, 'the user or the password contains /, ? or #')
  if (url?.port === '0') throw unreadable(setting, wrongPort)
  if (url !== null) return url
  const port = /^\w+:\/\/(?:.*@)?(?:\[[^\]]*\]|[^:/?#]*):(?<port>[^/?#]*)/s.exec(text)?.groups?.port
  throw unreadable(setting, port === undefined || isPort(port) ? 'it is not a valid address' : wrongPort)
}

const unreadable = (setting: string, reason: string) =>
  new Error(
    `${setting} is not a database address that can be read: ${reason}. The forms are ` +
      'postgres://<user>:<password>@<host>:5432/<name>, mysql://<user>:<password>@<host>:3306/<name> and ' +
      '<user>:<password>@tcp(<host>:3306)/<name>. In a form with :// write special characters of the password in ' +
      'percent form, for example / as %2F.',
  )

const isTls = (query: URLSearchParams): boolean => {
  const value = query.get('tls') ?? query.get('ssl') ?? 'false'
  return value !== 'false' && value !== '0'
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
