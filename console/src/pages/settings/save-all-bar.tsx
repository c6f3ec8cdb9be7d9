import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { changesOf } from './option-draft.ts'
import { optionsOf } from './option-field.ts'
import { writeOptions } from './queries.ts'
import { saveTogether } from './save-options.ts'
import css from './settings.module.css'
import { useDraft, useSettings } from './settings-context.ts'
import type { TabSpec } from './tabs.ts'
import { useSavedOptions } from './use-saved-options.ts'

/** Saves the changed cards of the tab in one step, once more than one has changes. */
export function SaveAllBar({ tab }: { tab: Pick<TabSpec, 'cards'> }) {
  const { t } = useTranslation('settings')
  const { snapshot, store } = useSettings()
  const draft = useDraft()
  const { isSaving, saveAll } = useSaveAll(tab)
  const changed = tab.cards.filter((card) => changesOf(card, snapshot, draft).length > 0)
  if (changed.length < 2 && !isSaving) return null
  return (
    <Row className={css.saveAll} gap={8} justify="last" wrap role="region" aria-label={t('saveAll')}>
      <span className={css.changedCount}>{t('changedCards', { count: changed.length })}</span>
      <Button disabled={isSaving} onClick={() => store.drop(changed.flatMap(optionsOf))}>
        {t('undoAll')}
      </Button>
      <Button type="primary" loading={isSaving} onClick={() => saveAll(changed)}>
        {t('saveAll')}
      </Button>
    </Row>
  )
}

function useSaveAll({ cards }: Pick<TabSpec, 'cards'>) {
  const { t } = useTranslation('settings')
  const { store, saves } = useSettings()
  const { remember, reload } = useSavedOptions({ options: Object.assign({}, ...cards.map(({ options }) => options)) })
  const [isSaving, setIsSaving] = useState(false)

  /** A card that does not pass its checks keeps its input and says why. The others are written in one call. */
  const send = async (changed: TabSpec['cards']) => {
    const prepared = []
    for (const card of changed) prepared.push({ card, writes: (await saves.get(card.id)?.prepare()) ?? null })
    const ready = prepared.flatMap(({ card, writes }) =>
      writes === null || writes.length === 0 ? [] : { card, writes },
    )
    if (ready.length === 0) return
    const { draft } = store.get()
    const { saved, failed } = await saveTogether(
      ready.flatMap(({ writes }) => writes),
      writeOptions,
    )
    if (failed.length === 0) {
      remember(saved)
      store.drop(
        saved.map(({ key }) => key),
        draft,
      )
      toastSuccess(t('saved'))
      await reload()
      return
    }
    toastError(t('noneSaved'))
    // The first one last: it scrolls to its field.
    for (const { card, writes } of ready.reverse()) {
      const ofCard = failed.filter(({ key }) => writes.some((write) => write.key === key))
      if (ofCard.length > 0) await saves.get(card.id)?.refuse(ofCard)
    }
  }
  return {
    isSaving,
    saveAll: async (changed: TabSpec['cards']) => {
      setIsSaving(true)
      try {
        await send(changed)
      } finally {
        setIsSaving(false)
      }
    },
  }
}
