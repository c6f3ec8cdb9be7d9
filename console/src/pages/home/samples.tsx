import { useTranslation } from 'react-i18next'
import { FlowLine } from '../../components/flow-line/flow-line.tsx'
import { CallReceipt } from '../../components/receipt/call-receipt.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatDuration, formatPercent, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './home.module.css'

/** $2 for a million tokens of input, $10 of output; a tenth of it for what the cache gives. */
const sampleCall = {
  model_name: 'claude-sonnet-4-6',
  group: 'vip',
  prompt_tokens: 8_176,
  completion_tokens: 244,
  quota: 2_215,
  detail: {
    model_ratio: 1,
    completion_ratio: 5,
    cache_tokens: 7_364,
    cache_ratio: 0.1,
    group_ratio: 0.8,
    quota_per_unit: 500_000,
  },
}

/** Keys with what they spent in a month, in dollars. */
const sampleKeys = [
  { name: 'claude-code', spent: 12.4, limit: 20 },
  { name: 'nightly-report', spent: 3.05, limit: null },
  { name: 'demo', spent: 5, limit: 5 },
] as const

/** What a call looks like here: its receipt, and the attempts behind it. */
export function Samples() {
  const { t } = useTranslation(['home', 'receipt', 'logs'])
  return (
    <div className={css.pair}>
      <section className={css.block}>
        <h2>{t('receipt.title')}</h2>
        <p className={css.lead}>{t('receipt.text')}</p>
        <CallReceipt
          row={sampleCall}
          mark={<VendorMark model={sampleCall.model_name} />}
          facts={[
            { label: t('receipt.key'), value: 'claude-code' },
            { label: t('receipt.time'), value: formatDuration(1_950) },
          ]}
          note={t('receipt.sample')}
        />
      </section>
      <section className={css.block}>
        <h2>{t('route.title')}</h2>
        <p className={css.lead}>{t('route.text')}</p>
        <div className={css.flow}>
          <FlowLine
            size="medium"
            label={t('route.sample')}
            ends={[
              { name: t('route.first'), share: 0, state: 'failed', measure: formatDuration(340), note: '529' },
              { name: t('route.second'), share: 1, state: 'flows', measure: formatDuration(1_610), note: '200' },
            ]}
          />
        </div>
        <h2 className={css.next}>{t('spend.title')}</h2>
        <p className={css.lead}>{t('spend.text')}</p>
        <SampleSpend />
      </section>
    </div>
  )
}

/** Three keys: within its limit, without one, and stopped by it. */
function SampleSpend() {
  const { t } = useTranslation('home')
  const format = useQuotaFormat()
  const amount = (dollars: number) => formatQuota(dollars * format.perUnit, { ...format, inCurrency: true })
  return (
    <ul className={css.keys} aria-label={t('spend.sample')}>
      {sampleKeys.map(({ name, spent, limit }) => {
        const share = limit === null ? 0 : spent / limit
        return (
          <li key={name}>
            <span className={css.keyLine}>
              <code>{name}</code>
              <span>
                {limit === null
                  ? t('spend.unlimited', { spent: amount(spent) })
                  : t('spend.of', { spent: amount(spent), limit: amount(limit) })}
              </span>
            </span>
            {limit !== null && (
              <span className={css.bar} data-full={share >= 1}>
                <span style={{ width: formatPercent(share * 100) }} />
              </span>
            )}
            {share >= 1 && <small className={texts.hint}>{t('spend.stopped')}</small>}
          </li>
        )
      })}
    </ul>
  )
}
