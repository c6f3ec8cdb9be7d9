import { logType } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { countRows } from './count-rows.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'

/** The calls that ended in a short span, at most `limit`. A call that has several rows is counted by one. */
export const countRecentCalls = (db: Kysely<Database>, { fromAt, untilAt }: Span, limit: number): Promise<number> =>
  countRows(
    db.selectFrom((eb) =>
      eb
        .selectFrom('usage_logs')
        .select('id')
        .where('created_at', '>=', fromAt)
        .where('created_at', '<', untilAt)
        .where('type', 'in', [logType.consume, logType.error])
        .where('is_charged', '=', 0)
        .limit(limit)
        .as('usage_logs'),
    ) as never,
  )
