import type { ChannelSweep } from '@sluice/contract/channel-sweep'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'

/** The intermediate result of a sweep in words. */
export function SweepCounts({ sweep }: { sweep: ChannelSweep }) {
  const { t } = useTranslation('channel-checks')
  const { done, total, failed, skipped } = sweep
  const parts = [
    t('sweep.done', { done, total }),
    failed > 0 && t('sweep.failed', { count: failed }),
    skipped > 0 && t('sweep.skipped', { count: skipped }),
  ].filter((part) => part !== false)
  return <span className={texts.counts}>{parts.join(' · ')}</span>
}
