import { monitorStatus, type UptimeGroup, type UptimeStatus } from '@sluice/contract/site-content'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'

/** Limits of the guarded fetch for a status page. A page has up to a hundred beats for each monitor. */
export const statusPageLimits = {
  bytesMax: 4_194_304,
  timeoutMs: 10_000,
  accepts: (type: string) => type === 'application/json',
}

/** Uptime Kuma itself caches its answer for a minute. */
const keptMs = 60_000
/** Of one status page; more are left out. */
const monitorsMax = 200
const nameMax = 100

/** `/api/status-page/{slug}` of Uptime Kuma 1.18 and later, as far as it is read. */
const pageShape = z.object({
  publicGroupList: z.array(
    z.object({
      name: z.string().nullish(),
      monitorList: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
})
/** `/api/status-page/heartbeat/{slug}`: the newest beat of a monitor is its last. */
const beatsShape = z.object({
  heartbeatList: z.record(z.string(), z.array(z.object({ status: z.number() }))),
  uptimeList: z.record(z.string(), z.number().nullable()),
})

type Category = UptimeStatus[number]
type Monitors = Category['monitors']

/**
 * Reads status pages of Uptime Kuma, each at most once a minute: callers in between share one answer. A page that
 * cannot be read is marked and read again after the same time.
 */
export function createUptimeReader(fetchGuarded: GuardedFetch, clock: Pick<Clock, 'monotonic'>) {
  let kept = new Map<string, { at: number; monitors: Promise<Monitors | null> }>()
  const monitorsOf = ({ url, slug }: UptimeGroup, now: number) => {
    const key = `${url} ${slug}`
    const known = kept.get(key)
    if (known && now - known.at < keptMs) return { key, entry: known }
    return { key, entry: { at: now, monitors: readMonitors(fetchGuarded, url, slug).catch(() => null) } }
  }
  return async (groups: readonly UptimeGroup[]): Promise<UptimeStatus> => {
    const now = clock.monotonic()
    const next: typeof kept = new Map()
    const asked = groups.map((group) => {
      const { key, entry } = monitorsOf(group, now)
      next.set(key, entry)
      kept.set(key, entry)
      return { group, entry }
    })
    // Removes pages that are no longer configured.
    kept = next
    return await Promise.all(asked.map(async ({ group, entry }) => buildCategory(group, await entry.monitors)))
  }
}

const buildCategory = ({ categoryName, description }: UptimeGroup, monitors: Monitors | null): Category => ({
  categoryName,
  description,
  monitors: monitors ?? [],
  ...(monitors === null && { unreachable: true }),
})

async function readMonitors(fetchGuarded: GuardedFetch, url: string, slug: string): Promise<Monitors> {
  // Not the signal of one caller, because all waiting callers share the answer.
  const read = async (path: string) => {
    const { bytes } = await fetchGuarded(`${url}/api/status-page/${path}`, new AbortController().signal)
    const page: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return page
  }
  const [page, beats] = await Promise.all([read(slug), read(`heartbeat/${slug}`)])
  return buildMonitors(pageShape.parse(page), beatsShape.parse(beats))
}

function buildMonitors(
  { publicGroupList }: z.infer<typeof pageShape>,
  { heartbeatList, uptimeList }: z.infer<typeof beatsShape>,
): Monitors {
  return publicGroupList
    .flatMap(({ name: group, monitorList }) => monitorList.map((monitor) => ({ ...monitor, group })))
    .slice(0, monitorsMax)
    .map(({ id, name, group }) => ({
      name: name.slice(0, nameMax),
      uptime: Math.min(1, Math.max(0, uptimeList[`${id}_24`] ?? 0)),
      status: heartbeatList[id]?.at(-1)?.status ?? monitorStatus.pending,
      ...(group && { group: group.slice(0, nameMax) }),
    }))
}
