import { type Decimal, decimalOf, decimalZero, negative, parseDecimal, plus } from '@sluice/contract/decimal'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exactQuota, formatPrice } from '../../lib/format.ts'
import { formatExactAmounts } from '../../lib/format-exact.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import words from '../text.module.css'
import { roundingOf } from './add-up.ts'
import css from './receipt.module.css'
import { useCountUp } from './use-count-up.ts'

interface ReceiptLine {
  label: string
  /** How the amount came about: `7,364 × $1.00 / 1M`. */
  detail?: string | undefined
  /** Quota, exact to every digit, as `decimalText` writes it. */
  amount: string
}

export interface ReceiptProps {
  title: string
  /** Before the title, for example the logo of a vendor. */
  mark?: ReactNode
  facts?: readonly { label: string; value: ReactNode }[]
  lines: readonly ReceiptLine[]
  /** Discounts (below zero) and surcharges between the subtotal of the lines and the total. */
  adjustments?: readonly ReceiptLine[]
  /** Quota. */
  total: number
  /** Default: "Total". */
  totalLabel?: string
  /** How the call travelled, above the lines. */
  route?: ReactNode
  /** Below the total. */
  note?: ReactNode
}

/**
 * What something was and what it cost. The amounts are written out so that they add up as they are printed; the mark
 * "sum verified" appears only if they do.
 *
 *     <Receipt
 *       title="claude-sonnet-4-6"
 *       mark={<VendorMark vendor="anthropic" />}
 *       facts={[{ label: t('time'), value: '2026-11-29 12:39:08' }]}
 *       lines={[{ label: t('input'), detail: '7,364 × $1.00 / 1M', amount: '3682' }]}
 *       adjustments={[{ label: t('discount'), amount: '-736.4' }]}
 *       total={2946}
 *     />
 */
export function Receipt({ title, mark, facts = [], lines, adjustments = [], total, ...more }: ReceiptProps) {
  const { totalLabel, route, note } = more
  const { t } = useTranslation('receipt')
  const format = useQuotaFormat()
  const amounts = [...lines, ...adjustments].map(({ amount }) => parseDecimal(amount))
  const subtotal = sumOf(amounts.slice(0, lines.length))
  const sum = sumOf(amounts)
  const rounding = roundingOf(sum, total)
  const remainder = plus(decimalOf(total), negative(sum))
  const [subtotalText = '', remainderText = '', ...texts] = formatExactAmounts(
    [subtotal, remainder, ...amounts],
    format,
  )
  return (
    <section className={css.receipt} aria-label={t('label', { title })}>
      <div className={css.paper}>
        <header className={css.head}>
          {mark}
          <h3>{title}</h3>
        </header>
        {facts.length > 0 && (
          <dl className={css.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {route && <div className={css.route}>{route}</div>}
        {lines.length > 0 && (
          <dl className={css.lines}>
            {lines.map((line, index) => (
              <Line key={index} {...line} amount={texts[index] ?? ''} />
            ))}
            {adjustments.length > 0 && <Line label={t('subtotal')} amount={subtotalText} isSubtotal />}
            {adjustments.map((line, index) => (
              <Line key={index} {...line} amount={texts[lines.length + index] ?? ''} />
            ))}
            {(rounding === 'rounded' || rounding === 'minimum') && <Line label={t(rounding)} amount={remainderText} />}
          </dl>
        )}
        <Total label={totalLabel ?? t('total')} quota={total} />
        {lines.length > 0 && <Verdict isVerified={rounding !== 'other'} />}
        {note && <p className={css.note}>{note}</p>}
      </div>
    </section>
  )
}

const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce(plus, decimalZero)

/** Its name, dots as far as its amount, and below how it came about. */
const Line = ({ label, detail, amount, isSubtotal = false }: ReceiptLine & { isSubtotal?: boolean }) => (
  <div className={css.line} data-subtotal={isSubtotal}>
    <dt>{label}</dt>
    <dd className={words.number}>{amount}</dd>
    {detail !== undefined && <dd className={css.detail}>{detail}</dd>}
  </div>
)

function Total({ label, quota }: { label: string; quota: number }) {
  const format = useQuotaFormat()
  const share = useCountUp()
  const written = (value: number) => formatPrice(value, { ...format, inCurrency: true })
  return (
    <p className={css.total}>
      <span>{label}</span>
      <span title={exactQuota(quota, format)}>
        <span className="visually-hidden">{written(quota)}</span>
        {/* Wide enough for the final amount from the beginning. */}
        <span aria-hidden className={css.counted} data-final={written(quota)}>
          {written(share === 1 ? quota : Math.round(quota * share))}
        </span>
      </span>
    </p>
  )
}

function Verdict({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('receipt')
  if (!isVerified) return <p className={`${css.unverified} ${words.bad}`}>{t('unverified')}</p>
  return (
    <p className={css.verified} title={t('verifiedHint')}>
      <span aria-hidden>✓ </span>
      {t('verified')}
    </p>
  )
}
