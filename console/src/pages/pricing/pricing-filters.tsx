import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { Ability, Modality } from '@sluice/contract/model-abilities'
import type { EndpointType } from '@sluice/contract/priced-kinds'
import { Input, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSheet, SheetField } from '../../components/filter-sheet.tsx'
import { Row } from '../../components/layout.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { useVendorName } from '../../components/vendor-mark/vendor-name.ts'
import { formatNumber, formatPrice, formatRatio } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './pricing.module.css'
import { contextLimits, kinds, orders, priceLimits } from './select-rows.ts'
import type { PricingView } from './use-pricing-view.ts'

const kindNames = { '': 'all', tokens: 'tokens', call: 'call' } as const
const orderNames = {
  '': 'default',
  input: 'input',
  '-input': 'inputDown',
  output: 'output',
  '-output': 'outputDown',
} as const

export function PricingFilters({ view }: { view: PricingView }) {
  const { t } = useTranslation('pricing')
  const isPhone = useIsPhone()
  const fields = useFilterFields(view)
  const search = (
    <Input
      data-search
      allowClear
      className={css.search}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={t('search')}
      aria-label={t('search')}
      value={view.keyword}
      onChange={(event) => view.typeKeyword(event.target.value)}
    />
  )
  const kind = (
    <Segmented
      className={css.kind}
      block={isPhone}
      aria-label={t('kindFilter')}
      value={view.kind}
      options={kinds.map((one) => ({ value: one, label: t(`kind.${kindNames[one]}`) }))}
      onChange={(one) => view.patch({ kind: one })}
    />
  )
  const count = (
    <span role="status" className={css.count}>
      {t('count', { count: view.shown.length, number: formatNumber(view.shown.length) })}
    </span>
  )
  if (!isPhone) {
    return (
      <Row as="search" wrap className={css.filters}>
        {search}
        {fields.map(({ node }) => node)}
        {kind}
        {count}
      </Row>
    )
  }
  return (
    <Row as="search" wrap className={css.filters}>
      {search}
      <FilterSheet count={view.hiddenCount} onReset={view.clearHidden}>
        {fields.map(({ key, label, node }) => (
          <SheetField key={key} label={label}>
            {node}
          </SheetField>
        ))}
      </FilterSheet>
      <Select
        className={css.orderSelect}
        aria-label={t('order.label')}
        value={view.order}
        options={orders.map((order) => ({ value: order, label: t(`order.${orderNames[order]}`) }))}
        onChange={(sort) => view.patch({ sort })}
      />
      {kind}
      {count}
    </Row>
  )
}

interface FilterField {
  key: string
  label: string
  node: ReactNode
}

interface Choices<Value> {
  label: string
  value: Value
  options: { value: Value; label: ReactNode; name?: string }[]
  onChange(value: Value): unknown
  /** The text of an option that typing is compared with; absent = the list cannot be searched. */
  searchBy?: 'name' | 'label'
}

/** The filters with choices, without those that have one choice only. */
function useFilterFields(view: PricingView): FilterField[] {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const nameOf = useVendorName()
  const vendors = view.vendors.map(([vendor, count]) => ({
    value: vendor,
    name: nameOf(vendor),
    label: (
      <span className={css.vendorOption}>
        <VendorMark vendor={vendor} /> {nameOf(vendor)} <small className={css.quiet}>{count}</small>
      </span>
    ),
  }))
  const priceText = (limit: number) =>
    format.inCurrency ? formatPrice(limit * format.perUnit, format) : formatRatio(limit / 2)
  return [
    fieldOf<string>('vendor', {
      label: t('vendorFilter'),
      searchBy: 'name',
      value: view.vendor,
      options: [{ value: '', name: t('allVendors'), label: t('allVendors') }, ...vendors],
      onChange: (vendor) => view.patch({ vendor }),
    }),
    ...(view.endpoints.length > 1
      ? [
          fieldOf<EndpointType | ''>('endpoint', {
            label: t('filter.endpoint'),
            value: view.endpoint,
            options: [
              { value: '', label: t('filter.allEndpoints') },
              ...view.endpoints.map((type) => ({ value: type, label: t(`endpoint.${type}`) })),
            ],
            onChange: (endpoint) => view.patch({ endpoint }),
          }),
        ]
      : []),
    ...(view.tags.length > 0
      ? [
          fieldOf<string>('tag', {
            label: t('filter.tag'),
            searchBy: 'label',
            value: view.tag,
            options: [
              { value: '', label: t('filter.allTags') },
              ...view.tags.map((tag) => ({ value: tag, label: tag })),
            ],
            onChange: (tag) => view.patch({ tag }),
          }),
        ]
      : []),
    ...(view.abilities.length > 0
      ? [
          fieldOf<Ability | ''>('ability', {
            label: t('filter.ability'),
            value: view.ability,
            options: [
              { value: '', label: t('filter.anyAbility') },
              ...view.abilities.map((value) => ({ value, label: t(`ability.${value}`) })),
            ],
            onChange: (ability) => view.patch({ ability }),
          }),
          fieldOf<number>('context', {
            label: t('filter.context'),
            value: view.contextMin,
            options: [
              { value: 0, label: t('filter.anyContext') },
              ...contextLimits.map((limit) => ({
                value: limit,
                label: t('filter.contextFrom', { tokens: formatNumber(limit) }),
              })),
            ],
            onChange: (limit) => view.patch({ context: limit === 0 ? '' : String(limit) }),
          }),
        ]
      : []),
    ...(view.modalities.length > 1
      ? [
          fieldOf<Modality | ''>('modality', {
            label: t('filter.modality'),
            value: view.modality,
            options: [
              { value: '', label: t('filter.anyModality') },
              ...view.modalities.map((value) => ({
                value,
                label: t('filter.takes', { modality: t(`modality.${value}`) }),
              })),
            ],
            onChange: (input) => view.patch({ input }),
          }),
        ]
      : []),
    fieldOf<number>('price', {
      label: t('filter.price'),
      value: view.dollarsMax,
      options: [
        { value: 0, label: t('filter.anyPrice') },
        ...priceLimits.map((limit) => ({
          value: limit,
          label: t('filter.atMost', { price: priceText(limit) }),
        })),
      ],
      onChange: (limit) => view.patch({ max: limit === 0 ? '' : String(limit) }),
    }),
  ]
}

function fieldOf<Value extends string | number>(
  key: string,
  { label, value, options, onChange, searchBy }: Choices<Value>,
): FilterField {
  const node = (
    <Select<Value, Choices<Value>['options'][number]>
      key={key}
      className={css.vendorSelect}
      aria-label={label}
      showSearch={searchBy === undefined ? false : { optionFilterProp: searchBy }}
      value={value}
      options={options}
      onChange={(next) => void onChange(next)}
    />
  )
  return { key, label, node }
}
