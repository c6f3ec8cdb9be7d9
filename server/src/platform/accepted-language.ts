import { isLanguage, type TextLanguage } from '@sluice/contract/messages/languages'

export type Language = TextLanguage

/** The supported language that an `Accept-Language` header ranks first; null = none. */
export function preferredLanguage(header: string | null): Language | null {
  const ranked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().toLowerCase().split(';q=')
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .toSorted((a, b) => b.weight - a.weight)
  return ranked.map(({ language }) => language).find(isLanguage) ?? null
}

/** The supported language that the header ranks first, otherwise English. */
export const acceptedLanguage = (header: string | null): Language => preferredLanguage(header) ?? 'en'

/**
 * The language of mails to an account: its own, otherwise that of the request that causes the mail, otherwise English.
 */
export const languageFor = (account: { language: string | null } | undefined | null, request?: Request): Language => {
  const own = account?.language ?? undefined
  return isLanguage(own) ? own : acceptedLanguage(request?.headers.get('accept-language') ?? null)
}

/** The language of an answer: the one that the request prefers, otherwise that of its account, otherwise English. */
export function languageOf(headers: Headers, account?: { language: string | null } | null): Language {
  return preferredLanguage(headers.get('accept-language')) ?? languageFor(account)
}
