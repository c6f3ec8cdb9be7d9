import { isPictureAddress } from '@sluice/contract/address-forms'
import { lookUp } from '@sluice/contract/typed-keys'
import { vendorColor } from '../charts/vendor-color.ts'
import { brandLogos } from './brand-logos.ts'
import { type Branded, brandOf } from './brand-of.ts'
import css from './vendor-mark.module.css'

export interface VendorMarkProps extends Branded {
  /** The operator's picture, which goes before the logo: an image address. Icon names show nothing. */
  icon?: string | undefined
  /** 16 pixels; `large`: 24. */
  size?: 'large'
}

/**
 * The logo of whoever made a model or serves a channel, beside its name; without a logo its first letter in the colour
 * of its charts. Nothing for an unknown maker.
 *
 *     <VendorMark model="claude-sonnet-4-6" />
 *     <VendorMark vendor={row.owner_by} icon={row.icon} />
 *     <VendorMark channelType={channel.type} />
 */
export function VendorMark({ icon = '', size, ...named }: VendorMarkProps) {
  const brand = brandOf(named)
  const logo = lookUp(brandLogos, brand, undefined)
  const picture = isPictureAddress(icon) ? icon : logo?.picture
  const pixels = size === 'large' ? 24 : 16
  if (picture !== undefined)
    return (
      <img
        className={css.mark}
        data-size={size}
        data-black={picture === logo?.picture && logo.isBlack}
        src={picture}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
      />
    )
  const letter = /[\p{L}\p{N}]/u.exec(named.vendor ?? brand)?.[0]
  if (letter === undefined) return null
  return (
    <svg className={css.mark} data-size={size} viewBox="0 0 16 16" width={pixels} height={pixels} aria-hidden>
      <rect width="16" height="16" rx="4" fill={vendorColor(brand, 'light')} />
      <text className={css.letter} x="8" y="11.6">
        {letter.toUpperCase()}
      </text>
    </svg>
  )
}
