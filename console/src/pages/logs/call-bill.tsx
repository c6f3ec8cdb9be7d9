import type { ChargeLine } from '@sluice/contract/explain-charge'
import { namedAxes, namesOf } from '@sluice/contract/price-axes'
import type { PriceCondition } from '@sluice/contract/price-rules'
import { type Unbelieved as UnbelievedCounts, unbelievedCounts } from '@sluice/contract/usage-log'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { CallReceipt } from '../../components/receipt/call-receipt.tsx'
import { useLineNames } from '../../components/receipt/use-line-names.ts'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { countText, exactQuota, formatNumber, formatPrice } from '../../lib/format.ts'
import { asCharged } from '../../lib/log-detail.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { type Bill, type BillFactor, buildBill } from './build-bill.ts'
import css from './call-details.module.css'
import type { LogRow } from './log-rows.ts'
import { EstimatedTag } from './log-tags.tsx'

/** A ratio or exact amount with all its digits. */
function exactNumber(value: number | string): string {
  const [whole = '0', fraction] = String(value).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Usage that the provider reported and that is not charged. */
function Unbelieved({ said }: { said: UnbelievedCounts }) {
  const { t } = useTranslation('logs')
  const counts = unbelievedCounts.flatMap((name) => {
    const count = said[name]
    return count === undefined ? [] : [t(`bill.unbelieved.${name}`, { count: countText(count) })]
  })
  return (
    <p className={texts.hint}>
      <strong>{t('bill.usageUnbelieved', { counts: counts.join(' · ') })}</strong>
    </p>
  )
}

function Heads({ bill }: { bill: Bill }) {
  const { t } = useTranslation('logs')
  return (
    <thead>
      <tr>
        <th scope="col">{t('bill.part')}</th>
        <th scope="col">{t('bill.count')}</th>
        {bill.factors.map((factor) => (
          <th key={factor} scope="col">
            {t(`bill.${factor === 'rate' ? 'price' : factor}`)}
          </th>
        ))}
        <th scope="col">{t('bill.amount')}</th>
      </tr>
    </thead>
  )
}

function factorText({ own, model, unit, group }: ChargeLine, factor: BillFactor): string {
  const per = unit === null || unit.per === 1 ? '' : ` ÷ ${formatNumber(unit.per)}`
  const price = unit === null ? [] : [`$${exactNumber(unit.price)}${per}`, exactNumber(unit.perUnit)]
  switch (factor) {
    case 'own':
      return own.map(exactNumber).join(' × ')
    case 'model':
      return exactNumber(model ?? 1)
    case 'price':
      return price[0] ?? ''
    case 'perUnit':
      return price[1] ?? ''
    case 'rate':
      return [...(model === null ? [] : [exactNumber(model)]), ...price].join(' × ')
    case 'group':
      return exactNumber(group)
  }
}

/** A price without separate ratios uses their column too. */
function cellsOf(bill: Bill, line: ChargeLine): { factor: BillFactor; span: number }[] {
  const isWide = bill.factors.includes('own') && bill.factors.includes('rate') && line.own.length === 0
  return bill.factors
    .filter((factor) => !(isWide && factor === 'own'))
    .map((factor) => ({ factor, span: isWide && factor === 'rate' ? 2 : 1 }))
}

function Line({ bill, line }: { bill: Bill; line: ChargeLine }) {
  const nameOf = useLineNames()
  return (
    <tr>
      <th scope="row">
        {line.by && `${nameOf(line.by.tool)} · ${line.by.model} · `}
        {nameOf(line.kind)}
      </th>
      <td className={css.count}>{formatNumber(line.count)}</td>
      {cellsOf(bill, line).map(({ factor, span }) => (
        <td
          key={factor}
          colSpan={span}
          className={`${texts.second} ${css.factor}`}
          data-empty={factor === 'own' && line.own.length === 0}
        >
          {factorText(line, factor)}
        </td>
      ))}
      <td className={css.amount}>{exactNumber(line.amount)}</td>
    </tr>
  )
}

/** How the call was served, and what of it had no price. */
function ServedAs({ served: { names, unpriced } }: Pick<Bill, 'served'>) {
  const { t } = useTranslation('logs')
  const nameOf = ([axis, name]: Bill['served']['names'][number]) => t(`bill.served.${axis}`, { name })
  const missing = names.filter(([axis]) => unpriced.some((one) => one === axis))
  return (
    <p className={texts.hint}>
      {t('bill.servedAs')}: {names.map(nameOf).join(' · ')}
      {missing.length > 0 && <strong> {t('bill.servedUnpriced', { names: missing.map(nameOf).join(' · ') })}</strong>}
    </p>
  )
}

/** The condition of a conditional price, and the factor of a stacking rule. */
function Rule({ rule, factor }: { rule: PriceCondition; factor?: number }) {
  const { t } = useTranslation('logs')
  const { input_over, between, days = [], from, until, timezone = 'UTC' } = rule
  const isTimed = between !== undefined || from !== undefined || until !== undefined || days.length > 0
  const served = namedAxes.map((axis) => {
    const names = rule[axis]
    return names === undefined ? '' : t(`bill.served.${axis}`, { name: namesOf(names).join(' / ') })
  })
  const parts = [
    ...served,
    input_over === undefined ? '' : t('bill.ruleInput', { tokens: formatNumber(input_over) }),
    between === undefined ? '' : t('bill.ruleBetween', { start: between[0], end: between[1] }),
    days.map((day) => t(`bill.ruleDay.${day}`)).join(' '),
    from === undefined ? '' : t('bill.ruleFrom', { date: from }),
    until === undefined ? '' : t('bill.ruleUntil', { date: until }),
    isTimed ? timezone : '',
    factor === undefined ? '' : `× ${exactNumber(factor)}`,
  ]
  return (
    <p className={texts.hint}>
      {t('bill.rule')}: {parts.filter((text) => text !== '').join(' · ')}
    </p>
  )
}

function Totals({ bill }: { bill: Bill }) {
  const { t } = useTranslation('logs')
  const format = useQuotaFormat()
  const money = (value: number) => formatPrice(value, { ...format, inCurrency: true })
  const { list, charged } = bill
  const saved = list === null ? 0 : list.quota - charged
  return (
    <dl className={css.totals}>
      {(bill.lines.length > 1 || bill.rounding !== 'none') && (
        <div>
          <dt>{t('bill.exact')}</dt>
          <dd>{exactNumber(bill.exact)}</dd>
        </div>
      )}
      {(bill.rounding === 'rounded' || bill.rounding === 'minimum') && (
        <div className={css.note}>
          <dt>{t(`bill.${bill.rounding}`)}</dt>
          <dd>{formatNumber(charged)}</dd>
        </div>
      )}
      <div className={css.charged}>
        <dt>{t('bill.charged')}</dt>
        <dd>{exactQuota(charged, format)}</dd>
      </div>
      {bill.before !== null && (
        <>
          <div className={css.note}>
            <dt>{t('bill.before')}</dt>
            <dd>{exactQuota(bill.before, format)}</dd>
          </div>
          <div className={css.note}>
            <dt>{t('bill.difference')}</dt>
            <dd>{exactQuota(charged - bill.before, format)}</dd>
          </div>
        </>
      )}
      {list !== null && saved !== 0 && (
        <>
          <div className={css.note}>
            <dt>{t('bill.list')}</dt>
            <dd>
              {money(list.quota)} · {formatNumber(list.quota)}
            </dd>
          </div>
          <div className={css.note}>
            <dt>{saved > 0 ? t('bill.saved') : t('bill.surcharge')}</dt>
            <dd>
              {saved > 0 ? '−' : '+'}
              {formatPrice(Math.abs(saved), { ...format, inCurrency: true })} · ×{list.groupRatio}
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}

/** The charge of a call, line by line up to the total. */
export function CallBill({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const nameOf = useLineNames()
  const bill = buildBill(row)
  return (
    <section className={css.section}>
      <h2>
        {t('callDetails.bill')} {row.detail.usage_estimated === true && <EstimatedTag />}
      </h2>
      {bill === null ? (
        <p className={texts.hint}>{t('callDetails.noBill')}</p>
      ) : (
        <>
          <CallReceipt row={asCharged(row)} mark={<VendorMark model={row.model_name} />} />
          {bill.lines.length > 0 && (
            <details className={css.ratios} open={bill.before !== null}>
              <summary>{t('callDetails.asRatios')}</summary>
              <table className={`${layout.phoneBlocks} ${css.bill}`}>
                <Heads bill={bill} />
                <tbody>
                  {bill.lines.map((line, index) => (
                    <Line key={`${index} ${line.kind}`} bill={bill} line={line} />
                  ))}
                </tbody>
              </table>
              <Totals bill={bill} />
            </details>
          )}
          {bill.served.names.length > 0 && <ServedAs served={bill.served} />}
          {bill.tier !== null && (
            <p className={texts.hint}>
              {t('bill.tier')}: {bill.tier}
            </p>
          )}
          {bill.unpricedTools.length > 0 && (
            <p className={texts.hint}>
              <strong>
                {t('bill.toolsUnpriced', {
                  names: bill.unpricedTools.map(nameOf).join(' · '),
                })}
              </strong>
            </p>
          )}
          {row.detail.usage_unknown_fields && (
            <p className={texts.hint}>
              {t('bill.usageUnknown', { names: row.detail.usage_unknown_fields.join(' · ') })}
            </p>
          )}
          {row.detail.usage_unbelieved && <Unbelieved said={row.detail.usage_unbelieved} />}
          {bill.rule !== null && <Rule rule={bill.rule} />}
          {bill.stacks.map(({ when, factor }) => (
            <Rule key={JSON.stringify(when)} rule={when} factor={factor} />
          ))}
          {bill.lines.length === 0 && <Totals bill={bill} />}
        </>
      )}
    </section>
  )
}
