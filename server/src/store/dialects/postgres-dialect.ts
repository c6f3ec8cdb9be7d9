import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isPreparedFault } from './errors.ts'
import { parseDatabaseNumber } from './integers.ts'
import { PostgresSession } from './postgres-session.ts'
import { nameOfText } from './prepared-texts.ts'
import { createSilenceWatch, probeAfterMs, probeTimeoutMs, type SilenceWatch } from './silence-watch.ts'

const int8 = 20
const numeric = 1700
const timeoutMs = 5_000

export interface PoolOptions {
  dsn: string
  poolMax: number
  /** Statements that are sent at once share a round trip (`sendTogether`). */
  sendsTogether?: boolean
  /** Statements may take as long as they need: for migrations. */
  isPatient?: boolean
  /** Called when an idle connection breaks. The pool replaces it. */
  onConnectionError(error: Error): void
}

export function createPostgresDialect(options: PoolOptions): Dialect {
  const { poolMax, sendsTogether = false, isPatient = false, onConnectionError } = options
  const dsn = withCheckedTls(options.dsn)
  const types: pg.CustomTypesConfig = {
    // Sums of 64-bit columns are `numeric`. The cast: pg declares an overload for each pair of type and format.
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === int8 || oid === numeric
        ? parseDatabaseNumber
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const watch = createSilenceWatch({ afterMs: probeAfterMs, probe: () => answersNow(dsn) })
  const session = new PostgresSession({
    timezone: 'UTC',
    ...(!isPatient && {
      statement_timeout: timeoutMs,
      // A process that freezes within a transaction must not keep its locks.
      idle_in_transaction_session_timeout: 2 * timeoutMs,
    }),
    // A prepared statement keeps its plan. One that was made while a table was small would read the whole table later,
    // until the server analyses it, which takes a minute or more. Batches look every row up by an index.
    ...(sendsTogether && { enable_seqscan: 'off' }),
  })
  const pool = new pg.Pool({
    connectionString: dsn,
    max: poolMax,
    connectionTimeoutMillis: timeoutMs,
    // A silent server does not time out statements by itself.
    query_timeout: isPatient ? 0 : 2 * timeoutMs,
    Client: watchedClient({ watch, session, mayPrepare: sendsTogether }),
    pipeline: sendsTogether,
    keepAlive: true,
    application_name: 'sluice',
    types,
  })
  pool.on('error', onConnectionError)
  // A connection that is in use reports its end to its statements. Without a listener the event would be thrown too.
  pool.on('connect', (client) => client.on('error', () => {}))
  const connections = { connect: () => session.connect(pool), end: () => pool.end() }
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads of `query` do not match Kysely's narrower interface.
  return new PostgresDialect({ pool: connections as any })
}

/**
 * With TLS, certificates are checked. `pg` does so for these modes too, but warns of a change in its next version.
 * `verify-ca` leaves out the name of the host, as in libpq, and only for an authority of one's own: any certificate of
 * a public authority would pass.
 */
export function withCheckedTls(dsn: string): string {
  if (dsn.includes('uselibpqcompat=')) return dsn
  if (/[?&]sslmode=verify-ca(?=&|$)/.test(dsn) && /[?&]sslrootcert=[^&]/.test(dsn)) return `${dsn}&uselibpqcompat=true`
  return dsn.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

interface WatchedClientOptions {
  watch: SilenceWatch
  session: PostgresSession
  mayPrepare: boolean
}

/** A statement that begins a transaction: Kysely's, and that of a batch. */
const beginning = /^(?:begin|start transaction)\b/i

/**
 * Closes a connection with an outstanding answer, because the answer may still come, and the next statement would wait
 * behind it. The pool does not reuse a closed connection.
 */
const watchedClient = ({ watch, session, mayPrepare }: WatchedClientOptions) => {
  let prepares = mayPrepare
  return class WatchedClient extends pg.Client {
    /** Adds the settings to those of the address: the pool makes all connections with the same configuration. */
    constructor(config?: pg.ClientConfig) {
      super(config)
      // The cast: the types leave the field out.
      const { connectionParameters } = this as unknown as { connectionParameters: { options?: string } }
      const given = [connectionParameters.options, session.options].filter(Boolean)
      connectionParameters.options = given.join(' ')
    }

    /** `end` of a client that sends statements together waits for their answers. */
    #close(): void {
      this.connection.stream.destroy()
    }

    /** A silent server does not complete a connection either. The pool gives a callback. */
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads.
    override connect(done?: any): any {
      const answered = watch.sent({ close: () => this.#close() })
      const connecting = super.connect()
      connecting.then(answered, answered)
      if (done === undefined) return connecting
      connecting.then(
        () => done(null, this),
        (error: unknown) => done(error),
      )
    }

    /** Several statements in one message, each with a result: that of the first one. */
    async #begin(text: string): Promise<unknown> {
      const results: unknown = await this.#watch(super.query(text))
      return Array.isArray(results) ? results[0] : results
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads; every call here returns a promise.
    override query(...args: any[]): any {
      const [text, values] = args
      if (session.isPooled && typeof text === 'string' && beginning.test(text)) return this.#begin(session.begin(text))
      const name = prepares && !session.isPooled && typeof text === 'string' ? nameOfText(text) : undefined
      const sent = name === undefined ? args : [{ name, text, values }]
      // The cast: `args` are those of one of pg's overloads.
      const answer: unknown = super.query(...(sent as Parameters<pg.Client['query']>))
      return answer instanceof Promise ? this.#watch(answer) : answer
    }

    #watch<T>(answer: Promise<T>): Promise<T> {
      const answered = watch.sent({ close: () => this.#close() })
      answer.then(answered, (error: unknown) => {
        answered()
        if (isReadTimeout(error)) this.#close()
        // A pooler that takes over the settings gives a transaction a connection that has not prepared the statement.
        if (isPreparedFault(error)) prepares = false
      })
      return answer
    }
  }
}

/** Whether the server answers on a fresh connection. A refusal is an answer, too. */
async function answersNow(dsn: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: dsn,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return !(error instanceof Error && /timeout/i.test(error.message))
  } finally {
    void client.end().catch(() => {})
  }
}

const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'
