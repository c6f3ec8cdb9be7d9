import css from './vendor-icon.module.css'

/** The picture of a model or its maker. Names of pictures that other consoles bring along show nothing. */
export const VendorIcon = ({ icon = '' }: { icon?: string | undefined }) =>
  /^(https?:\/\/|\/[^/])/i.test(icon) && (
    <img className={css.icon} src={icon} alt="" width={16} height={16} loading="lazy" />
  )
