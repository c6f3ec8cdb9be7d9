import { priceNoteMax } from '@sluice/contract/price-sheet'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import { Stack } from '../../../components/layout.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { usePrices } from '../prices-context.ts'
import { type PublishWay, pricesKey, publishPrices, rowsByModel, sheetQuery } from '../queries.ts'
import { changesOf, type Patches } from './change-store.ts'
import css from './changes.module.css'
import { DifferenceList, DifferenceParts } from './difference-list.tsx'
import { type Conflict, conflictsOf, differenceOf } from './differences.ts'
import { EffectText } from './effect-text.tsx'
import { noPrice, priceOfRow, withPatch } from './model-price.ts'

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

interface PublishDialogProps {
  patches: Patches
  way: PublishWay
  onPublished?(): void
  onClose(): void
}

/** Changes model by model, before they are published. */
export function PublishDialog({ patches, way, onPublished, onClose }: PublishDialogProps) {
  const { t } = useTranslation('prices')
  const { message } = App.useApp()
  const client = useQueryClient()
  const { store, sheet, rowOf, quotaPerUnit } = usePrices()
  const changes = useMemo(() => changesOf(patches), [patches])
  const [conflicts, setConflicts] = useState<Conflict[] | null>(null)
  const differences = useMemo(
    () =>
      [...patches].map(([model, patch]) => {
        const row = rowOf(model)
        const before = row === undefined ? noPrice : priceOfRow(row)
        return differenceOf(model, before, withPatch(before, patch), quotaPerUnit)
      }),
    [patches, rowOf, quotaPerUnit],
  )
  const publish = async ({ note }: { note: string }) => {
    if (sheet === undefined) return
    const before = rowsByModel(sheet)
    try {
      await publishPrices({ changes, version: sheet.version, note: note ?? '', way })
    } catch (error) {
      if (!isConflict(error)) throw error
      // The changes stay, on top of what someone else has published.
      const now = await client.fetchQuery({ ...sheetQuery, staleTime: 0 })
      setConflicts(conflictsOf(patches, { before, now: rowsByModel(now) }, quotaPerUnit))
      return
    }
    store.drop(changes.map(({ model }) => model))
    void message.success(t('publish.done', { count: changes.length }))
    onPublished?.()
    onClose()
    await client.invalidateQueries({ queryKey: pricesKey })
  }
  return (
    <FormDialog<{ note: string }>
      name="publish-prices"
      title={t('publish.title', { count: changes.length })}
      submitText={conflicts === null ? t('publish.submit') : t('publish.again')}
      initialValues={{ note: '' }}
      width={720}
      onClose={onClose}
      onSubmit={publish}
    >
      {conflicts !== null && <ConflictAlert conflicts={conflicts} />}
      <p className={layout.notice}>
        <EffectText changes={changes} />
      </p>
      <div className={css.scroll}>
        <DifferenceList differences={differences} />
      </div>
      <Form.Item name="note" label={t('publish.note')} extra={t('publish.noteHelp')}>
        <Input maxLength={priceNoteMax} autoComplete="off" placeholder={t('publish.notePlaceholder')} />
      </Form.Item>
    </FormDialog>
  )
}

function ConflictAlert({ conflicts }: { conflicts: readonly Conflict[] }) {
  const { t } = useTranslation('prices')
  return (
    <Alert
      type="warning"
      showIcon
      className={layout.notice}
      title={t('conflict.title')}
      description={
        conflicts.length === 0 ? (
          t('conflict.none')
        ) : (
          <Stack as="ul" gap={0} className={css.differences}>
            {conflicts.map(({ model, theirs, by }) => (
              <li key={model}>
                <span>{t('conflict.theirs', { model, by: by || t('bySystem') })}</span>
                <DifferenceParts difference={theirs} />
              </li>
            ))}
          </Stack>
        )
      }
    />
  )
}
