import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { controlIdOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { useOption } from '../use-option.ts'
import { operationCards } from './cards.ts'
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
          <LongJson name={name} />
        </OptionRow>
      ))}
      {isResetting && <ResetDialog onClose={() => setIsResetting(false)} />}
    </>
  )
}

/** Of a fixed height: a table has a line for each model, and there are thousands. */
function LongJson({ name }: { name: string }) {
  const option = useOption(name)
  const id = controlIdOf(name)
  return (
    <Input.TextArea
      id={id}
      rows={8}
      className={css.mono}
      spellCheck={false}
      aria-describedby={`${id}-help`}
      aria-invalid={option.problem !== undefined || undefined}
      status={option.problem === undefined ? undefined : 'error'}
      value={option.text}
      onChange={(event) => option.setText(event.target.value)}
      onBlur={option.check}
    />
  )
}
