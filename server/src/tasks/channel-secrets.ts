import type { ChannelState } from '../state/snapshot.ts'

/** Secrets that are removed from an upstream's messages: keys, its address, and its ids of tasks. */
export function secretsOf({ allKeys }: Pick<ChannelState, 'allKeys'>, root: string, id = ''): readonly string[] {
  const host = URL.canParse(root) ? new URL(root).host : ''
  return [...allKeys, root, host, id].filter((text) => text !== '')
}
