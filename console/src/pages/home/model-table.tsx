import type { HomeFacts } from '@sluice/contract/home-facts'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { countText, formatNumber, formatPercent, formatPrice } from '../../lib/format.ts'
import { modelParams } from '../../lib/model-address.ts'
import { Link } from '../../lib/page-router.tsx'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './home.module.css'

/** Some models with their prices and what was measured here. */
export function ModelTable({ facts }: { facts: HomeFacts }) {
  const { t } = useTranslation('home')
  const format = { ...useQuotaFormat(), inCurrency: true }
  const isMeasured = facts.examples.some(({ success_rate: rate }) => rate !== undefined)
  return (
    <section className={css.block}>
      <h2>{t('models.title')}</h2>
      <p className={css.lead}>{isMeasured ? t('models.measured') : t('models.text')}</p>
      <div className={css.tableFrame}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('models.model')}</th>
              <th scope="col">{t('models.input')}</th>
              <th scope="col">{t('models.output')}</th>
              {isMeasured && <th scope="col">{t('models.speed')}</th>}
              {isMeasured && <th scope="col">{t('models.success')}</th>}
            </tr>
          </thead>
          <tbody>
            {facts.examples.map((model) => (
              <tr key={model.model_name}>
                <th scope="row">
                  <Link to="/models/$model/$" params={modelParams(model.model_name)} className={css.model}>
                    <VendorMark vendor={model.vendor} icon={model.icon} model={model.model_name} />
                    <code className={texts.cut}>{model.model_name}</code>
                  </Link>
                </th>
                <td>{formatPrice(model.input, format)}</td>
                <td>{formatPrice(model.output, format)}</td>
                {isMeasured && (
                  <td>{model.tps === undefined ? '–' : t('models.tps', { speed: formatNumber(model.tps) })}</td>
                )}
                {isMeasured && <td>{model.success_rate === undefined ? '–' : formatPercent(model.success_rate)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Link to="/pricing" className={css.more}>
        {t('models.all', { count: countText(facts.models) })}
      </Link>
    </section>
  )
}
