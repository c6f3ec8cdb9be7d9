import Clear from '@ant-design/icons-svg/es/asn/CloseCircleFilled'
import Filter from '@ant-design/icons-svg/es/asn/FilterOutlined'
import Search from '@ant-design/icons-svg/es/asn/SearchOutlined'
import type { Ability, Modality } from '@sluice/contract/model-abilities'
import type { EndpointType } from '@sluice/contract/priced-kinds'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainChoices } from '../../components/plain/plain-choices.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { inField, PlainInput } from '../../components/plain/plain-input.tsx'
import { type PlainChoice, PlainSelect } from '../../components/plain/plain-select.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
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
  const { t } = useTranslation(['pricing', 'common'])
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const fields = useFilterFields(view)
  const search = <SearchField text={view.keyword} onText={view.typeKeyword} />
  const kind = (
    <PlainChoices
      className={css.kind}
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
      <PlainButton
        icon={<PlainIcon of={Filter} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {view.hiddenCount === 0
          ? t('common:filters.button')
          : t('common:filters.buttonCount', { count: view.hiddenCount })}
      </PlainButton>
      <PlainSelect
        className={css.orderSelect}
        aria-label={t('order.label')}
        value={view.order}
        options={orders.map((order) => ({ value: order, label: t(`order.${orderNames[order]}`) }))}
        onChange={(sort) => view.patch({ sort })}
      />
      <div id={id} hidden={!isOpen} className={css.moreFilters}>
        {fields.map(({ key, node }) => (
          <div key={key}>{node}</div>
        ))}
        {view.hiddenCount > 0 && (
          <PlainButton kind="text" onClick={view.clearHidden}>
            {t('common:filters.reset')}
          </PlainButton>
        )}
      </div>
      {kind}
      {count}
    </Row>
  )
}

function SearchField({ text, onText }: { text: string; onText(text: string): void }) {
  const { t } = useTranslation('pricing')
  return (
    <PlainInput
      data-search
      className={css.search}
      before={<PlainIcon of={Search} />}
      after={
        text !== '' && (
          <button type="button" className={inField} aria-label={t('empty.clear')} onClick={() => onText('')}>
            <PlainIcon of={Clear} />
          </button>
        )
      }
      placeholder={t('search')}
      aria-label={t('search')}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  )
}

interface FilterField {
  key: string
  node: ReactNode
}

interface Choices<Value extends string | number> {
  label: string
  value: Value
  options: PlainChoice<Value>[]
  onChange(value: Value): unknown
}

/** The filters with choices, without those that have one choice only. */
function useFilterFields(view: PricingView): FilterField[] {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const nameOf = useVendorName()
  const vendors = view.vendors.map(([vendor, count]) => ({
    value: vendor,
    label: `${nameOf(vendor)} (${count})`,
  }))
  const priceText = (limit: number) =>
    format.inCurrency ? formatPrice(limit * format.perUnit, format) : formatRatio(limit / 2)
  return [
    fieldOf<string>('vendor', {
      label: t('vendorFilter'),
      value: view.vendor,
      options: [{ value: '', label: t('allVendors') }, ...vendors],
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
  { label, value, options, onChange }: Choices<Value>,
): FilterField {
  const node = (
    <PlainSelect
      key={key}
      className={css.vendorSelect}
      aria-label={label}
      value={value}
      options={options}
      onChange={(next) => void onChange(next)}
    />
  )
  return { key, node }
}
