import type pg from 'pg'

/** Settings of PostgreSQL for all statements of a connection, by name. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** A setting of no effect, by which a session knows whether its settings arrived. */
const marker = 'sluice.session'

/**
 * How the settings of a session reach the server. They are parameters of a new connection. A pooler, such as PgBouncer,
 * gives each transaction another connection of the server; it refuses such parameters, or drops them. Behind one, each
 * transaction begins with its settings, and statements are not prepared: another client of the pooler may have prepared
 * a different text under the name.
 */
export class PostgresSession {
  readonly #settings: SessionSettings
  #isPooled = false
  #finding: Promise<void> | null = null

  constructor(settings: SessionSettings) {
    this.#settings = settings
  }

  /** Whether a pooler is between this program and the server, as far as is known. */
  get isPooled(): boolean {
    return this.#isPooled
  }

  /** The parameter `options` of a new connection; undefined = none. */
  get options(): string | undefined {
    if (this.#isPooled) return undefined
    return Object.entries({ ...this.#settings, [marker]: 'on' })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ')
  }

  /** `text`, which begins a transaction, with the settings of that transaction. */
  begin(text: string): string {
    const settings = Object.entries(this.#settings).map(([name, value]) => `set local ${name} = '${value}'`)
    return [text, ...settings].join('; ')
  }

  /** A connection of `pool`. Finds out at the first one whether the settings arrived. */
  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const client = await this.#connect(pool)
    this.#finding ??= this.#findPooler(client)
    try {
      await this.#finding
      return client
    } catch (error) {
      this.#finding = null
      client.release(true)
      throw error
    }
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const wasPooled = this.#isPooled
    try {
      return await pool.connect()
    } catch (error) {
      if (wasPooled || !isRefusedSetting(error)) throw error
      this.#isPooled = true
      return await pool.connect()
    }
  }

  async #findPooler(client: pg.PoolClient): Promise<void> {
    if (this.#isPooled) return
    const { rows } = await client.query<{ is_on: string | null }>(`select current_setting('${marker}', true) as is_on`)
    this.#isPooled = rows[0]?.is_on !== 'on'
  }
}

/** PgBouncer's refusal of a parameter that it does not know; that of other poolers for `options`. */
const isRefusedSetting = (error: unknown): boolean =>
  error instanceof Error && /startup parameter|command-line options/i.test(error.message)
