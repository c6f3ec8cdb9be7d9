import { Database as SqliteDatabase } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'

/** Databases that New API and One API wrote. A README in their folder documents their origin. */
export const importSamples = ['newapi-2025', 'newapi-2026', 'one-api'] as const
export type ImportSample = (typeof importSamples)[number]

const folder = join(import.meta.dir, '__fixtures__/import')

async function readSample(name: string): Promise<Buffer> {
  return gunzipSync(await Bun.file(join(folder, `${name}.gz`)).bytes())
}

/** A writable copy of the sample's SQLite file in `into`. Returns its path. */
export async function copySample(sample: ImportSample, into: string): Promise<string> {
  const path = join(into, `${sample}.sqlite`)
  writeFileSync(path, await readSample(`${sample}.sqlite`))
  return path
}

/** Changes rows of the copy, as its original program could. */
export function changeSample(path: string, statement: string): void {
  const database = new SqliteDatabase(path)
  database.run(statement)
  database.close()
}

/** Fills an empty database with the sample's dump for its engine. */
export async function restoreSample(sample: ImportSample, { engine, environment }: TestDatabase): Promise<void> {
  const suffix = engine === 'PostgreSQL' ? 'postgresql' : 'mariadb'
  const dump = (await readSample(`${sample}.${suffix}.sql`)).toString('utf8')
  if (engine === 'PostgreSQL') {
    const client = new pg.Client({ connectionString: environment.SQL_DSN })
    await client.connect()
    // Lines that begin with a backslash are commands of the database's own client.
    await client.query(dump.replace(/^\\.*$/gm, ''))
    await client.end()
  } else {
    const client = await createConnection({ uri: environment.SQL_DSN, multipleStatements: true })
    await client.query(dump.replace(/^\/\*M?!.*sandbox.*$/gm, ''))
    await client.end()
  }
}

export interface SampleAccount {
  id: number
  username: string
  password: string | null
  quota: number
  used_quota: number
  /** The answer of the other program; `2fa` if it required a second factor. */
  login?: boolean | '2fa' | null
}

export interface SampleToken {
  username: string
  name: string
  key: string
  'call_gpt_4o_mini_from_203.0.113.77'?: number
}

export interface SampleFigures {
  users: { rows: number; all_sum_quota: number; all_sum_used_quota: number }
  channels: { rows: number; abilities: number; abilities_enabled: number; sum_used_quota: number }
  logs: { rows: number; consume_sum_quota: number }
  quota_data?: { sum_quota: number; sum_count: number }
  credentials: {
    users: SampleAccount[]
    tokens: SampleToken[]
    access_tokens: { username: string; access_token: string }[]
    totp_secrets?: Record<string, string>
    channels: { id: number; name: string; key: string }[]
    redemption_codes_unused: string[]
  }
}

/** Counts, sums and credentials of the sample, recorded when it was made. */
export async function sampleFigures(sample: ImportSample): Promise<SampleFigures> {
  const all = JSON.parse((await readSample('expected.json')).toString('utf8')) as Record<string, SampleFigures>
  const figures = all[sample]
  if (figures === undefined) throw new Error(`no figures of ${sample}`)
  return figures
}
