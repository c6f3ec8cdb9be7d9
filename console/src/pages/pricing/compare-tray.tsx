import Close from '@ant-design/icons-svg/es/asn/CloseOutlined'
import type { Pricing } from '@sluice/contract/pricing'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import css from './compare.module.css'
import type { Compared } from './use-compared.ts'

const CompareSheet = lazy(async () => ({ default: (await import('./compare-sheet.tsx')).CompareSheet }))

interface CompareTrayProps {
  compared: Compared
  pricing: Pricing
  /** The group whose prices are compared. */
  group: string
}

/** The models that were chosen to be compared, at the bottom of the page. */
export function CompareTray({ compared, pricing, group }: CompareTrayProps) {
  const { t } = useTranslation('pricing')
  if (compared.names.length === 0) return null
  const known = compared.names.filter((name) => pricing.data.some(({ model_name: listed }) => listed === name))
  return (
    <>
      <section className={css.tray} aria-label={t('compare.tray')}>
        <ul>
          {compared.names.map((name) => {
            const row = pricing.data.find(({ model_name: known }) => known === name)
            return (
              <li key={name} data-unknown={row === undefined}>
                <VendorMark model={name} vendor={row?.owner_by ?? ''} icon={row?.icon} />
                <span className={texts.clip}>{name}</span>
                {row === undefined && <em>{t('compare.unknown')}</em>}
                <PlainButton
                  kind="text"
                  size="small"
                  icon={<PlainIcon of={Close} />}
                  aria-label={t('compare.remove', { model: name })}
                  onClick={() => compared.toggle(name)}
                />
              </li>
            )
          })}
        </ul>
        <PlainButton kind="text" onClick={compared.clear}>
          {t('compare.clear')}
        </PlainButton>
        <PlainButton kind="primary" disabled={known.length < 2} onClick={() => compared.setOpen(true)}>
          {t('compare.open', { count: known.length })}
        </PlainButton>
      </section>
      <Suspense>{compared.isOpen && <CompareSheet compared={compared} pricing={pricing} group={group} />}</Suspense>
    </>
  )
}
