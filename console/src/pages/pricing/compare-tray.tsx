import Close from '@ant-design/icons-svg/es/asn/CloseOutlined'
import type { Pricing } from '@sluice/contract/pricing'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatList } from '../../lib/format-list.ts'
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
  const { t, i18n } = useTranslation('pricing')
  const { names, unknown } = compared
  if (names.length + unknown.length === 0) return null
  return (
    <>
      <section className={css.tray} aria-label={t('compare.tray')}>
        <ul>
          {names.map((name) => {
            const row = pricing.data.find(({ model_name: known }) => known === name)
            return (
              <li key={name}>
                <VendorMark model={name} vendor={row?.owner_by ?? ''} icon={row?.icon} />
                <span className={texts.clip}>{name}</span>
                <Remove label={t('compare.remove', { model: name })} onClick={() => compared.toggle(name)} />
              </li>
            )
          })}
          {unknown.length > 0 && (
            <li>
              <span className={texts.problem}>
                {t('compare.unknown', { names: formatList(unknown, i18n.resolvedLanguage) })}
              </span>
              <Remove label={t('compare.dropUnknown')} onClick={compared.dropUnknown} />
            </li>
          )}
        </ul>
        <PlainButton kind="text" onClick={compared.clear}>
          {t('compare.clear')}
        </PlainButton>
        {names.length > 0 && (
          <PlainButton kind="primary" disabled={names.length < 2} onClick={() => compared.setOpen(true)}>
            {t('compare.open', { count: names.length })}
          </PlainButton>
        )}
      </section>
      <Suspense>{compared.isOpen && <CompareSheet compared={compared} pricing={pricing} group={group} />}</Suspense>
    </>
  )
}

const Remove = ({ label, onClick }: { label: string; onClick(): void }) => (
  <PlainButton kind="text" size="small" icon={<PlainIcon of={Close} />} aria-label={label} onClick={onClick} />
)
