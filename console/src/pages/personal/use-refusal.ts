import { useTranslation } from 'react-i18next'
import { localiseRefusal } from './refusal.ts'

/** localiseRefusal in the language of the page. */
export function useRefusal(): (error: unknown) => unknown {
  const { t } = useTranslation('personal')
  return (error) => localiseRefusal(error, (reason) => t(`refused.${reason}`))
}
