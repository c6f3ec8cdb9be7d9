import { hourMs } from '@sluice/contract/durations'
import { logType } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import type { SourceRow } from '../source-row.ts'
import type { ImportStep } from './step.ts'

/** Sums of hours without rows in the usage log. */
export const usageHoursStep: ImportStep = {
  name: 'hourly sums',
  table: 'quota_data',
  async write({ rows, db }) {
    for (const row of rows) if (!(await hasRows(db, row))) await addUsageHours(db, [buildHour(row)])
  },
}

const hourOf = (row: SourceRow): number => {
  const at = row.seconds('created_at')
  return at - (at % hourMs)
}

async function hasRows(db: Kysely<Database>, row: SourceRow): Promise<boolean> {
  const found = await db
    .selectFrom('usage_logs')
    .select('id')
    .where('user_id', '=', row.integer('user_id'))
    .where('created_at', '>=', hourOf(row))
    .where('created_at', '<', hourOf(row) + hourMs)
    .where('type', '=', logType.consume)
    .where('model_name', '=', row.clipped('model_name', 255))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The source has one count of tokens; it counts as input. */
const buildHour = (row: SourceRow): UsageHour => ({
  hour: hourOf(row),
  user_id: row.integer('user_id'),
  token_id: row.integer('token_id'),
  channel_id: row.integer('channel_id'),
  group_name: row.clipped('use_group', 64),
  model_name: row.clipped('model_name', 255),
  ...noUse,
  calls: row.integer('count'),
  quota: row.amount('quota'),
  list_quota: row.amount('quota'),
  prompt_tokens: row.integer('token_used'),
})
