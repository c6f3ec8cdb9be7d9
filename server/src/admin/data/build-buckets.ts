import { type UsageBucket, usageBucketsMax } from '@sluice/contract/data'
import type { UsageSum } from '../../store/usage-hours.ts'

const daySeconds = 86_400

/**
 * A row for each model and step, oldest first. Hours that make more than `max` rows are added up by day (UTC), as those
 * of long spans are: readers add rows up themselves, and draw no more points than these.
 */
export function buildBuckets(
  sums: readonly UsageSum[],
  account: { id: number; username: string },
  max = usageBucketsMax,
): UsageBucket[] {
  const charged = sums.filter((sum) => sum.calls > 0 || sum.quota !== 0)
  const buckets = charged.map((sum) => ({
    id: 0,
    user_id: account.id,
    username: account.username,
    model_name: sum.model_name,
    created_at: sum.at / 1000,
    count: sum.calls,
    quota: sum.quota,
    token_used: sum.prompt_tokens + sum.completion_tokens,
  }))
  const shown = buckets.length > max ? addUpDays(buckets) : buckets
  return shown.sort((a, b) => a.created_at - b.created_at || (a.model_name < b.model_name ? -1 : 1))
}

function addUpDays(buckets: readonly UsageBucket[]): UsageBucket[] {
  const days = new Map<string, UsageBucket>()
  for (const bucket of buckets) {
    const createdAt = bucket.created_at - (bucket.created_at % daySeconds)
    const key = `${createdAt} ${bucket.model_name}`
    const day = days.get(key)
    if (!day) {
      days.set(key, { ...bucket, created_at: createdAt })
      continue
    }
    day.count += bucket.count
    day.quota += bucket.quota
    day.token_used += bucket.token_used
  }
  return [...days.values()]
}
