import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { CardCell, CardPlace, DataColumn } from '../../../components/data-column.ts'
import { QuotaText } from '../../../components/quota-text.tsx'
import { formatCount } from '../../../lib/format.ts'
import { type FigureKey, figureKeys, isFixedFigure, isOfKind, type Unit } from './figures.ts'
import { PriceCell } from './price-cell.tsx'
import {
  ChangedCell,
  CostCell,
  FigureText,
  MarginCell,
  ModelCell,
  ModelTitle,
  SourceCell,
  StateTag,
} from './sheet-cells.tsx'

/** Rarely set: in the chooser of columns and in the drawer. */
const rareFigures: readonly FigureKey[] = [
  'cacheWrite1h',
  'imageOutput',
  'audioOutput',
  'audioCache',
  'second',
  'characters',
]
const givesWay: Partial<Record<FigureKey, number>> = { audioInput: 3, imageInput: 4, cacheWrite: 7 }
const figuresOnCard: readonly FigureKey[] = ['input', 'output', 'call', 'second', 'characters']

interface ColumnOptions {
  unit: Unit
  isPhone: boolean
  onOpen(model: string): void
}

/** Columns draw the same for as long as a row is published: unpublished changes reach the cells by themselves. */
export function buildSheetColumns(
  t: TFunction<['prices', 'common']>,
  { unit, isPhone, onOpen }: ColumnOptions,
): DataColumn<PriceSheetRow>[] {
  const figure = (key: FigureKey): DataColumn<PriceSheetRow> => ({
    key,
    title: unit === 'ratios' && !isFixedFigure(key) ? t(`ratioColumn.${key}`) : t(`column.${key}`),
    width: 80,
    align: 'right',
    sortable: true,
    ...(givesWay[key] !== undefined && { givesWay: givesWay[key] }),
    ...(rareFigures.includes(key) && { defaultHidden: true }),
    ...(figuresOnCard.includes(key) && {
      card: {
        place: 'figure',
        isShown: ({ fields }: PriceSheetRow) => isOfKind(fields, key),
        render: (row: PriceSheetRow) => <FigureText row={row} figure={key} />,
      } satisfies CardCell<PriceSheetRow>,
    }),
    render: (row) => <PriceCell row={row} figure={key} />,
  })
  const fact = (
    key: 'cost' | 'margin' | 'channels' | 'calls' | 'charge',
    width: number,
    render: (row: PriceSheetRow) => ReactNode,
    more: Partial<DataColumn<PriceSheetRow>> = {},
  ): DataColumn<PriceSheetRow> => ({
    key,
    title: t(`column.${key}`),
    width,
    align: 'right',
    sortable: true,
    render,
    ...more,
  })
  const onCard = (place: CardPlace, label?: string): { card: CardCell<PriceSheetRow> } => ({
    card: { place, ...(label !== undefined && { label }) },
  })
  return [
    {
      key: 'model',
      title: t('column.model'),
      width: 210,
      flexible: true,
      required: true,
      sortable: true,
      fixed: 'start',
      card: { place: 'title', render: (row) => <ModelTitle row={row} /> },
      render: (row) => <ModelCell row={row} />,
    },
    ...figureKeys.map(figure),
    fact('cost', 88, (row) => <CostCell row={row} />, onCard('figure')),
    fact('margin', 86, (row) => <MarginCell row={row} />, {
      card: { place: 'end', label: t('column.margin'), isShown: ({ margin_percent }) => margin_percent !== null },
    }),
    fact('channels', 100, ({ channels }) => formatCount(channels), { givesWay: 6 }),
    fact('calls', 84, ({ calls_7d }) => formatCount(calls_7d), {
      ...onCard('start', t('column.calls')),
      givesWay: 8,
    }),
    fact('charge', 90, ({ charge_7d }) => <QuotaText value={charge_7d} />, { givesWay: 2 }),
    {
      key: 'source',
      title: t('column.source'),
      width: 168,
      ellipsis: true,
      sortable: true,
      givesWay: 5,
      card: 'foot',
      render: (row) => <SourceCell row={row} />,
    },
    {
      key: 'changed',
      title: t('column.changed'),
      width: 132,
      ellipsis: true,
      sortable: true,
      givesWay: 1,
      render: (row) => <ChangedCell row={row} />,
    },
    {
      // On cards; in the table the model's name has it.
      key: 'state',
      title: t('column.state'),
      defaultHidden: true,
      width: 90,
      card: 'badge',
      render: (row) => <StateTag row={row} />,
    },
    ...(isPhone ? [actionsColumn(t, onOpen)] : []),
  ]
}

/** Of cards: in the table the name of the model opens the drawer. */
const actionsColumn = (
  t: TFunction<['prices', 'common']>,
  onOpen: (model: string) => void,
): DataColumn<PriceSheetRow> => ({
  key: 'actions',
  title: t('common:table.actions'),
  render: ({ model }) => (
    <Button size="small" aria-label={t('sheet.open', { model })} onClick={() => onOpen(model)}>
      {t('common:actions.edit')}
    </Button>
  ),
})
