import { useTranslation } from 'react-i18next'
import { localiseRefusal } from './refusals.ts'

/** localiseRefusal in the language of the page. */
export function useRefusal() {
  const { t } = useTranslation('users')
  return (error: unknown): unknown => localiseRefusal(error, (key) => t(`refused.${key}`))
}
