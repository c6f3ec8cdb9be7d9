import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../components/card.tsx'
import { useStatus } from '../../lib/queries.ts'
import { methodsOf } from './gateways.ts'
import { OnlineForm } from './online-form.tsx'
import css from './topup.module.css'

/** Buying balance, if the operator sells it. */
export function OnlineCard({ onOrdered }: { onOrdered(): void }) {
  const { t } = useTranslation('topup')
  const status = useStatus()
  const methods = methodsOf(status)
  return (
    <Card title={t('online.title')}>
      <CardBody>
        {status === null || methods.length === 0 ? (
          <div className={css.nothing}>
            <p>{t('online.disabled')}</p>
            <p>{t('online.disabledHint')}</p>
          </div>
        ) : (
          <OnlineForm status={status} methods={methods} onOrdered={onOrdered} />
        )}
      </CardBody>
    </Card>
  )
}
