import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OptionRow } from '../option-row.tsx'
import { operationCards } from './cards.ts'
import { LongText } from './long-text.tsx'
import css from './operation.module.css'
import { ResetDialog } from './reset-dialog.tsx'

/** The price tables as the JSON they are. */
export function PriceTexts() {
  const { t } = useTranslation('settings-operation')
  const [isResetting, setIsResetting] = useState(false)
  return (
    <>
      <div className={css.textsHead}>
        <p className={css.hint}>{t('prices.textsHint')}</p>
        <Button danger onClick={() => setIsResetting(true)}>
          {t('reset.button')}
        </Button>
      </div>
      {Object.keys(operationCards.prices.fields).map((name) => (
        <OptionRow key={name} name={name}>
          <LongText name={name} rows={8} isCode />
        </OptionRow>
      ))}
      {isResetting && <ResetDialog onClose={() => setIsResetting(false)} />}
    </>
  )
}
