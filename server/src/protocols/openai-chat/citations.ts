import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Citation } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import type { AnswerAnnotation } from './wire.ts'

/** Citations in `annotations` of a message or a delta. */
export function parseAnnotations(wire: unknown): Citation[] {
  return recordsOf(wire).flatMap((annotation) => {
    const cited = recordOf(annotation.url_citation)
    const url = textOf(cited.url)
    if (annotation.type !== 'url_citation' || url === '') return []
    const title = textOf(cited.title)
    // A title that is an address is no title: see buildAnnotations.
    return [defined<Citation>({ url, title: title === '' || title === url ? undefined : title })]
  })
}

/** Citations at the top level of a body: a list of addresses (Perplexity). */
export const parseCitationList = (wire: unknown): Citation[] =>
  Array.isArray(wire) ? wire.flatMap((url) => (typeof url === 'string' && url !== '' ? [{ url }] : [])) : []

/** Annotations of citations with an address; the protocol cannot express others. Clients require a title. */
export const buildAnnotations = (citations: Citation[]): AnswerAnnotation[] =>
  citations.flatMap(({ url, title }) =>
    url === undefined ? [] : [{ type: 'url_citation', url_citation: { url, title: title ?? url } }],
  )
