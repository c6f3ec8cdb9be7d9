import { recordOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { ClickhouseAddress } from '../../platform/clickhouse-address.ts'
import { StoreError } from '../store-error.ts'
import { parseDatabaseNumber } from './integers.ts'

/** A statement as text; texts are bound in the order of their places `{p1:String}`, `{p2:String}`. */
export interface ClickhouseStatement {
  text: string
  texts: readonly string[]
}

/** A refusal of the server: the number of its kind, and its message without the trace. */
class ClickhouseError extends Error {
  override readonly name = 'ClickhouseError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = `CLICKHOUSE_${code}`
  }
}

interface ClientOptions {
  address: ClickhouseAddress
  /** For the whole statement; 0 = no limit. */
  statementMs: number
}

/** Pages and exports read hundreds of rows. */
const answerBytesMax = 256 * 1_048_576
const errorBytesMax = 65_536
/** The server ends a statement by itself first, and says so. */
const graceMs = 2_000
/** A statement without a limit waits for mutations and whole scans. */
const patientMs = 3_600_000

/** For each statement. The tables keep their newest row of a key, which `final` applies to what is not merged yet. */
const settings = {
  // An error in the middle of the answer would otherwise have the status of a success.
  wait_end_of_query: '1',
  default_format: 'JSONCompact',
  output_format_json_quote_64bit_integers: '1',
  final: '1',
  do_not_merge_across_partitions_select_final: '1',
  // The defaults, which a profile of the server may change: an index must not hide the newest row of a key.
  use_skip_indexes_if_final: '1',
  use_skip_indexes_if_final_exact_mode: '1',
  // As in the other engines: a condition means the column, not an expression of that name in the same statement.
  prefer_column_name_to_alias: '1',
  async_insert: '0',
}

/**
 * Runs statements by the HTTP interface of a ClickHouse server, each in one request. The password goes into a header,
 * which no log has. Rejects with StoreError `unreachable`, or with ClickhouseError.
 */
export const createClickhouseClient =
  ({ address, statementMs }: ClientOptions) =>
  async ({ text, texts }: ClickhouseStatement): Promise<Record<string, unknown>[]> => {
    const query = new URLSearchParams({ ...settings, database: address.database })
    if (statementMs > 0) query.set('max_execution_time', String(Math.ceil(statementMs / 1000)))
    for (const [index, value] of texts.entries()) query.set(`param_p${index + 1}`, escapeText(value))
    const limitMs = statementMs > 0 ? statementMs + graceMs : patientMs
    const { status, body, code } = await post(`${address.origin}/?${query}`, text, address, limitMs)
    if (status !== 200) throw readRefusal(status, code, body)
    return parseRows(body)
  }

async function post(url: string, body: string, { user, password }: ClickhouseAddress, limitMs: number) {
  const signal = AbortSignal.timeout(limitMs)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password },
      redirect: 'manual',
      signal,
    })
    const bytesMax = answer.status === 200 ? answerBytesMax : errorBytesMax
    const text = await readText(answer, bytesMax)
    return { status: answer.status, code: answer.headers.get('x-clickhouse-exception-code'), body: text }
  } catch (error) {
    if (error instanceof RangeError) throw error
    // The message of `fetch` may contain the whole address, with the texts of the statement.
    const code = String(recordOf(error).code ?? recordOf(error).name ?? '')
    throw new StoreError('unreachable', `ClickHouse: ${code}`, error)
  }
}

async function readText(answer: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > bytesMax) throw new RangeError(`the answer of the ClickHouse server has more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The bound form of a text. */
const escapeText = (value: string): string =>
  value.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character)

const escapes = tableOf<string>({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' })

/** `Code: 60. DB::Exception: Unknown table … (UNKNOWN_TABLE) (version …)` */
const refusal = /Code: (?<code>\d+)\. DB::Exception: (?<message>[^\n]*)/

/** Too slow, too many at once, too little memory, ended by the server, starting or stopping. */
const awayCodes = new Set(['159', '202', '209', '210', '236', '241', '394', '439', '999'])
const noSpaceCode = '243'

function readRefusal(status: number, header: string | null, body: string): Error {
  const groups = refusal.exec(body)?.groups
  const code = header ?? groups?.code
  if (code === undefined || groups === undefined)
    return new StoreError('unreachable', `the address is not answered by a ClickHouse server (HTTP status ${status})`)
  // The rest of a message quotes the statement.
  const message = (groups.message ?? '').replace(/\s*\(version .*$/, '').slice(0, 500)
  const error = new ClickhouseError(code, `ClickHouse: ${message} (code ${code})`)
  if (awayCodes.has(code)) return new StoreError('unreachable', error.message, error)
  return code === noSpaceCode ? new StoreError('full', error.message, error) : error
}

/** Rows with the numbers of 64 bits as exact numbers. Throws RangeError where a number would be inexact. */
function parseRows(body: string): Record<string, unknown>[] {
  if (body.trim() === '') return []
  const { meta, data } = JSON.parse(body) as { meta: { name: string; type: string }[]; data: unknown[][] }
  return data.map((row) => Object.fromEntries(meta.map(({ name, type }, index) => [name, readValue(row[index], type)])))
}

const readValue = (value: unknown, type: string): unknown =>
  typeof value === 'string' && /^(?:Nullable\()?U?Int64/.test(type) ? parseDatabaseNumber(value) : value
