import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import { Button, DatePicker, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localMinute, secondsOfLocalMinute } from '../lib/local-minute.ts'
import { isAdmin, useSessionUser } from '../lib/session.ts'
import { countSet, hasTime, type TimeFilter, type TimeSpan } from '../lib/time-filter.ts'
import type { UrlRecord } from '../lib/url-state.ts'
import { FilterBar, FilterSearch } from './filter-bar.tsx'
import { FilterSheet, SheetField } from './filter-sheet.tsx'
import css from './list-filters.module.css'
import { RefreshButton } from './refresh-button.tsx'
import { useIsPhone } from './use-is-phone.ts'
import type { OptionsState } from './use-options-state.tsx'

interface FieldBase {
  label: string
  /** Only administrators have it. */
  adminOnly?: boolean
}

interface TextField<Name> extends FieldBase {
  key: Name
  width?: number
  /** Explains the accepted input, on hover. */
  hint?: string
  /** Accepts an id. */
  isId?: boolean
}

interface ChoiceField<Name> extends FieldBase {
  key: Name
  options: readonly { value: string | number; label: string }[]
  width: number
  /** Cannot be emptied: one of the options means all. */
  isRequired?: boolean
  /** Of options that are loaded. */
  state?: OptionsState
}

interface OwnField extends FieldBase {
  key: string
  /** A control of the page's own. */
  node: ReactNode
}

/** A filter of a list: a text, one of several options, or a control of the page's own. */
export type FilterField<Name> = TextField<Name> | ChoiceField<Name> | OwnField

export interface SpanFilter {
  /** The span at `now` (seconds) with its defaults; 0 = open at that end. Without it, there are no defaults. */
  of?(times: TimeFilter, now: number): TimeSpan
  /** The offered spans, in hours until now. */
  hours?: readonly number[]
  /** A chosen end stores both, so that the result stays the same while time passes. */
  storesBoth?: boolean
}

export interface ListFiltersProps<Filters extends UrlRecord> {
  list: {
    filters: Filters
    setFilters(changes: Partial<Filters>): unknown
    now: number
    refresh(): void
    query: { isFetching: boolean }
  }
  fields: readonly FilterField<keyof Filters>[]
  /** The list has a span of time, as `start_timestamp` and `end_timestamp`. On phones, all filters are in a sheet. */
  span?: SpanFilter | undefined
  /** Before the filters, such as a span of time of the page's own. On phones, all filters are in a sheet. */
  lead?: ReactNode
  canRefresh?: boolean
  /** On the right; on phones after the filters. */
  buttons?: ReactNode
  /** After the filters. */
  children?: ReactNode
}

/** More choices than this are in a sheet on phones. */
const choicesMax = 2

/** The filters of a list: a row above the table. On phones many are in a sheet, with the phone's own date picker. */
export function ListFilters<Filters extends UrlRecord>(props: ListFiltersProps<Filters>) {
  const { list, span, lead, canRefresh = span !== undefined, buttons, children } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const viewer = useSessionUser()
  const fields = props.fields.filter(({ adminOnly }) => !adminOnly || isAdmin(viewer))
  const choices = fields.filter((field) => 'options' in field)
  const first = fields.find((field) => !('options' in field))
  const isAlone = fields.length - choices.length === 1
  const isWhole = span !== undefined || lead !== undefined
  /** The filters of the sheet, and those that the button empties. */
  const gathered = isWhole || !isPhone ? fields : choices.length > choicesMax ? choices : []
  const names = [...gathered.map(({ key }) => String(key)), ...(span ? timeNames : [])]
  const count = countSet(Object.fromEntries(names.map((name) => [name, list.filters[name]])))
  // The names of the fields are those of the filters.
  const set = (changes: UrlRecord) => list.setFilters(changes as Partial<Filters>)
  const empty = () => set(Object.fromEntries(names.map((name) => [name, emptyOf(list.filters[name])])))
  const control = (field: FilterField<keyof Filters>, place: 'row' | 'sheet') => {
    if ('node' in field) return field.node
    const value = list.filters[field.key] ?? ''
    const onSet = (next: string | number) => set({ [field.key]: next })
    if ('options' in field) return <Choice field={field} value={value} isInSheet={place === 'sheet'} onSet={onSet} />
    return (
      <FilterSearch
        value={String(value)}
        placeholder={field.label}
        hint={field.hint}
        width={isPhone ? '100%' : field.width}
        plain={place === 'sheet' || field !== first}
        onSearch={(text) => onSet(field.isId ? text.replace(/\D/g, '').slice(0, idDigitsMax) : text)}
      />
    )
  }
  const times = span && timesOf(span, list, set)
  const refresh = canRefresh && <RefreshButton onRefresh={list.refresh} isRefreshing={list.query.isFetching} />
  const sheet = gathered.length > 0 && (
    <FilterSheet count={count} onReset={empty}>
      {times && <PhoneTimes {...times} />}
      {gathered.map((field) => (
        <SheetField key={String(field.key)} label={field.label}>
          {control(field, 'sheet')}
        </SheetField>
      ))}
    </FilterSheet>
  )
  if (isPhone && isWhole)
    return (
      <search className={css.phone}>
        {lead}
        {sheet}
        {buttons}
        {refresh}
      </search>
    )
  if (isPhone)
    return (
      <FilterBar extra={refresh}>
        {fields
          .filter((field) => !gathered.includes(field))
          .map((field) => (
            <Fragment key={String(field.key)}>
              {field === first && isAlone ? (
                <span className={css.alone}>{control(field, 'row')}</span>
              ) : (
                control(field, 'row')
              )}
            </Fragment>
          ))}
        {sheet}
        {children}
        {buttons}
      </FilterBar>
    )
  return (
    <FilterBar
      extra={
        <>
          {isWhole && count > 0 && (
            <Button
              type="text"
              icon={<ClearOutlined />}
              aria-label={t('filters.reset')}
              title={t('filters.reset')}
              onClick={empty}
            />
          )}
          {buttons}
          {refresh}
        </>
      }
    >
      {lead}
      {times && <SpanPicker {...times} />}
      {fields.map((field) => (
        <Fragment key={String(field.key)}>{control(field, 'row')}</Fragment>
      ))}
      {children}
    </FilterBar>
  )
}

const idDigitsMax = 9
const timeNames = ['start_timestamp', 'end_timestamp'] as const
const emptyOf = (value: unknown): string | number => (typeof value === 'number' ? 0 : '')

interface ChoiceProps<Name> {
  field: ChoiceField<Name>
  value: string | number | boolean
  isInSheet: boolean
  onSet(value: string | number): void
}

const searchedOptions = 8

function Choice<Name>({ field, value, isInSheet, onSet }: ChoiceProps<Name>) {
  const { label, options, width, isRequired, state } = field
  const isSearchable = options.length > searchedOptions || state !== undefined
  const isKnown = state === undefined ? options.some((option) => option.value === value) : value !== ''
  return (
    <Select<string | number>
      allowClear={!isRequired}
      showSearch={
        isSearchable && {
          filterOption: (text, option) =>
            `${option?.label} ${option?.value}`.toLowerCase().includes(text.toLowerCase()),
        }
      }
      style={isInSheet ? undefined : { width }}
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={label}
      value={isKnown && typeof value !== 'boolean' ? value : undefined}
      options={[...options]}
      {...state}
      onChange={(next?: string | number) => onSet(next ?? emptyOf(value))}
    />
  )
}

interface TimesProps {
  span: TimeSpan
  /** Whether the span differs from the default. */
  isSet: boolean
  hours: readonly number[]
  /** 0 = the default. */
  setTimes(changes: Partial<TimeFilter>): unknown
}

const hoursDefault = [72, 168, 720]

interface ShownList {
  filters: UrlRecord
  now: number
}

const timesIn = ({ filters }: ShownList): TimeFilter => ({
  start_timestamp: Number(filters.start_timestamp),
  end_timestamp: Number(filters.end_timestamp),
})

/** The span of the list's rows. */
export function shownSpan({ of }: SpanFilter, list: ShownList): TimeSpan {
  const times = timesIn(list)
  return of?.(times, list.now) ?? { start: times.start_timestamp, end: times.end_timestamp }
}

function timesOf(span: SpanFilter, list: ShownList, set: (changes: UrlRecord) => unknown): TimesProps {
  const { start, end } = shownSpan(span, list)
  const both = span.storesBoth ? { start_timestamp: start, end_timestamp: end } : {}
  return {
    span: { start, end },
    isSet: hasTime(timesIn(list)),
    hours: span.hours ?? hoursDefault,
    setTimes: (changes) => set({ ...both, ...changes }),
  }
}

const momentOf = (seconds: number): Dayjs | null => (seconds > 0 ? dayjs.unix(seconds) : null)
const dayHours = 24

/** A start and an end, with common spans beside the calendar. */
function SpanPicker({ span, isSet, hours, setTimes }: TimesProps) {
  const { t } = useTranslation()
  const ahead = () => dayjs().add(1, 'hour')
  const presets: { label: string; value: () => [Dayjs, Dayjs] }[] = [
    { label: t('filters.today'), value: () => [dayjs().startOf('day'), ahead()] },
    ...hours.map((count): { label: string; value: () => [Dayjs, Dayjs] } => ({
      label: count > dayHours ? t('filters.lastDays', { count: count / dayHours }) : t('filters.lastHours', { count }),
      value: () => [dayjs().subtract(count, 'hour'), ahead()],
    })),
  ]
  return (
    <DatePicker.RangePicker
      className={css.range}
      aria-label={t('filters.time')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={isSet}
      allowEmpty={[span.start === 0, span.end === 0]}
      placeholder={[t('filters.start'), t('filters.end')]}
      presets={presets}
      value={[momentOf(span.start), momentOf(span.end)]}
      onChange={(range) =>
        setTimes({ start_timestamp: range?.[0]?.unix() ?? 0, end_timestamp: range?.[1]?.unix() ?? 0 })
      }
    />
  )
}

function PhoneTimes({ span, setTimes }: TimesProps) {
  const { t } = useTranslation()
  return (['start', 'end'] as const).map((end) => (
    <SheetField key={end} label={t(`filters.${end}`)} isWide>
      <Input
        type="datetime-local"
        aria-label={t(`filters.${end}`)}
        value={localMinute(span[end])}
        onChange={(event) => setTimes({ [`${end}_timestamp`]: secondsOfLocalMinute(event.target.value) })}
      />
    </SheetField>
  ))
}
