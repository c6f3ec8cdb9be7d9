import { type MarkupRule, type PriceSheet, priceNoteMax } from '@sluice/contract/price-sheet'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import { Stack } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { ApiError } from '../../../lib/api-client.ts'
import { formatFirst } from '../../../lib/format-list.ts'
import { usePrices } from '../prices-context.ts'
import { effectQuery, type PublishWay, pricesKey, publishPrices, rowsByModel, sheetQuery } from '../queries.ts'
import { changesOf, type Patches } from './change-store.ts'
import css from './changes.module.css'
import { DifferenceList, DifferenceParts } from './difference-list.tsx'
import { type Conflict, conflictsOf, differenceInLine, differenceOf } from './differences.ts'
import { EffectText } from './effect-text.tsx'
import { priceOfRow, withPatch } from './model-price.ts'

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'price_conflict'

/** Names of models that a message lists. */
const namesMax = 20

interface PublishDialogProps {
  patches: Patches
  /** All markup rules as they shall be; null = they stay. */
  rules: readonly MarkupRule[] | null
  /** The sheet that they were made on. */
  base: PriceSheet
  way: PublishWay
  onPublished?(): void
  onClose(): void
}

/** Changes model by model, before they are published. */
export function PublishDialog({ patches, rules, base, way, onPublished, onClose }: PublishDialogProps) {
  const { t, i18n } = useTranslation('prices')
  const { message, modal } = App.useApp()
  const client = useQueryClient()
  const { store, rowOf, quotaPerUnit } = usePrices()
  const given = useMemo(() => ({ changes: changesOf(patches), rules }), [patches, rules])
  const { changes } = given
  const count = changes.length + (rules === null ? 0 : 1)
  // What rules make is computed by the server.
  const { data } = useQuery({ ...effectQuery(given), enabled: rules !== null })
  const effect = rules === null ? undefined : data
  /** The sheet after a conflict, and what differs in it. */
  const [newer, setNewer] = useState<{ sheet: PriceSheet; conflicts: Conflict[] } | null>(null)
  const differences = useMemo(
    () =>
      effect?.changed_prices.map((changed) => differenceInLine(changed, quotaPerUnit)) ??
      [...patches].map(([model, patch]) => {
        const before = priceOfRow(rowOf(model))
        return differenceOf(model, before, withPatch(before, patch), quotaPerUnit)
      }),
    [effect, patches, rowOf, quotaPerUnit],
  )
  const publish = async ({ note }: { note: string }) => {
    const seen = newer?.sheet ?? base
    let excepted: readonly string[]
    try {
      excepted = (await publishPrices({ ...given, version: seen.version, note, way })).excepted
    } catch (error) {
      if (!isConflict(error)) throw error
      // The changes stay, on top of what was published since.
      const sheet = await client.fetchQuery({ ...sheetQuery, staleTime: 0 })
      const conflicts = conflictsOf(patches, { before: rowsByModel(seen), now: rowsByModel(sheet) }, quotaPerUnit)
      setNewer({ sheet, conflicts })
      return
    }
    store.drop(
      changes.map(({ model }) => model),
      { rules: rules !== null },
    )
    void message.success(rules === null ? t('publish.done', { count }) : t('publish.doneRules'))
    if (excepted.length > 0)
      modal.info({
        title: t('publish.exceptedTitle', { count: excepted.length }),
        content: t('publish.excepted', { names: formatFirst(excepted, namesMax, i18n.resolvedLanguage) }),
      })
    onPublished?.()
    onClose()
    await client.invalidateQueries({ queryKey: pricesKey })
  }
  return (
    <FormDialog<{ note: string }>
      name="publish-prices"
      title={rules === null ? t('publish.title', { count }) : t('publish.titleRules')}
      submitText={newer === null ? t('publish.submit') : t('publish.again')}
      initialValues={{ note: '' }}
      width={720}
      onClose={onClose}
      onSubmit={publish}
    >
      {newer !== null && <ConflictAlert conflicts={newer.conflicts} />}
      <p className={layout.notice}>
        <EffectText given={given} />
      </p>
      <div className={css.scroll}>
        <DifferenceList differences={differences} />
        {effect !== undefined && effect.changed > differences.length && (
          <p className={texts.help}>{t('changes.more', { count: effect.changed - differences.length })}</p>
        )}
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
