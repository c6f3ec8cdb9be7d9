import type { OptionKey } from '@sluice/contract/options/registry'
import { sensitiveCard } from '@sluice/contract/options/sensitive-words'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { useDebounced } from '../../../components/use-debounced.ts'
import { formatNumber } from '../../../lib/format.ts'
import { controlIdOf, optionsOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { LongText } from './long-text.tsx'
import { countWords, withoutDuplicates } from './word-list.ts'

export function SensitiveCard() {
  return (
    <SettingsCard card={sensitiveCard}>
      {optionsOf(sensitiveCard).map((name) =>
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

function WordsControl({ name }: { name: OptionKey }) {
  const { t } = useTranslation('settings-operation')
  return <LongText name={name} rows={12} placeholder={t('words.example')} describedBy={`${controlIdOf(name)}-counts`} />
}

/** A delay, so that tens of thousands of words are not counted at each key press. */
const countAfterMs = 300

function WordCounts({ name }: { name: OptionKey }) {
  const { t } = useTranslation('settings-operation')
  const option = useOption(name)
  const text = useDebounced(option.text, countAfterMs)
  const { words, duplicates, characters } = useMemo(() => countWords(text), [text])
  return (
    <Row id={`${controlIdOf(name)}-counts`} gap={[4, 16]} wrap className={texts.help}>
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
    </Row>
  )
}
