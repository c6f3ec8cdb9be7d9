import { channelSelections } from '@sluice/contract/channel-list'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import css from './channels.module.css'
import { type CountedOption, countedOptions, readStatusChoice, statusChoices } from './counted-options.ts'
import { type ChannelFilters, channelCountsQuery } from './queries.ts'
import { useTypeLabel } from './type-label.ts'

const knownReasons = [
  'upstream_said',
  'upstream_status',
  'upstream_status_said',
  'balance_used_up',
  'tests_slow',
  'keys_off',
  'unknown',
] as const

export interface CountedFiltersProps {
  params: ChannelFilters
  onFilter(changes: Partial<ChannelFilters>): void
}

interface CountedFilter {
  key: 'status' | 'type' | 'group' | 'tag'
  label: string
  node: ReactNode
}

/** The filters of the list, each value with the number of channels that match it. */
export function useCountedFilters({ params, onFilter }: CountedFiltersProps): CountedFilter[] {
  const { t } = useTranslation('channels')
  const typeLabel = useTypeLabel()
  const query = useQuery(channelCountsQuery(params))
  const state = useOptionsState(query)
  const counts = query.data
  /** The code itself if the console has no text for it. */
  const reasonLabel = (code: string): string => {
    const known = knownReasons.find((name) => name === code)
    return known === undefined ? code : t(`filter.reasons.${known}`)
  }
  const filterOf = (
    key: CountedFilter['key'],
    select: Omit<CountedSelectProps, 'label'> & { width: number },
  ): CountedFilter => {
    const label = t(`filter.${key}`)
    return { key, label, node: <CountedSelect key={key} label={label} {...select} {...state} /> }
  }
  return [
    filterOf('status', {
      width: 148,
      value: params.reason === '' ? params.status : `auto_disabled:${params.reason}`,
      options: statusChoices(counts, {
        status: (name) => t(`filter.statuses.${name}`),
        reason: (code) => t('filter.autoDisabledFor', { reason: reasonLabel(code) }),
      }),
      onChange: (choice) => onFilter(readStatusChoice(choice)),
    }),
    filterOf('type', {
      width: 124,
      value: params.type === 0 ? '' : String(params.type),
      options: countedOptions(counts?.types, String(params.type || ''), (type) => typeLabel(Number(type))),
      onChange: (type) => onFilter({ type: Number(type) }),
    }),
    filterOf('group', {
      width: 108,
      value: params.group,
      options: countedOptions(counts?.groups, params.group),
      onChange: (group) => onFilter({ group }),
    }),
    filterOf('tag', {
      width: 108,
      value: params.tag,
      options: countedOptions(counts?.tags, params.tag),
      onChange: (tag) => onFilter({ tag }),
    }),
  ]
}

/** Predefined selections of channels with their counts. Selections without channels are hidden. */
export function QuickViews({ params, onFilter }: CountedFiltersProps): ReactNode {
  const { t } = useTranslation('channels')
  const counts = useQuery(channelCountsQuery(params)).data
  return channelSelections.map((name) => {
    const count = counts?.only[name]
    const isOn = params.only === name
    if (count === 0 && !isOn) return null
    return (
      <Button
        key={name}
        type={isOn ? 'primary' : 'default'}
        aria-pressed={isOn}
        onClick={() => onFilter({ only: isOn ? '' : name })}
      >
        {t(`filter.only.${name}`)}
        {count !== undefined && <span className={css.chipCount}>{count}</span>}
      </Button>
    )
  })
}

interface CountedSelectProps {
  label: string
  width: number
  /** '' = none. */
  value: string
  options: CountedOption[]
  onChange(value: string): void
}

function CountedSelect({ label, width, value, options, onChange, ...state }: CountedSelectProps) {
  return (
    <Select<string, CountedOption>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      style={{ width: useIsPhone() ? '100%' : width }}
      popupMatchSelectWidth={340}
      value={value === '' ? undefined : value}
      onChange={(next: string | undefined) => onChange(next ?? '')}
      options={options}
      optionRender={({ data }) => (
        <span className={css.counted}>
          <span className={texts.cut}>{data.label}</span>
          {data.count !== null && <span>{data.count}</span>}
        </span>
      )}
      {...state}
    />
  )
}
