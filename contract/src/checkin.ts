import { z } from 'zod'

/** A day of the server's calendar, `2026-11-22`. */
const day = z.string()

const checkinRecord = z.object({ checkin_date: day, quota_awarded: z.number() })
export type CheckinRecord = z.infer<typeof checkinRecord>

/** `GET /api/user/checkin`: the range of awards, and the account's awards in one month. */
export const checkinOverview = z.object({
  enabled: z.boolean(),
  min_quota: z.number(),
  max_quota: z.number(),
  /** The current day in the server's time zone, because browsers are in others. */
  today: day,
  stats: z.object({
    checked_in_today: z.boolean(),
    /** In the month. */
    checkin_count: z.number(),
    total_checkins: z.number(),
    total_quota: z.number(),
    /** Of the month, latest first. */
    records: z.array(checkinRecord),
  }),
})
export type CheckinOverview = z.infer<typeof checkinOverview>

/** `data` of `POST /api/user/checkin`. */
export const checkinAward = z.object({ quota_awarded: z.number(), checkin_date: day })
export type CheckinAward = z.infer<typeof checkinAward>
