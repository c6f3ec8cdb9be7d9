import type { HomeFacts } from '@sluice/contract/home-facts'
import { vendorOf } from '@sluice/contract/vendor-of'
import { useTranslation } from 'react-i18next'
import { vendorColor } from '../../components/charts/vendor-color.ts'
import { type FlowEnd, FlowLine } from '../../components/flow-line/flow-line.tsx'
import { brandOf } from '../../components/vendor-mark/brand-of.ts'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { useVendorName } from '../../components/vendor-mark/vendor-name.ts'
import { formatPercent } from '../../lib/format.ts'
import { useThemeMode } from '../../lib/theme-mode.ts'
import css from './home.module.css'

const endsMax = 6

/** Where the calls of the last hours went, by maker; nothing on a site without calls. */
export function Traffic({ facts, siteName }: { facts: HomeFacts; siteName: string }) {
  const { t } = useTranslation('home')
  const mode = useThemeMode()
  const nameOf = useVendorName()
  const flowing = facts.vendors.filter(({ share = 0 }) => share >= 0.005).slice(0, endsMax)
  if (flowing.length === 0) return null
  const ends = flowing.map(({ vendor, icon, share = 0, success_rate: rate }): FlowEnd => {
    const brand = brandOf({ vendor })
    return {
      name: nameOf(vendor),
      share,
      state: 'flows',
      measure: formatPercent(share * 100),
      mark: <VendorMark vendor={vendor} icon={icon} />,
      note: rate === undefined ? undefined : t('traffic.success', { rate: formatPercent(rate) }),
      color: vendorColor(brand || vendorOf(vendor), mode),
    }
  })
  return (
    <section className={css.block}>
      <h2>{t('traffic.title')}</h2>
      <p className={css.lead}>{t('traffic.text')}</p>
      <div className={css.flow}>
        <FlowLine size="large" ends={ends} gate={siteName} label={t('traffic.title')} />
      </div>
    </section>
  )
}
