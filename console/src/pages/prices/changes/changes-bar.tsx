import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { useAskToDiscard } from '../../../components/use-ask-to-discard.ts'
import { usePatches, usePendingRules, usePrices } from '../prices-context.ts'
import { changesOf } from './change-store.ts'
import css from './changes.module.css'
import { EffectText } from './effect-text.tsx'
import { mergeChanges } from './merge-changes.ts'
import { PublishDialog } from './publish-dialog.tsx'

/** The unpublished changes, at the bottom of the page. */
export function ChangesBar() {
  const { t } = useTranslation('prices')
  const { store, sheet, quotaPerUnit } = usePrices()
  const patches = usePatches()
  const askToDiscard = useAskToDiscard()
  const [isOpen, setIsOpen] = useState(false)
  const rules = usePendingRules()
  const base = store.base()
  const given = useMemo(() => {
    const isNewer = base !== null && sheet !== undefined
    const merged = isNewer ? mergeChanges({ patches, rules, base }, sheet, { quotaPerUnit }) : { patches, rules }
    return { changes: changesOf(merged.patches), rules: merged.rules }
  }, [patches, rules, base, sheet, quotaPerUnit])
  const count = patches.size + (rules === null ? 0 : 1)
  if (base === null) return null
  const discard = () =>
    askToDiscard(() => store.drop([...patches.keys()], { rules: true }), { text: t('changes.discardText', { count }) })
  return (
    <>
      <Row as="section" wrap gap={[8, 16]} className={css.bar} aria-label={t('changes.label')}>
        <strong role="status">{t('changes.count', { count })}</strong>
        <span className={css.effect}>
          <EffectText given={given} />
        </span>
        <Row as="span" wrap>
          <Button icon={<UndoOutlined aria-hidden />} disabled={!store.canUndo()} onClick={store.undo}>
            {t('changes.undo')}
          </Button>
          <Button onClick={discard}>{t('changes.discard')}</Button>
          <Button type="primary" onClick={() => setIsOpen(true)}>
            {t('changes.review')}
          </Button>
        </Row>
      </Row>
      {isOpen && (
        <PublishDialog patches={patches} rules={rules} base={base} way="sheet" onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
