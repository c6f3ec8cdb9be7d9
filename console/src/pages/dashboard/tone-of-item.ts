import type { AttentionItem, AttentionKind } from '@sluice/contract/data'

/** Calls or money are lost now. */
const urgent = new Set<AttentionKind>([
  'stopped_channel',
  'stopped_channels',
  'keyless_channels',
  'refused_keys',
  'low_disk',
  'failed_jobs',
  'unpriced_models',
  'failing_channels',
])

export const toneOfItem = ({ kind }: Pick<AttentionItem, 'kind'>): 'bad' | 'some' | 'neutral' => {
  if (kind === 'price_proposals') return 'neutral'
  return urgent.has(kind) ? 'bad' : 'some'
}
