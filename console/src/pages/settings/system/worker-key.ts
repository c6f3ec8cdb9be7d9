import type { OptionEntry } from '@sluice/contract/option'

/** Without a worker its key has no use: saving the card clears a stored key. */
export function withWorkerKey(
  changes: readonly OptionEntry[],
  { url, isKeySet }: { url: string; isKeySet: boolean },
): readonly OptionEntry[] {
  const isSent = changes.some(({ key }) => key === 'WorkerValidKey')
  if (url.trim() !== '' || !isKeySet || isSent) return changes
  return [...changes, { key: 'WorkerValidKey', value: '' }]
}
