import { pricesCard } from '@sluice/contract/options/prices'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { may, useSessionUser } from '../../../lib/session.ts'
import { optionsOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { LongText } from './long-text.tsx'
import css from './operation.module.css'
import { ResetDialog } from './reset-dialog.tsx'

/** The price tables as JSON. */
export function PriceTexts() {
  const { t } = useTranslation('settings-prices')
  const mayWrite = may(useSessionUser(), 'setting.write')
  const [isResetting, setIsResetting] = useState(false)
  return (
    <>
      <Row align="start" justify="between" className={css.textsHead}>
        <p className={css.hint}>{t('prices.textsHint')}</p>
        {mayWrite && (
          <Button danger onClick={() => setIsResetting(true)}>
            {t('reset.button')}
          </Button>
        )}
      </Row>
      {optionsOf(pricesCard).map((name) => (
        <OptionRow key={name} name={name}>
          <LongText name={name} rows={8} isCode />
        </OptionRow>
      ))}
      {isResetting && <ResetDialog onClose={() => setIsResetting(false)} />}
    </>
  )
}
