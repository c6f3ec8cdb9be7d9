import { DialectAdapterBase } from 'kysely'

/** By which a database of ClickHouse is known (`engineOf`). */
export class ClickhouseAdapter extends DialectAdapterBase {
  override get supportsCreateIfNotExists(): boolean {
    return true
  }

  override get supportsReturning(): boolean {
    return false
  }

  async acquireMigrationLock(): Promise<void> {
    throw notThere('locks')
  }

  async releaseMigrationLock(): Promise<void> {
    throw notThere('locks')
  }
}

/** What a statement needs and ClickHouse lacks. */
export const notThere = (what: string) => new Error(`ClickHouse has no ${what}`)
