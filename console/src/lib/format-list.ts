import { formatList as joinNames } from '@sluice/contract/messages/format-list'
import { isLanguage } from '@sluice/contract/messages/languages'

/** Names as a list in a sentence: `a, b`, in Chinese `a、b`. */
export const formatList = (names: readonly string[], language: string | undefined): string =>
  joinNames(names, isLanguage(language) ? language : 'en')
