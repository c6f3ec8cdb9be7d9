import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { changesOf } from './option-draft.ts'
import { optionsOf } from './option-field.ts'
import css from './settings.module.css'
import { useDraft, useSettings } from './settings-context.ts'
import type { TabSpec } from './tabs.ts'

/** Saves all cards of the tab, one after the other, once more than one has changes. */
export function SaveAllBar({ tab }: { tab: Pick<TabSpec, 'cards'> }) {
  const { t } = useTranslation('settings')
  const { snapshot, store, saves } = useSettings()
  const draft = useDraft()
  const [isSaving, setIsSaving] = useState(false)
  const changed = tab.cards.filter((card) => changesOf(card, snapshot, draft).length > 0)
  if (changed.length < 2 && !isSaving) return null
  const saveAll = async () => {
    setIsSaving(true)
    // A card that is refused keeps its input and says why; the others are saved.
    for (const { id } of changed) await saves.get(id)?.()
    setIsSaving(false)
  }
  return (
    <Row className={css.saveAll} gap={8} justify="last" wrap role="region" aria-label={t('saveAll')}>
      <span className={css.changedCount}>{t('changedCards', { count: changed.length })}</span>
      <Button disabled={isSaving} onClick={() => store.drop(changed.flatMap(optionsOf))}>
        {t('undoAll')}
      </Button>
      <Button type="primary" loading={isSaving} onClick={saveAll}>
        {t('saveAll')}
      </Button>
    </Row>
  )
}
