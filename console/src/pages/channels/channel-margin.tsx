import type { ChannelMargin } from '@sluice/contract/channel-figures'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HoverTip } from '../../components/hover-tip.tsx'
import { Nothing } from '../../components/nothing.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatPercent } from '../../lib/format.ts'
import { marginsQuery } from './queries.ts'

interface ChannelMarginProps {
  id: number
  /** The channels of the page: their figures are loaded together, when the first cell is shown. */
  pageIds: readonly number[]
}

export function ChannelCost(props: ChannelMarginProps) {
  const found = useMargin(props)
  return found === null ? <Nothing /> : <QuotaText value={found.cost} />
}

/** The margin with its share of the charges. A loss is red. */
export function ChannelMarginText(props: ChannelMarginProps) {
  const { t } = useTranslation('channels')
  const found = useMargin(props)
  if (found === null) return <Nothing />
  const { margin, margin_percent: percent } = found
  const amount = (
    <span className={margin < 0 ? texts.bad : undefined}>
      <QuotaText value={margin} />
    </span>
  )
  if (percent === null) return amount
  return <HoverTip title={t('margin.share', { percent: formatPercent(percent) })}>{amount}</HoverTip>
}

/** Null while it loads, and if no cost is known. */
function useMargin({ id, pageIds }: ChannelMarginProps) {
  const { data } = useQuery(marginsQuery(pageIds))
  const found: ChannelMargin | undefined = data?.get(id)
  if (!found || found.cost === null || found.margin === null) return null
  return { cost: found.cost, margin: found.margin, margin_percent: found.margin_percent }
}
