import { useTranslation } from 'react-i18next'
import { FlowLine } from '../../components/flow-line/flow-line.tsx'
import { CallReceipt } from '../../components/receipt/call-receipt.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatDuration } from '../../lib/format.ts'
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
      </section>
    </div>
  )
}
