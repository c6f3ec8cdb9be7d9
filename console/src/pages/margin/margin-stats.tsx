import type { MarginSums } from '@sluice/contract/margin'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureLine } from '../../components/figure-line.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { KnownQuota, MarginText, PercentText, UnknownCharge, UnknownShare } from './margin-figures.tsx'

/** The whole period in six figures. */
export function MarginStats({ sums }: { sums: MarginSums | undefined }) {
  const { t } = useTranslation('margin')
  // Without calls nothing is unknown.
  const called = sums && sums.calls > 0 ? sums : undefined
  const figure = (
    key: 'chargeKnown' | 'chargeUnknown' | 'cost' | 'margin' | 'marginPercent' | 'unknown',
    value: ReactNode,
  ) => ({
    label: t(`column.${key}`),
    hint: t(`hint.${key}`),
    value,
  })
  return (
    <FigureLine
      label={t('stats')}
      figures={[
        figure('chargeKnown', sums && <QuotaText value={sums.cost_known_charge} />),
        figure('cost', called && <KnownQuota value={called.cost} />),
        figure('margin', called && <MarginText sums={called} />),
        figure('marginPercent', called && <PercentText sums={called} />),
        figure('chargeUnknown', sums && <UnknownCharge sums={sums} />),
        figure('unknown', called && <UnknownShare sums={called} />),
      ]}
    />
  )
}
