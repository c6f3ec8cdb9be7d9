import type { Snapshot } from './snapshot.ts'

/**
 * The one answer to "which models are there": names an enabled channel that has not expired serves for one of
 * `groups` (absent: for any), in order of name.
 */
export function availableModels(snapshot: Snapshot, now: number, groups?: Iterable<string>): string[] {
  const names = new Set<string>()
  for (const group of groups ?? snapshot.routes.keys()) {
    for (const [model, channels] of snapshot.routes.get(group) ?? []) {
      if (channels.some(({ expiresAt }) => expiresAt === null || expiresAt > now)) names.add(model)
    }
  }
  return [...names].sort()
}
