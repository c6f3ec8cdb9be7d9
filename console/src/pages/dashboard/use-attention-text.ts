import type { AttentionItem } from '@sluice/contract/data'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'

const sweepNames = ['test', 'balance', 'models'] as const

/** What an item says in a sentence, and what may be added: why, or what helps. */
export function useAttentionText(): (item: AttentionItem) => { text: string; hint: string } {
  const { t, i18n } = useTranslation('dashboard')
  const nameOf = ({ kind, named }: AttentionItem) => {
    const names = named.map(({ name }) => {
      const sweep = kind === 'interrupted_sweeps' ? sweepNames.find((one) => one === name) : undefined
      return sweep === undefined ? name : t(`needs.sweeps.${sweep}`)
    })
    return formatList(names, i18n.resolvedLanguage)
  }
  return (item) => {
    const { kind, count, reason } = item
    const hidden = item.named_total - item.named.length
    const names = nameOf(item)
    return {
      text: t(`needs.${kind}.text`, {
        count,
        number: formatNumber(count),
        names: hidden > 0 ? t('needs.andMore', { names, count: hidden }) : names,
      }),
      hint:
        kind === 'low_disk' || kind === 'failed_jobs' || kind === 'keyless_channels' ? t(`needs.${kind}.hint`) : reason,
    }
  }
}
