import { useTranslation } from 'react-i18next'

/** The default description of groups, which contains both languages. */
const untouched = {
  '默认分组 Default': 'groupText.default',
  'VIP 分组 VIP': 'groupText.vip',
  '用户分组 User group': 'groupText.own',
} as const
const isUntouched = (text: string): text is keyof typeof untouched => Object.hasOwn(untouched, text)

/** Whether the group is listed only because the account belongs to it: administrators offer it to nobody. */
export const isOwnGroupOnly = (description: string): boolean => description === '用户分组 User group'

/** Shows the description of a group: the operator's as it is, the default in the user's language. */
export function useGroupText(): (description: string) => string {
  const { t } = useTranslation('common')
  return (description) => (isUntouched(description) ? t(untouched[description]) : description)
}
