import { keysOf, mapKeys } from '../typed-keys.ts'
import type { Domain, MessageOf, StoredMessage } from './catalogue.ts'
import type { TextLanguage } from './languages.ts'
import { texts } from './texts.ts'
import { hasText, type Reader, writeMessage, writeStored } from './write-message.ts'

/** Programs, and people who read what a program shows. */
const readers: Readonly<Record<TextLanguage, Reader>> = mapKeys(keysOf(texts), (language) => ({
  language,
  texts: texts[language],
}))

/** For functions that write several messages of one reader. */
export const readerOf = (language: TextLanguage): Reader => readers[language]

/** A message in a language. */
export const render = <D extends Domain>(language: TextLanguage, domain: D, message: MessageOf<D>): string =>
  writeMessage(readers[language], domain, message)

/** A message of any version; null if its code is unknown or a param is missing. */
export const renderStored = (language: TextLanguage, domain: Domain, message: StoredMessage): string | null =>
  writeStored(readers[language], domain, message)

/** Whether this version has a reason with this code. */
export const isReasonCode = (code: string): boolean => hasText(readers.en, 'reasons', code)
