import type { PriceLook } from '@sluice/contract/price-sources'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import css from '../prices.module.css'
import { useStoredReason } from './use-stored-reason.ts'

interface LookNoticeProps {
  /** The name of the source that is being read; null = none. */
  running: string | null
  /** The result of the last look. */
  look: PriceLook | null
  onClose(): void
}

/** The progress of a look, and then what it found. */
export function LookNotice({ running, look, onClose }: LookNoticeProps) {
  const { t } = useTranslation('price-sources')
  const reasonText = useStoredReason()
  if (running === null && look === null) return null
  return (
    <div className={layout.notice} role="status" aria-busy={running !== null}>
      {running !== null ? (
        <Alert type="info" showIcon title={t('look.running', { name: running })} />
      ) : (
        look !== null && (
          <Alert
            type={look.problems_total > 0 ? 'warning' : 'success'}
            showIcon
            closable={{ onClose, 'aria-label': t('look.close') }}
            title={resultText(look)}
            description={
              look.problems_total > 0 && (
                <>
                  {t('look.problems', { count: look.problems_total })}
                  <ul className={`${css.lines} ${css.problems}`}>
                    {look.problems.map(({ model, reason }) => (
                      <li key={`${model} ${reason.code}`}>
                        <code>{model}</code> {reasonText(reason)}
                      </li>
                    ))}
                  </ul>
                </>
              )
            }
          />
        )
      )}
    </div>
  )

  function resultText({ source: { name, models }, lines, proposed, accepted }: PriceLook): string {
    const parts = [
      t('look.lines', { count: lines, name }),
      t('look.models', { count: models }),
      proposed + accepted === 0 ? t('look.same') : t('look.proposed', { count: proposed }),
    ]
    if (accepted > 0) parts.push(t('look.accepted', { count: accepted }))
    return parts.join(t('separator'))
  }
}
