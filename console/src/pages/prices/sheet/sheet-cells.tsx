import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { isOneForAllSizes } from '@sluice/contract/sized-pictures'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import { formatPercent, formatPlainPrice, formatTime } from '../../../lib/format.ts'
import { usePriceOf, usePrices } from '../prices-context.ts'
import { dollarsOf, type FigureKey, figureText, figureValueOf, isPriced, mainDollarsOf, marginOf } from './figures.ts'
import css from './sheet.module.css'
import { useSheet } from './sheet-context.ts'

interface CellProps {
  row: PriceSheetRow
}

/** The normal state has no tag, and neither have the many models of the maker's list that no channel offers. */
export function StateTag({ row }: CellProps) {
  const { t } = useTranslation('prices')
  const { price } = usePriceOf(row)
  const isMissing = row.state === 'unpriced' && !isPriced(price.fields) && price.expression === null
  const isOneForAll = row.state === 'sold' && isOneForAllSizes(row.model, price.fields, price.rules)
  if (isOneForAll)
    return (
      <Tooltip title={t('sized.help')}>
        <ColorTag color="orange">{t('sized.tag')}</ColorTag>
      </Tooltip>
    )
  if (!isMissing && row.state !== 'hidden') return null
  return <ColorTag color={isMissing ? 'orange' : 'neutral'}>{t(`state.${row.state}`)}</ColorTag>
}

export function ModelCell({ row }: CellProps) {
  const { t } = useTranslation('prices')
  const { open } = useSheet()
  return (
    <span className={css.model}>
      <VendorMark vendor={row.vendor} />
      <button
        type="button"
        className={css.name}
        data-quiet={row.state === 'idle'}
        title={row.vendor === '' ? row.model : `${row.model} · ${row.vendor}`}
        aria-label={t('sheet.open', { model: row.model })}
        onClick={() => open(row.model)}
      >
        {row.model}
      </button>
      <StateTag row={row} />
    </span>
  )
}

/** The head of a card. */
export const ModelTitle = ({ row: { model, vendor } }: CellProps) => (
  <span className={css.model}>
    <VendorMark vendor={vendor} />
    <span className={texts.cutBlock}>{model}</span>
  </span>
)

/** A figure that is not edited: on cards. */
export function FigureText({ row, figure }: CellProps & { figure: FigureKey }) {
  const { units } = useSheet()
  const { before, price } = usePriceOf(row)
  const value = figureValueOf(price.fields, figure, units)
  const isChanged = value !== figureValueOf(before.fields, figure, units)
  return (
    <span className={css.figure} data-changed={isChanged}>
      {value === null ? '–' : figureText(value, units)}
    </span>
  )
}

/** A cost that is a part of the price expression, in words; null = it is none. */
export function useShareText(share: number | null): string | null {
  const { t } = useTranslation('prices')
  return share === null ? null : t('cost.expressionShare', { percent: formatPercent(share * 100) })
}

export function CostCell({ row: { cost } }: CellProps) {
  const { t } = useTranslation('prices')
  const { quotaPerUnit } = usePrices()
  const shareText = useShareText(cost.share)
  if (cost.fields === null && cost.share === null) return <span className={texts.faint}>–</span>
  const shown = cost.fields && mainDollarsOf(cost.fields, quotaPerUnit)
  const output = cost.fields && dollarsOf(cost.fields, 'output', quotaPerUnit)
  const parts = [
    ...(output === null ? [] : [t('sheet.costOutput', { value: formatPlainPrice(output) })]),
    ...(shareText === null ? [] : [shareText]),
    t(`costOrigin.${cost.origin}`),
  ]
  return (
    <span className={texts.number} title={parts.join(' · ')}>
      {shownText(shown, cost.share)}
    </span>
  )
}

function shownText(dollars: number | null, share: number | null): string {
  if (dollars !== null) return formatPlainPrice(dollars)
  return share === null ? '–' : formatPercent(share * 100)
}

export function MarginCell({ row }: CellProps) {
  const { before, price } = usePriceOf(row)
  // The maker's list alone is no cost: what the server says of the margin holds for edited prices, too.
  const hasCost = row.cost.fields !== null && (row.cost.origin !== 'list' || row.markup !== null)
  const isChanged = before.fields !== price.fields && hasCost
  const margin = isChanged ? marginOf(price.fields, row.cost.fields) : row.margin_percent
  if (margin === null) return <span className={texts.faint}>–</span>
  return <span className={margin < 0 ? texts.bad : undefined}>{formatPercent(margin)}</span>
}

export function SourceCell({ row }: CellProps) {
  const { t } = useTranslation('prices')
  const { sheet } = usePrices()
  const asOf = sheet?.list.as_of ?? 0
  if (row.expression !== null) return <span>{t('origin.expression')}</span>
  if (row.origin === 'none') return <span className={texts.faint}>–</span>
  const day = row.origin === 'list' && asOf > 0 ? formatTime(asOf).slice(0, 10) : ''
  return (
    <span className={texts.cut} title={day === '' ? undefined : t('sheet.listOf', { name: sheet?.list.name, day })}>
      {t(`origin.${row.origin}`)}
      {day !== '' && <span className={texts.faint}> {day}</span>}
      {row.rules.length > 0 && <span className={texts.faint}> · {t('sheet.rules', { count: row.rules.length })}</span>}
    </span>
  )
}

export function ChangedCell({ row: { last_change } }: CellProps) {
  const { t } = useTranslation('prices')
  if (last_change === null) return <span className={texts.faint}>–</span>
  return (
    <span className={texts.cut}>
      <TimeText seconds={last_change.at} /> <span className={texts.faint}>{last_change.by || t('bySystem')}</span>
    </span>
  )
}
