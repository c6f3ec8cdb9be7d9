import { useTranslation } from 'react-i18next'
import type { BalanceForecast } from './forecast-balance.ts'

/** A duration as text. */
export function useForecastText(): (forecast: BalanceForecast) => string {
  const { t } = useTranslation('dashboard')
  return (forecast) => {
    switch (forecast.kind) {
      case 'empty':
        return t('forecast.empty')
      case 'unused':
        return t('forecast.unused')
      case 'long':
        return t('forecast.long')
      case 'days':
        return forecast.days === 0 ? t('forecast.today') : t('forecast.days', { count: forecast.days })
    }
  }
}
