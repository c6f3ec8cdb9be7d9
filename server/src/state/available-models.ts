import type { Snapshot } from './snapshot.ts'

/**
 * The models that can be called: names that an enabled, unexpired channel serves for one of `groups` (absent: for any),
 * in order of name.
 */
export const availableModels = (snapshot: Snapshot, now: number, groups?: Iterable<string>): string[] =>
  [...groupsOfModels(snapshot, now, groups).keys()].sort()

/** The same models, each with the `groups` that offer it, in the order of `groups`. */
export function groupsOfModels(
  snapshot: Snapshot,
  now: number,
  groups: Iterable<string> = snapshot.routes.keys(),
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const group of groups) {
    for (const [model, channels] of snapshot.routes.get(group) ?? []) {
      if (!channels.some(({ expiresAt }) => expiresAt === null || expiresAt > now)) continue
      const known = found.get(model)
      if (known) known.push(group)
      else found.set(model, [group])
    }
  }
  return found
}
