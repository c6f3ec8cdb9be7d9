import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** From a card with a part of the prices to the page that has all of them. */
export function AllPricesLink() {
  const { t } = useTranslation('settings-prices')
  return <Link to="/console/prices">{t('allPrices')}</Link>
}
