import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { EndpointType } from '@sluice/contract/pricing'
import { Input, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatNumber, formatPrice, formatRatio } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './pricing.module.css'
import { contextLimits, kinds, orders, priceLimits } from './select-rows.ts'
import type { PricingView } from './use-pricing-view.ts'
import { useVendorName } from './vendor-name.ts'

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
  const format = useQuotaFormat()
  const nameOf = useVendorName()
  const vendors = view.vendors.map(([vendor, count]) => ({
    value: vendor,
    name: nameOf(vendor),
    label: (
      <span className={css.vendorOption}>
        {nameOf(vendor)} <small className={css.quiet}>{count}</small>
      </span>
    ),
  }))
  return (
    <search className={css.filters}>
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
      <Select
        className={css.vendorSelect}
        aria-label={t('vendorFilter')}
        showSearch={{ optionFilterProp: 'name' }}
        value={view.vendor}
        options={[{ value: '', name: t('allVendors'), label: t('allVendors') }, ...vendors]}
        onChange={(vendor) => view.patch({ vendor })}
      />
      {view.endpoints.length > 1 && (
        <Select<EndpointType | ''>
          className={css.vendorSelect}
          aria-label={t('filter.endpoint')}
          value={view.endpoint}
          options={[
            { value: '', label: t('filter.allEndpoints') },
            ...view.endpoints.map((type) => ({ value: type, label: t(`endpoint.${type}`) })),
          ]}
          onChange={(endpoint) => view.patch({ endpoint })}
        />
      )}
      {view.tags.length > 0 && (
        <Select
          className={css.vendorSelect}
          aria-label={t('filter.tag')}
          showSearch
          value={view.tag}
          options={[
            { value: '', label: t('filter.allTags') },
            ...view.tags.map((tag) => ({ value: tag, label: tag })),
          ]}
          onChange={(tag) => view.patch({ tag })}
        />
      )}
      {view.abilities.length > 0 && (
        <Select
          className={css.vendorSelect}
          aria-label={t('filter.ability')}
          value={view.ability}
          options={[
            { value: '', label: t('filter.anyAbility') },
            ...view.abilities.map((value) => ({ value, label: t(`ability.${value}`) })),
          ]}
          onChange={(ability) => view.patch({ ability })}
        />
      )}
      {view.modalities.length > 1 && (
        <Select
          className={css.vendorSelect}
          aria-label={t('filter.modality')}
          value={view.modality}
          options={[
            { value: '', label: t('filter.anyModality') },
            ...view.modalities.map((value) => ({
              value,
              label: t('filter.takes', { modality: t(`modality.${value}`) }),
            })),
          ]}
          onChange={(input) => view.patch({ input })}
        />
      )}
      {view.abilities.length > 0 && (
        <Select
          className={css.vendorSelect}
          aria-label={t('filter.context')}
          value={view.contextMin}
          options={[
            { value: 0, label: t('filter.anyContext') },
            ...contextLimits.map((limit) => ({
              value: limit,
              label: t('filter.contextFrom', { tokens: formatNumber(limit) }),
            })),
          ]}
          onChange={(limit) => view.patch({ context: limit === 0 ? '' : String(limit) })}
        />
      )}
      <Select
        className={css.vendorSelect}
        aria-label={t('filter.price')}
        value={view.dollarsMax}
        options={[
          { value: 0, label: t('filter.anyPrice') },
          ...priceLimits.map((limit) => ({
            value: limit,
            label: t('filter.atMost', {
              price: format.inCurrency ? formatPrice(limit * format.perUnit, format) : formatRatio(limit / 2),
            }),
          })),
        ]}
        onChange={(limit) => view.patch({ max: limit === 0 ? '' : String(limit) })}
      />
      <Segmented
        className={css.kind}
        block={isPhone}
        aria-label={t('kindFilter')}
        value={view.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`kind.${kindNames[kind]}`) }))}
        onChange={(kind) => view.patch({ kind })}
      />
      {isPhone && (
        <Select
          className={css.orderSelect}
          aria-label={t('order.label')}
          value={view.order}
          options={orders.map((order) => ({ value: order, label: t(`order.${orderNames[order]}`) }))}
          onChange={(sort) => view.patch({ sort })}
        />
      )}
      <span role="status" className={css.count}>
        {t('count', { count: view.shown.length, number: formatNumber(view.shown.length) })}
      </span>
    </search>
  )
}
