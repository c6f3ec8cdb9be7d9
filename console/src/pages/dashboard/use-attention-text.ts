import type { AttentionItem } from '@sluice/contract/data'
import { isOneOf } from '@sluice/contract/typed-keys'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'

/** Items whose sentence does not say what helps. */
const hinted = ['low_disk', 'failed_jobs', 'keyless_channels', 'unbelieved_usage'] as const

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
      hint: isOneOf(hinted, kind) ? t(`needs.${kind}.hint`) : reason,
    }
  }
}
