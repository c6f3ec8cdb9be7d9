import { Button, Input } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { controlIdOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { operationCards } from './cards.ts'
import css from './operation.module.css'
import { countWords, withoutDuplicates } from './word-list.ts'

export function SensitiveCard() {
  return (
    <SettingsCard card={operationCards.sensitive}>
      {Object.keys(operationCards.sensitive.fields).map((name) =>
        name === 'SensitiveWords' ? (
          <OptionRow key={name} name={name} extra={<WordCounts name={name} />}>
            <WordsControl name={name} />
          </OptionRow>
        ) : (
          <OptionRow key={name} name={name} />
        ),
      )}
    </SettingsCard>
  )
}

/** Of a fixed height: measuring tens of thousands of lines on each key press is what makes such a field slow. */
function WordsControl({ name }: { name: string }) {
  const { t } = useTranslation('settings-operation')
  const option = useOption(name)
  const id = controlIdOf(name)
  return (
    <Input.TextArea
      id={id}
      rows={12}
      spellCheck={false}
      placeholder={t('words.example')}
      aria-describedby={`${id}-help ${id}-counts`}
      aria-invalid={option.problem !== undefined || undefined}
      status={option.problem === undefined ? undefined : 'error'}
      value={option.text}
      onChange={(event) => option.setText(event.target.value)}
      onBlur={option.check}
    />
  )
}

function WordCounts({ name }: { name: string }) {
  const { t } = useTranslation('settings-operation')
  const option = useOption(name)
  // Counted after the key press was shown.
  const text = useDeferredValue(option.text)
  const { words, duplicates, characters } = useMemo(() => countWords(text), [text])
  return (
    <div id={`${controlIdOf(name)}-counts`} className={css.counts}>
      <span>{t('words.count', { count: words, number: formatNumber(words) })}</span>
      <span>{t('words.characters', { count: characters, number: formatNumber(characters) })}</span>
      {duplicates > 0 && (
        <>
          <span>{t('words.duplicates', { count: duplicates, number: formatNumber(duplicates) })}</span>
          <Button size="small" onClick={() => option.setText(withoutDuplicates(option.text))}>
            {t('words.unique')}
          </Button>
        </>
      )}
    </div>
  )
}
