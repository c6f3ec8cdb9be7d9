import { useTranslation } from 'react-i18next'

/** The text of vendors without a name. */
export const otherVendor = 'other'

/** The name of a vendor in the reader's language; unknown vendors keep the server's name. */
export function useVendorName(): (vendor: string) => string {
  const { t, i18n } = useTranslation('pricing')
  return (vendor) => {
    const key = `vendor.${vendor || otherVendor}`
    // The cast: the name comes from data, and `exists` has found its text.
    return i18n.exists(key, { ns: 'pricing' }) ? String(t(key as 'vendor.other')) : vendor
  }
}
