import { type MarkupRule, type PriceSheet, priceNoteMax } from '@sluice/contract/price-sheet'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import { ApiError } from '../../../lib/api-client.ts'
import { formatFirst } from '../../../lib/format-list.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { usePrices } from '../prices-context.ts'
import { effectQuery, type PublishWay, pricesKey, publishPrices, sheetQuery } from '../queries.ts'
import { changesOf, type Patches } from './change-store.ts'
import css from './changes.module.css'
import { ClashFields } from './clash-fields.tsx'
import { DifferenceList } from './difference-list.tsx'
import { differenceInLine, differenceOfRow } from './differences.ts'
import { EffectText } from './effect-text.tsx'
import { type Choices, isUndecided, mergeChanges } from './merge-changes.ts'

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'price_conflict'

/** How often a publication begins again when others publish at the same time. */
const triesMax = 3
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

interface PublishValues {
  note: string
  choices: Choices
}

/** Changes model by model, before they are published. */
export function PublishDialog({ patches, rules, base, way, onPublished, onClose }: PublishDialogProps) {
  const { t, i18n } = useTranslation('prices')
  const { modal } = App.useApp()
  const client = useQueryClient()
  const { store, sheet = base, rowOf, quotaPerUnit } = usePrices()
  const [form] = Form.useForm<PublishValues>()
  const choices = Form.useWatch('choices', form)
  // The sheet may be newer than the changes: then they are published on top of it.
  const merged = useMemo(
    () => mergeChanges({ patches, rules, base }, sheet, { quotaPerUnit, choices }),
    [patches, rules, base, sheet, quotaPerUnit, choices],
  )
  const given = useMemo(() => ({ changes: changesOf(merged.patches), rules: merged.rules }), [merged])
  const { hasRulesClash, clashes } = merged
  const count = given.changes.length + (given.rules === null ? 0 : 1)
  // What rules make is computed by the server.
  const { data } = useQuery({ ...effectQuery(given), enabled: given.rules !== null })
  const effect = given.rules === null ? undefined : data
  const differences = useMemo(
    () =>
      effect?.changed_prices.map((changed) => differenceInLine(changed, quotaPerUnit)) ??
      [...merged.patches].map(([model, patch]) => differenceOfRow(model, { row: rowOf(model), patch, quotaPerUnit })),
    [effect, merged, rowOf, quotaPerUnit],
  )
  /** Null: both sides changed a price to something else, and the user has to choose first. */
  const publishOn = async (newest: PriceSheet, note: string): Promise<string[] | null> => {
    for (let on = newest, tries = 1; ; tries++) {
      const next = mergeChanges({ patches, rules, base }, on, { quotaPerUnit, choices: form.getFieldValue('choices') })
      if (isUndecided(next, form.getFieldValue('choices'))) return null
      if (next.patches.size === 0 && next.rules === null) return []
      const body = { changes: changesOf(next.patches), rules: next.rules, version: on.version, note, way }
      try {
        return (await publishPrices(body)).excepted
      } catch (error) {
        if (!isConflict(error) || tries === triesMax) throw error
        // The changes stay, on top of what was published since.
        on = await client.fetchQuery({ ...sheetQuery, staleTime: 0 })
      }
    }
  }
  const publish = async ({ note }: PublishValues) => {
    const excepted = await publishOn(sheet, note)
    if (excepted === null) return
    store.drop([...patches.keys()], { rules: rules !== null })
    if (count === 0) toastSuccess(t('publish.alreadyThere'))
    else toastSuccess(given.rules === null ? t('publish.done', { count }) : t('publish.doneRules'))
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
    <FormDialog<PublishValues>
      name="publish-prices"
      form={form}
      title={given.rules === null ? t('publish.title', { count }) : t('publish.titleRules')}
      submitText={t('publish.submit')}
      initialValues={{ note: '' }}
      width={720}
      onClose={onClose}
      onSubmit={publish}
    >
      {(hasRulesClash || clashes.length > 0) && <ClashFields {...{ clashes, hasRulesClash }} />}
      <p className={layout.notice}>{count === 0 ? t('publish.nothingLeft') : <EffectText given={given} />}</p>
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
