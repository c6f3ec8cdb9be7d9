import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { marginKeys } from '@sluice/contract/margin'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Row, Stack } from '../../components/layout.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import texts from '../../components/text.module.css'
import { useIsPhone } from '../../components/use-is-phone.ts'
import css from './margin.module.css'
import { keysOf, type MarginFilters, toggleKey } from './margin-filters.ts'
import { TimeRange } from './time-range.tsx'

export interface MarginFilterBarProps {
  filters: MarginFilters
  setFilters(changes: Partial<MarginFilters>): unknown
  openedAt: number
  onRefresh(): void
  isRefreshing: boolean
  onExport(): void
  isExporting: boolean
  /** Whether there is anything to export. */
  hasRows: boolean
}

export function MarginFilterBar(props: MarginFilterBarProps) {
  const { t } = useTranslation('margin')
  const isPhone = useIsPhone()
  const buttons = (
    <>
      <Button
        icon={<DownloadOutlined />}
        disabled={!props.hasRows}
        loading={props.isExporting}
        aria-label={t('export')}
        title={t('exportHint')}
        onClick={props.onExport}
      >
        {isPhone ? undefined : t('export')}
      </Button>
      <RefreshButton {...props} />
    </>
  )
  if (!isPhone)
    return (
      <FilterBar extra={buttons}>
        <TimeRange {...props} />
        <GroupBy {...props} />
      </FilterBar>
    )
  return (
    <Stack as="search">
      <Row align="stretch">
        <TimeRange {...props} />
        {buttons}
      </Row>
      <GroupBy {...props} />
    </Stack>
  )
}

/** The dimensions of the report; at least one is selected. */
function GroupBy({ filters, setFilters }: MarginFilterBarProps) {
  const { t } = useTranslation('margin')
  const keys = keysOf(filters)
  return (
    <fieldset className={css.groupBy}>
      <legend className="visually-hidden">{t('groupBy')}</legend>
      {marginKeys.map((key) => (
        <button
          key={key}
          type="button"
          className={css.groupKey}
          aria-pressed={keys.includes(key)}
          onClick={() => setFilters(toggleKey(filters, key))}
        >
          <span className={keys.includes(key) ? texts.strong : undefined}>{t(`key.${key}`)}</span>
        </button>
      ))}
    </fieldset>
  )
}
