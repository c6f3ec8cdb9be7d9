import type { PricingRow } from '@sluice/contract/pricing'
import { useTranslation } from 'react-i18next'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatNumber } from '../../lib/format.ts'
import { modelParams } from '../../lib/model-address.ts'
import { Link } from '../../lib/page-router.tsx'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { amountText } from './amount-text.ts'
import { CallExample } from './call-example.tsx'
import type { ModelSpeeds } from './measured.tsx'
import css from './model-page.module.css'
import { Part } from './model-parts.tsx'
import { lineOf, priceLines } from './price-lines.ts'
import { ProgramSetup } from './program-setup.tsx'
import { similarModels } from './similar-models.ts'
import { useCompared } from './use-compared.ts'

interface ModelUseProps {
  row: PricingRow
  rows: readonly PricingRow[]
  group: string
  ratio: number
  speeds: ModelSpeeds
}

/** How the model is called, and what to call in its place. */
export function ModelUse(props: ModelUseProps) {
  const { t } = useTranslation('pricing')
  const { row } = props
  return (
    <>
      {row.supported_endpoint_types.length > 0 && (
        <Part title={t('details.example')} text={t('example.key')}>
          <CallExample row={row} />
        </Part>
      )}
      <ProgramSetup row={row} />
      <Similar {...props} />
    </>
  )
}

function Similar({ row, rows, group, ratio, speeds }: ModelUseProps) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const compared = useCompared()
  const similar = similarModels(row, { rows, group, speeds })
  const priceOf = (other: PricingRow): string => {
    const lines = priceLines(other, ratio)
    const [input = '', output = ''] = (['input', 'output'] as const).map((part) =>
      amountText(part, lineOf(lines, part)?.own ?? 0, format),
    )
    return t('similar.price', { input, output })
  }
  const speedOf = ({ model_name: name }: PricingRow): string =>
    t('measured.speedValue', { number: formatNumber(speeds?.get(name)?.avg_tps ?? 0, 1) })
  if (similar.cheaper.length === 0 && similar.faster.length === 0) return null
  return (
    <Part title={t('similar.title')} text={t('similar.text')}>
      {(['cheaper', 'faster'] as const).map(
        (way) =>
          similar[way].length > 0 && (
            <div key={way}>
              <h3>{t(`similar.${way}`)}</h3>
              <ul className={css.similar}>
                {similar[way].map((other) => (
                  <li key={other.model_name}>
                    <Link
                      to="/models/$model/$"
                      params={modelParams(other.model_name)}
                      search={{ group, compare: compared.text }}
                    >
                      <VendorMark icon={other.icon} vendor={other.owner_by} model={other.model_name} />
                      {other.model_name}
                    </Link>
                    <span>{way === 'cheaper' ? priceOf(other) : speedOf(other)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </Part>
  )
}
