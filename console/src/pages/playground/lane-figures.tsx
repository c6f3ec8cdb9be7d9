import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { comparedFigures, type LaneFigures as Figures, timesLowest } from './compare-lanes.ts'
import css from './playground.module.css'

interface LaneFiguresProps {
  figures: Figures
  /** Of all lanes. */
  lowest: Figures
}

/** Cost, first token and length of a lane's last answer, beside the lowest of all lanes. */
export function LaneFigures({ figures, lowest }: LaneFiguresProps) {
  const { t } = useTranslation('playground')
  const texts: Record<(typeof comparedFigures)[number], (value: number) => ReactNode> = {
    charge: (value) => <QuotaText value={value} style="call" />,
    firstMs: (value) => formatDuration(value),
    completionTokens: (value) => t('compared.tokens', { count: value, text: formatNumber(value) }),
  }
  const known = comparedFigures.flatMap((name) => {
    const value = figures[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return (
    <Row as="dl" gap={[2, 16]} wrap className={css.figures}>
      {known.length === 0 && <div>{t('compared.none')}</div>}
      {known.map(({ name, value }) => {
        const times = timesLowest(value, lowest[name])
        const isLowest = value === lowest[name]
        return (
          <div key={name}>
            <dt>{t(`compared.${name}`)}</dt>
            <dd data-lowest={isLowest}>
              {texts[name](value)}
              {times !== null && (
                <small>{t('compared.times', { times: formatNumber(times, times < 10 ? 1 : 0) })}</small>
              )}
              {isLowest && <small>{t('compared.lowest')}</small>}
            </dd>
          </div>
        )
      })}
    </Row>
  )
}
