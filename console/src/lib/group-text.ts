import { groupTextIn } from '@sluice/contract/group-texts'
import { isLanguage } from '@sluice/contract/messages/languages'
import { useTranslation } from 'react-i18next'

/** Shows the description of a group: the operator's as it is, the default in the user's language. */
export function useGroupText(): (description: string) => string {
  const { i18n } = useTranslation()
  return (description) => groupTextIn(isLanguage(i18n.language) ? i18n.language : 'en', description)
}
