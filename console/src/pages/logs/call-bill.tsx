import { useTranslation } from 'react-i18next'
import { exactQuota, formatNumber, formatPrice, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { type Bill, type BillLine, buildBill } from './build-bill.ts'
import css from './call-story.module.css'
import { EstimatedTag } from './log-tags.tsx'
import type { LogRow } from './parse-detail.ts'

/** A ratio or exact amount with all its digits. */
function exactNumber(value: number | string): string {
  const [whole = '0', fraction] = String(value).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

function Heads({ bill }: { bill: Bill }) {
  const { t } = useTranslation('logs')
  const heads =
    bill.by === 'call'
      ? [t('bill.price'), ...(bill.perUnit === null ? [] : [t('bill.perUnit')]), t('bill.group')]
      : [...(hasOwn(bill) ? [t('bill.own')] : []), t('bill.model'), t('bill.group')]
  return (
    <thead>
      <tr>
        <th scope="col">{t('bill.part')}</th>
        <th scope="col">{t('bill.count')}</th>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        <th scope="col">{t('bill.amount')}</th>
      </tr>
    </thead>
  )
}

const hasOwn = (bill: Bill): boolean => bill.lines.some(({ own }) => own.length > 0)

function factorsOf(bill: Bill, line: BillLine): string[] {
  const { own, model, group } = line
  if (bill.by === 'call') {
    const perUnit = bill.perUnit === null ? [] : [exactNumber(bill.perUnit)]
    return [`$${exactNumber(model)}`, ...perUnit, exactNumber(group)]
  }
  const parts = own.length > 0 ? [own.map(exactNumber).join(' × ')] : hasOwn(bill) ? [''] : []
  return [...parts, exactNumber(model), exactNumber(group)]
}

function Line({ bill, line }: { bill: Bill; line: BillLine }) {
  const { t } = useTranslation('logs')
  const names = ['own', 'model', 'group'].slice(-factorsOf(bill, line).length)
  return (
    <tr>
      <th scope="row">{t(`bill.line.${line.kind}`)}</th>
      <td className={css.count}>{formatNumber(line.count)}</td>
      {factorsOf(bill, line).map((factor, index) => (
        <td key={names[index]} className={css.factor} data-empty={factor === ''}>
          {factor}
        </td>
      ))}
      <td className={css.amount}>{exactNumber(line.amount)}</td>
    </tr>
  )
}

function Totals({ bill }: { bill: Bill }) {
  const { t } = useTranslation('logs')
  const format = useQuotaFormat()
  const money = (value: number) => formatQuota(value, { ...format, inCurrency: true }, 6)
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
      {bill.rounding !== 'none' && (
        <div className={css.note}>
          <dt>{t(`bill.${bill.rounding}`)}</dt>
          <dd>{formatNumber(charged)}</dd>
        </div>
      )}
      <div className={css.charged}>
        <dt>{t('bill.charged')}</dt>
        <dd>{exactQuota(charged, format)}</dd>
      </div>
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

/** The charge of a call, line by line down to what was taken. */
export function CallBill({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const bill = buildBill(row)
  return (
    <section className={css.section}>
      <h2>
        {t('story.bill')} {row.detail.usage_estimated === true && <EstimatedTag />}
      </h2>
      {bill === null ? (
        <p className={css.reason}>{t('story.noBill')}</p>
      ) : (
        <>
          {bill.lines.length > 0 && (
            <table className={css.bill} data-by={bill.by}>
              <Heads bill={bill} />
              <tbody>
                {bill.lines.map((line) => (
                  <Line key={line.kind} bill={bill} line={line} />
                ))}
              </tbody>
            </table>
          )}
          <Totals bill={bill} />
        </>
      )}
    </section>
  )
}
