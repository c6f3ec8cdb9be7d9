import en from './messages/en/groups.ts'
import type { TextLanguage } from './messages/languages.ts'
import zh from './messages/zh/groups.ts'
import { entriesOf } from './typed-keys.ts'

type GroupText = keyof typeof en

/** In all languages: a stored description may be in another one than its reader's. */
const groupTexts: Readonly<Record<TextLanguage, Record<GroupText, string>>> = { en, zh }

/** The descriptions that no operator typed. */
const keys = new Map<string, GroupText>([
  // Stored by earlier versions and by New API, in two languages at once.
  ['默认分组 Default', 'default'],
  ['VIP 分组 VIP', 'vip'],
  ['vip分组', 'vip'],
  ...Object.values(groupTexts).flatMap((texts) => entriesOf(texts).map(([key, text]) => [text, key] as const)),
])

export const defaultGroupTexts = { default: en.default, vip: en.vip }
export const ownGroupText: string = en.own

/** The description of a group in the reader's language; what an operator typed is as it is. */
export function groupTextIn(language: TextLanguage, description: string): string {
  const key = keys.get(description)
  return key === undefined ? description : groupTexts[language][key]
}

/** Whether the group is listed only because the account belongs to it: administrators cannot offer it to others. */
export const isOwnGroupOnly = (description: string): boolean => keys.get(description) === 'own'
