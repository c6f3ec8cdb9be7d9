import { expressionMode } from '@sluice/contract/price-expression/language'
import { logType } from '@sluice/contract/roles'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatPrice } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { expressionPriceOf } from './expression-price.ts'
import { isCall, type LogRow } from './log-rows.ts'
import { EndTag, EstimatedTag } from './log-tags.tsx'
import css from './logs.module.css'
import { useErrorSentence } from './use-error-sentence.ts'
import { useNoteSentence } from './use-note-sentence.ts'

/** What an expression charged; in words where no short form says it. Its row has no ratios. */
function useExpressionText() {
  const { t } = useTranslation('logs')
  const format = useQuotaFormat()
  const priceText = (price: number) => formatPrice(price * format.perUnit, format)
  return (row: LogRow): string => {
    const price = expressionPriceOf(row)
    switch (price.kind) {
      case 'tokens':
        return t('price.tokens', { input: priceText(price.input), output: priceText(price.output) })
      case 'input':
        return t('price.input', { input: priceText(price.input) })
      case 'other':
        return [t('bill.line.expression'), price.tier].filter((text) => text !== '').join(' · ')
      default:
        return t(`price.per.${price.kind}`, { price: priceText(price.price) })
    }
  }
}

const hasAmounts = (row: LogRow): boolean =>
  row.detail.billing_mode !== expressionMode || expressionPriceOf(row).kind !== 'other'

/** The price of a call in short form; null if the row has none. */
function usePriceText() {
  const { t } = useTranslation('logs')
  const format = useQuotaFormat()
  const expressionText = useExpressionText()
  return (row: LogRow): string | null => {
    const { model_ratio, model_price = -1, completion_ratio, group_ratio = 1, price_factor = 1 } = row.detail
    const group = group_ratio === 1 ? '' : ` · ${t('price.group', { ratio: group_ratio })}`
    if (row.detail.billing_mode === expressionMode) return expressionText(row) + group
    if (model_price >= 0) {
      const price = formatPrice(model_price * price_factor * format.perUnit, format)
      return t(`price.per.${row.detail.price_unit ?? 'call'}`, { price }) + group
    }
    if (model_ratio === undefined) return null
    if (!format.inCurrency) return t('price.ratio', { ratio: model_ratio }) + group
    const million = model_ratio * price_factor * 1_000_000
    const input = formatPrice(million, format)
    if (completion_ratio === undefined || completion_ratio === 1) return t('price.input', { input }) + group
    return t('price.tokens', { input, output: formatPrice(million * completion_ratio, format) }) + group
  }
}

/** The details column: an error, whose code is below the model, a call's price and irregularity, or a message. */
export function RowSummary({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const priceText = usePriceText()
  const errorSentence = useErrorSentence()
  const noteSentence = useNoteSentence()
  const { detail } = row
  if (row.type === logType.error) {
    return (
      <span className={`${texts.second} ${css.error}`}>
        {detail.error && row.model_name === '' && <code>{detail.error.code}</code>}{' '}
        {errorSentence(detail.error, row.content)}
      </span>
    )
  }
  // The test of a channel has a price too, but its message is what says so.
  const price = isCall(row) ? priceText(row) : null
  return (
    <Row as="span" inline shrink className={css.summary}>
      {detail.end !== undefined && detail.end !== 'complete' && <EndTag end={detail.end} />}
      {detail.usage_estimated === true && <EstimatedTag />}
      {price === null ? (
        <span className={css.quiet} title={noteSentence(row)}>
          {noteSentence(row)}
        </span>
      ) : (
        <Tooltip title={hasAmounts(row) ? t('price.hint') : undefined}>
          <span className={css.quiet}>{price}</span>
        </Tooltip>
      )}
    </Row>
  )
}
