import { type ImportStep, insertRows, timeUpTo } from './step.ts'

/** Check-ins, so that no account checks in twice on the day of the import. */
export const checkinsStep: ImportStep = {
  name: 'check-ins',
  table: 'checkins',
  write: ({ rows, db, context: { now } }) =>
    insertRows(
      db,
      'checkins',
      rows.map((row) => ({
        user_id: row.integer('user_id'),
        day: row.clipped('checkin_date', 10),
        quota: Math.max(0, row.amount('quota_awarded')),
        created_at: timeUpTo(now, row.seconds('created_at')),
      })),
    ),
}
