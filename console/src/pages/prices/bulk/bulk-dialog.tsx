import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import { formatFirst } from '../../../lib/format-list.ts'
import { parseAmount } from '../../../lib/price-conversion.ts'
import { priceNow, usePrices } from '../prices-context.ts'
import { type FigureKey, figureKeys } from '../sheet/figures.ts'
import { newRowOf } from '../sheet/select-rows.ts'
import { type BulkEdit, type BulkKind, bulkEdits } from './bulk-edits.ts'

interface BulkDialogProps {
  kind: BulkKind
  models: readonly string[]
  onClose(): void
}

interface BulkValues {
  figure: FigureKey | 'all'
  amount: string
}

/** How many names of models that stay as they are the preview lists. */
const namesMax = 5

/** One change of several models: its amount, and how many of them it changes. */
export function BulkDialog({ kind, models, onClose }: BulkDialogProps) {
  const { t, i18n } = useTranslation('prices')
  const [form] = Form.useForm<BulkValues>()
  const prices = usePrices()
  const values = Form.useWatch((all: BulkValues) => all, form)
  const edit = readEdit(kind, values)
  const given = models.map((model) => ({ row: prices.rowOf(model) ?? newRowOf(model), ...priceNow(prices, model) }))
  const result = edit === null ? null : bulkEdits(given, edit, prices.quotaPerUnit)
  const apply = async () => {
    if (result === null) return
    prices.edit(result.edits)
    onClose()
  }
  const hasFigure = kind === 'set' || kind === 'factor'
  return (
    <FormDialog<BulkValues>
      name="bulk-prices"
      form={form}
      title={t(`bulk.${kind}.title`, { count: models.length })}
      submitText={t('bulk.apply', { count: result?.edits.length ?? 0 })}
      danger={kind === 'remove'}
      initialValues={{ figure: kind === 'factor' ? 'all' : 'input', amount: '' }}
      onClose={onClose}
      onSubmit={apply}
    >
      <DialogNote>{t(`bulk.${kind}.note`)}</DialogNote>
      {hasFigure && (
        <Form.Item<BulkValues> name="figure" label={t('bulk.figure')}>
          <Select
            options={[
              ...(kind === 'factor' ? [{ value: 'all', label: t('bulk.all') }] : []),
              ...figureKeys.map((value) => ({ value, label: t(`figure.${value}`) })),
            ]}
          />
        </Form.Item>
      )}
      {kind !== 'list' && kind !== 'remove' && (
        <Form.Item<BulkValues>
          name="amount"
          label={t(`bulk.${kind}.amount`)}
          rules={[
            {
              validator: async (_, text: string) => {
                if (typeof parseAmount(text) !== 'number') throw new Error(t('fault.notNumber'))
              },
            },
          ]}
        >
          <Input
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            prefix={kind === 'set' ? '$' : kind === 'factor' ? '×' : '+'}
            suffix={kind === 'cost' ? '%' : undefined}
          />
        </Form.Item>
      )}
      <div role="status" className={texts.note}>
        {result === null ? (
          t('bulk.noAmount')
        ) : (
          <>
            <p className={texts.strong}>{t('bulk.changes', { count: result.edits.length, all: models.length })}</p>
            {result.same > 0 && <p>{t('bulk.same', { count: result.same })}</p>}
            {result.impossible.length > 0 && (
              <p className={layout.ownLine}>
                {t(`bulk.${kind}.impossible`, {
                  count: result.impossible.length,
                  names: formatFirst(result.impossible, namesMax, i18n.resolvedLanguage),
                })}
              </p>
            )}
          </>
        )}
      </div>
    </FormDialog>
  )
}

function readEdit(kind: BulkKind, values: BulkValues | undefined): BulkEdit | null {
  if (kind === 'list' || kind === 'remove') return { kind }
  const amount = parseAmount(values?.amount ?? '')
  if (values === undefined || typeof amount !== 'number') return null
  if (kind === 'cost') return { kind, percent: amount }
  if (kind === 'factor') return { kind, figure: values.figure, factor: amount }
  return values.figure === 'all' ? null : { kind, figure: values.figure, dollars: amount }
}
