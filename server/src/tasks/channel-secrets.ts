import type { ChannelState } from '../state/snapshot.ts'

/** What the words of an upstream must not tell customers: keys, the address, and its ids of their tasks. */
export function secretsOf({ allKeys }: Pick<ChannelState, 'allKeys'>, root: string, id = ''): readonly string[] {
  const host = URL.canParse(root) ? new URL(root).host : ''
  return [...allKeys, root, host, id].filter((text) => text !== '')
}
