import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../../components/color-tag.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { type RowAction, RowActions } from '../../../components/row-actions.tsx'
import texts from '../../../components/text.module.css'
import { formatPrice } from '../../../lib/format.ts'
import { dollarsOfRatio, outputDollarsOf } from '../../../lib/price-conversion.ts'
import { AmountField } from './amount-field.tsx'
import css from './operation.module.css'
import type { PriceRow, Pricing } from './price-rows.ts'

export interface PriceActions {
  quotaPerUnit: number
  /** The viewer may not change prices. */
  isReadOnly: boolean
  change(row: PriceRow, pricing: Pricing): void
  edit(row: PriceRow): void
  remove(row: PriceRow): void
  undo(row: PriceRow): void
}

const changeTones: Record<Exclude<PriceRow['change'], 'none'>, TagColor> = {
  added: 'green',
  changed: 'blue',
  removed: 'red',
}

/** `$2.50`; more decimals if they matter. */
export const dollars = (value: number): string => formatPrice(value, { perUnit: 1, inCurrency: true })

interface ModelCellProps {
  name: string
  change: PriceRow['change']
  children?: ReactNode
}

/** The name of a model, and how its price differs from the saved one. */
export function ModelCell({ name, change, children }: ModelCellProps) {
  const { t } = useTranslation('settings-prices')
  return (
    <span className={css.model} data-removed={change === 'removed'}>
      <code className={texts.cut} title={name}>
        {name}
      </code>
      {change !== 'none' && <ColorTag color={changeTones[change]}>{t(`prices.change.${change}`)}</ColorTag>}
      {children}
    </span>
  )
}

function ModelName({ row }: { row: PriceRow }) {
  const { t } = useTranslation('settings-prices')
  return (
    <ModelCell name={row.name} change={row.change}>
      {row.isConflicting && (
        <span title={t('prices.conflictHelp')}>
          <ColorTag color="orange">{t('prices.conflict')}</ColorTag>
        </span>
      )}
    </ModelCell>
  )
}

interface CellProps {
  row: PriceRow
  actions: PriceActions
}

function PriceCell({ row, actions }: CellProps) {
  const { t } = useTranslation('settings-prices')
  return (
    <AmountField
      quiet
      label={t('prices.fixedOf', { name: row.name })}
      value={row.price}
      disabled={row.change === 'removed' || actions.isReadOnly}
      onCommit={(price) => actions.change(row, { ...row, price })}
    />
  )
}

function RatioCell({ row, actions, field }: CellProps & { field: 'ratio' | 'completionRatio' }) {
  const { t } = useTranslation('settings-prices')
  const name = row.name
  return (
    <AmountField
      quiet
      label={field === 'ratio' ? t('prices.ratioOf', { name }) : t('prices.completionOf', { name })}
      value={row[field]}
      disabled={row.price !== null || row.change === 'removed' || actions.isReadOnly}
      onCommit={(value) => actions.change(row, { ...row, [field]: value })}
    />
  )
}

/** The ratios in dollars for a million tokens of input and of output. */
function DollarsCell({ row, quotaPerUnit }: { row: PriceRow; quotaPerUnit: number }) {
  const { t } = useTranslation('settings-prices')
  if (row.price !== null) return <span>{t('prices.eachCall', { value: dollars(row.price) })}</span>
  if (row.ratio === null) return <span className={texts.faint}>{t('prices.unset')}</span>
  const input = dollars(dollarsOfRatio(row.ratio, quotaPerUnit))
  if (row.completionRatio === null) {
    return <span title={t('prices.outputByName')}>{t('prices.inputOnly', { input })}</span>
  }
  return <span>{`${input} / ${dollars(outputDollarsOf(row.ratio, row.completionRatio, quotaPerUnit))}`}</span>
}

function useRowActions(actions: PriceActions) {
  const { t } = useTranslation(['settings-prices', 'common'])
  return (row: PriceRow): RowAction[] => {
    if (actions.isReadOnly) return []
    const undo = { key: 'undo', label: t('prices.undo'), run: () => actions.undo(row) }
    if (row.change === 'removed') return [undo]
    const edit = { key: 'edit', label: t('common:actions.edit'), run: () => actions.edit(row) }
    if (row.change !== 'none') return [edit, undo]
    const remove = { key: 'delete', label: t('common:actions.delete'), danger: true }
    return [edit, { ...remove, run: () => actions.remove(row) }]
  }
}

export function usePriceColumns(actions: PriceActions): DataColumn<PriceRow>[] {
  const { t } = useTranslation(['settings-prices', 'common'])
  const rowActions = useRowActions(actions)
  return [
    {
      key: 'name',
      card: 'title',
      title: t('prices.model'),
      required: true,
      flexible: true,
      width: 168,
      render: (row) => <ModelName row={row} />,
    },
    {
      key: 'price',
      card: 'figure',
      title: t('prices.fixed'),
      width: 96,
      render: (row) => <PriceCell row={row} actions={actions} />,
    },
    {
      key: 'ratio',
      card: 'figure',
      title: t('prices.ratio'),
      width: 96,
      render: (row) => <RatioCell row={row} actions={actions} field="ratio" />,
    },
    {
      key: 'completionRatio',
      card: { place: 'figure', label: t('prices.completionRatio') },
      title: t('prices.completionShort'),
      width: 100,
      render: (row) => <RatioCell row={row} actions={actions} field="completionRatio" />,
    },
    {
      key: 'dollars',
      card: { place: 'start', label: t('prices.perMillion') },
      title: t('prices.perMillion'),
      width: 168,
      ellipsis: true,
      render: (row) => <DollarsCell row={row} quotaPerUnit={actions.quotaPerUnit} />,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 124,
      render: (row) => <RowActions name={row.name} visible={rowActions(row)} menu={[]} />,
    },
  ]
}
