import { addressSecrets } from '../relay/call/upstream-error.ts'
import type { ChannelState } from '../state/snapshot.ts'

/** Secrets that are removed from an upstream's messages: keys, its address, and its ids of tasks. */
export function secretsOf({ allKeys }: Pick<ChannelState, 'allKeys'>, root: string, id = ''): readonly string[] {
  return [...allKeys, ...addressSecrets(root), id].filter((text) => text !== '')
}
