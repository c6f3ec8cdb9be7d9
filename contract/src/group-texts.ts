import type { TextLanguage } from './messages/languages.ts'

/** The descriptions of groups that no operator typed. */
const groupTexts = {
  default: { en: 'Default group', zh: '默认分组' },
  vip: { en: 'VIP group', zh: 'VIP 分组' },
  own: { en: 'Group of the account', zh: '账户所在分组' },
} as const satisfies Record<string, Record<TextLanguage, string>>

type GroupText = keyof typeof groupTexts

const keys = new Map<string, GroupText>([
  // Stored by earlier versions and by New API, in two languages at once.
  ['默认分组 Default', 'default'],
  ['默认分组', 'default'],
  ['VIP 分组 VIP', 'vip'],
  ['vip分组', 'vip'],
  ...Object.entries(groupTexts).flatMap(([key, texts]) =>
    Object.values(texts).map((text): [string, GroupText] => [text, key as GroupText]),
  ),
])

export const defaultGroupTexts = { default: groupTexts.default.en, vip: groupTexts.vip.en }
export const ownGroupText: string = groupTexts.own.en

/** The description of a group in the reader's language; what an operator typed is as it is. */
export function groupTextIn(language: TextLanguage, description: string): string {
  const key = keys.get(description)
  return key === undefined ? description : groupTexts[key][language]
}

/** Whether the group is listed only because the account belongs to it: administrators cannot offer it to others. */
export const isOwnGroupOnly = (description: string): boolean => keys.get(description) === 'own'
