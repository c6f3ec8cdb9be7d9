import type { DryRun } from '@sluice/contract/dry-run'

type Excluded = DryRun['excluded'][number]

/** The excluded channels by their reasons, in the order of the first channel of each. */
export function groupExcluded(excluded: readonly Excluded[]): {
  codes: Excluded['codes']
  channels: Pick<Excluded, 'id' | 'name'>[]
}[] {
  const groups = new Map<string, { codes: Excluded['codes']; channels: Pick<Excluded, 'id' | 'name'>[] }>()
  for (const { id, name, codes } of excluded) {
    const known = groups.get(codes.join())
    if (known) known.channels.push({ id, name })
    else groups.set(codes.join(), { codes, channels: [{ id, name }] })
  }
  return [...groups.values()]
}
