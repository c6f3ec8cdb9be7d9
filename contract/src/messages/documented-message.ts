import type { CodeOf } from './catalogue.ts'
import en from './en/errors.ts'
import { parseTemplate } from './template.ts'

/** The English message of an error for documents, with `{name}` for a value. */
export function documentedMessage(code: CodeOf<'errors'>): string {
  const texts: Readonly<Record<string, string>> = en
  const { texts: parts, places } = parseTemplate(texts[code] ?? texts[`${code}_other`] ?? '')
  return parts.map((part, index) => `${part}${places[index] ? `{${places[index].name}}` : ''}`).join('')
}
