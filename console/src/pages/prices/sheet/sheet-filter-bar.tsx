import { priceOrigins, priceStates } from '@sluice/contract/price-sheet'
import { Switch } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { ListFilters } from '../../../components/list-filters.tsx'
import texts from '../../../components/text.module.css'
import type { Values } from '../../../lib/url-state.ts'
import { usePrices } from '../prices-context.ts'
import type { Unit } from './figures.ts'
import css from './sheet.module.css'
import { remarks, type sheetUrl } from './sheet-filters.ts'

type SheetUrl = Values<typeof sheetUrl>

export interface SheetFilterBarProps {
  url: SheetUrl
  unit: Unit
  /** The rows that match. */
  count: number
  patch(changes: Partial<SheetUrl>, options?: { replace?: boolean }): unknown
  query: { isFetching: boolean; refetch(): unknown }
  /** After the switch of the unit. */
  buttons: ReactNode
}

export function SheetFilterBar({ url, unit, count, patch, query, buttons }: SheetFilterBarProps) {
  const { t } = useTranslation('prices')
  const { sheet } = usePrices()
  const vendors = useMemo(
    () => [...new Set(sheet?.rows.map(({ vendor }) => vendor).filter((vendor) => vendor !== ''))].sort(),
    [sheet],
  )
  return (
    <ListFilters<SheetUrl>
      list={{
        filters: url,
        setFilters: (changes) => patch(changes, { replace: false }),
        now: 0,
        refresh: () => void query.refetch(),
        query,
      }}
      canRefresh
      fields={[
        { key: 'keyword', label: t('filter.keyword'), width: 220 },
        {
          key: 'vendor',
          label: t('filter.vendor'),
          options: vendors.map((value) => ({ value, label: value })),
          width: 130,
        },
        {
          key: 'state',
          label: t('filter.state'),
          options: priceStates.map((value) => ({ value, label: t(`state.${value}`) })),
          width: 120,
        },
        {
          key: 'origin',
          label: t('filter.origin'),
          options: priceOrigins.map((value) => ({ value, label: t(`origin.${value}`) })),
          width: 130,
        },
        {
          key: 'only',
          label: t('filter.only'),
          options: remarks.map((value) => ({ value, label: t(`remark.${value}`) })),
          width: 150,
        },
      ]}
      buttons={
        <>
          <Row as="label" gap={6} className={css.unit}>
            <Switch
              size="small"
              checked={unit === 'ratios'}
              aria-label={t('sheet.asRatios')}
              onChange={(isRatios) => patch({ unit: isRatios ? 'ratios' : 'dollars' })}
            />
            <span className={texts.note}>{t('sheet.asRatios')}</span>
          </Row>
          {buttons}
        </>
      }
    >
      {sheet !== undefined && (
        <span className={texts.counts}>{t('sheet.count', { count, all: sheet.rows.length })}</span>
      )}
    </ListFilters>
  )
}
