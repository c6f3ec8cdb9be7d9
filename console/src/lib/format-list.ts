import { formatList as joinNames } from '@sluice/contract/messages/format-list'
import { isLanguage } from '@sluice/contract/messages/languages'

/** Names as a list in a sentence: `a, b`, in Chinese `a、b`. */
export const formatList = (names: readonly string[], language: string | undefined): string =>
  joinNames(names, isLanguage(language) ? language : 'en')

/** The first `max` names as such a list, with `…` in place of the others. */
export const formatFirst = (names: readonly string[], max: number, language: string | undefined): string =>
  formatList(names.length > max ? [...names.slice(0, max), '…'] : names, language)
