import { useTranslation } from 'react-i18next'
import { changesOf } from './option-draft.ts'
import type { CardSpec } from './option-field.ts'
import css from './settings.module.css'
import { useDraft, useSettings } from './settings-context.ts'
import { useCardTexts } from './use-texts.ts'

export const CardTitle = ({ card }: { card: CardSpec }) => useCardTexts(card).title

/** Marks cards with unsaved changes in the list. */
export function ChangedMark({ card }: { card: CardSpec }) {
  const { snapshot } = useSettings()
  return changesOf(card, snapshot, useDraft()).length > 0 && <ChangedDot />
}

export function ChangedDot() {
  const { t } = useTranslation('settings')
  return <span className={css.dot} role="img" aria-label={t('unsaved')} title={t('unsaved')} />
}
