import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { entriesOf } from '@sluice/contract/typed-keys'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import layout from '../../components/layout.module.css'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { useVendorName } from '../../components/vendor-mark/vendor-name.ts'
import { formatNumber, formatPrice, formatRatio } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'
import { useGroupText } from '../../lib/group-text.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { amountText } from './amount-text.ts'
import { conditionWords } from './condition-words.ts'
import { fixedLineOf, lineOf, type PriceLine, priceLines, tierLines } from './price-lines.ts'
import css from './pricing.module.css'
import { NoPrice } from './row-facts.tsx'
import { tagsOf } from './select-rows.ts'

/** A part of the page of a model, with its heading. */
export const Part = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {text !== undefined && <p>{text}</p>}
    {children}
  </section>
)

/** What a model is and takes, on lines that wrap. */
export function ModelFacts({ row }: { row: PricingRow }) {
  const { t, i18n } = useTranslation('pricing')
  const nameOf = useVendorName()
  const modalitiesOf = (names: NonNullable<PricingRow['input_modalities']>) =>
    formatList(
      names.map((name) => t(`modality.${name}`)),
      i18n.resolvedLanguage,
    )
  return (
    <div className={css.factList}>
      {row.owner_by !== '' && (
        <span>
          <VendorMark icon={row.icon} vendor={row.owner_by} /> {nameOf(row.owner_by)}
        </span>
      )}
      {tagsOf(row).map((tag) => (
        <ColorTag key={tag} color="teal">
          {tag}
        </ColorTag>
      ))}
      {row.supported_endpoint_types.map((type) => (
        <ColorTag key={type} color="neutral">
          {t(`endpoint.${type}`)}
        </ColorTag>
      ))}
      {row.abilities?.map((ability) => (
        <ColorTag key={ability} color="blue">
          {t(`ability.${ability}`)}
        </ColorTag>
      ))}
      {row.end_of_life !== undefined ? (
        <ColorTag color="orange">{t('details.endOfLife', { date: row.end_of_life })}</ColorTag>
      ) : (
        row.is_deprecated === true && <ColorTag color="orange">{t('details.deprecated')}</ColorTag>
      )}
      {row.input_modalities !== undefined && (
        <span>
          {t('details.modalities', {
            input: modalitiesOf(row.input_modalities),
            output: modalitiesOf(row.output_modalities ?? ['text']),
          })}
        </span>
      )}
      {row.context_tokens !== undefined && (
        <span>
          {t('details.context')} {t('details.maxOutputTokens', { tokens: formatNumber(row.context_tokens) })}
        </span>
      )}
      {row.max_output_tokens !== undefined && (
        <span>
          {t('details.maxOutput')} {t('details.maxOutputTokens', { tokens: formatNumber(row.max_output_tokens) })}
        </span>
      )}
    </div>
  )
}

interface PricePartsProps extends GroupPricesProps {
  /** One that offers the model. */
  group: string
}

/** All prices of a model: those of the group, their conditions, and those of the other groups. */
export function PriceParts({ row, pricing, group, onGroup }: PricePartsProps) {
  const { t } = useTranslation('pricing')
  const ratio = pricing.group_ratio[group] ?? 1
  const { perUnit } = useQuotaFormat()
  return (
    <>
      {row.is_priced ? (
        <Part title={t('details.prices')}>
          <PriceTableOf lines={priceLines(row, ratio)} group={group} ratio={ratio} />
        </Part>
      ) : (
        <NoPrice withReason />
      )}
      {row.tiers && (
        <Part title={t('details.tiers')} text={t('details.tiersText')}>
          {row.tiers.map((tier) => (
            <div key={JSON.stringify(tier.when)} className={layout.apart}>
              <h3>{conditionWords(tier.when, t)}</h3>
              <PriceTableOf lines={priceLines(tier, ratio)} group={group} ratio={ratio} />
            </div>
          ))}
        </Part>
      )}
      {row.billing_tiers && (
        <Part
          title={t('details.expression')}
          {...(row.billing_varies === true && { text: t('details.expressionVaries') })}
        >
          {row.billing_tiers.map((tier) => (
            <div key={tier.input_from} className={layout.apart}>
              <h3>
                {tier.name === '' ? null : `${tier.name} · `}
                {t('details.inputFrom', { tokens: formatNumber(tier.input_from) })}
              </h3>
              <PriceTableOf lines={tierLines(tier, ratio, perUnit)} group={group} ratio={ratio} />
            </div>
          ))}
        </Part>
      )}
      {row.billing_expr !== undefined && (
        <Part title={t('details.expressionText')}>
          <code className={texts.anywhere}>{row.billing_expr}</code>
        </Part>
      )}
      {row.price_factors && (
        <Part title={t('details.factors')} text={t('details.factorsText')}>
          <table className={css.lines}>
            <tbody>
              {row.price_factors.map(({ when, factor }) => (
                <tr key={JSON.stringify(when)}>
                  <th scope="row">{conditionWords(when, t)}</th>
                  <td>× {formatRatio(factor)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {row.is_priced && (
        <Part title={t('details.groups')}>
          <GroupPrices row={row} pricing={pricing} onGroup={onGroup} />
        </Part>
      )}
      {row.tool_prices && <Tools prices={row.tool_prices} ratio={ratio} />}
    </>
  )
}

/** A line for each part: the price in the group, and the list price if it differs. */
function PriceTableOf({ lines, group, ratio }: { lines: PriceLine[]; group: string; ratio: number }) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const fixed = fixedLineOf(lines)
  const unit = fixed ? t(`per.${fixed.part}`) : format.inCurrency ? t('perMillion') : t('ratioUnit')
  return (
    <table className={css.lines}>
      <thead className={texts.hint}>
        <tr>
          <th scope="col">{unit}</th>
          {ratio !== 1 && <th scope="col">{t('listColumn')}</th>}
          <th scope="col">{t('ownColumn', { group })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ part, list, own }) => (
          <tr key={part}>
            <th scope="row">{t(`part.${part}`)}</th>
            {ratio !== 1 && <td>{amountText(part, list, format)}</td>}
            <td>
              <b>{amountText(part, own, format)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface GroupPricesProps {
  row: PricingRow
  pricing: Pricing
  onGroup(group: string): void
}

function GroupPrices({ row, pricing, onGroup }: GroupPricesProps) {
  const { t } = useTranslation('pricing')
  const groupText = useGroupText()
  const format = useQuotaFormat()
  const columns = row.quota_type === 1 ? ([row.price_unit ?? 'call'] as const) : (['input', 'output'] as const)
  return (
    <table className={css.lines}>
      <thead className={texts.hint}>
        <tr>
          <th scope="col">{t('group')}</th>
          {columns.map((part) => (
            <th key={part} scope="col">
              {t(`part.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(pricing.group_ratio).map(([name, ratio]) => {
          const isOffered = row.enable_groups.includes(name)
          const lines = priceLines(row, ratio)
          return (
            <tr key={name} className={isOffered ? undefined : texts.faint}>
              <th scope="row">
                {isOffered ? (
                  <button type="button" className={css.groupName} onClick={() => onGroup(name)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
                <small className={css.quiet}>×{formatRatio(ratio)}</small>
                {pricing.usable_group[name] && (
                  <small className={css.quiet}>{groupText(pricing.usable_group[name])}</small>
                )}
              </th>
              {isOffered ? (
                columns.map((part) => <td key={part}>{amountText(part, lineOf(lines, part)?.own ?? 0, format)}</td>)
              ) : (
                <td colSpan={columns.length}>{t('details.notOffered')}</td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Tools({ prices, ratio }: { prices: NonNullable<PricingRow['tool_prices']>; ratio: number }) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  return (
    <Part title={t('details.tools')}>
      <table className={css.lines}>
        <tbody>
          {entriesOf(prices).map(([tool, price]) => (
            <tr key={tool}>
              <th scope="row">{t(`tool.${tool}`)}</th>
              <td>{t('details.toolPrice', { price: formatPrice(price * ratio * format.perUnit, format) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}
