import { isPictureAddress } from '@sluice/contract/address-forms'
import css from './vendor-icon.module.css'
import { vendorMarkOf } from './vendor-mark.ts'

interface VendorIconProps {
  /** An image address; icon names of other consoles show nothing. */
  icon?: string | undefined
  /** The vendor whose mark replaces a missing picture; '' = none. */
  vendor?: string
}

/** The picture of a model or its vendor, otherwise the vendor's mark. */
export function VendorIcon({ icon = '', vendor = '' }: VendorIconProps) {
  if (isPictureAddress(icon))
    return <img className={css.icon} src={icon} alt="" width={16} height={16} loading="lazy" />
  const mark = vendorMarkOf(vendor)
  if (mark === null) return null
  return (
    <svg className={css.icon} viewBox="0 0 16 16" aria-hidden>
      <rect width="16" height="16" rx="4" fill={mark.colour} />
      <text className={css.letter} x="8" y="11.6">
        {mark.letter}
      </text>
    </svg>
  )
}
